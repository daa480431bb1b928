import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { OperationDisabledError } from "../../connect"
import {
  invalidData,
  notAllowed,
  refusal,
  type RefusalCode,
  unlessSilent,
} from "../../domain/failure"
import { underWay } from "../../domain/payment-lease"
import { compareRefunds, REFUNDED_AT_SERVICE } from "../../domain/refunds/compare-refunds"
import { refundedOrderOf, refuseWhileChanging } from "../../domain/refunds/medusa-order"
import { type RefundEvidence, refundEvidence } from "../../domain/refunds/refund-evidence"
import { approvalState, awaitsOperator } from "../../domain/refunds/refund-approval"
import {
  creditGiven,
  isLikeOneGivenSince,
  isOfBefore,
  mayBeCarriedOutYet,
  type Pieces,
  piecesOf,
  recordedAskedOre,
} from "../../domain/refunds/credit-by-hand"
import { type ListedLine, linesLeft } from "../../domain/refunds/refund-lines"
import { chosenOre, partsOfChoice, type RefundChoice } from "../../domain/refunds/refund-parts"
import { CONFIRM_REPEAT } from "../../domain/refunds/repeated-refund"
import {
  missingInMedusa,
  takeOutOfMedusa,
  tellOfDecision,
} from "../../domain/refunds/refund-request"
import { reconcileStatus } from "../../domain/status/reconcile-status"
import { SETTLED_BY_STAFF } from "../../domain/operations/settle-operation"
import { formatOre, toOre } from "../../mapping"
import { approvalKey } from "../../modules/e-invoice/operations/operation"
import {
  APPROVAL_REFUSED,
  NOT_CARRIED_OUT,
  REPLACED_NOT_GIVEN,
  type RefundRow,
  type RefundShare,
} from "../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isRefundedStatus, isWhollyRefunded } from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { Lease } from "../../modules/e-invoice/leases"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { oneBillAtATime } from "../bill-outstanding/bill-session"
import { eInvoiceModule } from "../e-invoice-module"
import { followChangedOrder } from "../follow-changed-order"
import {
  medusaRefundsOf,
  paymentBooksOf,
  recordable,
  refundDependenciesOf,
  type RefundToRecord,
} from "../refund-account"

/** What staff found out about which refund. */
export type SettleRefundInput = {
  e_invoice_order_id: string
  /** Id of the refund's record here (`einvref_...`). */
  refund_id: string
  /** Whether it was carried out, as staff saw at the service. */
  carried_out: boolean
  /** The attempt that was looked at; a later one is not settled by it. */
  attempt?: number | undefined
  /** Of a rejected credit, how much of it was given by hand, in decimal major units; all of it when left out. */
  amount?: string | undefined
  /** The same by the invoice's lines at the service, in place of `amount`. */
  lines?: readonly RefundShare[] | undefined
  /**
   * Whether the service shows another refund that is not recorded here: beside this one, where it was carried out, as after its
   * approval; in its place, where it was not. Of one in doubt that was carried out, it is to be said where no amount is named.
   */
  beside_another?: boolean | undefined
  /**
   * Whether it was given beside one of the same amount: a credit that was recorded shortly before, or a refund that was recorded as
   * given in the portal since this one was recorded as not carried out.
   */
  confirm_repeat?: boolean | undefined
  actor: TimelineActor
}

/** Id of `settleRefundStep`. */
export const settleRefundStepId = "settle-e-invoice-refund"

/** What came of a refund that was settled. */
export type SettledRefund = {
  carried_out: boolean
  /** Null when nothing was refunded, or Medusa has no captured payment to record it at. */
  to_record: RefundToRecord | null
}

/**
 * Carries out what staff found out about a refund: one whose answer was lost, one that waits for the operator's approval, or one
 * that was rejected and carried out after all: a credit given by hand, a late approval, or what staff recorded otherwise by mistake.
 *
 * @throws MedusaError when there is nothing to settle, or the service says otherwise
 */
export const settleRefundStep = createStep(
  settleRefundStepId,
  async (input: SettleRefundInput, { container }): Promise<StepResponse<SettledRefund>> => {
    const { e_invoice_order_id: id, refund_id, carried_out, attempt, beside_another } = input
    const { refunds, orders } = eInvoiceModule(container)
    const { statuses } = orders
    const order = await statuses.find(id)
    const row = await refunds.find(refund_id)
    if (!order || row?.e_invoice_order_id !== id) {
      throw nothingToSettle(refund_id)
    }
    if (attempt !== undefined && attempt !== row.attempt) {
      throw settledMeanwhile()
    }
    if (carried_out) {
      await refuseUnrecordable(container, order)
    }
    if (row.purpose === "credit" && order.orderId !== null) {
      const settleCredit = async (lease: Lease) => {
        await lease.check()
        // Another credit may have been settled since.
        const current = (await statuses.find(id)) ?? order
        await settle(container, current, row, input)
        if (beside_another) {
          await statuses.flag(id, REFUNDED_AT_SERVICE)
        }
        if (carried_out || isRefundedStatus(current.status)) {
          // Carried out, it explains what the service refunded. If not, another does, which the customer may have paid less by.
          const recorded = carried_out && !beside_another
          await compareRefunds(refundDependenciesOf(container), id, { recorded })
        }
        // What was not carried out may be missing still, and another amount by now.
        await statuses.orderChanged(id)
      }
      // An invoice that follows its order goes by one amount all through.
      await oneBillAtATime(container, order.orderId, settleCredit, underWay)
      await followChangedOrder(container, order.orderId)
    } else {
      await settle(container, order, row, input)
    }
    if (!carried_out) {
      return new StepResponse({ carried_out, to_record: null })
    }
    const [missing] = await missingInMedusa(medusaRefundsOf(container), [
      (await refunds.find(row.id)) ?? row,
    ])
    const toRecord = missing ? await recordable(container, order, missing) : null
    if (missing && !toRecord) {
      await showMissing(container, order)
    }
    return new StepResponse({ carried_out, to_record: toRecord })
  }
)

/** Medusa has no room for it: until it has, staff see that the two differ. */
async function showMissing(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  if (await paymentBooksOf(container, order)) {
    await compareRefunds(refundDependenciesOf(container), order.id, { recorded: false })
  }
}

/** Writes down what staff found out, unless it stands there already. */
async function settle(
  container: MedusaContainer,
  order: FollowedOrder,
  row: RefundRow,
  {
    carried_out: carriedOut,
    amount,
    lines,
    beside_another: besideAnother,
    confirm_repeat: isConfirmed,
    actor,
  }: SettleRefundInput
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const [alreadyDone] = await missingInMedusa(medusaRefundsOf(container), [row])
  if (alreadyDone && carriedOut) {
    return
  }
  const part = lines ? { lines } : amount !== undefined ? { amount } : undefined
  const finding = { carriedOut, part, besideAnother, isConfirmed, actor }
  await (row.state === "rejected" ? settleRejected : settleOpen)(container, order, row, finding)
  await eInvoice.timeline.record({
    eInvoiceOrderId: order.id,
    actor,
    action: "settle-refund",
    outcome: "done",
    detail: { amount: amountGiven(row, finding), carried_out: carriedOut },
  })
  await tellOfDecision(eInvoice, order, row.id, carriedOut ? "accepted" : "refused")
}

/** What is found carried out is recorded in Medusa at once. */
async function refuseUnrecordable(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  const books = await paymentBooksOf(container, order)
  if (books) {
    refuseWhileChanging(
      await refundedOrderOf(container.resolve(ContainerRegistrationKeys.QUERY), books.paymentId),
      "Nothing was recorded"
    )
  }
}

/** What staff found out, as the input says it. */
type Finding = {
  readonly carriedOut: boolean
  /** Of a credit, how much of it; undefined where it is the whole. */
  readonly part: RefundChoice | undefined
  readonly besideAnother: boolean | undefined
  readonly isConfirmed: boolean | undefined
  readonly actor: TimelineActor
}

const amountGiven = ({ amount }: RefundRow, { part }: Pick<Finding, "part">): string =>
  part ? formatOre(chosenOre(part)) : amount

async function settleOpen(
  container: MedusaContainer,
  order: FollowedOrder,
  row: RefundRow,
  finding: Finding
): Promise<void> {
  const { refunds, orders } = eInvoiceModule(container)
  const { statuses } = orders
  const { carriedOut } = finding
  if (row.state === "prepared" || row.state === "sending") {
    throw notAllowed("The refund is under way. Wait until its outcome is known or in doubt.", {
      code: "still_under_way",
    })
  }
  if (row.state !== "in_doubt") {
    throw nothingToSettle(row.id)
  }
  refusePart(finding)
  const { mayBeAnother } = await checkedAgainstService(container, order, row, finding)
  // Its status hides a refund that the portal gave beside it, for good: nothing flags that one.
  if (carriedOut && finding.besideAnother === undefined && mayBeAnother) {
    throw toBeTold("the service shows a refund and names no amount")
  }
  // What a killed process left in Medusa is in none of its sums: where it was carried out, it is recorded anew as a whole.
  await takeOutOfMedusa({ medusaRefunds: medusaRefundsOf(container) }, row)
  if (carriedOut) {
    if (!(await refunds.concluded(row, "staff", { refundId: row.id }))) {
      throw settledMeanwhile()
    }
    return
  }
  const failure = {
    kind: NOT_CARRIED_OUT,
    message: "Staff found that it was not carried out.",
    at: new Date().toISOString(),
  }
  if (!(await refunds.rejected(row, "staff", failure))) {
    throw settledMeanwhile()
  }
  await statuses.unflag(order.id, "refund_in_doubt")
}

async function settleRejected(
  container: MedusaContainer,
  order: FollowedOrder,
  row: RefundRow,
  finding: Finding
): Promise<void> {
  const { carriedOut, besideAnother, actor } = finding
  const { refunds, operations } = eInvoiceModule(container)
  const books = await paymentBooksOf(container, order)
  const paymentOre = books && toOre(books.amount)
  const request = await operations.ofKey(approvalKey(row.id, row.attempt))
  const approval = approvalState(row, request)
  const awaitsApproval = awaitsOperator(approval)
  const mayBeRuledOut = !awaitsApproval && isOfBefore(row, paymentOre)
  const rows = await refunds.list(order.id)
  if (awaitsApproval || row.purpose === "refund") {
    refusePart(finding)
  }
  if (!awaitsApproval) {
    const isLikeGiven = carriedOut && isLikeOneGivenSince(row, { approval, rows })
    const mayBeSettled = isLikeGiven || mayBeCarriedOutYet(order, { row, approval, rows })
    if (!mayBeSettled || (!carriedOut && !mayBeRuledOut)) {
      throw nothingToSettle(row.id)
    }
    if (isLikeGiven && !finding.isConfirmed) {
      throw toBeConfirmed(
        `a refund of ${row.amount} was recorded as given in the service's portal since this one was recorded as not carried out. Confirm it where the service carried out both.`
      )
    }
  }
  // Where the service names no amount, only staff can tell whether what it shows is this one or another refund as well.
  if (carriedOut && besideAnother === undefined && order.flags.includes(REFUNDED_AT_SERVICE)) {
    throw toBeTold("the service shows a refund that is not recorded here")
  }
  const amount = amountGiven(row, finding)
  const given =
    row.purpose === "credit" && carriedOut
      ? creditGiven(order, {
          row,
          rows,
          givenOre: toOre(amount),
          paymentOre,
          capturedOre: toOre(books?.captured ?? "0"),
          ...(await partOfLines(container, order, { row, rows, part: finding.part })),
        })
      : undefined
  await checkedAgainstService(container, order, { ...row, amount }, finding)
  if (given?.purpose === "credit" && isPaidInPart(order, toOre(amount))) {
    throw notShown(amount)
  }
  if (given && !finding.isConfirmed) {
    await refuseRepeated(eInvoiceModule(container), order, given.share.amount)
  }
  if (carriedOut) {
    const isRecorded = given
      ? await refunds.givenByHand(row, given)
      : await refunds.carriedOutLater(row, "staff")
    if (!isRecorded) {
      throw settledMeanwhile()
    }
    if (request?.state === "in_doubt") {
      // What was approved was asked for.
      await operations.decide(request, "staff", true, { by: actor, answer: SETTLED_BY_STAFF })
    }
  } else {
    const failure = {
      ...(mayBeRuledOut
        ? { kind: REPLACED_NOT_GIVEN, message: "Staff found that it was not given." }
        : { kind: APPROVAL_REFUSED, message: "Staff found that the operator did not approve it." }),
      at: new Date().toISOString(),
    }
    await refunds.refusedAgain(row, failure)
    if (request?.state === "in_doubt") {
      // Whether it was asked for does not matter any more: the approval of another refund waits for no answer to it.
      await operations.decide(request, "staff", false, { by: actor, failure })
    }
  }
}

/** Whether the customer paid for some of what a credit would leave nothing of. */
const isPaidInPart = (order: FollowedOrder, givenOre: bigint): boolean =>
  order.paid && !isWhollyRefunded(order.status) && givenOre >= recordedAskedOre(order)

/**
 * Which lines a part of a credit was given of: those that staff name, or by what a piece of each costs.
 *
 * @throws MedusaError naming the field where staff name a line that the invoice does not have, or more than is left of it
 */
async function partOfLines(
  container: MedusaContainer,
  order: FollowedOrder,
  { row, rows, part }: Pick<Finding, "part"> & { row: RefundRow; rows: readonly RefundRow[] }
): Promise<{ pieces?: Pieces; products?: RefundShare[] }> {
  if (!part || ("amount" in part && toOre(part.amount) === toOre(row.amount))) {
    return {}
  }
  const listed = await linesAtService(container, order)
  if ("amount" in part) {
    return listed ? { pieces: piecesOf(listed) } : {}
  }
  const lines = listed ? linesLeft(listed, rows) : linesLeft(row.products ?? [], [])
  return { products: partsOfChoice(part, lines).products }
}

/** @returns undefined where the service cannot tell the invoice's lines */
async function linesAtService(
  container: MedusaContainer,
  { orderUuid }: FollowedOrder
): Promise<ListedLine[] | undefined> {
  const { connect } = eInvoiceModule(container)
  const answer = await unlessSilent(() =>
    connect.call("orders.details", { params: { order_uuid: orderUuid ?? "" } })
  )
  return answer?.data.productList
}

/**
 * A colleague who has not seen that a part was recorded may record it again of the rest.
 *
 * @throws MedusaError not_allowed with the code `confirm_repeat`
 */
async function refuseRepeated(
  { refunds }: EInvoiceModuleService,
  { id }: FollowedOrder,
  amount: string
): Promise<void> {
  if (await refunds.repeated([id], { amount, isOwed: true })) {
    throw toBeConfirmed(
      `a credit of ${amount} was recorded shortly before. Confirm it where another of the same amount was given.`
    )
  }
}

/** Only of a credit that was not sent, staff may have given a part. */
function refusePart({ part }: Finding): void {
  if (part) {
    throw invalidData(
      `${"lines" in part ? "lines" : "amount"}: only a rejected credit can be recorded as given in part. Leave it out, or record the refund under Refunds.`
    )
  }
}

/** What the service says must not contradict what staff found. Where they say that it shows another one, it is known to show one. */
async function checkedAgainstService(
  container: MedusaContainer,
  order: FollowedOrder,
  row: RefundRow,
  { carriedOut, besideAnother = false, actor }: Finding
): Promise<Pick<RefundEvidence, "mayBeAnother">> {
  const eInvoice = eInvoiceModule(container)
  const evidence = await evidenceOf(eInvoice, order, row)
  const { contradicts, mayBeAnother = false } = evidence ?? {}
  const { amount } = row
  if (carriedOut && contradicts === "carried-out") {
    throw notShown(amount)
  }
  const isAnother = besideAnother && mayBeAnother
  if (!carriedOut && contradicts === "not-carried-out" && !isAnother) {
    const why = mayBeAnother
      ? `the service shows a refund and names no amount. If it is this one of ${amount}, record it as carried out; if it is another, say so with beside_another.`
      : `the service shows this refund of ${amount}. Record it as carried out.`
    throw notAllowed(`It was not recorded as not carried out: ${why}`, {
      code: "refund_shown",
      values: { amount },
    })
  }
  if (evidence && isAnother) {
    await reconcileStatus(eInvoice, order.id, evidence.report, { by: "admin", actor })
  }
  return { mayBeAnother }
}

/** @returns undefined where the service has no such operation */
async function evidenceOf(
  eInvoice: EInvoiceModuleService,
  order: FollowedOrder,
  row: RefundRow
): Promise<RefundEvidence | undefined> {
  try {
    return await refundEvidence(eInvoice, order, row)
  } catch (error) {
    if (error instanceof OperationDisabledError) {
      return undefined
    }
    throw refusal("The refund was not recorded", error, "refund_not_recorded")
  }
}

const toBeTold = (why: string) =>
  new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Nothing was recorded: ${why}. Say with beside_another whether it shows another one beside this.`,
    REFUNDED_AT_SERVICE
  )

const toBeConfirmed = (why: string) =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, `Nothing was recorded: ${why}`, CONFIRM_REPEAT)

const notShown = (amount: string) =>
  notAllowed(
    `The refund was not recorded: the service does not show that ${amount} was refunded of this order yet. Wait until it shows it: it carries out some refunds later, and its operator those that need approval.`,
    { code: "refund_not_shown", values: { amount } }
  )

const settledMeanwhile = () =>
  notAllowed(
    "Nothing was settled: the refund was settled or attempted again in between. Check it again.",
    { code: "settled_meanwhile" }
  )

const nothingToSettle = (id: string) =>
  new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `There is no refund ${id} of this order whose outcome is open.`,
    "settled_meanwhile" satisfies RefusalCode
  )
