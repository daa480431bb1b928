import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { placedOrderFields, placedOrdersSchema, standingOrders } from "../domain/medusa-orders"
import { isLive } from "../domain/status/collection-hold"
import { callStaff } from "./call-staff"
import { eInvoiceModule } from "./e-invoice-module"
import { isBilled } from "./payments-of-order"

const links = z.array(z.object({ payment_collection_id: z.string(), order: placedOrdersSchema }))

/**
 * Flags what pays for more than one Medusa order. Where two servers complete the same cart at once, each may write an
 * order, and Medusa gives the later one the payment of the other without asking a provider: one invoice, goods for two.
 */
export async function flagOrderedTwice(
  container: MedusaContainer,
  paymentCollectionIds: readonly string[]
): Promise<void> {
  const standing = await standingOrdersOf(container, paymentCollectionIds)
  for (const [collectionId, orderIds] of standing) {
    if (orderIds.length > 1) {
      const row = await payerOf(container, collectionId)
      if (row) {
        await tell(container, row, orderIds)
      }
    }
  }
}

/**
 * Sees to the Medusa order that goes on when one of two is cancelled. They had one payment, which Medusa cancelled with
 * the order: nothing bills the other any more.
 */
export async function followCancelledOfTwo(
  container: MedusaContainer,
  cancelledOrderId: string
): Promise<void> {
  await followLeftOfTwo(container, await collectionsOf(container, cancelledOrderId))
}

/** Flags the Medusa order that goes on, of payment collections of which another order was cancelled, where nothing bills it. */
export async function followLeftOfTwo(
  container: MedusaContainer,
  collectionIds: readonly string[]
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const standing = await standingOrdersOf(container, collectionIds)
  for (const [collectionId, [orderId, ...others]] of standing) {
    const row = orderId && (await payerOf(container, collectionId))
    if (!row || others.length > 0) {
      continue
    }
    await statuses.link(row.id, { orderId })
    await statuses.unflag(row.id, "ordered_twice")
    if (!(await isBilled(container, orderId))) {
      await callStaff(container, row.id, "placed_unbilled", {
        actor: "medusa",
        action: "placed-unbilled",
        detail: { ordered_twice: true },
      })
    }
  }
}

/** The payment collections of a Medusa order. */
export async function collectionsOf(
  container: MedusaContainer,
  orderId: string
): Promise<string[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  return z
    .array(z.object({ payment_collection_id: z.string() }))
    .parse(data)
    .map(({ payment_collection_id: id }) => id)
}

/** Ids of the Medusa orders that stand, by payment collection. */
async function standingOrdersOf(
  container: MedusaContainer,
  paymentCollectionIds: readonly string[]
): Promise<ReadonlyMap<string, string[]>> {
  const standing = new Map<string, string[]>()
  if (paymentCollectionIds.length === 0) {
    return standing
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id", ...placedOrderFields.map((field) => `order.${field}`)],
    filters: { payment_collection_id: [...paymentCollectionIds] },
  })
  for (const { payment_collection_id: id, order } of links.parse(data)) {
    const ids = standingOrders(order).map((each) => each.id)
    standing.set(id, [...(standing.get(id) ?? []), ...ids].sort())
  }
  return standing
}

/** What pays for the orders of a payment collection: an invoice that is live or paid, else the latest attempt. */
async function payerOf(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<FollowedOrder | undefined> {
  const { statuses } = eInvoiceModule(container).orders
  const rows = await statuses.ofCollections([paymentCollectionId])
  return rows.find((row) => row.paid || isLive(row)) ?? rows.at(-1)
}

const tell = (
  container: MedusaContainer,
  { id }: FollowedOrder,
  orderIds: readonly string[]
): Promise<void> =>
  callStaff(container, id, "ordered_twice", {
    actor: "medusa",
    action: "ordered-twice",
    detail: { order_ids: orderIds.join(" ") },
    message: `e-invoice: one cart became several Medusa orders (${orderIds.join(", ")}), and e-invoice order ${id} is all that pays for them. Deliver one of them only.`,
  })
