import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { placedOrderFields, placedOrdersSchema } from "../domain/medusa-orders"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { type BillMark, readBillMark } from "./bill-outstanding/bill-mark"
import { ourProvider } from "./bill-outstanding/bill-session"
import { covers, leftToBill } from "./bill-outstanding/outstanding-of-order"
import { eInvoiceModule } from "./e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "./medusa-payment"

const collections = z.array(
  z.object({
    id: z.string(),
    currency_code: z.string(),
    raw_amount: z
      .object({ value: z.union([z.string(), z.number()]) })
      .transform(({ value }) => MathBN.convert(value).toFixed()),
    metadata: z.unknown(),
    cart: z.object({ id: z.string() }).nullish(),
    order: placedOrdersSchema,
  })
)

/** The payment collection of a checkout. */
type Collection = Pick<z.output<typeof collections>[number], "id" | "currency_code" | "raw_amount">

/** The Medusa order that stands and that an e-invoice order without a payment was made for. */
export type StandingOrder = {
  readonly orderId: string
  readonly createdAt: Date | undefined
  readonly cartId: string | undefined
  /** Undefined where Medusa has lost it. */
  readonly collection: Collection | undefined
  /** What the collection remembers where staff billed the order. */
  readonly bill: BillMark | undefined
  /** What of its price the e-invoice order alone may bill: decimal major units, unrounded. */
  readonly left: string
}

/**
 * The Medusa order that an e-invoice order without a payment was made for, when it stands. It is
 * found by the payment collection as well: the payment session may be gone, and Medusa answers a shopper whose checkout was
 * cut off with the order that it left, and asks no payment provider. The session they chose anew pays nothing.
 */
export async function standingOrderOf(
  container: MedusaContainer,
  { id, cartId }: Pick<FollowedOrder, "id" | "cartId">,
  medusa: MedusaPayment | undefined
): Promise<StandingOrder | undefined> {
  const found = await collectionOf(container, id)
  const order = [...(found?.order ?? []), medusa?.order].find((each) => each && !each.cancelled)
  if (!order) {
    return undefined
  }
  const bill = readBillMark(found?.metadata)
  return {
    orderId: order.id,
    createdAt: order.createdAt,
    cartId: found?.cart?.id ?? medusa?.cartId ?? cartId ?? undefined,
    collection: found,
    bill,
    left: await leftToBill(container, order.id, [id, ...(bill?.replaces ?? [])]),
  }
}

/** Whether others stand for all of the order's price: a payment of any provider, or what the customer was asked for. */
export const isBilledOtherwise = ({ left }: StandingOrder): boolean => !covers(left, "0")

/**
 * Whether a Medusa order may be billed through an invoice that was found: nothing else pays what it is for. A bill of
 * staff's was measured when it was made.
 */
export const isLeftFor = (
  { bill, left }: StandingOrder,
  { grandTotal }: Pick<FollowedOrder, "grandTotal">
): boolean => covers(left, bill ? "0" : grandTotal)

/** How long a completion of the same cart is waited for, in seconds, as in Medusa's own flow. */
const CART_LOCK_TIMEOUT = 30

/** Acts while no checkout completes the cart: Medusa places its order first, and makes the payment of it last. */
export const aloneWithCart = <Result>(
  container: MedusaContainer,
  cartId: string | undefined,
  act: () => Promise<Result>
): Promise<Result> =>
  cartId === undefined
    ? act()
    : container.resolve(Modules.LOCKING).execute(cartId, act, { timeout: CART_LOCK_TIMEOUT })

/** Whether the Medusa order of an e-invoice order is paid another way. */
export async function isPaidAnotherWay(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<boolean> {
  const medusa = await medusaPaymentOf(container, order)
  const standingOrder = await standingOrderOf(container, order, medusa)
  return standingOrder !== undefined && !isLeftFor(standingOrder, order)
}

/** @throws MedusaError conflict when the Medusa order of an e-invoice order is paid another way */
export async function checkNothingElsePays(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<void> {
  if (await isPaidAnotherWay(container, order)) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `The Medusa order of e-invoice order ${order.id} is paid another way.`
    )
  }
}

async function collectionOf(container: MedusaContainer, id: string) {
  const row = await eInvoiceModule(container).orders.creations.find(id)
  if (!row?.payment_collection_id) {
    return undefined
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: [
      "id",
      "currency_code",
      "amount",
      "raw_amount",
      "metadata",
      "cart.id",
      ...placedOrderFields.map((field) => `order.${field}`),
    ],
    filters: { id: row.payment_collection_id },
  })
  return collections.parse(data)[0]
}

/**
 * Gives an e-invoice order whose payment session is gone a session of its own again, so that its Medusa order can be
 * authorised through it.
 *
 * @returns the session's id; undefined when another process was quicker
 */
export async function reopenSession(
  container: MedusaContainer,
  { id, paymentSessionId }: FollowedOrder,
  collection: Collection
): Promise<string | undefined> {
  const { timeline, orders } = eInvoiceModule(container)
  const sessionId = await openSession(
    container,
    {
      collectionId: collection.id,
      currencyCode: collection.currency_code,
      amount: collection.raw_amount,
    },
    (to) => orders.creations.moveToSession(id, paymentSessionId, to)
  )
  if (sessionId !== undefined) {
    await timeline.record({
      eInvoiceOrderId: id,
      actor: "schedule",
      action: "find-medusa-order",
      outcome: "note",
      detail: { session_replaced: true },
    })
  }
  return sessionId
}

/**
 * Opens a payment session for an e-invoice order that exists.
 *
 * @param session.amount decimal major units, unrounded
 * @param move gives the e-invoice order that session; false where it has another by now
 * @returns the session's id; undefined where another process was quicker
 */
export async function openSession(
  container: MedusaContainer,
  {
    collectionId,
    currencyCode,
    amount,
  }: { collectionId: string; currencyCode: string; amount: string },
  move: (sessionId: string) => Promise<boolean>
): Promise<string | undefined> {
  const payments = container.resolve(Modules.PAYMENT)
  const session = await payments.createPaymentSession(collectionId, {
    provider_id: await ourProvider(container),
    currency_code: currencyCode,
    amount,
    data: {},
  })
  if (await move(session.id)) {
    return session.id
  }
  await payments.deletePaymentSession(session.id)
  return undefined
}
