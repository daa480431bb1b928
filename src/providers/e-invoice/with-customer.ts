import type { MappableOrder } from "../../mapping"
import type { ProviderDependencies } from "./dependencies"

const RELATION = "customer"

/** Whether a field of the mapping belongs to the customer's own record. */
export const isOfCustomer = (field: string): boolean =>
  field.startsWith(`${RELATION}.`)

/**
 * The order with its customer's own record, should that have to stand in for what the order does not say. It seldom has
 * to, and is read only then: a checkout fills in name, e-mail and phone.
 */
export async function withCustomer(
  query: ProviderDependencies["query"],
  order: MappableOrder,
  fields: readonly string[]
): Promise<MappableOrder> {
  if (saysWhoBuys(order)) {
    return order
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", ...fields.filter(isOfCustomer)],
    filters: { id: order.id },
  })
  const [found]: MappableOrder[] = data
  return { ...order, customer: found?.customer }
}

function saysWhoBuys({
  email,
  billing_address,
  shipping_address,
}: MappableOrder): boolean {
  const addresses = [billing_address, shipping_address]
  const phone = addresses.find((address) => isSaid(address?.phone))
  const name = addresses.find(
    (address) => isSaid(address?.first_name) && isSaid(address?.last_name)
  )
  return isSaid(email) && phone !== undefined && name !== undefined
}

const isSaid = (text: string | null | undefined) => Boolean(text?.trim())
