import { readRefusal, textFor } from ".."
import { languages } from "../../connect"
import { CHECKOUT_REFUSALS } from "../../mapping/checkout-refusals"
import { FIELD_PROBLEMS } from "../../mapping/shopper-rules"

describe("readRefusal", () => {
  it("takes a refused session apart, field by field", () => {
    expect(readRefusal("personal_number: must be 11 digits; phone: is not a phone number")).toEqual(
      {
        problems: [
          { field: "personal_number", message: "must be 11 digits", code: "not_eleven_digits" },
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

  it("reads the code of a declined completion, by its name or by a sentence alone", () => {
    const message = "The invoice service did not accept the name. Please correct it."
    expect(readRefusal({ name: "e_invoice_details_rejected", message })).toEqual({
      problems: [],
      sentence: message,
      code: "e_invoice_details_rejected",
    })
    expect(readRefusal(CHECKOUT_REFUSALS.e_invoice_in_doubt)).toMatchObject({
      code: "e_invoice_in_doubt",
    })
    expect(readRefusal({ name: "Error", message })).not.toHaveProperty("code")
  })
})

describe("textFor", () => {
  const codes = [
    ...Object.keys(CHECKOUT_REFUSALS),
    ...Object.keys(FIELD_PROBLEMS),
  ] as (keyof typeof CHECKOUT_REFUSALS)[]

  it.each(languages)("says each code in a sentence of its own in %s", (language) => {
    const texts = codes.map((code) => textFor(code, language))
    expect(texts.filter((text) => !/^\p{Lu}.+\.$/u.test(text))).toEqual([])
    expect(new Set(texts).size).toBe(codes.length)
  })

  it("takes any tag of a language, and speaks English where it has no text", () => {
    expect(textFor("e_invoice_cancelled", "nb-NO")).toBe(textFor("e_invoice_cancelled", "no"))
    expect(textFor("e_invoice_cancelled", "fr")).toBe(textFor("e_invoice_cancelled", "en"))
    expect(textFor("e_invoice_cancelled", undefined)).toBe(CHECKOUT_REFUSALS.e_invoice_cancelled)
  })
})
