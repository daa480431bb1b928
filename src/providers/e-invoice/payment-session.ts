import type { BigNumberInput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { type MappableOrder, orderFields } from "../../mapping"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import { shopperSentences } from "./shopper-sentences"
import { isOfStandIn } from "./with-stand-ins"

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

const sessionFields = ["id", "amount", "raw_amount", "currency_code", "payment_collection_id"]

const orderLinkFields = orderFields
  .filter((field) => !isOfStandIn(field))
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
    throw declined(shopperSentences.orderedTwiceAtOnce)
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
