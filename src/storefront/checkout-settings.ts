/** Where a store tells how invoices are set up in it; called with the publishable key, as every Store API route. */
export const CHECKOUT_SETTINGS_PATH = "/store/e-invoice/checkout-settings"

/** What a storefront needs to know to offer payment by invoice. Nothing of it is secret. */
export type CheckoutSettings = {
  /** The payment provider these settings belong to. */
  provider_id: string
  /** Lower-case ISO 4217 codes of the currencies that can be paid by invoice. */
  currencies: string[]
  /** Languages an invoice can be written in. */
  languages: string[]
  default_language: string
  invoice_fee: {
    /** Whether the service adds a fee to the invoice. */
    applicable: boolean
    /** Major units including VAT, where the merchant has said it. */
    amount?: number | undefined
  }
  personal_number: {
    /** Whether control digits and date are checked, not only the eleven digits. */
    check_digits: boolean
    /** Whether test numbers are taken too. */
    accept_synthetic: boolean
  }
}

/**
 * Reads the answer of `GET /store/e-invoice/checkout-settings`.
 *
 * @throws TypeError naming the field when it is something else
 */
export function parseCheckoutSettings(body: unknown): CheckoutSettings {
  const settings = valueAt(body, "checkout_settings")
  assertCheckoutSettings(settings)
  return settings
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === "string"
const isFlag: Check = (value) => typeof value === "boolean"
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText)

const CHECKS: ReadonlyArray<[path: string, check: Check]> = [
  ["provider_id", isText],
  ["currencies", areTexts],
  ["languages", areTexts],
  ["default_language", isText],
  ["invoice_fee.applicable", isFlag],
  ["invoice_fee.amount", (value) => value === undefined || Number.isFinite(value)],
  ["personal_number.check_digits", isFlag],
  ["personal_number.accept_synthetic", isFlag],
]

function assertCheckoutSettings(settings: unknown): asserts settings is CheckoutSettings {
  for (const [path, check] of CHECKS) {
    if (!check(valueAt(settings, path))) {
      throw new TypeError(`checkout_settings.${path} is missing or of another type`)
    }
  }
}

function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value)
}

// Not by instanceof: the answer may come from another realm, such as a frame or a server's sandbox.
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
