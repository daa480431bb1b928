import type { MedusaContainer } from "@medusajs/framework/types"
import { ChangeActionType, ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** What left of a Medusa order at once: Medusa's fulfilment, and the quantities by the item's id, in decimal text. */
export type ShippedParcel = {
  readonly id: string
  readonly quantities: ReadonlyMap<string, string>
}

const number = z.union([
  z.number(),
  z.string(),
  z.object({ value: z.union([z.number(), z.string()]) }).transform(({ value }) => value),
])

/** An action that sends items on their way. */
const leaving = z.object({
  action: z.enum([ChangeActionType.SHIP_ITEM, ChangeActionType.DELIVER_ITEM]),
  reference_id: z.string(),
  details: z.object({ reference_id: z.string(), quantity: number }),
})

const changes = z.array(
  z.object({
    actions: z
      .array(leaving.nullish().catch(undefined))
      .nullish()
      .transform((actions) => (actions ?? []).flatMap((action) => action ?? [])),
  })
)

/**
 * The parcels of a Medusa order that left, in the order in which they did: what was shipped, or delivered without a shipment.
 * Medusa's fulfilment counts inventory; the order's own actions have the quantities of its items.
 */
export async function shippedParcelsOf(
  container: MedusaContainer,
  orderId: string
): Promise<ShippedParcel[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order_change",
    fields: ["id", "created_at", "actions.action", "actions.reference_id", "actions.details"],
    filters: { order_id: orderId },
    pagination: { order: { created_at: "ASC" } },
  })
  const parcels = new Map<string, Map<string, Map<string, string>>>()
  for (const { action, reference_id: id, details } of changes
    .parse(data)
    .flatMap(({ actions }) => actions)) {
    const byAction = parcels.get(id) ?? new Map<string, Map<string, string>>()
    const quantities = byAction.get(action) ?? new Map<string, string>()
    const sum = MathBN.add(quantities.get(details.reference_id) ?? 0, details.quantity)
    quantities.set(details.reference_id, sum.toFixed())
    parcels.set(id, byAction.set(action, quantities))
  }
  // Shipped and then delivered, it left once.
  return [...parcels].map(([id, byAction]) => ({
    id,
    quantities:
      byAction.get(ChangeActionType.SHIP_ITEM) ??
      byAction.get(ChangeActionType.DELIVER_ITEM) ??
      new Map<string, string>(),
  }))
}

/** What left with several parcels, by the item's id, in decimal text. */
export function quantitiesOf(parcels: readonly ShippedParcel[]): Map<string, string> {
  const all = new Map<string, string>()
  for (const { quantities } of parcels) {
    for (const [id, quantity] of quantities) {
      all.set(id, MathBN.add(all.get(id) ?? 0, quantity).toFixed())
    }
  }
  return all
}

const links = z.array(z.object({ order_id: z.string() }))

/** The Medusa order that a fulfilment is of. */
export async function orderOfFulfillment(
  container: MedusaContainer,
  fulfillmentId: string
): Promise<string | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_fulfillment",
    fields: ["order_id"],
    filters: { fulfillment_id: fulfillmentId },
  })
  return links.parse(data)[0]?.order_id
}

const owners = z.array(
  z.object({
    items: z
      .array(
        z.object({
          id: z.string(),
          requires_shipping: z.boolean().nullish(),
          quantity: number,
        })
      )
      .nullish(),
  })
)

/** What of a Medusa order is shipped at all. */
type Shippable = {
  /** Items that need no shipping. */
  readonly withoutShipping: ReadonlySet<string>
  /** How many there are of each item that is shipped, in decimal text. */
  readonly quantities: ReadonlyMap<string, string>
  readonly isAllShipped: boolean
}

/** @param shipped what left, by the item's id */
export async function shippableOf(
  container: MedusaContainer,
  orderId: string,
  shipped: ReadonlyMap<string, string>
): Promise<Shippable> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      "items.id",
      "items.requires_shipping",
      "items.quantity",
      "items.detail.quantity",
    ],
    filters: { id: orderId },
  })
  const items = owners.parse(data).flatMap((order) => order.items ?? [])
  return {
    withoutShipping: new Set(
      items.filter(({ requires_shipping: needs }) => needs === false).map(({ id }) => id)
    ),
    quantities: new Map(
      items
        .filter(({ requires_shipping: needs }) => needs !== false)
        .map((item) => [item.id, MathBN.convert(item.quantity).toFixed()])
    ),
    isAllShipped: items.every(
      (item) =>
        item.requires_shipping === false || MathBN.gte(shipped.get(item.id) ?? 0, item.quantity)
    ),
  }
}
