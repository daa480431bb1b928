import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isUnsettled } from "../../modules/e-invoice/intent"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  isEndedWithoutPayment,
  isWhollyRefunded,
} from "../../modules/e-invoice/orders/order-status"

type Query = Omit<RemoteQueryFunction, symbol>

/**
 * Why a payment collection may get no other session:
 * - `placed`: an invoice that is live, or may be, pays the Medusa order that was placed with it
 * - `in-flight`: an invoice is being made at this moment
 */
type CollectionHold = "placed" | "in-flight"

const sentences: Readonly<Record<CollectionHold, string>> = {
  placed: "This order has already been placed and is paid by invoice. It needs no other payment.",
  "in-flight":
    "An invoice is being made for this order at this moment. Please wait for it, and try again in a minute.",
}

/**
 * Says whether a payment collection may get another session. Medusa deletes the one it has for it, for any caller and for
 * whichever provider, also when the order was placed.
 *
 * @returns undefined where nothing stands in the way, as in a cart whose checkout failed
 */
export async function holdOf(
  { orders: { statuses } }: Pick<EInvoiceModuleService, "orders">,
  query: Query,
  paymentCollectionId: string
): Promise<CollectionHold | undefined> {
  const orders = await statuses.ofCollections([paymentCollectionId])
  const live = orders.filter(isLive)
  if (live.length === 0) {
    return undefined
  }
  if (await isPlaced(query, paymentCollectionId)) {
    return "placed"
  }
  return live.some(({ state }) => state === "sending") ? "in-flight" : undefined
}

/** @returns an error of type not_allowed with a sentence for the shopper */
export const heldError = (hold: CollectionHold): MedusaError =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, sentences[hold])

/** Whether there is, may be, or is to be an invoice that a customer is to pay or has paid. */
export const isLive = (order: Pick<FollowedOrder, "state" | "status" | "holdUntil">): boolean =>
  order.holdUntil !== null ||
  isUnsettled(order) ||
  (order.state === "succeeded" &&
    !isEndedWithoutPayment(order.status) &&
    !isWhollyRefunded(order.status))

const links = z.array(
  z.object({
    order: z
      .object({
        status: z.string(),
        canceled_at: z.unknown().transform(Boolean),
      })
      .nullish(),
  })
)

async function isPlaced(query: Query, paymentCollectionId: string): Promise<boolean> {
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order.id", "order.status", "order.canceled_at"],
    filters: { payment_collection_id: paymentCollectionId },
  })
  return links
    .parse(data)
    .some(({ order }) => order && !order.canceled_at && order.status !== "canceled")
}
