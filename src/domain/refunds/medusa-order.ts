import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Code of the refusal of a refund while Medusa could not record it. */
export const ORDER_CHANGE_ACTIVE = "order_change_active"

/** Code of the refusal of Medusa's own refund of a cancelled order. */
export const ORDER_CANCELLED = "order_cancelled"

/** The Medusa order that a payment is for, as far as it decides whether Medusa can record a refund. */
export type RefundedOrder = {
  readonly id: string
  readonly cancelled: boolean
  /** Whether an edit, a return, a claim or an exchange is begun or requested, and not confirmed. */
  readonly changing: boolean
}

type Query = Pick<RemoteQueryFunction, "graph">

const payments = z.array(
  z.object({
    payment_collection: z
      .object({
        order: z
          .object({
            id: z.string(),
            status: z.string(),
            canceled_at: z.unknown(),
          })
          .nullish(),
      })
      .nullish(),
  })
)

/** @returns undefined where the payment is for no order */
export async function refundedOrderOf(
  query: Query,
  paymentId: string
): Promise<RefundedOrder | undefined> {
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "id",
      "payment_collection.order.id",
      "payment_collection.order.status",
      "payment_collection.order.canceled_at",
    ],
    filters: { id: paymentId },
  })
  const order = payments.parse(data)[0]?.payment_collection?.order
  return order
    ? {
        id: order.id,
        cancelled: order.status === "canceled" || Boolean(order.canceled_at),
        changing: await isChanging(query, order.id),
      }
    : undefined
}

/** Those that keep Medusa from recording a credit on the order, which it does after the money was refunded. */
async function isChanging(query: Query, orderId: string): Promise<boolean> {
  const { data } = await query.graph({
    entity: "order_change",
    fields: ["id"],
    filters: { order_id: orderId, status: ["pending", "requested"] },
  })
  return data.length > 0
}

/**
 * Refuses a refund while the Medusa order has an open change. Medusa looks at that only after the provider refunded: its
 * answer would say no although the money was refunded.
 *
 * @param what the beginning of a sentence: `The refund was not sent`
 * @throws MedusaError not_allowed with the code `order_change_active`
 */
export function refuseWhileChanging(order: RefundedOrder | undefined, what: string): void {
  if (order?.changing) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `${what}: an edit, return, claim or exchange of the Medusa order is begun and not confirmed, and Medusa records no refund meanwhile. Confirm or cancel it in the Medusa order, then try again.`,
      ORDER_CHANGE_ACTIVE
    )
  }
}

/**
 * Refuses Medusa's own refund of a cancelled order, which Medusa would reject after the money was refunded.
 *
 * @throws MedusaError not_allowed with the code `order_cancelled`
 */
export function refuseWhereCancelled(order: RefundedOrder | undefined): void {
  if (order?.cancelled) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "The refund was not sent: the Medusa order is cancelled, and Medusa's own refund cannot be recorded on it. Refund it in the order's Refunds section of the e-invoice.",
      ORDER_CANCELLED
    )
  }
}
