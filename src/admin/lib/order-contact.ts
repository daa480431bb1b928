import type { AdminOrder } from "@medusajs/framework/types"

/** How an order's customer can be reached, as the fields of a form begin. */
export type OrderContact = {
  readonly email: string
  readonly countryCode: string
  /** Digits alone, without the calling code. */
  readonly msisdn: string
}

const HOME = { country: "no", callingCode: "+47" }

/** What the contact is read from. */
export type ReachableOrder = Pick<AdminOrder, "email" | "billing_address" | "shipping_address">

/**
 * The contact of a Medusa order, as far as it says. A number without a calling code is a Norwegian one where its address
 * is in Norway or names no country; any other is left to the person, so that nothing is sent to a stranger.
 */
export const contactOf = (order: ReachableOrder): OrderContact => {
  const address = addressWithPhone(order) ?? order.billing_address ?? order.shipping_address
  const phone = (address?.phone ?? "").replace(/[^\d+]/g, "")
  const withoutHome = phone.replace(/^(\+|00)47/, "")
  const isNational = !/^(\+|00)/.test(phone)
  const isAtHome = (address?.country_code || HOME.country).toLowerCase() === HOME.country
  const isNorwegian = withoutHome !== phone || (isNational && isAtHome)

  return {
    email: order.email ?? "",
    countryCode: isNorwegian ? HOME.callingCode : "",
    msisdn: isNorwegian ? withoutHome.replace(/\D/g, "") : "",
  }
}

/** Whether an order names a phone number, of whatever country. */
export const hasPhone = (order: ReachableOrder): boolean => addressWithPhone(order) !== undefined

const addressWithPhone = ({ billing_address, shipping_address }: ReachableOrder) =>
  [billing_address, shipping_address].find((address) => address?.phone?.trim())
