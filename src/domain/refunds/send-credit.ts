import { formatOre, type RemovedLine, toOre } from "../../mapping"
import { LEAST_ACCOUNTED_ORE, sum } from "../../mapping/decimal"
import { isOpenRefund, keyOfCredit } from "../../modules/e-invoice/refunds/refund-journal"
import {
  leftToStaff,
  type NewAttempt,
  type NextAttempt,
  type RefundRow,
  type RefundType,
} from "../../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isRefundedStatus } from "../../modules/e-invoice/orders/order-status"
import { needsNoSending } from "./compare-refunds"
import type { OrderNow } from "./medusa-order"
import { type InvoicedLine, partsOfAmount } from "./refund-parts"
import { countedRefunds, mayBeApproved } from "./refund-approval"
import { askedForOre, creditsInDoubt, recordedAskedOre } from "./credit-by-hand"
import type { RefundDependencies } from "./refund-request"
import { askForRefund, detailsOf } from "./send-refund"

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
  /** Whether it is not to be sent, as where staff may have refunded it otherwise; it is left to them. */
  readonly isLeftToStaff?: boolean | undefined
}

/**
 * Credits an invoice whose Medusa order asks for less than it does, at most once: Medusa has no refund of it. Whether the
 * service credits an order in its state, the service says. What is not sent is written down for staff, who record
 * that they gave it by hand: always what is missing now, not what an earlier change of the order left missing.
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
    isLeftToStaff = false,
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
  const before = await refunds.list(order.id)
  const changed = removed ? { removed, added: [] } : change?.changed
  const attemptOf = (missingOre: bigint): NewAttempt => {
    const parts = partsOfAmount(
      lines,
      before,
      missingOre,
      changed && { changed, owedOre: missingOre }
    )
    return {
      amount: formatOre(missingOre),
      downTo: formatOre(downToOre),
      ...parts,
      // Nothing is left of the order's goods; what comes back is billed anew.
      ...(!changed && downToOre === 0n && { goods: parts.products }),
    }
  }
  // By what is recorded: staff say whether what the service names beyond that is of this.
  const recordedOre = recordedAskedOre(current)
  const leave = async () => {
    const key = keyOfCredit(order.id, formatOre(recordedOre))
    const known = await refunds.ofKey(key)
    await leaveToStaff(dependencies, current, {
      key,
      known,
      attempt: attemptOf(recordedOre - downToOre),
    })
  }
  // From one reading, so that a credit which was settled meanwhile is not given once more.
  const amountOre = askedForOre(current) - downToOre
  if (amountOre <= 0n) {
    const goneOre = sum((changed?.removed ?? []).map((line) => line.amountOre))
    const isOfLines = recordedOre > downToOre && goneOre >= recordedOre - downToOre
    if (isOfLines && (await isNamedBeyondRecorded(dependencies, current))) {
      await leave()
    }
    return "credited"
  }
  if (needsNoSending(current)) {
    return "refused"
  }
  const key = keyOfCredit(order.id, formatOre(askedForOre(current)))
  const known = await refunds.ofKey(key)
  if (known?.state === "rejected" && (await mayBeApproved(dependencies, known))) {
    return "refused"
  }
  if (
    isLeftToStaff ||
    (known?.state === "rejected" && !mayBeAskedAgain(known, current, { amountOre, now })) ||
    (await mayHaveBeenGiven(dependencies, current, { known, namedOre }))
  ) {
    await leave()
    return "refused"
  }
  const attempt = attemptOf(amountOre)
  const row = await claimed(refunds, current, {
    key,
    known,
    attempt,
    type: current.paid ? "regular" : "invoiced",
  })
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
 * Whether a payment is over more than the customer was asked for:
 * - `perhaps`: should a credit in doubt, one that awaits approval or one that staff may have given by hand have been carried out.
 *   What they paid is not known until that is settled
 * - `certainly`: its invoice was credited since, and has not followed yet
 */
export async function isPaidLess(
  { refunds, operations, orders }: Pick<RefundDependencies, "refunds" | "operations" | "orders">,
  { id }: Pick<FollowedOrder, "id">,
  paymentOre: bigint
): Promise<"perhaps" | "certainly" | false> {
  const rows = await countedRefunds({ refunds, operations }, id)
  // Read after that: a credit that was settled in between counts here.
  const order = await orders.statuses.find(id)
  if (!order) {
    return false
  }
  const perhapsOre = sum(creditsInDoubt(order, rows, paymentOre).map(({ amount }) => toOre(amount)))
  if (perhapsOre > 0n && paymentOre > askedForOre(order) - perhapsOre) {
    return "perhaps"
  }
  // What else was refunded may be of what they paid.
  const askedOre = recordedAskedOre(order)
  const isCredited = toOre(order.creditedTotal) > 0n
  return isCredited && paymentOre - askedOre >= LEAST_ACCOUNTED_ORE ? "certainly" : false
}

/**
 * Whether staff may have given a credit by hand in the service's portal, which need not say how much it refunded: it refunded
 * something that is none of ours; or something, ours or not, since staff know that this credit is missing, or while it is flagged that
 * not all of that is recorded. Once the invoice is paid its status may hide what was credited before. A total that it names counts
 * once it is seen to hold credits of ours.
 */
async function mayHaveBeenGiven(
  { refunds }: RefundDependencies,
  { id, status, paid, flags, refundedTotal }: FollowedOrder,
  { known, namedOre = 0n }: { known: RefundRow | undefined; namedOre: bigint | undefined }
): Promise<boolean> {
  const doneOre = toOre((await refunds.sums(id)).done)
  if (doneOre > 0n && namedOre >= doneOre) {
    return false
  }
  const isKnownToStaff = known?.state === "rejected" || flags.includes("change_not_followed")
  // What it once named beyond ours is taken into account: it is not asked for.
  const isUnrecorded = flags.includes("refunded_at_service") && toOre(refundedTotal) <= doneOre
  return isRefundedStatus(status)
    ? isKnownToStaff || isUnrecorded || doneOre === 0n
    : paid && isKnownToStaff
}

/** Whether the service names more as refunded than is recorded here. */
async function isNamedBeyondRecorded(
  { refunds }: RefundDependencies,
  { id, refundedTotal }: FollowedOrder
): Promise<boolean> {
  const { done } = await refunds.sums(id)
  return toOre(refundedTotal) > toOre(done)
}

/** Another amount is another question to the service, as the rest of the order is. */
const mayBeAskedAgain = (
  { amount, status_before, updated_at }: RefundRow,
  { storedStatus }: FollowedOrder,
  { amountOre, now }: { amountOre: bigint; now: Date }
): boolean =>
  toOre(amount) !== amountOre ||
  status_before !== storedStatus ||
  now.getTime() - updated_at.getTime() >= CREDIT_PAUSE

/**
 * Writes down what is missing, unless that stands there already: staff record beside it that they gave it by hand. What was missing
 * before stays beside it, as they may have given that.
 */
async function leaveToStaff(
  dependencies: RefundDependencies,
  { id, storedStatus }: FollowedOrder,
  { key, known, attempt }: { key: string; known: RefundRow | undefined; attempt: NewAttempt }
): Promise<void> {
  const { refunds, clock } = dependencies
  if (
    known &&
    (known.state !== "rejected" ||
      known.amount === attempt.amount ||
      (await mayBeApproved(dependencies, known)))
  ) {
    return
  }
  const next = { ...attempt, statusBefore: storedStatus }
  const row = known
    ? await refunds.beginAgain(known, { ...next, mayBeGiven: true })
    : await refunds.begin({ ...next, eInvoiceOrderId: id, key, purpose: "credit" })
  if (row) {
    await refunds.withdrawn(row, leftToStaff(clock.now()))
  }
}

/** Credits all that an unpaid invoice still asks for: the service does not cancel what was credited in part. */
export const creditRest =
  (dependencies: RefundDependencies, actor: TimelineActor) =>
  (order: FollowedOrder): Promise<CreditOutcome> =>
    sendCredit(dependencies, order, { downToOre: 0n, actor })

/**
 * Writes down that the service credited all that an unpaid invoice asked for, where its own portal gave some of that: nothing of the
 * invoice will be paid, and what stays of the order is billed anew by its own lines. Left to staff while another credit of it is
 * open or awaits approval, as that may be a part of it.
 */
export async function recordCreditedInFull(
  dependencies: RefundDependencies,
  order: FollowedOrder
): Promise<void> {
  const { refunds, timeline } = dependencies
  const counted = await countedRefunds(dependencies, order.id)
  const doneOre = sum(
    counted.filter(({ state }) => state === "succeeded").map(({ amount }) => toOre(amount))
  )
  const restOre = toOre(order.grandTotal) - doneOre
  if (restOre <= 0n || counted.some(({ state }) => isOpenRefund(state))) {
    return
  }
  const amount = formatOre(restOre)
  // Of no line: an invoice that was credited away bills none.
  const attempt = { amount, downTo: formatOre(0n), products: [], goods: [], holdsLast: true }
  const key = keyOfCredit(order.id, amount)
  const known = await refunds.ofKey(key)
  const row = await claimed(refunds, order, { key, known, attempt, type: null })
  if (row && (await refunds.succeeded(row))) {
    await timeline.record({
      eInvoiceOrderId: order.id,
      actor: "service",
      action: "refund",
      outcome: "done",
      detail: { amount, sent: false, status: order.status ?? null },
    })
  }
}

/** Writes a credit down and claims the right to send it. */
async function claimed(
  refunds: RefundDependencies["refunds"],
  { id, storedStatus }: FollowedOrder,
  {
    key,
    known,
    attempt,
    type,
  }: { key: string; known: RefundRow | undefined; attempt: NextAttempt; type: RefundType | null }
): Promise<RefundRow | undefined> {
  const prepared = known
    ? await refunds.beginAgain(known, attempt)
    : await refunds.begin({ ...attempt, eInvoiceOrderId: id, key, purpose: "credit" })
  return prepared && refunds.send(prepared, { type, statusBefore: storedStatus })
}
