import type { DeletePaymentInput, DeletePaymentOutput } from "@medusajs/framework/types"

import { heldError, holdOf, isLive } from "../../domain/status/collection-hold"
import { statusOf } from "./clear-siblings"
import type { ProviderDependencies } from "./dependencies"
import { readSessionData } from "./session-data"

/**
 * Ends a session: the shopper's data is erased. Whether an order at the service was left without an owner is for the
 * sweep to find out, which is told to look at once.
 *
 * Asks the database only: whoever changes the cart holds its lock.
 *
 * @throws MedusaError of type not_allowed while a live invoice pays the order that was placed with the session: Medusa
 *   keeps the session, and takes back what it deleted it for
 */
export async function deletePayment(
  { eInvoice, query }: ProviderDependencies,
  input: DeletePaymentInput
): Promise<DeletePaymentOutput> {
  const { e_invoice_order_id: id, shopper_data_id: shopperDataId } = readSessionData(input.data)
  const waiting = shopperDataId ? await eInvoice.journal.ofShopperData(shopperDataId) : undefined
  const row = id ? await eInvoice.journal.find(id) : waiting
  // Where its own invoice is not live, other sessions of the collection come and go.
  if (
    row?.payment_collection_id &&
    isLive({ state: row.state, status: statusOf(row) }) &&
    (await holdOf(eInvoice, query, row.payment_collection_id)) === "placed"
  ) {
    throw heldError("placed")
  }
  if (shopperDataId) {
    if (waiting && (waiting.state === "in_doubt" || waiting.state === "sending")) {
      await eInvoice.journal.checkSoon(waiting.id)
    }
    await eInvoice.shopperData.erase(shopperDataId)
  }
  return {}
}
