import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const exact = z
  .object({ value: z.union([z.string(), z.number()]) })
  .transform(({ value }) => MathBN.convert(value).toFixed())

const flag = z.unknown().transform((value) => Boolean(value))

const sessions = z.array(
  z.object({
    id: z.string(),
    raw_amount: exact,
    payment_collection_id: z.string(),
    payment_collection: z
      .object({
        cart: z.object({ id: z.string() }).nullish(),
        order: z
          .object({ id: z.string(), canceled_at: flag, status: z.string() })
          .nullish(),
      })
      .nullish(),
    payment: z
      .object({
        id: z.string(),
        raw_amount: exact,
        captured_at: flag,
        canceled_at: flag,
        captures: z.array(z.unknown()).nullish(),
      })
      .nullish(),
  })
)

/** What Medusa made of a payment session of ours. */
export type MedusaPayment = {
  readonly collectionId: string
  /** What the session asks for: decimal major units, unrounded. */
  readonly amount: string
  readonly cartId?: string | undefined
  readonly order?: { readonly id: string; readonly cancelled: boolean }
  readonly payment?: {
    readonly id: string
    /** Decimal major units, unrounded. */
    readonly amount: string
    /** Captured in full. */
    readonly captured: boolean
    /** Captured in full or in part. */
    readonly touched: boolean
    readonly cancelled: boolean
  }
}

/**
 * Reads what Medusa made of a payment session.
 *
 * @returns undefined when the session is gone, as after every change of the cart
 */
export async function medusaPaymentOf(
  container: MedusaContainer,
  paymentSessionId: string
): Promise<MedusaPayment | undefined> {
  const payments = await medusaPaymentsOf(container, [paymentSessionId])
  return payments.get(paymentSessionId)
}

/** Reads what Medusa made of several payment sessions, by session; sessions that are gone are left out. */
export async function medusaPaymentsOf(
  container: MedusaContainer,
  paymentSessionIds: readonly string[]
): Promise<ReadonlyMap<string, MedusaPayment>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "amount",
      "raw_amount",
      "payment_collection_id",
      "payment_collection.cart.id",
      "payment_collection.order.id",
      "payment_collection.order.status",
      "payment_collection.order.canceled_at",
      "payment.id",
      "payment.amount",
      "payment.raw_amount",
      "payment.captured_at",
      "payment.canceled_at",
      "payment.captures.id",
    ],
    filters: { id: [...paymentSessionIds] },
  })
  return new Map(
    sessions.parse(data).map((session) => [session.id, paymentOf(session)])
  )
}

function paymentOf(session: z.output<typeof sessions>[number]): MedusaPayment {
  const { order, cart } = session.payment_collection ?? {}
  const { payment } = session
  return {
    collectionId: session.payment_collection_id,
    amount: session.raw_amount,
    cartId: cart?.id,
    ...(order && {
      order: {
        id: order.id,
        cancelled: order.canceled_at || order.status === "canceled",
      },
    }),
    ...(payment && {
      payment: {
        id: payment.id,
        amount: payment.raw_amount,
        captured: payment.captured_at,
        touched: payment.captured_at || (payment.captures ?? []).length > 0,
        cancelled: payment.canceled_at,
      },
    }),
  }
}
