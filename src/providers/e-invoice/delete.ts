import type {
  DeletePaymentInput,
  DeletePaymentOutput,
} from "@medusajs/framework/types"

import {
  heldError,
  holdOf,
  isLive,
} from "../../modules/e-invoice/status/collection-hold"
import type { ProviderDependencies } from "./dependencies"
import { readSessionData, type SessionData } from "./session-data"

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
  dependencies: ProviderDependencies,
  input: DeletePaymentInput
): Promise<DeletePaymentOutput> {
  const { eInvoice, query } = dependencies
  const data = readSessionData(input.data)
  const collectionId = await collectionOf(dependencies, data)
  if (
    collectionId &&
    (await holdOf(eInvoice, query, collectionId)) === "placed"
  ) {
    throw heldError("placed")
  }
  const { shopper_data_id } = data
  if (shopper_data_id) {
    const row = await eInvoice.journal.ofShopperData(shopper_data_id)
    if (row && (row.state === "in_doubt" || row.state === "sending")) {
      await eInvoice.journal.checkSoon(row.id)
    }
    await eInvoice.shopperData.erase(shopper_data_id)
  }
  return {}
}

/** The payment collection of a session, where its own invoice is live: other sessions of it come and go. */
async function collectionOf(
  { eInvoice }: ProviderDependencies,
  { e_invoice_order_id: id, shopper_data_id: shopperDataId }: SessionData
): Promise<string | null> {
  const row = id
    ? await eInvoice.journal.find(id)
    : shopperDataId
      ? await eInvoice.journal.ofShopperData(shopperDataId)
      : undefined
  const order = row && (await eInvoice.statuses.find(row.id))
  return order && isLive(order) ? row.payment_collection_id : null
}
