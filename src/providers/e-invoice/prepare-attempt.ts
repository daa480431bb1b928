import { type Bill, buildBill } from "../../mapping"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback-token"
import { customerFingerprint } from "../../modules/e-invoice/creation/customer-fingerprint"
import type {
  Attempt,
  JournalRow,
  NewJournalRow,
} from "../../modules/e-invoice/creation/journal-row"
import { UnreadableError } from "../../modules/e-invoice/personal-data/sealed-text"
import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import type { PaymentSession } from "./payment-session"
import type { Purchase } from "./purchase"
import { readSessionData } from "./session-data"
import { shopperSentences } from "./shopper-sentences"

export type CreationInput = {
  session: PaymentSession
  purchase: Purchase
  /** The session's row, when an earlier attempt left one that says nothing was created. */
  earlier: JournalRow | undefined
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
export async function prepareAttempt(
  dependencies: ProviderDependencies,
  { session, purchase, earlier }: CreationInput
): Promise<PreparedAttempt> {
  const { eInvoice } = dependencies
  const { journal, callbackTokens, keys, options } = eInvoice
  const {
    id: shopperDataId,
    bill,
    ...shopper
  } = await readShopper(dependencies, session.data)
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

async function readShopper(
  { eInvoice, logger }: ProviderDependencies,
  data: Record<string, unknown>
): Promise<ShopperData & { id: string }> {
  const { shopper_data_id: id } = readSessionData(data)
  try {
    const shopper = id ? await eInvoice.shopperData.read(id) : undefined
    if (id && shopper) {
      return { id, ...shopper }
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) {
      throw error
    }
    logger.error(`e-invoice: shopper data ${id}: ${error.message}`)
  }
  throw declined(shopperSentences.enterAgain)
}

function attemptOf(
  { orderId, cartId }: CreationInput["session"],
  { body }: Bill,
  secrets: Pick<
    Attempt,
    "callbackTokenHash" | "shopperDataId" | "customerFingerprint"
  >
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
