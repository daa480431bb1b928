import { parseOrderStatus } from "../../connect"
import { toOre } from "../../mapping"
import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import {
  isEndedWithoutPayment,
  isLastingStatus,
} from "../../modules/e-invoice/status/order-status-machine"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import { isStillWhatWasSent } from "./is-still-what-was-sent"
import type { PaymentSession } from "./payment-session"
import type { Purchase } from "./purchase"
import { shopperSentences } from "./shopper-sentences"

/**
 * Lets a session have the order that an earlier attempt of it made; nobody is called.
 *
 * @throws MedusaError when the order ended at the service, belongs to a Medusa order that stands, or is not for what is
 *   to be paid now
 */
export async function claimOrder(
  { eInvoice, query }: ProviderDependencies,
  row: JournalRow,
  { session, purchase }: { session: PaymentSession; purchase: Purchase }
): Promise<JournalRow> {
  const status = parseOrderStatus(row.remote_status)
  if (isLastingStatus(status) && isEndedWithoutPayment(status)) {
    throw declined(shopperSentences.chooseAgain)
  }
  if (await belongsToAnotherOrder(query, row, session)) {
    throw declined(shopperSentences.alreadyOrdered)
  }
  if (
    toOre(session.amount) !== toOre(row.grand_total) ||
    !isStillWhatWasSent(row, { session, purchase }, eInvoice.options)
  ) {
    throw declined(shopperSentences.cartChanged)
  }
  const claimant = {
    orderId: session.orderId ?? null,
    cartId: session.cartId ?? null,
  }
  await eInvoice.journal.claim(row.id, claimant)
  return row
}

/**
 * Whether the order that Medusa placed with an earlier attempt stands: then two processes completed the same cart, and
 * only the first may be paid for.
 */
async function belongsToAnotherOrder(
  query: ProviderDependencies["query"],
  row: JournalRow,
  session: PaymentSession
): Promise<boolean> {
  if (!row.order_id || row.order_id === session.orderId) {
    return false
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { id: row.order_id },
  })
  return data.length > 0
}
