import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { cartFields, type MappableOrder, MappingError, orderFields } from "../../mapping"
import type { ProviderDependencies } from "./dependencies"
import type { PaymentSession } from "./payment-session"
import { shopperSentences } from "./shopper-sentences"
import { withStandIns } from "./with-stand-ins"

/** What a session pays for: the server's own order or cart, or a part of an order's price. */
export type Purchase = {
  kind: "order" | "cart" | "difference"
  order: MappableOrder
}

const summaries = z.array(
  z
    .object({
      summary: z
        .object({
          pending_difference: z.custom<BigNumberInput>().nullish(),
          raw_pending_difference: z.custom<BigNumberInput>().nullish(),
        })
        .nullish(),
    })
    .transform(
      ({ summary }) => summary?.raw_pending_difference ?? summary?.pending_difference ?? undefined
    )
)

/**
 * Reads what a session pays for, from the server's own data. While a cart is being completed Medusa has placed the
 * order already; the cart is read only where there is none.
 *
 * @throws MappingError when the session's amount is not what is to be paid, or there is nothing to pay for
 */
export async function readPurchase(
  query: ProviderDependencies["query"],
  session: PaymentSession
): Promise<Purchase> {
  if (session.order) {
    return purchaseOfOrder(query, session, session.order)
  }
  if (session.cartId) {
    return purchaseOfCart(query, session, session.cartId)
  }
  throw new MappingError("order", shopperSentences.refused)
}

async function purchaseOfOrder(
  query: ProviderDependencies["query"],
  session: PaymentSession,
  read: MappableOrder
): Promise<Purchase> {
  const order = await withStandIns(query, read, orderFields)
  if (isSameAmount(session.amount, totalOf(order))) {
    return { kind: "order", order }
  }
  // A checkout pays the order as a whole, or what is missing of it. A collection that no cart made pays what it says.
  if (session.cartId && !isSameAmount(session.amount, await pendingDifference(query, order))) {
    throw new MappingError("amount", shopperSentences.cartChanged)
  }
  return { kind: "difference", order }
}

async function pendingDifference(
  query: ProviderDependencies["query"],
  { id }: MappableOrder
): Promise<BigNumberInput | undefined> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "summary.pending_difference", "summary.raw_pending_difference"],
    filters: { id },
  })
  return summaries.parse(data)[0]
}

async function purchaseOfCart(
  query: ProviderDependencies["query"],
  session: PaymentSession,
  id: string
): Promise<Purchase> {
  const { data } = await query.graph({
    entity: "cart",
    fields: cartFields,
    filters: { id },
  })
  const cart = found(data)
  if (!isSameAmount(session.amount, totalOf(cart))) {
    throw new MappingError("amount", shopperSentences.cartChanged)
  }
  return { kind: "cart", order: cart }
}

function found(data: readonly MappableOrder[]): MappableOrder {
  const [order] = data
  if (!order) {
    throw new MappingError("order", shopperSentences.refused)
  }
  return order
}

const totalOf = ({ raw_total, total }: MappableOrder) => raw_total ?? total

/** Below this the two differ only by how Medusa divided; major units. */
const LEAST_DIFFERENCE = 0.01

const isSameAmount = (one: BigNumberInput, other: BigNumberInput | null | undefined): boolean =>
  other !== null &&
  other !== undefined &&
  MathBN.lt(MathBN.abs(MathBN.sub(one, other)), LEAST_DIFFERENCE)
