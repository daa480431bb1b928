import type { CheckoutSettings } from "./checkout-settings"
import { type FieldProblem, fieldProblemsOf, shopperFieldsSchema } from "./shopper-fields"

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
  { data: SessionData; problems?: undefined } | { data?: undefined; problems: FieldProblem[] }

/**
 * Builds `data` of the payment session from what the shopper wrote, or says what is wrong with it, by the rules of the
 * store itself, before anything is sent.
 *
 * @param country ISO 3166-1 alpha-2 code of the billing address: a phone number without calling code belongs there
 * @example
 * const { data, problems } = eInvoiceSessionData(fields, settings, "no")
 * if (problems) return showBesideFields(problems)
 * await sdk.store.payment.initiatePaymentSession(cart, { provider_id: settings.provider_id, data })
 */
export function eInvoiceSessionData(
  fields: ShopperFields,
  settings: Pick<CheckoutSettings, "personal_number">,
  country = "no"
): SessionDataResult {
  const checked = shopperFieldsSchema({
    personalNumber: {
      checkDigits: settings.personal_number.check_digits,
      acceptSynthetic: settings.personal_number.accept_synthetic,
    },
    country,
  }).safeParse(fields)
  if (!checked.success) {
    return { problems: fieldProblemsOf(checked.error) }
  }
  const { personal_number, phone, language, reference } = checked.data
  return {
    data: {
      personal_number,
      ...(phone && { phone }),
      ...(language && { language }),
      ...(reference && { reference }),
    },
  }
}
