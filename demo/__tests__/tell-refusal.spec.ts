import { readRefusal } from "../../src/storefront"
import { tellRefusal } from "../storefront/src/checkout/tell-refusal"

const tell = (error: string | { message: string; name?: string }, language = "en") =>
  tellRefusal(readRefusal(error), language)

describe("a refusal of the store", () => {
  it("is taken apart into a sentence for each field", () => {
    expect(tell("personal_number: must be 11 digits; phone: is not a phone number")).toEqual({
      problems: {
        personalNumber: "A personal number has eleven digits.",
        phone: "This is not a phone number.",
      },
    })
  })

  it("keeps apart what belongs to no field of the page", () => {
    expect(tell("reference: Too long.; data: is not an object")).toEqual({
      problems: { reference: "Too long." },
      rest: "data: is not an object",
    })
  })

  it("is shown as it is when it is a plain sentence", () => {
    const sentence = "The shipping option is not available: choose another."

    expect(tell(sentence)).toEqual({ problems: {}, rest: sentence })
  })

  it("is told by its code in the shopper's language", () => {
    const { rest } = tell({ message: "Declined.", name: "e_invoice_not_granted" }, "no")

    expect(rest).toMatch(/^Fakturatjenesten tilbyr ikke faktura/)
  })
})
