import { runInNewContext } from "node:vm"

import { eInvoiceSessionData, parseCheckoutSettings } from ".."

const settings = {
  personal_number: { check_digits: true, accept_synthetic: true },
}
const NUMBER = "17819010188"

describe("eInvoiceSessionData", () => {
  it("builds what the session takes, and leaves out what was left empty", () => {
    expect(
      eInvoiceSessionData(
        {
          personal_number: "178190 10188",
          phone: " ",
          language: "nb-NO",
          reference: null,
        },
        settings
      )
    ).toEqual({ data: { personal_number: NUMBER, language: "no" } })
  })

  it("names each field that is wrong, without repeating it", () => {
    expect(
      eInvoiceSessionData({ personal_number: "123", phone: "12", language: "fr" }, settings)
    ).toEqual({
      problems: [
        { field: "personal_number", code: "not_eleven_digits", message: "must be 11 digits" },
        {
          field: "phone",
          code: "phone_not_complete",
          message:
            "must be a complete phone number, with its country code when it is a foreign one",
        },
        {
          field: "language",
          code: "language_not_offered",
          message: "must be one of en, no, sv, da, de",
        },
      ],
    })
  })

  it("reads a phone number as one of the buyer's country", () => {
    const fields = { personal_number: NUMBER, phone: "070 174 06 05" }

    expect(eInvoiceSessionData(fields, settings, "se").problems).toBeUndefined()
    expect(eInvoiceSessionData(fields, settings, "no").problems).toHaveLength(1)
  })

  it("takes a test number only where the store does", () => {
    expect(
      eInvoiceSessionData(
        { personal_number: NUMBER },
        { personal_number: { check_digits: true, accept_synthetic: false } }
      ).problems
    ).toEqual([
      {
        field: "personal_number",
        code: "test_number",
        message: "must be a real personal number, not a test number",
      },
    ])
  })
})

describe("parseCheckoutSettings", () => {
  const answer = {
    provider_id: "pp_e-invoice_private",
    currencies: ["nok"],
    languages: ["en", "no"],
    default_language: "no",
    invoice_fee: { applicable: false },
    personal_number: { check_digits: true, accept_synthetic: false },
  }

  it("takes what is in the store's answer", () => {
    expect(parseCheckoutSettings({ checkout_settings: answer })).toEqual(answer)
  })

  it("takes an answer that another realm parsed", () => {
    const body: unknown = runInNewContext("JSON.parse(text)", {
      text: JSON.stringify({ checkout_settings: answer }),
    })

    expect(parseCheckoutSettings(body).provider_id).toBe(answer.provider_id)
  })

  it("refuses something else", () => {
    expect(() => parseCheckoutSettings({ message: "Not found" })).toThrow("checkout_settings")
  })
})
