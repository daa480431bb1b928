import { MedusaError } from "@medusajs/framework/utils"

import { ConflictError } from "../../connect"
import { formatOre, type RemovedLine, toOre } from "../../mapping"
import { keyOfCredit, keyOfMedusa } from "../../modules/e-invoice/refunds/refund-journal"
import type { NewAttempt, RefundRow, RefundType } from "../../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isRefundedStatus } from "../../modules/e-invoice/orders/order-status"
import { notAllowed, refundFailureOf, refusal } from "../failure"
import { excludesEffect, sendOnce } from "../send-once"
import { reconcileStatus, reportOf } from "../status/reconcile-status"
import { changeOfOrder } from "./changed-order"
import { needsNoSending, recordCarriedOutBefore, recordWithoutSending } from "./compare-refunds"
import type { OrderNow } from "./medusa-order"
import { type AnsweredLine, linesAsSent } from "./refund-lines"
import {
  goodsOwed,
  type InvoicedLine,
  type OrderChange,
  partsOfAmount,
  refuseOwedElsewhere,
  takingWhatIsOwed,
} from "./refund-parts"
import {
  afterCommit,
  awaitedRefund,
  needsApproval,
  type RefundDependencies,
  type RefundRequest,
  refuseUnconfirmedRepeat,
  tellOfDecision,
} from "./refund-request"
import { settleOpenRefund, underWay } from "./settle-open-refund"

/** `recorded`: nothing had to be sent, because the service gave it all back, or ended the claim, by itself. */
type RefundResult = "sent" | "recorded"

/**
 * Refunds part or all of an order at the service, at most once per Medusa refund. A refund whose answer was lost is
 * settled first; the next is not sent before it is known what became of that one.
 *
 * @throws MedusaError with a sentence for the merchant
 */
export async function sendRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundRequest
): Promise<RefundResult> {
  const { refunds } = dependencies
  const key = keyOfMedusa(request.refundId)
  const known = await refunds.ofKey(key)
  if (known?.state === "succeeded") {
    return "sent"
  }
  const awaited = await awaitedRefund(dependencies, order, request)
  if (awaited?.state === "succeeded") {
    await recordCarriedOutBefore(dependencies, order, awaited, request)
    return "recorded"
  }
  if (!awaited && (await settleOpenRefund(dependencies, order, { ...request, key }))) {
    return "sent"
  }
  if (!awaited && request.rowId !== undefined) {
    // Medusa was asked twice for the same refund here: the other refund of Medusa has it.
    throw underWay()
  }
  const { order: current, lines, change } = await detailsOf(dependencies, order, request)
  await request.lease?.check()
  if (needsNoSending(current)) {
    await recordWithoutSending(dependencies, current, request, goodsOwed(request.amountOre, change))
    return "recorded"
  }
  const sent = {
    refundId: request.refundId,
    type: current.paid ? ("regular" as const) : ("invoiced" as const),
    statusBefore: current.storedStatus,
  }
  const row = awaited
    ? await refunds.send(awaited, sent)
    : await begin(dependencies, order, { request, sent, known, lines, change })
  if (!row) {
    throw underWay()
  }
  await askForRefund(dependencies, current, { row, request })
  return "sent"
}

/**
 * - `credited`: the invoice asks for less now
 * - `refused`: the service does not credit it, as it is
 * - `open`: another refund or credit of the order has to be settled first, or the answer was lost
 */
export type CreditOutcome = "credited" | "refused" | "open"

/** How long a credit that was refused is not asked for again while the order's status is the same, in milliseconds. */
const CREDIT_PAUSE = 20 * 60 * 60_000

/** How an invoice follows its Medusa order. */
export type CreditRequest = {
  /** What the invoice is to ask for afterwards, in øre. */
  readonly downToOre: bigint
  /** The lines that it is of, where all invoices of the order were judged together. */
  readonly lines?: readonly RemovedLine<InvoicedLine>[] | undefined
  /** What the Medusa order holds now, where they were not; without both the credit is spread over all lines. */
  readonly orderNow?: OrderNow | undefined
  readonly actor: TimelineActor
  /** The moment of the check, when it is not the present. */
  readonly now?: Date | undefined
  /** What the service has just named as refunded in total, in øre. */
  readonly namedOre?: bigint | undefined
}

/**
 * Credits an invoice whose Medusa order asks for less than it does, at most once: Medusa has no refund of it. Whether the
 * service credits an order in its state, the service says.
 *
 * @throws MedusaError when the order could not be read at the service
 */
export async function sendCredit(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  {
    downToOre,
    lines: removed,
    orderNow,
    actor,
    namedOre,
    now = dependencies.clock.now(),
  }: CreditRequest
): Promise<CreditOutcome> {
  const { refunds } = dependencies
  if (await refunds.open(order.id)) {
    return "open"
  }
  const {
    order: current,
    lines,
    change,
  } = await detailsOf(dependencies, order, { actor, orderNow })
  // From one reading, so that a credit which was settled meanwhile is not given once more.
  const amountOre = askedForOre(current) - downToOre
  if (amountOre <= 0n) {
    return "credited"
  }
  const key = keyOfCredit(order.id, formatOre(askedForOre(current)))
  const known = await refunds.ofKey(key)
  if (
    needsNoSending(current) ||
    (known?.state === "rejected" && !mayBeAskedAgain(known, current, now)) ||
    (await mayHaveBeenGiven(dependencies, current, { known, namedOre }))
  ) {
    return "refused"
  }
  const changed = removed ? { removed, added: [] } : change?.changed
  const parts = partsOfAmount(
    lines,
    await refunds.list(order.id),
    amountOre,
    changed && { changed, owedOre: amountOre }
  )
  const attempt = {
    amount: formatOre(amountOre),
    ...parts,
    // Nothing is left of the order's goods; what comes back is billed anew.
    ...(!changed && downToOre === 0n && { goods: parts.products }),
  }
  const prepared = known
    ? await refunds.beginAgain(known, attempt)
    : await refunds.begin({ ...attempt, eInvoiceOrderId: order.id, key, purpose: "credit" })
  const row =
    prepared &&
    (await refunds.send(prepared, {
      type: current.paid ? "regular" : "invoiced",
      statusBefore: current.storedStatus,
    }))
  if (!row) {
    return "open"
  }
  try {
    await askForRefund(dependencies, current, { row, request: { amountOre, actor } })
    return "credited"
  } catch (error) {
    const left = await refunds.find(row.id)
    if (left?.state === "rejected") {
      return "refused"
    }
    if (left?.state === "in_doubt") {
      return "open"
    }
    throw error
  }
}

/**
 * What an invoice that is not captured in Medusa asks for, in øre: whatever the service refunded of it was a credit, the operator's
 * own too.
 */
export const askedForOre = ({
  grandTotal,
  creditedTotal,
  refundedTotal,
}: Pick<FollowedOrder, "grandTotal" | "creditedTotal" | "refundedTotal">): bigint => {
  const [creditedOre, refundedOre] = [toOre(creditedTotal), toOre(refundedTotal)]
  return toOre(grandTotal) - (refundedOre > creditedOre ? refundedOre : creditedOre)
}

/**
 * Whether staff may have given a credit by hand in the service's portal, which need not say how much it refunded: it refunded
 * something that is none of ours; or something, ours or not, since staff know that this credit is missing. Once the invoice is
 * paid its status may hide what was credited before. A total that it names counts once it is seen to hold credits of ours.
 */
async function mayHaveBeenGiven(
  { refunds }: RefundDependencies,
  { id, status, paid, flags }: FollowedOrder,
  { known, namedOre = 0n }: { known: RefundRow | undefined; namedOre: bigint | undefined }
): Promise<boolean> {
  const doneOre = toOre((await refunds.sums(id)).done)
  if (doneOre > 0n && namedOre >= doneOre) {
    return false
  }
  const isKnownToStaff = known?.state === "rejected" || flags.includes("change_not_followed")
  return isRefundedStatus(status) ? isKnownToStaff || doneOre === 0n : paid && isKnownToStaff
}

/** Not what the operator may approve yet: asked for again, it could be credited twice. */
const mayBeAskedAgain = (
  { status_before, failure, updated_at }: RefundRow,
  { storedStatus }: FollowedOrder,
  now: Date
): boolean =>
  !needsApproval(failure?.messageKey) &&
  (status_before !== storedStatus || now.getTime() - updated_at.getTime() >= CREDIT_PAUSE)

/** Credits all that an unpaid invoice still asks for: the service does not cancel what was credited in part. */
export const creditRest =
  (dependencies: RefundDependencies, actor: TimelineActor) =>
  (order: FollowedOrder): Promise<CreditOutcome> =>
    sendCredit(dependencies, order, { downToOre: 0n, actor })

/** Writes down what Medusa's own button asks for. */
async function begin(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  {
    request: { refundId, amountOre, isCancelling },
    sent,
    known,
    lines,
    change,
  }: {
    request: RefundRequest
    sent: Pick<NewAttempt, "refundId" | "type" | "statusBefore">
    known: RefundRow | undefined
    lines: readonly AnsweredLine[]
    change: OrderChange | undefined
  }
): Promise<RefundRow | undefined> {
  const { refunds } = dependencies
  await refuseUnconfirmedRepeat(dependencies, order, amountOre)
  const parts = partsOfAmount(lines, await refunds.list(order.id), amountOre, change)
  if (!isCancelling) {
    refuseOwedElsewhere(amountOre, parts, change)
  }
  const attempt = {
    ...sent,
    amount: formatOre(amountOre),
    ...(isCancelling ? takingWhatIsOwed(parts, change) : parts),
  }
  return known
    ? refunds.beginAgain(known, attempt)
    : refunds.begin({
        ...attempt,
        eInvoiceOrderId: order.id,
        key: keyOfMedusa(refundId),
      })
}

async function detailsOf(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { actor, orderNow }: Pick<RefundRequest, "actor" | "orderNow">
) {
  if (order.orderUuid === null) {
    throw notAllowed(
      "The refund was not sent: it is not known yet whether the order exists at the service. Settle that first."
    )
  }
  try {
    const { data } = await dependencies.connect.call("orders.details", {
      params: { order_uuid: order.orderUuid },
    })
    const reconciled = await reconcileStatus(dependencies, order.id, reportOf(data.status), {
      by: "payment",
      actor,
    })
    const made = await dependencies.orders.creations.find(order.id)
    return {
      order: reconciled.order,
      lines: linesAsSent(data.productList, made?.sent_request),
      change: await changeOfOrder(dependencies, order, orderNow, {
        sent: made?.sent_request,
        listed: data.productList,
      }),
    }
  } catch (error) {
    throw refusal("The refund was not sent", error)
  }
}

/** A refund whose right to be sent was claimed. */
type Sending = { row: RefundRow; request: Pick<RefundRequest, "amountOre" | "actor"> }

/**
 * Asks the service for a refund, and writes down what came of it.
 *
 * @throws MedusaError with a sentence for the merchant when it was rejected, or its outcome is unknown
 */
async function askForRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending
): Promise<void> {
  const type = await carryOut(dependencies, order, { row, request })
  await afterCommit(
    dependencies,
    row,
    () =>
      dependencies.timeline.record({
        eInvoiceOrderId: order.id,
        actor: request.actor,
        action: "refund",
        outcome: "done",
        detail: { amount: formatOre(request.amountOre), type },
      }),
    () => tellOfDecision(dependencies, order, row.id, "accepted")
  )
}

const carryOut = (
  dependencies: RefundDependencies,
  order: FollowedOrder,
  sending: Sending
): Promise<RefundType> =>
  sendOnce<RefundType, RefundType>({
    send: () => call(dependencies, order, sending.row),
    excludesEffect,
    succeeded: async (type) =>
      (await dependencies.refunds.succeeded(sending.row)) ? type : undefined,
    overtaken: () => overtaken(dependencies, order, sending),
    rejected: async (error) => {
      throw await refused(dependencies, order, sending, error)
    },
    inDoubt: async (error) => {
      throw await leftInDoubt(dependencies, order, sending, error)
    },
  })

/**
 * The answer came after the attempt had been given up on, and was settled otherwise. What was recorded meanwhile stays with
 * what it was recorded for: Medusa then takes this refund of its own back.
 */
async function overtaken(
  { refunds, orders: { statuses } }: RefundDependencies,
  order: FollowedOrder,
  { row }: Sending
): Promise<never> {
  if (await refunds.carriedOutLater(row, "sender")) {
    await statuses.flag(order.id, "refunded_at_service")
  }
  throw notAllowed(
    "The refund was carried out, but was settled otherwise while its answer was awaited. Compare with the order's Refunds section, and record in Medusa what is missing there."
  )
}

/** An order counts as invoiced or regular by the service's own reckoning: what it refuses as one is sent as the other. */
async function call(
  { connect }: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow
): Promise<RefundType> {
  const sendAs = async (type: RefundType) => {
    await connect.call("orders.refund", {
      params: { order_uuid: order.orderUuid ?? "" },
      body: { type, grandTotal: row.amount, products: row.products ?? [] },
    })
    return type
  }
  try {
    return await sendAs(row.type ?? "regular")
  } catch (error) {
    const wrongType =
      error instanceof ConflictError &&
      row.type === "regular" &&
      error.messageKey?.endsWith("ParamInvoiced")
    if (!wrongType) {
      throw error
    }
    return sendAs("invoiced")
  }
}

async function refused(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending,
  error: unknown
): Promise<unknown> {
  const { refunds, timeline } = dependencies
  const failure = refundFailureOf(error)
  await refunds.rejected(row, "sender", failure)
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor: request.actor,
    action: "refund",
    outcome: "refused",
    detail: {
      amount: formatOre(request.amountOre),
      message: failure.message,
      message_key: failure.messageKey,
    },
  })
  await tellOfDecision(dependencies, order, row.id, "refused", failure.messageKey)
  return refusal("The refund was not carried out", error)
}

async function leftInDoubt(
  { refunds, orders: { statuses }, timeline, events }: RefundDependencies,
  order: FollowedOrder,
  { row, request }: Sending,
  error: unknown
): Promise<unknown> {
  const failure = refundFailureOf(error)
  await refunds.inDoubt(row, failure)
  await statuses.flag(order.id, "refund_in_doubt")
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor: request.actor,
    action: "refund",
    outcome: "failed",
    detail: {
      amount: formatOre(request.amountOre),
      in_doubt: true,
      message: failure.message,
    },
  })
  await events.emit("e_invoice.in_doubt", {
    id: order.id,
    order_id: order.orderId,
    what: "refund",
  })
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `It is not known yet whether the refund of ${formatOre(request.amountOre)} was carried out: ${failure.message} It is not sent again automatically. Refund the same amount again in a few minutes: the plugin first finds out what became of this one.`,
    "in_doubt"
  )
}
