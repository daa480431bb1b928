import { createHash } from "node:crypto"

import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import type { EInvoiceEventData } from "../../events"
import { formatOre, toOre } from "../../mapping"
import type { Lease } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { OperationRow } from "../../modules/e-invoice/operations/operation"
import type { Attention } from "../../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isOpenRefund } from "../../modules/e-invoice/refunds/refund-journal"
import {
  APPROVAL_REFUSED,
  isRuledOut,
  REPLACED,
  REPLACED_NOT_GIVEN,
  isUnlinked,
  type RefundRow,
} from "../../modules/e-invoice/refunds/refund-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { notAllowed } from "../failure"
import type { OrderNow } from "./medusa-order"

type FromModule = Pick<
  EInvoiceModuleService,
  | "clock"
  | "connect"
  | "orders"
  | "refunds"
  | "operations"
  | "timeline"
  | "inbox"
  | "events"
  | "options"
>

type FromMedusa = {
  readonly medusaRefunds: MedusaRefunds
  readonly logger: Pick<Logger, "error">
}

/** What sending and settling refunds works with. */
export type RefundDependencies = FromModule & FromMedusa

/** Puts together what the plugin's module has and what is reached otherwise by provider and workflows. */
export const refundDependencies = (
  { clock, connect, orders, refunds, operations, timeline, inbox, events, options }: FromModule,
  { medusaRefunds, logger }: FromMedusa
): RefundDependencies => ({
  clock,
  connect,
  orders,
  refunds,
  operations,
  timeline,
  inbox,
  events,
  options,
  medusaRefunds,
  logger,
})

export type RefundRequest = {
  /** Id of Medusa's refund: the key under which it is sent at most once. */
  readonly refundId: string
  readonly amountOre: bigint
  readonly actor: TimelineActor
  /** The refund here that Medusa's is made for, where lines or an amount were chosen in the Refunds section. */
  readonly rowId?: string | undefined
  /** The Medusa order as it stands; by it the lines of an amount are found. */
  readonly orderNow?: OrderNow | undefined
  /** Whether Medusa may be cancelling the order, and asks for all of it. */
  readonly isCancelling?: boolean | undefined
  /** The payment lease under which it is sent; checked right before the right to send it is claimed. */
  readonly lease?: Lease | undefined
}

/** Medusa's own refunds. The payment provider and the workflows reach them by different ways. */
export type MedusaRefunds = {
  /** @returns those of these ids that Medusa has a refund of */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes a refund out of Medusa's books, if it is there. */
  remove(id: string): Promise<void>
}

/**
 * Which refunds were carried out at the service and are not in Medusa's books: Medusa was not told yet, or took its own
 * refund back because something failed after the money was refunded. Credits are not in Medusa's books: its payment is over
 * what the invoice asks for after them.
 */
export async function missingInMedusa<
  Row extends Pick<RefundRow, "id" | "refund_id" | "state" | "purpose">,
>(medusaRefunds: Pick<MedusaRefunds, "known">, rows: readonly Row[]): Promise<Row[]> {
  const done = rows.filter(({ state, purpose }) => state === "succeeded" && purpose === "refund")
  const linked = done.filter((row) => !isUnlinked(row))
  const known =
    linked.length > 0
      ? await medusaRefunds.known(linked.map(({ refund_id }) => refund_id))
      : new Set<string>()
  return done.filter((row) => isUnlinked(row) || !known.has(row.refund_id))
}

/**
 * The refund here that Medusa's is made for, if it still waits for it. A refund made with Medusa's own button is that of
 * the same amount which was carried out already and is missing in Medusa.
 */
export async function awaitedRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { rowId, amountOre }: RefundRequest
): Promise<RefundRow | undefined> {
  if (rowId === undefined) {
    return missingRefund(dependencies, order, amountOre)
  }
  const { refunds, medusaRefunds } = dependencies
  const row = await refunds.find(rowId)
  if (row?.e_invoice_order_id !== order.id || toOre(row.amount) !== amountOre) {
    return undefined
  }
  if (row.state === "prepared") {
    return row
  }
  const [missing] = await missingInMedusa(medusaRefunds, [row])
  return missing
}

/** The refund of an amount that was carried out at the service and that Medusa has not recorded. */
export async function missingRefund(
  { refunds, medusaRefunds }: RefundDependencies,
  order: Pick<FollowedOrder, "id">,
  amountOre: bigint
): Promise<RefundRow | undefined> {
  const [missing] = await missingInMedusa(
    medusaRefunds,
    await refunds.carriedOut(order.id, formatOre(amountOre))
  )
  return missing
}

/**
 * Takes Medusa's own refund of a row back. Medusa writes it before it asks the provider, and takes it back itself where that
 * fails; one whose process was killed in between would count for good. To be done before the row is closed or linked to
 * another: nothing looks for it afterwards.
 */
export async function takeOutOfMedusa(
  { medusaRefunds }: Pick<RefundDependencies, "medusaRefunds">,
  row: Pick<RefundRow, "id" | "refund_id">
): Promise<void> {
  if (!isUnlinked(row)) {
    await medusaRefunds.remove(row.refund_id)
  }
}

/**
 * Carries out the steps that follow once the outcome of a refund is recorded. A step that fails is logged and not thrown: Medusa
 * would take its own refund back although the money is gone, and the sweep would take for open what is closed.
 */
export async function afterCommit(
  { logger }: Pick<RefundDependencies, "logger">,
  { id }: Pick<RefundRow, "id">,
  ...acts: (() => Promise<unknown>)[]
): Promise<void> {
  for (const act of acts) {
    try {
      await act()
    } catch (error) {
      logger.error(
        `e-invoice: the outcome of refund ${id} is recorded; a later step failed: ${messageOf(error)}`
      )
    }
  }
}

/** Tells the store what the service decided about the refund of a checkout's order. */
export const tellOfDecision = (
  { events }: Pick<RefundDependencies, "events">,
  { orderId, orderUuid }: Pick<FollowedOrder, "orderId" | "orderUuid">,
  refundRowId: string,
  decision: EInvoiceEventData["e_invoice.refund_decided"]["decision"],
  messageKey?: string
): Promise<void> =>
  events.emit("e_invoice.refund_decided", {
    id: refundRowId,
    order_id: orderId,
    uuid: orderUuid,
    decision,
    message_key: messageKey ?? null,
  })

/** Code of the refusal that asks for an explicit confirmation. */
export const CONFIRM_REPEAT = "confirm_repeat"

/**
 * Refuses a refund that may be an earlier one once more: from a window that was told to press again, or of a second person
 * who had not seen the first one's, of any invoice of the Medusa order: what is owed is owed once. The answer names what stands
 * for the refunds now. To be asked under the payment lease of the Medusa order, along with what writes the refund down.
 *
 * @param further.isOwed whether Medusa owes the amount beside all refunds there have been
 * @param further.seen what stood for them where it was chosen; where it does not any more, no confirmation helps
 * @throws MedusaError not_allowed with the code `confirm_repeat`
 */
export async function refuseUnconfirmedRepeat(
  dependencies: Pick<RefundDependencies, "refunds" | "operations" | "orders">,
  order: Pick<FollowedOrder, "id" | "orderId">,
  {
    amountOre,
    isOwed,
    seen,
    isConfirmed = false,
  }: { amountOre: bigint; isOwed: boolean; seen?: string | undefined; isConfirmed?: boolean }
): Promise<void> {
  const amount = formatOre(amountOre)
  const ids = await invoicesBeside(dependencies, order)
  const counted = await countedRefunds(dependencies, ...ids)
  const now = standingFor(counted)
  const isAsked = isOwed || seen !== undefined
  // A window is told to press again of its own invoice.
  const repeatable = isAsked ? [order.id] : ids
  const mayBeRepeat = async () =>
    (!isAsked && counted.some(mayStillBeMade)) ||
    (await dependencies.refunds.repeated(repeatable, { amount, isOwed: isAsked })) !== undefined
  if ((seen !== undefined && seen !== now) || (!isConfirmed && (await mayBeRepeat()))) {
    throw notAllowed(
      `The refund was not sent: another refund of this order was made shortly before. ${amount} is refunded besides only when it is confirmed: refund it in the order's Refunds section, and confirm it there.`,
      { code: CONFIRM_REPEAT, values: { seen: now } }
    )
  }
}

const mayStillBeMade = ({ awaitsApproval, purpose, state }: CountedRefund): boolean =>
  awaitsApproval || (purpose === "refund" && isOpenRefund(state))

/** The e-invoice orders of the same Medusa order, which owes what it owes once; without one, this one alone. */
async function invoicesBeside(
  { orders }: Pick<RefundDependencies, "orders">,
  { id, orderId }: Pick<FollowedOrder, "id" | "orderId">
): Promise<string[]> {
  const beside = orderId === null ? [] : await orders.statuses.ofOrder(orderId)
  return [...new Set([id, ...beside.map((other) => other.id)])]
}

/** What stands for the refunds of all invoices of a Medusa order, as they are now. */
export const standingRefunds = async (
  dependencies: Pick<RefundDependencies, "refunds" | "operations" | "orders">,
  order: Pick<FollowedOrder, "id" | "orderId">
): Promise<string> =>
  standingFor(await countedRefunds(dependencies, ...(await invoicesBeside(dependencies, order))))

/** What stands for refunds: another text as soon as one is made, is settled, or waits for approval. */
const standingFor = (refunds: readonly Pick<RefundRow, "id" | "attempt" | "state">[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        refunds
          .filter(({ state }) => state === "succeeded" || isOpenRefund(state))
          .map(({ id, attempt, state }) => [id, attempt, state])
      )
    )
    .digest("hex")
    .slice(0, 16)

/** What the service refuses only until its operator agrees. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set([
  "refundRejectionForRequestAmountThresholdExceed",
  "refundRejectionForWeeklyThresholdExceed",
])

/** `open`: its operator may still carry it out; `asking`: the request itself is under way or in doubt. */
export type ApprovalState = "possible" | "asking" | "open" | "carried-out" | "not-carried-out"

const APPROVAL_KEY = "refund-approval:"

/** The idempotency key under which approval of a refused refund is asked for: once for each of its attempts. */
export const approvalKey = (refundRowId: string, attempt = 1): string =>
  `${APPROVAL_KEY}${refundRowId}${attempt === 1 ? "" : `:${attempt}`}`

/**
 * Whether an operation asks for the approval of one refund: another refund's request is not the same under another key, be it
 * of the same amount.
 */
export const isOfOneRefund = ({ idempotency_key: key }: Pick<OperationRow, "idempotency_key">) =>
  key.startsWith(APPROVAL_KEY)

/** Whether approval lifts a refusal. */
export const needsApproval = (messageKey: string | undefined): messageKey is string =>
  NEEDS_APPROVAL.has(messageKey ?? "")

/** Whether the operator can be asked to approve what the service refused. */
export const canBeApproved = ({ state, failure }: Pick<RefundRow, "state" | "failure">): boolean =>
  state === "rejected" && needsApproval(failure?.messageKey)

/** Whether approval was asked for, or may have been: what was held back, or rejected, certainly had no effect. */
export const wasAsked = <Request extends Pick<OperationRow, "state">>(
  request: Request | undefined
): request is Request =>
  request !== undefined && request.state !== "prepared" && request.state !== "rejected"

/**
 * How far the approval of a refund has come.
 *
 * @param request the operation that asked for it, where one did
 * @returns undefined when the refund has nothing to do with approval
 */
export function approvalState(
  refund: Pick<RefundRow, "state" | "failure">,
  request: Pick<OperationRow, "state"> | undefined
): ApprovalState | undefined {
  if (!wasAsked(request)) {
    const isDecided = refund.state === "rejected" && refund.failure?.kind === APPROVAL_REFUSED
    return canBeApproved(refund) ? "possible" : isDecided ? "not-carried-out" : undefined
  }
  if (refund.state === "succeeded") {
    return "carried-out"
  }
  if (!canBeApproved(refund)) {
    return "not-carried-out"
  }
  return request.state === "succeeded" ? "open" : "asking"
}

/** Whether the operator may still carry a rejected refund out: its approval was asked for, and the decision is not known. */
export async function mayBeApproved(
  { operations }: Pick<RefundDependencies, "operations">,
  row: Pick<RefundRow, "id" | "state" | "attempt" | "failure">
): Promise<boolean> {
  if (!canBeApproved(row)) {
    return false
  }
  const approval = approvalState(row, await operations.ofKey(approvalKey(row.id, row.attempt)))
  return approval === "open" || approval === "asking"
}

/** A refund as the order's account counts it. */
export type CountedRefund = RefundRow & {
  /** Whether the operator may still carry it out. It takes of the lines what one in doubt does. */
  readonly awaitsApproval: boolean
}

/** The refunds of orders, the oldest first, those that await approval counted as in doubt. */
export async function countedRefunds(
  { refunds, operations }: Pick<RefundDependencies, "refunds" | "operations">,
  ...eInvoiceOrderIds: readonly string[]
): Promise<CountedRefund[]> {
  const rows = await refunds.list(...eInvoiceOrderIds)
  return Promise.all(
    rows.map(async (row) => {
      const awaitsApproval = await mayBeApproved({ operations }, row)
      return { ...row, awaitsApproval, state: awaitsApproval ? ("in_doubt" as const) : row.state }
    })
  )
}

/** Code of the refusal of a refund of an invoice that waits to be credited. */
export const CREDIT_MISSING = "credit_missing"

/**
 * Refuses to refund a paid invoice of which a credit is missing: Medusa counts as paid only what is left after that, so the
 * refund would take what went off the order a second time there, and have it billed again.
 *
 * @throws MedusaError not_allowed with the code `credit_missing`
 */
export async function refuseWhereCreditIsMissing(
  dependencies: Pick<RefundDependencies, "refunds">,
  order: Pick<FollowedOrder, "id" | "paid" | "flags">
): Promise<void> {
  const missing = missingCreditOf(order, await dependencies.refunds.list(order.id))
  if (missing) {
    const first = order.flags.includes("refunded_at_service")
      ? " The service shows a refund that is not recorded here: if a part of it was given already, record that first."
      : ""
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The refund was not sent: the customer paid ${missing.amount} for what went off the order before, and that credit is missing.${first} Refund it in the service's own portal, and record it in the order's Refunds section as carried out. Refund anything else after that.`,
      CREDIT_MISSING
    )
  }
}

/**
 * The credit that a paid invoice lacks: the customer paid for what went off the order before. Staff give it in the portal.
 *
 * @param rows the invoice's refunds, the oldest first
 */
export const missingCreditOf = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  { paid, flags }: Pick<FollowedOrder, "paid" | "flags">,
  rows: readonly Row[]
): Row | undefined =>
  paid && flags.includes("change_not_followed") ? lastRejectedCredit(rows) : undefined

/** Flags of an order whose invoice may ask for more than it is to, or was lowered in the service's own portal. */
const CREDIT_MAY_BE_MISSING: readonly Attention[] = [
  "change_not_followed",
  "cancel_failed",
  "refunded_at_service",
  "overbilled",
]

/**
 * The rejected credit that staff may have given in the service's own portal: the last one, while the order shows that it is missing.
 * One that is missing no more was for a change that was taken back.
 *
 * @param rows the order's refunds, the oldest first
 */
export const creditGivenByHand = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  rows: readonly Row[]
): Row | undefined => (mayLackCredit(order) ? lastRejectedCredit(rows) : undefined)

const mayLackCredit = ({
  flags,
  cancelRequestedAt,
}: Pick<FollowedOrder, "flags" | "cancelRequestedAt">): boolean =>
  cancelRequestedAt !== null || flags.some((flag) => CREDIT_MAY_BE_MISSING.includes(flag))

/** Whether another amount took the place of a credit that staff may have given by hand, and it is not known whether they did. */
export const isReplaced = ({ failure }: Pick<RefundRow, "failure">): boolean =>
  failure?.kind === REPLACED

/**
 * The credits of an invoice of which it is not known whether they were carried out, while it is not known that it follows its order:
 * those that are open or await approval, and those that another took the place of. What is missing now is none of them: without
 * it, the invoice asks for more than the order.
 *
 * @param rows the order's refunds, as `countedRefunds` counts them
 */
export const creditsInDoubt = (
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  rows: readonly CountedRefund[]
): CountedRefund[] =>
  rows.filter(
    (row) =>
      row.purpose === "credit" &&
      (isOpenRefund(row.state) || (isReplaced(row) && mayLackCredit(order)))
  )

/**
 * Whether staff may say of a rejected refund that it was carried out after all: a credit that they gave in the service's own
 * portal, be it before another amount took its place, or a refund of which they recorded by mistake that it was not carried out,
 * or that the operator had not approved it.
 *
 * @param rows the order's refunds, the oldest first
 */
export const mayBeCarriedOutYet = <
  Row extends Pick<
    RefundRow,
    "id" | "purpose" | "state" | "failure" | "amount" | "type" | "created_at"
  >,
>(
  order: Pick<FollowedOrder, "flags" | "cancelRequestedAt">,
  { row, approval, rows }: { row: Row; approval: ApprovalState | undefined; rows: readonly Row[] }
): boolean =>
  row.state === "rejected" &&
  approval !== "open" &&
  approval !== "asking" &&
  (((approval === "not-carried-out" || isRuledOut(row)) && !isGivenSince(row, rows)) ||
    (isReplaced(row) && mayLackCredit(order)) ||
    // Of the one that is missing now, staff cannot tell before they said what became of those before it.
    (creditGivenByHand(order, rows)?.id === row.id && !rows.some(isReplaced)))

/** Whether staff recorded since that the service's portal refunded the same amount: what it shows is recorded. */
const isGivenSince = <Row extends Pick<RefundRow, "state" | "amount" | "type" | "created_at">>(
  { amount, created_at: at }: Row,
  rows: readonly Row[]
): boolean =>
  rows.some(
    (other) =>
      other.state === "succeeded" &&
      other.type === null &&
      other.amount === amount &&
      other.created_at > at
  )

/**
 * What the order's other refunds may explain of what the service shows, in øre: of those that are open, await approval, or are
 * rejected and may have been carried out after all.
 */
export async function perhapsCarriedOutBeside(
  dependencies: Pick<RefundDependencies, "refunds" | "operations">,
  order: Pick<FollowedOrder, "id" | "flags" | "cancelRequestedAt">,
  { id }: Pick<RefundRow, "id">
): Promise<bigint[]> {
  const { operations } = dependencies
  const rows = await countedRefunds(dependencies, order.id)
  const others: bigint[] = []
  for (const row of rows.filter((other) => other.id !== id)) {
    const request = await operations.ofKey(approvalKey(row.id, row.attempt))
    const approval = approvalState(row, request)
    if (isOpenRefund(row.state) || mayBeCarriedOutYet(order, { row, approval, rows })) {
      others.push(toOre(row.amount))
    }
  }
  return others
}

const lastRejectedCredit = <Row extends Pick<RefundRow, "purpose" | "state" | "failure">>(
  rows: readonly Row[]
): Row | undefined =>
  rows.findLast(
    ({ purpose, state, failure }) =>
      purpose === "credit" &&
      state === "rejected" &&
      failure?.kind !== REPLACED &&
      failure?.kind !== REPLACED_NOT_GIVEN
  )
