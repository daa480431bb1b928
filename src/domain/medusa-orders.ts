import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { isEInvoiceProvider } from "../modules/e-invoice/registration"

const flag = z.unknown().transform((value) => Boolean(value))

const orderSchema = z.object({
  id: z.string(),
  canceled_at: flag,
  status: z.string(),
  created_at: z.coerce.date().optional(),
  updated_at: z.coerce.date().optional(),
})

/** A Medusa order, as far as it matters to what pays for it. */
export type PlacedOrder = {
  readonly id: string
  readonly cancelled: boolean
  readonly createdAt?: Date | undefined
  readonly updatedAt?: Date | undefined
}

/** What `placedOrderSchema` reads of an order. */
export const placedOrderFields = ["id", "status", "canceled_at", "created_at", "updated_at"]

/** A Medusa order as Query gives it. */
export const placedOrderSchema = orderSchema.transform(
  ({ id, status, canceled_at, created_at, updated_at }): PlacedOrder => ({
    id,
    cancelled: canceled_at || status === "canceled",
    createdAt: created_at,
    updatedAt: updated_at,
  })
)

/**
 * The Medusa orders of a payment collection: Query gives one as it is, and several, of a cart that was ordered twice, as a list.
 */
export const placedOrdersSchema = z
  .union([z.array(placedOrderSchema.nullish()), placedOrderSchema.nullish()])
  .transform((orders) => [orders].flat().filter((order) => order !== null && order !== undefined))

const isStanding = ({ cancelled }: PlacedOrder) => !cancelled

export const standingOrders = (placed: readonly PlacedOrder[]): PlacedOrder[] =>
  placed.filter(isStanding)

/**
 * Of the Medusa orders of a payment, the one to deliver: one that stands; of those, the one that the e-invoice order names.
 */
export const orderMeant = (
  placed: readonly PlacedOrder[],
  named: string | null
): PlacedOrder | undefined => {
  const standing = standingOrders(placed)
  return standing.find(({ id }) => id === named) ?? standing[0] ?? placed[0]
}

/**
 * Of the Medusa orders of a payment, the one whose summary counts its captures and refunds: Medusa's own flows take the first
 * that they find, whether or not it stands.
 */
export const orderCounting = ([first]: readonly PlacedOrder[]): PlacedOrder | undefined => first

/** Cancelled and captured at once, as where the customer paid while the order changed, Medusa counts a payment as paid. */
export const isCancelledPayment = ({
  canceled_at,
  captured_at,
}: {
  readonly canceled_at: unknown
  readonly captured_at: unknown
}): boolean => Boolean(canceled_at) && !captured_at

/** A refund in Medusa that another payment provider made. */
export type RefundByOther = { readonly id: string; readonly createdAt: Date }

const refundsOfOrder = z.array(
  z.object({
    payment_collections: z
      .array(
        z.object({
          payments: z
            .array(
              z.object({
                provider_id: z.string(),
                refunds: z
                  .array(z.object({ id: z.string(), created_at: z.coerce.date() }))
                  .nullish(),
              })
            )
            .nullish(),
        })
      )
      .nullish(),
  })
)

/** The refunds in Medusa of an order's payments by other providers than ours, the oldest first. */
export async function refundsByOthers(
  query: Pick<RemoteQueryFunction, "graph">,
  orderId: string
): Promise<RefundByOther[]> {
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "payment_collections.payments.provider_id",
      "payment_collections.payments.refunds.id",
      "payment_collections.payments.refunds.created_at",
    ],
    filters: { id: orderId },
  })
  return refundsOfOrder
    .parse(data)
    .flatMap(({ payment_collections: collections }) => collections ?? [])
    .flatMap(({ payments: made }) => made ?? [])
    .filter(({ provider_id: provider }) => !isEInvoiceProvider(provider))
    .flatMap(({ refunds }) => refunds ?? [])
    .map(({ id, created_at: createdAt }) => ({ id, createdAt }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const payments = z.array(z.object({ canceled_at: z.unknown(), captured_at: z.unknown() }))

/** Whether Medusa cancelled a payment, and can record no refund of it. */
export async function isPaymentCancelled(
  query: Pick<RemoteQueryFunction, "graph">,
  paymentId: string
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "canceled_at", "captured_at"],
    filters: { id: paymentId },
  })
  return payments.parse(data).some(isCancelledPayment)
}
