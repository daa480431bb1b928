import type { MappableOrder } from "../../mapping"
import type { ProviderDependencies } from "./dependencies"

/** What stands in for a billing address that does not say all of who buys. */
const STAND_INS = ["shipping_address", "customer"] as const

/** Whether a field of the mapping belongs to what stands in for the billing address. */
export const isOfStandIn = (field: string): boolean =>
  STAND_INS.some((relation) => field.startsWith(`${relation}.`))

/**
 * The order with its shipping address and its customer's own record, should these have to stand in for what the billing
 * address does not say. They seldom have to, and are read only then: a checkout fills it in.
 */
export async function withStandIns(
  query: ProviderDependencies["query"],
  order: MappableOrder,
  fields: readonly string[]
): Promise<MappableOrder> {
  if (saysWhoBuys(order)) {
    return order
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", ...fields.filter(isOfStandIn)],
    filters: { id: order.id },
  })
  const [found]: MappableOrder[] = data
  return {
    ...order,
    shipping_address: found?.shipping_address,
    customer: found?.customer,
  }
}

const saysWhoBuys = ({ email, billing_address: address }: MappableOrder) =>
  [email, address?.first_name, address?.last_name, address?.phone, address?.address_1].every(isSaid)

const isSaid = (text: string | null | undefined) => Boolean(text?.trim())
