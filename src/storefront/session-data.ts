import {
  FIELD_PROBLEMS,
  type FieldProblem,
  languageProblem,
  personalNumberDigits,
  personalNumberProblem,
  phoneLengthProblem,
  preferredLanguageOf,
  referenceProblem,
  SHOPPER_FIELDS,
} from "../mapping/shopper-rules"
import type { CheckoutSettings } from "./checkout-settings"
import { type CodedProblem, withCode } from "./refusal"

/** What the shopper wrote into the invoice fields of the checkout page. */
export type ShopperFields = {
  /** Eleven digits; spaces and hyphens are fine. */
  personal_number: string
  /** In any usual spelling; left out, the store takes the billing address's. */
  phone?: string | null | undefined
  /** Language of the invoice, as a tag: `no`, `nb-NO`, `sv`. */
  language?: string | null | undefined
  /** Printed on the invoice, such as a project or a name. */
  reference?: string | null | undefined
}

/** `data` of `POST /store/payment-collections/:id/payment-sessions`. */
export type SessionData = {
  /** Eleven digits. */
  personal_number: string
  phone?: string
  /** `en`, `no`, `sv`, `da` or `de`. */
  language?: string
  reference?: string
}

/** Either the data to send, or what is wrong with each field. */
export type SessionDataResult =
  { data: SessionData; problems?: undefined } | { data?: undefined; problems: CodedProblem[] }

type Settings = Pick<CheckoutSettings, "personal_number">

/**
 * Builds `data` of the payment session from what the shopper wrote, or says what is wrong with it before anything is
 * sent. The rules are the store's own, but for phone numbers: those that may be complete are left to the store.
 *
 * @param country ISO 3166-1 alpha-2 code of the billing address: a phone number without calling code belongs there
 * @example
 * const { data, problems } = eInvoiceSessionData(fields, settings, "no")
 * if (problems) return showBesideFields(problems)
 * await sdk.store.payment.initiatePaymentSession(cart, { provider_id: settings.provider_id, data })
 */
export function eInvoiceSessionData(
  fields: ShopperFields,
  settings: Settings,
  country = "no"
): SessionDataResult {
  const problems = problemsOf(fields, settings, country)
  if (problems.length > 0) {
    return { problems: problems.map(withCode) }
  }
  const phone = fields.phone?.trim()
  const language = preferredLanguageOf(fields.language)
  const reference = fields.reference?.trim()
  return {
    data: {
      personal_number: personalNumberDigits(fields.personal_number),
      ...(phone && { phone }),
      ...(language && { language }),
      ...(reference && { reference }),
    },
  }
}

function problemsOf(fields: ShopperFields, settings: Settings, country: string): FieldProblem[] {
  const message = {
    personal_number: personalNumberMessage(fields.personal_number, settings),
    phone: messageOf(
      fields.phone,
      (phone) => phoneLengthProblem(phone) ?? completenessProblem(phone, country)
    ),
    language: messageOf(fields.language, languageProblem),
    reference: messageOf(fields.reference, referenceProblem),
  }
  const known = SHOPPER_FIELDS.flatMap((field) => {
    const found = message[field]
    return found === undefined ? [] : [{ field, message: found }]
  })
  const unknown = Object.keys(fields).filter(
    (field) => !SHOPPER_FIELDS.some((one) => one === field)
  )
  return [...known, ...unknown.map((field) => ({ field, message: FIELD_PROBLEMS.not_accepted }))]
}

function personalNumberMessage(written: unknown, { personal_number }: Settings) {
  return typeof written === "string"
    ? personalNumberProblem(personalNumberDigits(written), {
        checkDigits: personal_number.check_digits,
        acceptSynthetic: personal_number.accept_synthetic,
      })
    : FIELD_PROBLEMS.not_eleven_digits
}

/** A field that may be left out: null and blanks are none. */
function messageOf(written: unknown, problem: (text: string) => string | undefined) {
  if (written === undefined || written === null) {
    return undefined
  }
  if (typeof written !== "string") {
    return FIELD_PROBLEMS.not_text
  }
  const text = written.trim()
  return text ? problem(text) : undefined
}

/** How many digits a phone number of Norway has with its calling code and without. */
const NORWEGIAN_LENGTHS = { national: [5, 8], withCallingCode: [7, 10] }

/**
 * What is certainly wrong with a phone number. The numbering plans of all countries would make most of a storefront's
 * bundle, so they stay with the store: this check declines nothing that the store takes.
 */
function completenessProblem(written: string, country: string): string | undefined {
  const digits = written.replace(/\P{Nd}/gu, "")
  return mayBePhone(written, digits, country) ? undefined : FIELD_PROBLEMS.phone_not_complete
}

function mayBePhone(written: string, digits: string, country: string): boolean {
  const isForeign = country.toLowerCase() !== "no" || /^\s*(?:[+\uFF0B]|00)/.test(written)
  if (isForeign || !/^[0-9 ]+$/.test(written)) {
    return digits.length >= 4
  }
  const { national, withCallingCode } = NORWEGIAN_LENGTHS
  return (
    national.includes(digits.length) ||
    (digits.startsWith("47") && withCallingCode.includes(digits.length))
  )
}
