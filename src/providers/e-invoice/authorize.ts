import type { AuthorizePaymentInput, AuthorizePaymentOutput } from "@medusajs/framework/types"
import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"

import { MappingError } from "../../mapping"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import { claimOrder, clearSiblings, settleOpenAttempt } from "./earlier-attempts"
import { createOrder } from "./create-order"
import { Deadline } from "./deadline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import { type Purchase, readPaymentSession, readPurchase, withBilledLines } from "./purchase"
import { readShopper } from "./session"
import { holdForParcels, isToBeHeld, renewHold } from "./hold-for-parcels"
import { dataOf } from "./payment"

/**
 * Makes the e-invoice order of a payment session: at most one, whatever was tried before. See docs/internals/journal.md.
 *
 * @throws MedusaError of type payment_authorization_error, with a sentence for the shopper; the session stays usable
 */
export async function authorizePayment(
  dependencies: ProviderDependencies,
  input: AuthorizePaymentInput
): Promise<AuthorizePaymentOutput> {
  const sessionId = input.context?.idempotency_key
  if (!sessionId) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "An authorisation without the payment session's id cannot be made safely."
    )
  }
  try {
    const row = await orderOfSession(dependencies, sessionId, input.data)
    return {
      status: PaymentSessionStatus.AUTHORIZED,
      // Medusa merges this over the session's data: undefined takes out the id of what has been erased.
      data: { ...dataOf(row), shopper_data_id: undefined },
    }
  } catch (error) {
    if (error instanceof MappingError) {
      throw declined(
        shoppersField.test(error.field) ? "e_invoice_details_missing" : "e_invoice_not_made",
        error.message
      )
    }
    throw error
  }
}

/** What a shopper can correct of what an invoice is made of. */
const shoppersField = /^(personal_number|phone|email|name|(billing|shipping)_address\.)/

async function orderOfSession(
  dependencies: ProviderDependencies,
  sessionId: string,
  data: AuthorizePaymentInput["data"]
): Promise<OrderRow> {
  const { eInvoice, query } = dependencies
  const [session, earlier, entered] = await Promise.all([
    readPaymentSession(query, sessionId),
    eInvoice.orders.creations.ofSession(sessionId),
    readShopper(dependencies, data),
  ])
  const found = await readPurchase(query, session)
  // A bill that was opened for a parcel says what it is of: no other invoice has to be read for it.
  const purchase: Purchase = entered?.bill?.parcel
    ? { kind: "parcel", order: found.order, parcel: entered.bill.parcel }
    : await withBilledLines(eInvoice, session, found)
  const deadline = new Deadline(eInvoice.options.checkoutBudget)
  if (earlier?.hold_until) {
    return renewHold(dependencies, { session, purchase, earlier, entered })
  }
  const settled = earlier && (await settleOpenAttempt(dependencies, earlier, deadline))
  if (settled?.state === "succeeded") {
    return claimOrder(dependencies, settled, { session, purchase })
  }
  if (settled?.state === "abandoned") {
    throw declined("e_invoice_cancelled")
  }
  if (!settled && (await isToBeHeld(dependencies, { session, purchase, entered }))) {
    await clearSiblings(dependencies, session, deadline)
    return holdForParcels(dependencies, { session, purchase, entered })
  }
  return createOrder(dependencies, { session, purchase, earlier: settled, entered }, deadline)
}
