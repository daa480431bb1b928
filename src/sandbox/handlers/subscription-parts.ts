import type { Customer } from "../state/customer"
import type { Subscription } from "../state/subscription"
import type { World } from "../state/world"
import { lineRecord } from "./line-record"

/** The merchant's name in every answer about subscriptions. */
export const CLIENT_NAME = "Sandbox merchant"

/** Whom a list of subscriptions is narrowed down to. */
type Filters = {
  phone?: string | undefined
  customerName?: string | undefined
}

/** The product lines, with the name under its own key in answers about subscriptions. */
export const subscriptionLines = ({ lines }: Subscription) =>
  lines.map((line) => {
    const { id, name, ...rest } = lineRecord(line)
    return { id, productName: name, ...rest }
  })

/** Who subscribes. */
export function customerOf(world: World, { customerUuid }: Subscription): Customer | undefined {
  return world.customers.get(customerUuid)
}

/** Whether a customer is one that a list asks for. */
export function isCustomer(
  customer: Customer | undefined,
  { customerName = "", phone = "" }: Filters
): boolean {
  const name = customer?.name.toLowerCase() ?? ""
  return (
    name.includes(customerName.toLowerCase()) &&
    `${customer?.countryCode}${customer?.msisdn}`.includes(phone)
  )
}
