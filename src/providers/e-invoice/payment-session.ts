import type { BigNumberInput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { type MappableOrder, orderFields } from "../../mapping"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import { shopperSentences } from "./shopper-sentences"
import { isOfCustomer } from "./with-customer"

const amount = z.custom<BigNumberInput>(
  (value) => value !== null && value !== undefined
)

const order = z.looseObject({ id: z.string() })

const paymentSession = z.object({
  id: z.string(),
  amount,
  raw_amount: amount.optional(),
  currency_code: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
  payment_collection_id: z.string(),
  payment_collection: z
    .object({
      order: z
        .union([z.array(order), order.transform((one) => [one])])
        .nullish(),
      cart_link: z.object({ cart_id: z.string() }).nullish(),
    })
    .nullish(),
})

/** A payment session, and what it pays for. */
export type PaymentSession = {
  id: string
  /** Major units, unrounded. */
  amount: BigNumberInput
  currencyCode: string
  data: Record<string, unknown>
  collectionId: string
  orderId: string | undefined
  /** The order as the mapping reads it, but for its customer's own record. */
  order: MappableOrder | undefined
  cartId: string | undefined
}

const fields = [
  "id",
  "amount",
  "raw_amount",
  "currency_code",
  "data",
  "payment_collection_id",
  ...orderFields
    .filter((field) => !isOfCustomer(field))
    .map((field) => `payment_collection.order.${field}`),
  // The link names the cart; nothing of the cart itself is needed where there is an order.
  "payment_collection.cart_link.cart_id",
]

/**
 * Reads a payment session and the order it pays for. Together, because each question to Query costs as much as several
 * statements, and a shopper waits for it.
 *
 * @throws MedusaError of type not_found; of type payment_authorization_error when it pays for two orders
 */
export async function readPaymentSession(
  query: ProviderDependencies["query"],
  id: string
): Promise<PaymentSession> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields,
    filters: { id },
  })
  const [found] = z.array(paymentSession).parse(data)
  if (!found) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Payment session ${id} was not found.`
    )
  }
  const { order: orders, cart_link: cart } = found.payment_collection ?? {}
  const [order, other] = orders ?? []
  // Medusa lets two servers complete the same cart when both ask for its lock at once. Billing one order of two would
  // place both; Medusa takes back each whose payment is declined.
  if (other) {
    throw declined(shopperSentences.orderedTwiceAtOnce)
  }
  return {
    id: found.id,
    amount: found.raw_amount ?? found.amount,
    currencyCode: found.currency_code,
    data: found.data ?? {},
    collectionId: found.payment_collection_id,
    orderId: order?.id,
    order,
    cartId: cart?.cart_id,
  }
}
