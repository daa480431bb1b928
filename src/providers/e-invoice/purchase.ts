import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { ConnectError } from "../../connect"
import { refusal } from "../../domain/failure"
import { linesBilledOf } from "../../domain/refunds/changed-order"
import { pendingFields, pendingOf } from "../../domain/order-summary"
import {
  cartFields,
  LEAST_AMOUNT,
  linesNow,
  type MappableOrder,
  type Parcel,
  orderFields,
  type SentLine,
} from "../../mapping"
import { type ProviderDependencies, refundDependenciesOf } from "./dependencies"
import { declined } from "./declined"

/** What a session pays for: the server's own order or cart, or a part of an order's price. */
export type Purchase = {
  kind: "order" | "cart" | "difference" | "parcel"
  order: MappableOrder
  /** Of a parcel: what it bills. */
  parcel?: Parcel
  /** Of a difference: the lines that bill the order already, where all are known. */
  billed?: SentLine[]
}

/**
 * Reads what a session pays for, from the server's own data. While a cart is being completed Medusa has placed the
 * order already; the cart is read only where there is none.
 *
 * @param terms.byStaff whether staff bill the order: only then may the customer's own record say who buys
 * @throws MedusaError when the session's amount is not what is to be paid, or there is nothing to pay for
 */
export async function readPurchase(
  query: ProviderDependencies["query"],
  session: PaymentSession,
  { byStaff }: { byStaff: boolean }
): Promise<Purchase> {
  if (session.order) {
    const order = await withStandIns(query, session.order, byStaff ? STAFFS : SHOPPERS)
    return purchaseOfOrder(query, session, order)
  }
  if (session.cartId) {
    return purchaseOfCart(query, session, session.cartId)
  }
  throw declined("e_invoice_not_made")
}

async function purchaseOfOrder(
  query: ProviderDependencies["query"],
  session: PaymentSession,
  order: MappableOrder
): Promise<Purchase> {
  if (isSameAmount(session.amount, totalOf(order))) {
    return { kind: "order", order }
  }
  // A checkout pays the order as a whole, or what is missing of it. A collection that no cart made pays what it says.
  if (session.cartId && !isSameAmount(session.amount, await pendingDifference(query, order))) {
    throw declined("e_invoice_cart_changed")
  }
  return { kind: "difference", order }
}

/**
 * Adds to a difference the lines that bill its order already, less what was credited of them, so that it is billed by the
 * lines that were added.
 *
 * @throws MedusaError when the service cannot tell the lines
 */
export async function withBilledLines(
  dependencies: ProviderDependencies,
  session: PaymentSession,
  purchase: Purchase
): Promise<Purchase> {
  const { orderId, collectionId } = session
  // What a bill asks for may be the order's price, and yet be for what came: credit lines may have made up for the rest of it.
  const mayBeDifference =
    purchase.kind === "difference" || (purchase.kind === "order" && session.cartId === undefined)
  if (!mayBeDifference || orderId === undefined) {
    return purchase
  }
  try {
    const billed = await linesBilledOf(
      refundDependenciesOf(dependencies),
      orderId,
      linesNow(purchase.order),
      { collectionId }
    )
    return purchase.kind === "order" && billed?.length === 0
      ? purchase
      : { kind: "difference", order: purchase.order, ...(billed && { billed }) }
  } catch (error) {
    if (error instanceof ConnectError) {
      throw refusal("The difference was not billed", error)
    }
    throw error
  }
}

async function pendingDifference(
  query: ProviderDependencies["query"],
  { id }: MappableOrder
): Promise<BigNumberInput> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", ...pendingFields],
    filters: { id },
  })
  return pendingOf(data[0])
}

async function purchaseOfCart(
  query: ProviderDependencies["query"],
  session: PaymentSession,
  id: string
): Promise<Purchase> {
  const { data } = await query.graph({
    entity: "cart",
    fields: cartFields.filter((field) => !isOf(["customer"], field)),
    filters: { id },
  })
  const cart = found(data)
  if (!isSameAmount(session.amount, totalOf(cart))) {
    throw declined("e_invoice_cart_changed")
  }
  return { kind: "cart", order: cart }
}

function found(data: readonly MappableOrder[]): MappableOrder {
  const [order] = data
  if (!order) {
    throw declined("e_invoice_not_made")
  }
  return order
}

const totalOf = ({ raw_total, total }: MappableOrder) => raw_total ?? total

const isSameAmount = (one: BigNumberInput, other: BigNumberInput | null | undefined): boolean =>
  other !== null &&
  other !== undefined &&
  MathBN.lt(MathBN.abs(MathBN.sub(one, other)), LEAST_AMOUNT)

const amount = z.custom<BigNumberInput>((value) => value !== null && value !== undefined)

const paymentSessions = z.array(
  z.object({
    id: z.string(),
    amount,
    raw_amount: amount.optional(),
    currency_code: z.string(),
    payment_collection_id: z.string(),
  })
)

type LinkedOrder = MappableOrder & { id: string }

/** The rest of it is read by the mapping. */
const linkedOrder = z.custom<LinkedOrder>((order) => typeof Object(order).id === "string")

const orderLinks = z.array(z.object({ order: linkedOrder.nullish() }))

const cartLinks = z.array(z.object({ cart_id: z.string() }))

/** A payment session, and what it pays for. */
export type PaymentSession = {
  id: string
  /** Major units, unrounded. */
  amount: BigNumberInput
  currencyCode: string
  collectionId: string
  orderId: string | undefined
  /** The order as the mapping reads it, but for what stands in for its billing address. */
  order: MappableOrder | undefined
  cartId: string | undefined
}

/** What may stand in for a billing address that does not say all of who buys. */
type StandIn = "shipping_address" | "customer"

/** Medusa gives a cart the registered customer of its e-mail, also where another person typed it: their name and phone are not the shopper's. */
const SHOPPERS: readonly StandIn[] = ["shipping_address"]

const STAFFS: readonly StandIn[] = ["shipping_address", "customer"]

/** Whether a field of the mapping belongs to one of these. */
const isOf = (relations: readonly StandIn[], field: string): boolean =>
  relations.some((relation) => field.startsWith(`${relation}.`))

const sessionFields = ["id", "amount", "raw_amount", "currency_code", "payment_collection_id"]

const orderLinkFields = orderFields
  .filter((field) => !isOf(STAFFS, field))
  .map((field) => `order.${field}`)

/**
 * Reads a payment session and the order it pays for. A shopper waits for it: the order is asked for from the link, since
 * Query takes the longer the deeper the fields lie.
 *
 * @throws MedusaError of type not_found; of type payment_authorization_error when it pays for two orders
 */
export async function readPaymentSession(
  query: ProviderDependencies["query"],
  id: string
): Promise<PaymentSession> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: sessionFields,
    filters: { id },
  })
  const [found] = paymentSessions.parse(data)
  if (!found) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${id} was not found.`)
  }
  const { payment_collection_id: collectionId } = found
  const [[order, other], cartId] = await Promise.all([
    ordersOf(query, collectionId),
    cartOf(query, collectionId),
  ])
  // Medusa lets two servers complete the same cart when both ask for its lock at once. Billing one order of two would
  // place both; Medusa takes back each whose payment is declined.
  if (other) {
    throw declined("e_invoice_ordered_at_once")
  }
  return {
    id: found.id,
    amount: found.raw_amount ?? found.amount,
    currencyCode: found.currency_code,
    collectionId,
    orderId: order?.id,
    order,
    cartId,
  }
}

async function ordersOf(
  query: ProviderDependencies["query"],
  collectionId: string
): Promise<LinkedOrder[]> {
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: orderLinkFields,
    filters: { payment_collection_id: collectionId },
  })
  return orderLinks.parse(data).flatMap(({ order }) => order ?? [])
}

/** The link names the cart; nothing of the cart itself is needed where there is an order. */
async function cartOf(
  query: ProviderDependencies["query"],
  collectionId: string
): Promise<string | undefined> {
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: collectionId },
  })
  return cartLinks.parse(data)[0]?.cart_id
}

/**
 * The order with what may stand in for what its billing address does not say. It seldom has to, and is read only then: a
 * checkout fills the address in.
 */
async function withStandIns(
  query: ProviderDependencies["query"],
  order: MappableOrder,
  standIns: readonly StandIn[]
): Promise<MappableOrder> {
  if (saysWhoBuys(order)) {
    return order
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", ...orderFields.filter((field) => isOf(standIns, field))],
    filters: { id: order.id },
  })
  const [found]: MappableOrder[] = data
  return {
    ...order,
    ...Object.fromEntries(standIns.map((relation) => [relation, found?.[relation]])),
  }
}

const saysWhoBuys = ({ email, billing_address: address }: MappableOrder) =>
  [email, address?.first_name, address?.last_name, address?.phone, address?.address_1].every(isSaid)

const isSaid = (text: string | null | undefined) => Boolean(text?.trim())
