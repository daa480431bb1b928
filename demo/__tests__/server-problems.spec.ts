import { readServerProblems } from "../storefront/src/checkout/server-problems"

describe("a refusal of the store", () => {
  it("is taken apart into a sentence for each field", () => {
    expect(
      readServerProblems("personal_number: must be 11 digits; phone: is not a phone number")
    ).toEqual({
      problems: {
        personalNumber: "A personal number has eleven digits.",
        phone: "This is not a phone number.",
      },
    })
  })

  it("keeps apart what belongs to no field of the page", () => {
    expect(readServerProblems("reference: Too long.; data: is not an object")).toEqual({
      problems: { reference: "Too long." },
      rest: "data: is not an object",
    })
  })

  it("is shown as it is when it is a plain sentence", () => {
    const sentence = "The shipping option is not available: choose another."

    expect(readServerProblems(sentence)).toEqual({
      problems: {},
      rest: sentence,
    })
  })
})
