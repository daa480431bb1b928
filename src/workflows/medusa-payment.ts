import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import {
  isCancelledPayment,
  orderCounting,
  orderMeant,
  type PlacedOrder,
  placedOrderFields,
  placedOrderSchema,
  placedOrdersSchema,
  standingOrders,
} from "../domain/medusa-orders"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { logErrors } from "./background-work"

const exact = z
  .object({ value: z.union([z.string(), z.number()]) })
  .transform(({ value }) => MathBN.convert(value).toFixed())

const flag = z.unknown().transform((value) => Boolean(value))

const collectionSchema = z.object({
  id: z.string(),
  cart: z.object({ id: z.string() }).nullish(),
  order: placedOrdersSchema,
})

const paymentSchema = z.object({
  id: z.string(),
  payment_session_id: z.string(),
  raw_amount: exact,
  captured_at: flag,
  canceled_at: flag,
  captures: z.array(z.unknown()).nullish(),
  payment_collection: collectionSchema.nullish(),
})

const sessionSchema = z.object({
  id: z.string(),
  payment_collection: collectionSchema.nullish(),
})

const collectionFields = ["id", "cart.id", ...placedOrderFields.map((field) => `order.${field}`)]

const paymentFields = [
  "id",
  "payment_session_id",
  "amount",
  "raw_amount",
  "captured_at",
  "canceled_at",
  "captures.id",
  ...collectionFields.map((field) => `payment_collection.${field}`),
]

type PaymentInMedusa = z.output<typeof paymentSchema>
type SessionInMedusa = z.output<typeof sessionSchema>

/** What Medusa made of an e-invoice order. */
export type MedusaPayment = {
  /** Undefined where neither payment nor session is left. */
  readonly collectionId: string | undefined
  readonly cartId: string | undefined
  /** What the payment belongs to; without one, what the session is for, or what the checkout named. */
  readonly order?: PlacedOrder
  /** The order whose summary counts the payment: of a cart that was ordered twice, it need not be `order`. */
  readonly counting?: PlacedOrder
  /** More than one Medusa order stands on the payment collection: a cart that two servers completed at once. */
  readonly isOrderedTwice: boolean
  readonly payment?: {
    readonly id: string
    /** Decimal major units, unrounded. */
    readonly amount: string
    /** Captured in full. */
    readonly captured: boolean
    /** Captured in full or in part. */
    readonly touched: boolean
    /** Cancelled, and not captured at the same moment. */
    readonly cancelled: boolean
  }
  /** A payment can still be made of the session. */
  readonly isPayable: boolean
}

/** What names the records of an e-invoice order in Medusa. */
export type MedusaLinks = Pick<FollowedOrder, "id" | "paymentId" | "paymentSessionId" | "orderId">

/**
 * Reads what Medusa made of an e-invoice order.
 *
 * @returns undefined when Medusa has nothing of it: no payment, no session, no order
 */
export async function medusaPaymentOf(
  container: MedusaContainer,
  order: MedusaLinks
): Promise<MedusaPayment | undefined> {
  const payments = await medusaPaymentsOf(container, [order])
  return payments.get(order.id)
}

/**
 * Reads what Medusa made of a batch of e-invoice orders, by the id of each; undefined for those that Medusa has nothing
 * of. One that cannot be read is logged and left out: it keeps no other from being read.
 */
export async function readMedusaPayments(
  container: MedusaContainer,
  orders: readonly MedusaLinks[]
): Promise<ReadonlyMap<string, MedusaPayment | undefined>> {
  const read = new Map<string, MedusaPayment | undefined>()
  const readTogether = async (some: readonly MedusaLinks[]) => {
    const payments = await medusaPaymentsOf(container, some)
    some.forEach(({ id }) => read.set(id, payments.get(id)))
  }
  try {
    await readTogether(orders)
  } catch (error) {
    if (!(error instanceof z.ZodError)) {
      throw error
    }
    for (const order of orders) {
      await logErrors({ container }, `reading what Medusa has of e-invoice order ${order.id}`, () =>
        readTogether([order])
      )
    }
  }
  return read
}

/**
 * Reads what Medusa made of several e-invoice orders, by the id of each; those that Medusa has nothing of are left out.
 *
 * A payment is found by its own id, or by that of its session: it keeps that when the session is deleted, which anybody can
 * bring about who knows the payment collection.
 */
async function medusaPaymentsOf(
  container: MedusaContainer,
  orders: readonly MedusaLinks[]
): Promise<ReadonlyMap<string, MedusaPayment>> {
  const payments = await paymentsOf(container, orders)
  const sessions = await sessionsOf(
    container,
    orders.filter(({ id }) => !payments.has(id))
  )
  const collectionOf = ({ id }: MedusaLinks) =>
    (payments.get(id) ?? sessions.get(id))?.payment_collection
  const medusaOrders = await ordersOf(
    container,
    orders.filter((order) => !collectionOf(order)?.order.length)
  )
  return new Map(
    orders.flatMap((order) => {
      const payment = payments.get(order.id)
      const session = sessions.get(order.id)
      const collection = collectionOf(order)
      const placed = collection?.order ?? []
      const named = medusaOrders.get(order.orderId ?? "")
      const medusaOrder = orderMeant(placed, order.orderId) ?? named
      const counting = orderCounting(placed) ?? named
      return payment || session || medusaOrder
        ? [
            [
              order.id,
              {
                collectionId: collection?.id,
                cartId: collection?.cart?.id,
                ...(medusaOrder && { order: medusaOrder }),
                ...(counting && { counting }),
                isOrderedTwice: standingOrders(placed).length > 1,
                ...(payment && { payment: paymentOf(payment) }),
                isPayable: session !== undefined,
              },
            ],
          ]
        : []
    })
  )
}

const paymentOf = (payment: PaymentInMedusa) => ({
  id: payment.id,
  amount: payment.raw_amount,
  captured: payment.captured_at,
  touched: payment.captured_at || (payment.captures ?? []).length > 0,
  cancelled: isCancelledPayment(payment),
})

/** Payments by the id of their e-invoice order. */
async function paymentsOf(
  container: MedusaContainer,
  orders: readonly MedusaLinks[]
): Promise<ReadonlyMap<string, PaymentInMedusa>> {
  if (orders.length === 0) {
    return new Map()
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: paymentFields,
    filters: paymentFilters(orders),
  })
  const payments = z.array(paymentSchema).parse(data)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const bySession = new Map(payments.map((payment) => [payment.payment_session_id, payment]))
  return new Map(
    orders.flatMap((order) => {
      const payment = byId.get(order.paymentId ?? "") ?? bySession.get(order.paymentSessionId)
      return payment ? [[order.id, payment]] : []
    })
  )
}

/** Filters for the payments of e-invoice orders: by their own ids, and by those of their sessions. */
export function paymentFilters(
  orders: readonly Pick<MedusaLinks, "paymentId" | "paymentSessionId">[]
) {
  const ids = orders.flatMap(({ paymentId }) => paymentId ?? [])
  const sessions = {
    payment_session_id: orders.map(({ paymentSessionId }) => paymentSessionId),
  }
  return ids.length > 0 ? { $or: [{ id: ids }, sessions] } : sessions
}

/** Payment sessions by the id of their e-invoice order. */
async function sessionsOf(
  container: MedusaContainer,
  orders: readonly MedusaLinks[]
): Promise<ReadonlyMap<string, SessionInMedusa>> {
  if (orders.length === 0) {
    return new Map()
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", ...collectionFields.map((field) => `payment_collection.${field}`)],
    filters: { id: orders.map(({ paymentSessionId }) => paymentSessionId) },
  })
  const sessions = new Map(
    z
      .array(sessionSchema)
      .parse(data)
      .map((session) => [session.id, session])
  )
  return new Map(
    orders.flatMap(({ id, paymentSessionId }) => {
      const session = sessions.get(paymentSessionId)
      return session ? [[id, session]] : []
    })
  )
}

async function ordersOf(
  container: MedusaContainer,
  orders: readonly MedusaLinks[]
): Promise<ReadonlyMap<string, PlacedOrder>> {
  const ids = orders.flatMap(({ orderId }) => orderId ?? [])
  if (ids.length === 0) {
    return new Map()
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: placedOrderFields,
    filters: { id: ids },
  })
  return new Map(
    z
      .array(placedOrderSchema)
      .parse(data)
      .map((order) => [order.id, order])
  )
}
