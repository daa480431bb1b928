import type { BigNumberInput } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { ProviderDependencies } from "./dependencies"

const linked = z
  .object({ id: z.string() })
  .nullish()
  .transform((link) => link?.id)

const amount = z.custom<BigNumberInput>(
  (value) => value !== null && value !== undefined
)

const paymentSession = z.object({
  id: z.string(),
  amount,
  raw_amount: amount.optional(),
  currency_code: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
  payment_collection_id: z.string(),
  payment_collection: z
    .object({ order: linked, cart: linked })
    .partial()
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
  cartId: string | undefined
}

/**
 * Reads a payment session through Query.
 *
 * @throws MedusaError of type not_found
 */
export async function readPaymentSession(
  query: ProviderDependencies["query"],
  id: string
): Promise<PaymentSession> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "amount",
      "raw_amount",
      "currency_code",
      "data",
      "payment_collection_id",
      "payment_collection.order.id",
      "payment_collection.cart.id",
    ],
    filters: { id },
  })
  const [found] = z.array(paymentSession).parse(data)
  if (!found) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Payment session ${id} was not found.`
    )
  }
  return {
    id: found.id,
    amount: found.raw_amount ?? found.amount,
    currencyCode: found.currency_code,
    data: found.data ?? {},
    collectionId: found.payment_collection_id,
    orderId: found.payment_collection?.order,
    cartId: found.payment_collection?.cart,
  }
}
