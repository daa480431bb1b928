import type { MedusaContainer } from "@medusajs/framework/types"
import { ChangeActionType, ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { eInvoiceModule } from "../e-invoice-module"

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

/** An action that packs items, or sends them on their way; what says best how many left comes first. */
const ACTIONS = [
  ChangeActionType.FULFILL_ITEM,
  ChangeActionType.SHIP_ITEM,
  ChangeActionType.DELIVER_ITEM,
] as const

const ofParcel = z.object({
  action: z.enum(ACTIONS),
  reference_id: z.string(),
  details: z.object({ reference_id: z.string(), quantity: number }),
})

const changes = z.array(
  z.object({
    actions: z
      .array(ofParcel.nullish().catch(undefined))
      .nullish()
      .transform((actions) => (actions ?? []).flatMap((action) => action ?? [])),
  })
)

/**
 * The parcels of a Medusa order that left, in the order in which they did: what was shipped, or delivered without a shipment.
 * Medusa's fulfilment counts inventory; the order's own actions have the quantities of its items.
 *
 * Medusa writes the fulfilment beside the order. Where its process was killed between the two, only one of them says that the
 * parcel left; where only the order did, it is shipped again. What was packed in it left with it, once.
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
  const actions = changes.parse(data).flatMap((change) => change.actions)
  const sent = actions.filter(({ action }) => action !== ChangeActionType.FULFILL_ITEM)
  const ids = new Set([
    ...sent.map(({ reference_id: id }) => id),
    ...(await leftByFulfilment(container, orderId)),
  ])
  return [...ids]
    .map((id) => ({
      id,
      quantities: packedIn(actions.filter(({ reference_id }) => reference_id === id)),
    }))
    .filter(({ quantities }) => quantities.size > 0)
}

/** How many of each item are in a parcel. */
function packedIn(actions: readonly z.output<typeof ofParcel>[]): Map<string, string> {
  const known = ACTIONS.find((kind) => actions.some(({ action }) => action === kind))
  const quantities = new Map<string, string>()
  for (const { action, details } of actions) {
    if (action === known) {
      const sum = MathBN.add(quantities.get(details.reference_id) ?? 0, details.quantity)
      quantities.set(details.reference_id, sum.toFixed())
    }
  }
  return quantities
}

const date = z.coerce.date().nullish()

const fulfilments = z.array(
  z.object({
    fulfillments: z
      .array(z.object({ id: z.string(), shipped_at: date, delivered_at: date, canceled_at: date }))
      .nullish(),
  })
)

/** How long Medusa may take to write a shipment, and its servers' clocks be apart, in milliseconds. */
const BEING_SHIPPED = 10 * 60_000

/** The fulfilments of a Medusa order that left, as they say themselves; a shipment under way may be taken back. */
async function leftByFulfilment(container: MedusaContainer, orderId: string): Promise<string[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      "fulfillments.id",
      "fulfillments.shipped_at",
      "fulfillments.delivered_at",
      "fulfillments.canceled_at",
    ],
    filters: { id: orderId },
  })
  const before = eInvoiceModule(container).clock.now().getTime() - BEING_SHIPPED
  return fulfilments
    .parse(data)
    .flatMap((order) => order.fulfillments ?? [])
    .filter(({ shipped_at, delivered_at, canceled_at }) => {
      const leftAt = shipped_at ?? delivered_at
      return leftAt && !canceled_at && leftAt.getTime() <= before
    })
    .map(({ id }) => id)
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
