import { magicPersonalNumbers } from "../../src/sandbox"
import type { CheckoutSettings } from "../../src/storefront"
import { personalNumbersToTry, syntheticPersonalNumber } from "../personal-numbers"
import { problemsWith } from "../storefront/src/checkout/check-details"
import { en } from "../storefront/src/texts/en"
import { no } from "../storefront/src/texts/no"
import type { CheckoutDetails } from "../storefront/src/checkout/checkout-details"

const settings: CheckoutSettings = {
  provider_id: "pp_e-invoice_private",
  currencies: ["nok"],
  languages: ["en", "no"],
  default_language: "no",
  invoice_fee: { applicable: false },
  personal_number: { check_digits: true, accept_synthetic: true },
}

const details: CheckoutDetails = {
  email: "kari@example.com",
  firstName: "Kari",
  lastName: "Nordmann",
  address: "Storgata 1",
  postalCode: "0155",
  city: "Oslo",
  deliveryId: "so_1",
  providerId: "pp_e-invoice_private",
  personalNumber: syntheticPersonalNumber,
  phone: "400 00 000",
  language: "no",
  reference: "",
}

const problemsOf = (changes: Partial<CheckoutDetails>) =>
  problemsWith({ ...details, ...changes }, settings, en)

describe("the checks of the checkout page", () => {
  it("find nothing wrong with complete details", () => {
    expect(problemsOf({})).toEqual({})
  })

  it("name every field that was left empty, and no optional one", () => {
    const empty = Object.fromEntries(Object.keys(details).map((name) => [name, " "]))

    expect(Object.keys(problemsOf({ ...empty, providerId: settings.provider_id }))).toEqual([
      "email",
      "firstName",
      "lastName",
      "address",
      "postalCode",
      "city",
      "deliveryId",
      "personalNumber",
      "phone",
    ])
  })

  it.each([
    ["1781901018", "eleven digits"],
    ["17819010189", "typing error"],
    ["1781901018x", "eleven digits"],
  ])("refuse the personal number %s", (personalNumber, reason) => {
    expect(problemsOf({ personalNumber }).personalNumber).toContain(reason)
  })

  it("say it in the shopper's language", () => {
    const wrong = { ...details, personalNumber: "1", city: "" }

    expect(problemsWith(wrong, settings, no)).toEqual({
      city: "Skriv poststedet.",
      personalNumber: "Et fødselsnummer har elleve siffer.",
    })
  })

  it("take a personal number with spaces in it", () => {
    expect(problemsOf({ personalNumber: "178190 10188" })).toEqual({})
  })

  it.each(personalNumbersToTry)(
    "take $number, which the page offers for trying out",
    ({ number }) => {
      expect(problemsOf({ personalNumber: number })).toEqual({})
    }
  )

  it("leave the control digits to a store that does not want them checked", () => {
    const lenient = {
      ...settings,
      personal_number: { check_digits: false, accept_synthetic: true },
    }

    expect(problemsWith({ ...details, personalNumber: "17819010189" }, lenient, en)).toEqual({})
  })

  it("ask for nothing of the invoice when it is paid otherwise", () => {
    expect(
      problemsOf({
        providerId: "pp_system_default",
        personalNumber: "",
        phone: "",
      })
    ).toEqual({})
  })

  it("know the sandbox's number that is declined", () => {
    expect(personalNumbersToTry.map(({ number }) => number)).toContain(magicPersonalNumbers.denied)
  })
})
