import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { invalidData, notAllowed, refusal } from "../../domain/failure"
import { type PaymentToWrite, writePayment } from "../../domain/payment-lease"
import {
  type RefundedOrder,
  refundedOrderOf,
  refuseWhileChanging,
} from "../../domain/refunds/medusa-order"
import {
  chosenOre,
  owedHereOre,
  partsOfChoice,
  type RefundChoice,
  refuseBeyondReturned,
  refuseOwedElsewhere,
  toGiveBack,
} from "../../domain/refunds/refund-parts"
import { compareRefunds, refuseBesideUnrecorded } from "../../domain/refunds/compare-refunds"
import {
  missingInMedusa,
  missingRefund,
  type RefundDependencies,
} from "../../domain/refunds/refund-request"
import { awaitsOperator } from "../../domain/refunds/refund-approval"
import { refuseUnconfirmedRepeat } from "../../domain/refunds/repeated-refund"
import { refuseWhereCreditIsMissing } from "../../domain/refunds/credit-by-hand"
import { neverSent, settleOpenRefund, underWay } from "../../domain/refunds/settle-open-refund"
import { formatOre, toOre } from "../../mapping"
import { type Attempt, keyOfRequest } from "../../modules/e-invoice/refunds/refund-journal"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { showsApproved } from "../../modules/e-invoice/refunds/shown-approval"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { type Lease, LeaseLostError } from "../../modules/e-invoice/leases"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule, noSuchOrder } from "../e-invoice-module"
import { type RefundAccount, refundAccountOf, refundDependenciesOf } from "../refund-account"

/** How much of which e-invoice order is to go back, and for whom. */
export type PrepareRefundInput = {
  e_invoice_order_id: string
  /** Decimal major units; all that is left when neither this nor lines are given. */
  amount?: string | number | undefined
  /** So much of each line: ids as the service numbers them, decimal major units. */
  lines?: readonly { id: number; amount: string | number }[] | undefined
  /** The same key never refunds twice; one of its own when left out. */
  idempotency_key?: string | undefined
  /** That it is to be refunded besides another refund that was made shortly before. */
  confirm_repeat?: boolean | undefined
  /** What stood for the order's refunds when it was chosen. */
  seen?: string | undefined
  /** Where the service shows a refund that is not recorded here: whether it is this one, so that nothing is sent. */
  given_at_service?: boolean | undefined
  /** Where it is: whether the service shows another one beside it that is not recorded here; to be said while one awaits approval. */
  beside_another?: boolean | undefined
  actor: TimelineActor
}

/** A refund that is written down, for Medusa to make. */
export type PreparedRefund = {
  /** Id of the refund's record here. */
  refund_row_id: string
  payment_id: string
  /** What Medusa refunds: decimal major units, unrounded where it is all that is left. */
  amount: string
  /** Whether it was carried out and recorded before, so that nothing is to be done. */
  done: boolean
  /** Whether the service shows another one beside it that is still to be recorded, as staff say: its amounts do not tell. */
  beside_another: boolean
}

/** Only the attempt that this run wrote is given up: another run under the same key may be about to send its own. */
type WrittenHere = { written: Attempt | null }

/** Id of `prepareRefundStep`. */
export const prepareRefundStepId = "prepare-e-invoice-refund"

/**
 * Writes down what is to be refunded, before Medusa makes a refund of it. Where an earlier refund is open, it is first
 * found out what became of that one.
 *
 * @throws MedusaError naming the field that asks for too much, or saying what stands in the way
 */
export const prepareRefundStep = createStep(
  prepareRefundStepId,
  async (
    input: PrepareRefundInput,
    { container, idempotencyKey }
  ): Promise<StepResponse<PreparedRefund, WrittenHere>> => {
    refuseWhatIsNoAmount(input)
    const dependencies = refundDependenciesOf(container)
    const { refunds, orders } = dependencies
    const { statuses } = orders
    const order = await statuses.find(input.e_invoice_order_id)
    if (!order) {
      throw noSuchOrder(input.e_invoice_order_id)
    }
    const account = await refundAccountOf(container, order)
    const { paymentId, left } = booksOf(account, order, input)
    const key = keyOfRequest(order.id, input.idempotency_key ?? idempotencyKey)
    const row = await refunds.ofKey(key)
    const isOpen = row !== undefined && row.state !== "rejected"
    const choice = choiceOf(input, account, isOpen ? row.amount : undefined)
    const amountOre = chosenOre(choice)
    const preparedAs = (id: string): PreparedRefund => ({
      refund_row_id: id,
      payment_id: paymentId,
      amount: amountOre === toOre(left) ? left : formatOre(amountOre),
      done: false,
      beside_another:
        input.given_at_service === true &&
        input.beside_another === true &&
        account.namedBeyondOre === 0n,
    })
    if (isOpen) {
      sameAmount(row.amount, amountOre)
    }
    if (row?.state === "succeeded") {
      const done = !(await isMissing(dependencies, row))
      if (!done) {
        await medusaOrderToRecordOn(container, paymentId)
      }
      const prepared = preparedAs(row.id)
      // Done before, what was shown beside it may be recorded by now.
      const beside = !done && prepared.beside_another
      return new StepResponse({ ...prepared, done, beside_another: beside }, { written: null })
    }
    const medusaOrder = await medusaOrderToRecordOn(container, paymentId)
    const isCancelled = medusaOrder?.cancelled ?? false
    refuseWhileApprovalIsAsked(account, row)
    const given = input.given_at_service
    if (!isCancelled && !given) {
      await refuseWhereCreditIsMissing(dependencies, order)
    }
    if (row === undefined) {
      await refuseBesideMissing(dependencies, order, amountOre)
    }
    const { actor } = input
    const same = await settleOpenRefund(dependencies, order, {
      amountOre,
      actor,
      key,
    })
    if (same) {
      return new StepResponse(preparedAs(same.id), { written: null })
    }
    const writing = {
      key,
      choice,
      isCancelled,
      given,
      besideAnother: input.beside_another,
      isConfirmed: input.confirm_repeat ?? false,
      seen: input.seen,
    }
    const payment = { orderId: medusaOrder?.id, paymentId, of: "refund" as const }
    if (given) {
      const recorded = await oneAtATime(container, payment, (lease) =>
        oneGivenAtATime(container, order, { ...writing, lease })
      )
      const done = (await refunds.find(recorded.id))?.purpose === "credit"
      return new StepResponse({ ...preparedAs(recorded.id), done }, { written: null })
    }
    const written = await oneAtATime(container, payment, (lease) =>
      write(container, order, { ...writing, lease })
    )
    return new StepResponse(preparedAs(written.id), { written })
  },
  async (input, { container }) => {
    if (input?.written) {
      const { refunds } = eInvoiceModule(container)
      await refunds.withdrawn(input.written, neverSent())
      // Medusa may fail after the service refunded; its answer then says no.
      await refunds.askConfirmation(input.written)
    }
  }
)

/**
 * Programs may call the workflow with what its types do not allow, and the HTTP route would reject.
 *
 * @throws MedusaError naming the field that is no amount above zero
 */
function refuseWhatIsNoAmount({ amount, lines = [] }: PrepareRefundInput): void {
  const given = [
    ...(amount === undefined ? [] : [{ field: "amount", value: amount }]),
    ...lines.map((line, index) => ({ field: `lines.${index}.amount`, value: line.amount })),
  ]
  const wrong = given.find(({ value }) => !isAmount(value))
  if (wrong) {
    throw invalidData(`${wrong.field}: must be an amount above zero, such as "49.00"`)
  }
}

const isAmount = (value: string | number): boolean => {
  try {
    return toOre(value) > 0n
  } catch {
    return false
  }
}

/** Medusa finds out itself that it cannot record a refund, after the service refunded. */
async function medusaOrderToRecordOn(
  container: MedusaContainer,
  paymentId: string
): Promise<RefundedOrder | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await refundedOrderOf(query, paymentId)
  refuseWhileChanging(order, "The refund was not sent")
  return order
}

/** The operator may still carry the last attempt out. */
function refuseWhileApprovalIsAsked({ refunds }: RefundAccount, row: RefundRow | undefined): void {
  const story = refunds.find((refund) => refund.row.id === row?.id)
  if (story && awaitsOperator(story.approval)) {
    throw notAllowed(
      "The refund was not sent: its approval was asked for, and the service's operator may still carry it out. Say in the order's Refunds section how the operator decided.",
      { code: "approval_asked" }
    )
  }
}

/**
 * Under another key, this may be the same request once more or another one of the same amount: to record
 * the first would swallow the other, to send it would pay twice.
 */
async function refuseBesideMissing(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  amountOre: bigint
): Promise<void> {
  if (await missingRefund(dependencies, order, amountOre)) {
    throw notAllowed(
      `The refund was not sent: ${formatOre(amountOre)} was refunded at the service before, and Medusa has not recorded that yet. Record it in Medusa first, in the order's Refunds; to refund more, refund again then.`,
      { code: "refund_unrecorded" }
    )
  }
}

/**
 * Whether staff say that the refund was given in the service's own portal, where one shows there that is not recorded here.
 *
 * @throws MedusaError with the code `refunded_at_service` where they do not say so, or have to record another one first
 */
function isGivenAtService(
  { refunds, namedBeyondOre, isRefundedBeside }: RefundAccount,
  { given, besideAnother }: Pick<Writing, "given" | "besideAnother">
): boolean {
  if (!isRefundedBeside) {
    if (given) {
      throw invalidData(
        "given_at_service: the service shows no refund of the order that is not recorded here. Refresh its status first",
        { code: "settled_meanwhile" }
      )
    }
    return false
  }
  const awaiting = refunds.filter(({ approval }) => awaitsOperator(approval))
  const isApproved = showsApproved(
    awaiting.map(({ row }) => toOre(row.amount)),
    namedBeyondOre
  )
  if (isApproved || refunds.some(({ missing }) => missing)) {
    throw notAllowed(
      "The refund was not sent: the service carried out another one of this order. Record it first, in the order's Refunds section.",
      { code: "refund_unrecorded" }
    )
  }
  const isTold = given === true && besideAnother !== undefined
  if (isApproved === undefined && !isTold) {
    throw notAllowed(
      "The refund was not sent: the service shows a refund that is not recorded here, and one of this order awaits approval. If the service shows that one, record it first, in the order's Refunds section. If it shows one that its portal gave, record this with given_at_service, and say with beside_another whether it shows another one beside it.",
      { code: "refund_unrecorded" }
    )
  }
  return given ?? refuseBesideUnrecorded()
}

/**
 * What a Medusa order owes, it owes once for all of its invoices: of two refunds that are asked for at a time, the second has to see
 * the first. Medusa's own button is answered under the same lease.
 */
async function oneAtATime(
  container: MedusaContainer,
  payment: PaymentToWrite,
  work: (lease: Lease) => Promise<Attempt>
): Promise<Attempt> {
  try {
    return await writePayment(eInvoiceModule(container).leases, payment, work)
  } catch (error) {
    throw error instanceof LeaseLostError ? underWay() : error
  }
}

/**
 * Records a refund that the service's own portal gave. Nothing is sent of it, so no open refund keeps a second one away: of two
 * staff who record the same, the later one reads what the earlier one recorded.
 */
async function oneGivenAtATime(
  container: MedusaContainer,
  order: FollowedOrder,
  writing: Writing
): Promise<Attempt> {
  const recorded = await eInvoiceModule(container).leases.hold(
    `refund-given:${order.id}`,
    async () => {
      const written = await write(container, order, writing)
      await recordGiven(refundDependenciesOf(container), order, written)
      return written
    }
  )
  if (!recorded) {
    throw underWay()
  }
  return recorded
}

/** Writes down that the service gave it. Medusa's refund is made for it next; until then it counts as missing there. */
async function recordGiven(
  dependencies: RefundDependencies,
  { storedStatus }: FollowedOrder,
  written: Attempt
): Promise<void> {
  const { refunds } = dependencies
  const { id: refundId } = written
  const row = await refunds.send(written, { refundId, type: null, statusBefore: storedStatus })
  if (!row || !(await refunds.succeeded(row))) {
    throw underWay()
  }
  if (row.purpose === "credit") {
    await compareRefunds(dependencies, row.e_invoice_order_id)
  }
}

const isMissing = async ({ medusaRefunds }: RefundDependencies, row: RefundRow): Promise<boolean> =>
  (await missingInMedusa(medusaRefunds, [row])).length > 0

function booksOf(
  { books, refunds }: RefundAccount,
  { paid }: FollowedOrder,
  { given_at_service }: PrepareRefundInput
) {
  if (!books?.isCaptured) {
    if ((given_at_service || paid) && refunds.some(({ mayBeRuledOut }) => mayBeRuledOut)) {
      throw notAllowed(
        `${given_at_service ? "Nothing was recorded" : "The refund was not sent"}: record first, in the order's Refunds section, what became of the credit that is listed there. The payment is not captured before that.`,
        { code: "credit_unsettled" }
      )
    }
    if (given_at_service && paid && books?.isCancelled) {
      throw notAllowed(
        "Nothing was recorded: the invoice's payment is cancelled in Medusa, which can record no refund of it. Once the customer has back what they paid too much, mark the case as handled.",
        { code: "paid_uncapturable" }
      )
    }
    throw notAllowed(
      given_at_service
        ? "Nothing was recorded: the invoice is not paid, so what the service's portal took off it is a credit. If Medusa already waits for that much less, as when the order is lower or some of it was paid another way, wait until the invoice is paid, and record it then. Otherwise, take the same off the Medusa order, and record that credit as carried out."
        : "The order was not refunded: its payment is not captured in Medusa, so there is nothing to refund. Cancel the order instead.",
      { code: given_at_service ? "credited_at_service" : "not_captured" }
    )
  }
  return books
}

/** A recorded intent keeps its amount: less is left since. */
function choiceOf(
  { amount, lines, given_at_service: isGiven }: PrepareRefundInput,
  { leftOre, givenOre }: RefundAccount,
  written: string | undefined
): RefundChoice {
  if (lines) {
    return {
      lines: lines.map((line) => ({ ...line, amount: String(line.amount) })),
    }
  }
  const all = written ?? formatOre(isGiven ? givenOre : leftOre)
  return { amount: amount === undefined ? all : String(amount) }
}

/** What is to be written down. */
type Writing = {
  readonly key: string
  readonly choice: RefundChoice
  readonly isCancelled: boolean
  readonly given: boolean | undefined
  readonly besideAnother: boolean | undefined
  /** Whether it is to be refunded besides another one. */
  readonly isConfirmed: boolean
  readonly seen: string | undefined
  /** The payment lease of the Medusa order, under which it is written down. */
  readonly lease: Lease
}

/**
 * Reads order and account again, now that nothing is open, checks the choice against them, and writes the refund down: a new one, or
 * another attempt of the one that the key stands for.
 */
async function write(
  container: MedusaContainer,
  known: FollowedOrder,
  { key, choice, isCancelled, given, besideAnother, isConfirmed, seen, lease }: Writing
): Promise<Attempt> {
  const dependencies = refundDependenciesOf(container)
  const { refunds, orders } = dependencies
  const attempted = await refunds.ofKey(key)
  // The same request sent twice at once: a repetition gets the other's answer.
  if (attempted && attempted.state !== "rejected") {
    throw underWay()
  }
  // Another refund may have been recorded while the lease was waited for.
  const order = (await orders.statuses.find(known.id)) ?? known
  const account = await refundAccountOf(container, order)
  const isGiven = isGivenAtService(account, { given, besideAnother })
  if (account.isRefundedBeside && !isGiven) {
    // The other one is not recorded; this one does not explain it.
    await orders.statuses.flag(order.id, "refunded_at_service")
  }
  const { lines, linesProblem, change } = account
  const mostOre = isGiven ? account.givenOre : account.leftOre
  if (!lines) {
    throw linesProblem
      ? refusal("The refund was not sent", linesProblem, "refund_not_sent")
      : notAllowed(
          "The refund was not sent: it is not known yet whether the order exists at the service. Settle that first.",
          { code: "not_created" }
        )
  }
  const amountOre = chosenOre(choice)
  if (amountOre <= 0n) {
    throw invalidData("amount: must be more than nothing")
  }
  if (amountOre > mostOre) {
    const most = formatOre(mostOre)
    throw invalidData(
      `amount: is ${formatOre(amountOre)}, but only ${most} can still be refunded`,
      { code: "beyond_left", values: { amount: most } }
    )
  }
  if (change && order.flags.includes("return_unrefunded")) {
    refuseBeyondReturned(choice, change.changed)
  }
  const left = isGiven ? lines.map((line) => ({ ...line, leftOre: line.givenOre })) : lines
  const parts = partsOfChoice(
    choice,
    "lines" in choice ? left : left.filter(({ isSent }) => isSent),
    change,
    isGiven
  )
  // What went off the order is the credit that is missing; anything else may be recorded before that.
  if (isGiven && !isCancelled && parts.goods.length > 0) {
    await refuseWhereCreditIsMissing(dependencies, order)
  }
  // All goes back of an order that is cancelled, whatever it is for.
  if ("amount" in choice && !isCancelled) {
    refuseOwedElsewhere(amountOre, parts, change)
  }
  await refuseUnconfirmedRepeat(dependencies, order, {
    amountOre,
    // The service shows it beside all that was sent.
    isOwed: isGiven || amountOre <= owedHereOre(parts, change),
    isOwedNoMore:
      change !== undefined &&
      !isCancelled &&
      order.flags.includes("return_unrefunded") &&
      toGiveBack(change, { leftOre: mostOre, isSetOff: true }).shares.length === 0,
    isGiven,
    seen: isGiven ? undefined : seen,
    isConfirmed,
  })
  const next = { amount: formatOre(amountOre), ...parts, statusBefore: order.storedStatus }
  await lease.check()
  const row = attempted
    ? await refunds.beginAgain(attempted, next)
    : await refunds.begin({
        ...next,
        eInvoiceOrderId: order.id,
        key,
        purpose: isGiven && account.isGivenCredit ? "credit" : "refund",
      })
  if (!row) {
    throw underWay()
  }
  const { id, attempt, e_invoice_order_id } = row
  return { id, attempt, e_invoice_order_id }
}

function sameAmount(written: string, amountOre: bigint): void {
  if (toOre(written) !== amountOre) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Idempotency-Key: was used for another refund; use a new one for each intended refund"
    )
  }
}
