import { type Bill, buildBill } from "../../mapping"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback-token"
import { customerFingerprint } from "../../domain/creation/customer-fingerprint"
import type {
  Attempt,
  JournalRow,
  NewJournalRow,
} from "../../modules/e-invoice/creation/journal-row"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import type { PaymentSession } from "./payment-session"
import type { Purchase } from "./purchase"
import type { EnteredData } from "./read-shopper"
import { shopperSentences } from "./shopper-sentences"

export type CreationInput = {
  session: PaymentSession
  purchase: Purchase
  /** The session's row, when an earlier attempt left one that says nothing was created. */
  earlier: JournalRow | undefined
  entered: EnteredData | undefined
}

export type PreparedAttempt = {
  row: NewJournalRow
  attempt: Attempt
  order: Bill
  /** Whoever wants it: the shopper at checkout, or somebody at Admin who bills the order. */
  actor: TimelineActor
}

/**
 * Maps the purchase, so that nothing is left to fail between claiming the row and sending.
 *
 * @throws MedusaError when the shopper has to enter their data again
 * @throws MappingError when no invoice can be made of the purchase
 */
export function prepareAttempt(
  { eInvoice }: ProviderDependencies,
  { session, purchase, earlier, entered }: CreationInput
): PreparedAttempt {
  if (!entered) {
    throw declined(shopperSentences.enterAgain)
  }
  const { journal, callbackTokens, keys, options } = eInvoice
  const { id: shopperDataId, bill, ...shopper } = entered
  const rowId = earlier?.id ?? journal.newId()
  const token =
    (earlier && callbackTokens.recover(rowId, earlier.callback_token_hash)) ??
    callbackTokens.issue(rowId)
  const order = buildBill({
    ...purchase,
    terms: bill ?? { by: "e-invoice" },
    amount: session.amount,
    currencyCode: session.currencyCode,
    shopper,
    settings: options,
    callbackUrl: callbackTokens.addressOf(token),
    orderDate: new Date(),
  })
  const attempt = attemptOf(session, order, {
    callbackTokenHash: callbackTokenHash(token),
    shopperDataId,
    customerFingerprint: customerFingerprint(keys, order.customer),
  })
  const row = {
    id: rowId,
    paymentSessionId: session.id,
    paymentCollectionId: session.collectionId,
    currencyCode: session.currencyCode,
    grandTotal: attempt.grandTotal,
    callbackTokenHash: attempt.callbackTokenHash,
  }
  return { row, attempt, order, actor: bill?.actor ?? "shopper" }
}

function attemptOf(
  { orderId, cartId }: CreationInput["session"],
  { body }: Bill,
  secrets: Pick<Attempt, "callbackTokenHash" | "shopperDataId" | "customerFingerprint">
): Attempt {
  const { products, orderSummary, orderDate, referenceNo } = body
  return {
    orderId: orderId ?? null,
    cartId: cartId ?? null,
    referenceNo: referenceNo ?? null,
    grandTotal: String(orderSummary.grandTotal),
    sentRequest: { products, orderSummary, orderDate, referenceNo },
    ...secrets,
  }
}
