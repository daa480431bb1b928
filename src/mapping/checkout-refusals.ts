// The browser reads this as well: it imports nothing.

/**
 * Why an invoice was not made at checkout: a code that stays the same in every version, and a sentence for the shopper, who
 * is told what to do and nothing technical.
 */
export const CHECKOUT_REFUSALS = {
  e_invoice_in_doubt:
    "We are still waiting for the invoice service to confirm your invoice. Please try again in a few minutes, and do not pay in another way until then.",
  e_invoice_unavailable:
    "The invoice service cannot be reached right now, so no invoice was made. Please try again in a moment, or choose another way to pay.",
  e_invoice_not_offered:
    "Payment by invoice is not available right now. Please choose another way to pay.",
  // The service answers a declined customer and a wrong number alike.
  e_invoice_not_granted:
    "The invoice service does not offer an invoice for this personal number. Please check the number, or choose another way to pay.",
  e_invoice_details_rejected:
    "The invoice service did not accept your details. Please correct them and choose invoice again.",
  e_invoice_details_missing:
    "Some details that an invoice needs are missing. Please check your name, address, e-mail and phone number.",
  e_invoice_not_made:
    "An invoice could not be made for this order. Please choose another way to pay, or contact the store.",
  e_invoice_enter_again:
    "Your personal number is kept for a short time only. Please choose invoice again and enter it once more.",
  e_invoice_cart_changed:
    "Your cart has changed since you chose invoice. Please choose invoice again.",
  e_invoice_cancelled:
    "The invoice for this order was cancelled. Please choose invoice again, or another way to pay.",
  e_invoice_ordered_at_once:
    "This order was sent twice at the same moment, so nothing was ordered and no invoice was made. Please try again in a moment.",
  e_invoice_already_ordered: "This order has already been placed. You do not need to pay again.",
  e_invoice_already_paid:
    "An earlier invoice for this order has been paid already. Please contact the store before you pay again.",
} as const

/** Stands as `error.name` in the answer of a completed cart. */
export type CheckoutRefusalCode = keyof typeof CHECKOUT_REFUSALS

export const isCheckoutRefusalCode = (value: unknown): value is CheckoutRefusalCode =>
  typeof value === "string" && Object.hasOwn(CHECKOUT_REFUSALS, value)
