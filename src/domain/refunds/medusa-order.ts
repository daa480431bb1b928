import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import {
  type LineNow,
  linesNow,
  type MappableOrder,
  MappingError,
  orderFields,
  toOre,
} from "../../mapping"
import { notAllowed } from "../failure"
import { activeChangesOf } from "../order-changes"
import { markedPaidFields, markedPaidOf, pendingFields, pendingOf } from "../order-summary"
import { orderCounting, placedOrderFields, placedOrdersSchema } from "../medusa-orders"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"

/** Code of the refusal of a refund while Medusa could not record it. */
export const ORDER_CHANGE_ACTIVE = "order_change_active"

/** Code of the refusal of Medusa's own refund of a cancelled order. */
export const ORDER_CANCELLED = "order_cancelled"

/** Code of the refusal of Medusa's own refund of goods that it counts against what it waits for otherwise. */
export const RETURN_UNREFUNDED = "return_unrefunded"

/** The Medusa order that a payment is for, as far as it decides whether Medusa can record a refund. */
export type RefundedOrder = {
  readonly id: string
  readonly cancelled: boolean
  /** Whether the payment was that of another order too, which is cancelled: what was refunded of it was no discount on this one. */
  readonly isLeftOfTwo: boolean
  /** Whether an edit, a return, a claim or an exchange is begun or requested, and not confirmed. */
  readonly changing: boolean
  /** Whether something of it was packed, or left. Medusa cancels no such order. */
  readonly fulfilled: boolean
  /** Whether the payment is captured, and not merely about to be. */
  readonly captured: boolean
}

type Query = Pick<RemoteQueryFunction, "graph">

const payments = z.array(
  z.object({
    captured_at: z.unknown().transform(Boolean),
    payment_collection: z.object({ order: placedOrdersSchema }).nullish(),
  })
)

/** @returns undefined where the payment is for no order */
export async function refundedOrderOf(
  query: Query,
  paymentId: string
): Promise<RefundedOrder | undefined> {
  const { placed, captured } = await paymentOf(query, paymentId)
  const order = orderCounting(placed)
  return order
    ? {
        id: order.id,
        cancelled: order.cancelled,
        isLeftOfTwo: placed.some(({ id, cancelled }) => id !== order.id && cancelled),
        // Those that keep Medusa from recording a credit on the order, which it does after the money was refunded.
        changing: (await activeChangesOf(query, order.id)).length > 0,
        fulfilled: await isFulfilled(query, order.id),
        captured,
      }
    : undefined
}

/** Whether the order that a payment is for is cancelled. */
export const isOfCancelledOrder = async (query: Query, paymentId: string): Promise<boolean> =>
  orderCounting((await paymentOf(query, paymentId)).placed)?.cancelled === true

async function paymentOf(query: Query, paymentId: string) {
  const { data } = await query.graph({
    entity: "payment",
    fields: [
      "id",
      "captured_at",
      ...placedOrderFields.map((field) => `payment_collection.order.${field}`),
    ],
    filters: { id: paymentId },
  })
  const [payment] = payments.parse(data)
  return {
    placed: payment?.payment_collection?.order ?? [],
    captured: payment?.captured_at ?? false,
  }
}

const fulfilledOrders = z.array(
  z.object({
    fulfillments: z.array(z.object({ canceled_at: z.unknown() }).nullable()).nullish(),
  })
)

async function isFulfilled(query: Query, orderId: string): Promise<boolean> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "fulfillments.id", "fulfillments.canceled_at"],
    filters: { id: orderId },
  })
  return fulfilledOrders
    .parse(data)
    .flatMap(({ fulfillments }) => fulfillments ?? [])
    .some((fulfillment) => fulfillment !== null && !fulfillment.canceled_at)
}

/** A Medusa order as it stands: its lines, and what it owes its customer. */
export type OrderNow = {
  readonly orderId: string
  /** In øre; zero or below where it owes nothing. */
  readonly owedOre: bigint
  /** What of it staff marked as paid, in øre. */
  readonly markedPaidOre: bigint
  readonly lines: readonly LineNow[]
}

/** @returns undefined where there is no such order, or no invoice can be made of what it holds */
export async function orderNowOf(query: Query, orderId: string): Promise<OrderNow | undefined> {
  const { data } = await query.graph({
    entity: "order",
    fields: [...orderFields, ...pendingFields, ...markedPaidFields],
    filters: { id: orderId },
  })
  const [order]: MappableOrder[] = data
  try {
    return (
      order && {
        orderId,
        owedOre: -toOre(pendingOf(order)),
        markedPaidOre: toOre(markedPaidOf(order)),
        lines: linesNow(order),
      }
    )
  } catch (error) {
    if (error instanceof MappingError) {
      return undefined
    }
    throw error
  }
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

/**
 * Refuses Medusa's own refund of a payment whose capture has not ended: where it fails, as of an invoice that is not paid, nothing was
 * captured that could go back.
 *
 * @throws MedusaError not_allowed with the code `not_captured`
 */
export function refuseWhereUncaptured(order: RefundedOrder | undefined): void {
  if (order && !order.captured) {
    throw notAllowed(
      "The refund was not sent: its payment is not captured in Medusa, so there is nothing to refund. Try again once it is.",
      { code: "not_captured" }
    )
  }
}

/** Whether Medusa may ask for a refund because its order is cancelled: then it asks for all that is left, whatever changed. */
export const mayBeCancelling = (
  { grandTotal, refundedTotal }: Pick<FollowedOrder, "grandTotal" | "refundedTotal">,
  medusaOrder: Pick<RefundedOrder, "fulfilled"> | undefined,
  amountOre: bigint
): boolean => !medusaOrder?.fulfilled && amountOre >= toOre(grandTotal) - toOre(refundedTotal)

/**
 * Refuses Medusa's own refund of an invoice whose goods came back while other invoices are not paid: Medusa does not owe it as it
 * counts, and would book it as a credit beside.
 *
 * @throws MedusaError not_allowed with the code `return_unrefunded`
 */
export function refuseWhereNetted(
  order: Pick<FollowedOrder, "flags">,
  { now, amountOre }: { now: OrderNow | undefined; amountOre: bigint }
): void {
  const isOwed = amountOre <= (now?.owedOre ?? 0n)
  if (order.flags.includes("return_unrefunded") && !isOwed) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "The refund was not sent: Medusa counts the goods that came back against what is not paid yet, and would book a refund of them as a credit beside. Refund them in the order's Refunds section of the e-invoice.",
      RETURN_UNREFUNDED
    )
  }
}
