import type { AdminOrder } from "@medusajs/framework/types"

/** How an order's customer can be reached, as the fields of a form begin. */
export type OrderContact = {
  readonly email: string
  readonly countryCode: string
  /** Digits alone, without the calling code. */
  readonly msisdn: string
}

const HOME = "+47"

/** What the contact is read from. */
export type ReachableOrder = Pick<
  AdminOrder,
  "email" | "billing_address" | "shipping_address"
>

/** The contact of a Medusa order, as far as it says; a number without a calling code is taken for a Norwegian one. */
export const contactOf = (order: ReachableOrder): OrderContact => {
  const phone = (
    order.billing_address?.phone ??
    order.shipping_address?.phone ??
    ""
  ).replace(/[^\d+]/g, "")
  const isForeign = phone.startsWith("+") && !phone.startsWith(HOME)
  return {
    email: order.email ?? "",
    countryCode: isForeign ? "" : HOME,
    msisdn: isForeign ? "" : phone.replace(/^\+47/, "").replace(/\D/g, ""),
  }
}
