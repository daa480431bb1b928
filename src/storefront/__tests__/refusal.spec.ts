import { readRefusal } from ".."

describe("readRefusal", () => {
  it("takes a refused session apart, field by field", () => {
    expect(readRefusal("personal_number: must be 11 digits; phone: is not a phone number")).toEqual(
      {
        problems: [
          { field: "personal_number", message: "must be 11 digits" },
          { field: "phone", message: "is not a phone number" },
        ],
      }
    )
  })

  it("keeps what belongs to no field of the page as a sentence", () => {
    expect(readRefusal("reference: is too long; data: must be an object")).toEqual({
      problems: [{ field: "reference", message: "is too long" }],
      sentence: "data: must be an object",
    })
  })

  it("leaves a sentence as it is", () => {
    const sentence = "The invoice was declined: choose another way to pay."

    expect(readRefusal(sentence)).toEqual({ problems: [], sentence })
  })
})
