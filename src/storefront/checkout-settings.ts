import { z } from "zod"

/** Where a store tells how invoices are set up in it; called with the publishable key, as every Store API route. */
export const CHECKOUT_SETTINGS_PATH = "/store/e-invoice/checkout-settings"

const checkoutSettings = z.object({
  /** The payment provider these settings belong to. */
  provider_id: z.string(),
  /** Lower-case ISO 4217 codes of the currencies that can be paid by invoice. */
  currencies: z.array(z.string()),
  /** Languages an invoice can be written in. */
  languages: z.array(z.string()),
  default_language: z.string(),
  invoice_fee: z.object({
    /** Whether the service adds a fee to the invoice. */
    applicable: z.boolean(),
    /** Major units including VAT, where the merchant has said it. */
    amount: z.number().optional(),
  }),
  personal_number: z.object({
    /** Whether control digits and date are checked, not only the eleven digits. */
    check_digits: z.boolean(),
    /** Whether test numbers are taken too. */
    accept_synthetic: z.boolean(),
  }),
})

/** What a storefront needs to know to offer payment by invoice. Nothing of it is secret. */
export type CheckoutSettings = z.infer<typeof checkoutSettings>

const answer = z.object({ checkout_settings: checkoutSettings })

/**
 * Reads the answer of `GET /store/e-invoice/checkout-settings`.
 *
 * @throws ZodError when it is something else
 */
export const parseCheckoutSettings = (body: unknown): CheckoutSettings =>
  answer.parse(body).checkout_settings
