import { MedusaError } from "@medusajs/framework/utils"

import type { ConnectError, RequestOf } from "../../connect"
import { buyerFingerprint, customerFingerprint } from "../../domain/creation/recognise-order"
import { flagSecondOrder } from "../../domain/creation/resolve-in-doubt"
import { failureOf, isCertainlyNotCreated } from "../../domain/failure"
import { sendOnce } from "../../domain/send-once"
import { type Bill, type BillOperationId, buildBill } from "../../mapping"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback"
import type {
  Attempt,
  JournalFailure,
  OrderRow,
  NewOrderRow,
  RemoteOrder,
} from "../../modules/e-invoice/orders/order-row"
import type { TimelineActor, TimelineRecord } from "../../modules/e-invoice/timeline"
import { INITIAL_STATUS } from "../../modules/e-invoice/orders/order-status"
import type { Deadline, ProviderDependencies } from "./dependencies"
import { clearSiblings, hasUnclaimedSibling } from "./earlier-attempts"
import type { PaymentSession, Purchase } from "./purchase"
import type { EnteredData } from "./session"
import { declined, declinedBecause } from "./declined"

/** Milliseconds until the sweep looks for an order whose creation got no answer. */
const FIRST_LOOK = 60_000

/**
 * Sends the one POST of a session and records what came of it.
 *
 * @throws MedusaError with a sentence for the shopper: the order was declined, or its creation is in doubt
 * @throws MappingError when no invoice can be made of the purchase
 */
export async function createOrder(
  dependencies: ProviderDependencies,
  input: CreationInput,
  deadline: Deadline
): Promise<OrderRow> {
  const prepared = prepareAttempt(dependencies, input)
  const sending = await claimSending(dependencies, input, prepared, deadline)
  return send(dependencies, sending, prepared, deadline)
}

async function send(
  dependencies: ProviderDependencies,
  row: OrderRow,
  prepared: PreparedAttempt,
  deadline: Deadline
): Promise<OrderRow> {
  const { order, actor } = prepared
  return sendOnce({
    operationId: order.operationId,
    timeLeft: () => deadline.left,
    send: async (budgetMs) => {
      const { data } = await dependencies.eInvoice.connect.call(
        order.operationId,
        { body: order.body } as RequestOf<BillOperationId>,
        { budgetMs: budgetMs() }
      )
      return data
    },
    excludesEffect: isCertainlyNotCreated,
    succeeded: ({ uuid, customerUuid }) =>
      conclude(dependencies, row, prepared, {
        orderUuid: uuid,
        customerUuid,
        status: INITIAL_STATUS,
      }),
    overtaken: ({ uuid }) => overtaken(dependencies, row, uuid, actor),
    rejected: (error) => reject(dependencies, row, error, actor),
    inDoubt: (error) => doubt(dependencies, row, error, actor),
  })
}

/** The service named an order although the row has moved on: a further order of the payment. */
async function overtaken(
  dependencies: ProviderDependencies,
  row: OrderRow,
  orderUuid: string,
  actor: TimelineActor
): Promise<OrderRow> {
  let error: unknown = new MedusaError(
    MedusaError.Types.CONFLICT,
    "The service named an order although the row has moved on."
  )
  try {
    await flagSecondOrder(dependencies.eInvoice, row.id, orderUuid, { foundBy: "sender", actor })
  } catch (failure) {
    error = failure
  }
  return doubt(dependencies, row, error, actor)
}

async function doubt(
  dependencies: ProviderDependencies,
  row: OrderRow,
  error: unknown,
  actor: TimelineActor
): Promise<OrderRow> {
  const { clock, orders } = dependencies.eInvoice
  const { creations } = orders
  const now = clock.now()
  const doubted = await creations.inDoubt(
    row,
    failureOf(error, now),
    new Date(now.getTime() + FIRST_LOOK)
  )
  const current = doubted ?? (await creations.find(row.id))
  if (current?.state === "succeeded" && current.attempt === row.attempt) {
    return current
  }
  await report(dependencies, row, "failed", error, actor)
  throw declined("e_invoice_in_doubt")
}

async function reject(
  dependencies: ProviderDependencies,
  row: OrderRow,
  error: ConnectError,
  actor: TimelineActor
): Promise<never> {
  await dependencies.eInvoice.orders.creations.rejected(row, "sender", failureOf(error))
  await report(dependencies, row, "refused", error, actor)
  throw declinedBecause(error)
}

/** Writes it all down by one statement. Should that fail, what counts comes first, and the rest as far as it goes. */
async function conclude(
  dependencies: ProviderDependencies,
  row: OrderRow,
  prepared: PreparedAttempt,
  remote: RemoteOrder
): Promise<OrderRow | undefined> {
  const { eInvoice, logger } = dependencies
  try {
    const act = actOf(row, remote.orderUuid, prepared)
    const created = await eInvoice.orders.creations.conclude(row, remote, act)
    if (created) {
      return created
    }
  } catch (error) {
    logger.warn(`e-invoice: ${row.id} was created, and is recorded step by step: ${nameOf(error)}`)
  }
  const created = await eInvoice.orders.creations.succeeded(row, "sender", remote)
  if (created) {
    await finish(dependencies, created, prepared)
  }
  return created
}

/** Nothing that happens after the order exists may take it away from the shopper: the sweep makes up for it. */
async function finish(
  { eInvoice, logger }: ProviderDependencies,
  row: OrderRow,
  prepared: PreparedAttempt
): Promise<void> {
  try {
    if (row.shopper_data_id) {
      await eInvoice.shopperData.erase(row.shopper_data_id)
      await eInvoice.orders.forgetShopperData([row.shopper_data_id])
    }
    // The one statement may have done its work and lost its answer.
    await eInvoice.timeline.recordOnce(actOf(row, row.remote_order_uuid, prepared))
  } catch (error) {
    logger.error(
      `e-invoice: ${row.id} was created; a later step failed and the sweep repeats it: ${nameOf(error)}`
    )
  }
}

const actOf = (
  row: OrderRow,
  orderUuid: string | null,
  { order, actor }: PreparedAttempt
): TimelineRecord => ({
  eInvoiceOrderId: row.id,
  actor,
  action: "create",
  outcome: "done",
  detail: {
    order_uuid: orderUuid,
    grand_total: row.grand_total,
    attempt: row.attempt,
    ...(order.notes.length > 0 && {
      notes: order.notes.map(({ code }) => code).join(", "),
    }),
  },
})

async function report(
  { eInvoice, logger }: ProviderDependencies,
  row: OrderRow,
  outcome: "refused" | "failed",
  error: unknown,
  actor: TimelineActor
): Promise<void> {
  const { kind, message, httpStatus, messageKey } = failureOf(error)
  logger.warn(
    `e-invoice: creation of ${row.id} (payment session ${row.payment_session_id}) ${outcome}: ${kind}, ${message}`
  )
  await eInvoice.timeline.record({
    eInvoiceOrderId: row.id,
    actor,
    action: "create",
    outcome,
    detail: {
      kind,
      message,
      attempt: row.attempt,
      http_status: httpStatus,
      message_key: messageKey,
    },
  })
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown error")

type CreationInput = {
  session: PaymentSession
  purchase: Purchase
  /** The session's row, when an earlier attempt left one that says nothing was created. */
  earlier: OrderRow | undefined
  entered: EnteredData | undefined
}

type PreparedAttempt = {
  row: NewOrderRow
  attempt: Attempt
  order: Bill
  /** Who asks for it: the shopper at checkout, or staff who bill the order in Admin. */
  actor: TimelineActor
}

/**
 * Maps the purchase, so that nothing is left to fail between claiming the row and sending.
 *
 * @throws MedusaError when the shopper has to enter their data again
 * @throws MappingError when no invoice can be made of the purchase
 */
function prepareAttempt(
  { eInvoice }: ProviderDependencies,
  { session, purchase, earlier, entered }: CreationInput
): PreparedAttempt {
  if (!entered) {
    throw declined("e_invoice_enter_again")
  }
  const { callbackTokens, clock, keys, options, orders } = eInvoice
  const { creations } = orders
  const { id: shopperDataId, bill, ...shopper } = entered
  const rowId = earlier?.id ?? creations.newId()
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
    orderDate: clock.now(),
  })
  const attempt = attemptOf(session, order, {
    callbackTokenHash: callbackTokenHash(token),
    shopperDataId,
    customerFingerprint: customerFingerprint(keys, order.customer),
    buyer: buyerFingerprint(keys, purchase.order),
    ...(bill?.parcel && { fulfillmentId: bill.parcel.fulfillmentId }),
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
  { body, lines }: Bill,
  {
    buyer,
    ...secrets
  }: Pick<
    Attempt,
    "callbackTokenHash" | "shopperDataId" | "customerFingerprint" | "fulfillmentId"
  > & { buyer: string }
): Attempt {
  const { products, orderSummary, orderDate, referenceNo } = body
  return {
    orderId: orderId ?? null,
    cartId: cartId ?? null,
    referenceNo: referenceNo ?? null,
    grandTotal: String(orderSummary.grandTotal),
    sentRequest: { products, lines, orderSummary, orderDate, referenceNo, buyer },
    ...secrets,
  }
}

/**
 * Claims the right to send the one POST of a session. Other sessions of the same payment are seen to only when they stand
 * in the way, which they seldom do: the first claim or the look after it shows whether.
 *
 * @throws MedusaError telling the shopper to wait, or that an earlier invoice was paid
 */
async function claimSending(
  dependencies: ProviderDependencies,
  { session, earlier }: CreationInput,
  prepared: PreparedAttempt,
  deadline: Deadline
): Promise<OrderRow> {
  const first = await claim(dependencies, earlier, prepared, deadline)
  if (first && !(await stepsBack(dependencies, session, first))) {
    return first
  }
  const leftExpired = await clearSiblings(dependencies, session, deadline)
  const row = first ?? earlier
  const second = await claim(dependencies, row, prepared, deadline)
  if (!second || (await stepsBack(dependencies, session, second, leftExpired))) {
    throw declined("e_invoice_in_doubt")
  }
  return second
}

/** @param row the session's row, when it has one */
async function claim(
  {
    eInvoice: {
      orders: { creations },
    },
  }: ProviderDependencies,
  row: OrderRow | undefined,
  { row: fresh, attempt }: PreparedAttempt,
  deadline: Deadline
): Promise<OrderRow | undefined> {
  if (deadline.isNear) {
    throw declined("e_invoice_unavailable")
  }
  return row ? creations.send(row, attempt) : creations.begin(fresh, attempt)
}

/** Gives the right back when another session has an order that no payment claims. */
async function stepsBack(
  dependencies: ProviderDependencies,
  session: CreationInput["session"],
  row: OrderRow,
  leftExpired: ReadonlySet<string> = new Set()
): Promise<boolean> {
  const { creations } = dependencies.eInvoice.orders
  try {
    if (!(await hasUnclaimedSibling(dependencies, session, leftExpired))) {
      return false
    }
  } catch (error) {
    await creations.rejected(row, "sender", failureOf(error))
    throw error
  }
  await creations.rejected(row, "sender", replaced())
  return true
}

const replaced = (): JournalFailure => ({
  kind: "replaced",
  message: "Another session of the same payment got an order first.",
  at: new Date().toISOString(),
})
