import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { awaitsCancellation, cancelAtService } from "../../domain/status/cancel-at-service"
import { ConnectError, OperationDisabledError } from "../../connect"
import { refusal } from "../../domain/failure"
import { changeOfInvoices } from "../../domain/refunds/changed-order"
import { askedForOre, isReplaced, recordedAskedOre } from "../../domain/refunds/credit-by-hand"
import { orderNowOf } from "../../domain/refunds/medusa-order"
import {
  type CreditOutcome,
  creditRest,
  isPaidLess,
  sendCredit,
} from "../../domain/refunds/send-credit"
import { formatOre, toOre } from "../../mapping"
import { LEAST_ACCOUNTED_ORE, sum } from "../../mapping/decimal"
import { isUnsettled } from "../../modules/e-invoice/intent"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isStandingStatus } from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { oneBillAtATime, removeCollection } from "../bill-outstanding/bill-session"
import { bySource, type OpenBill } from "../bill-outstanding/open-bills"
import { covers, outstandingOfOrder } from "../bill-outstanding/outstanding-of-order"
import { eInvoiceModule, momentOf } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { type JudgedInvoices, judgeInvoices } from "../judge-invoices"
import { isStanding } from "../ship-then-bill/lines-of-parcel"
import { refundDependenciesOf } from "../refund-account"
import {
  type Change,
  type Payment,
  releaseOtherAmount,
  standingPayment,
} from "./payment-of-changed-order"

/** An e-invoice order whose Medusa order changed before it was paid. */
export type FollowOrderChangeInput = {
  e_invoice_order_id: string
  actor: TimelineActor
  /** The total refunded at the service in major units, where it has just given one. */
  refunded?: number | null | undefined
  /** The moment of the check in ISO 8601, when it is not the present. */
  at?: string | undefined
}

/** Whether the invoice is to be cancelled after all, as was requested. */
export type FollowedChange = { cancelling: boolean }

/** Id of `followOrderChangeStep`. */
export const followOrderChangeStepId = "follow-e-invoice-order-change"

/**
 * Has an invoice follow its changed Medusa order: the payment that Medusa wants instead of the one it cancelled is authorised
 * by the same invoice, and what the invoice asks for beyond that is credited. Each part is done once, and goes on
 * where another process left it. See docs/decisions/an-invoice-follows-its-order.md.
 *
 * @throws MedusaError when the service or Medusa could not be asked; it is tried again
 */
export const followOrderChangeStep = createStep(
  followOrderChangeStepId,
  async (input: FollowOrderChangeInput, { container }): Promise<StepResponse<FollowedChange>> => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice.orders
    const { e_invoice_order_id: id, refunded = null } = input
    if (refunded !== null) {
      await statuses.raiseRefundedTotal(id, formatOre(toOre(refunded)))
    }
    await followIfChanged(container, {
      id,
      actor: input.actor,
      namedOre: refunded === null ? undefined : toOre(refunded),
      now: momentOf(eInvoice, input),
    })
    const after = await statuses.find(id)
    return new StepResponse({ cancelling: after !== undefined && awaitsCancellation(after) })
  }
)

async function followIfChanged(
  container: MedusaContainer,
  change: Omit<Change, "orderId" | "lease">
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const order = await statuses.find(change.id)
  if (!order || order.orderChangedAt === null) {
    return
  }
  const medusa = await medusaPaymentOf(container, order)
  if (!isStandingStatus(order.status) || !medusa?.order || medusa.order.cancelled) {
    // What cancelled one of the two cancels the other.
    await close(container, order)
    return
  }
  if (isCancelledSince(order)) {
    return
  }
  const { id: orderId } = medusa.order
  try {
    await oneBillAtATime(container, orderId, (lease) =>
      follow(container, { ...change, orderId, lease })
    )
  } catch (error) {
    if (error instanceof ConnectError && isPatienceOver(change.now, order.orderChangedAt)) {
      await statuses.flag(change.id, "change_not_followed")
    }
    throw refusal("The change of the Medusa order was not followed yet", error, "not_followed_yet")
  }
}

/** Whether its cancellation was requested after the change. One of before does not count: the changed order is to be paid. */
const isCancelledSince = (order: FollowedOrder): boolean =>
  awaitsCancellation(order) &&
  (order.cancelRequestedAt?.getTime() ?? 0) > (order.orderChangedAt?.getTime() ?? 0)

async function follow(container: MedusaContainer, change: Change): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const { orderId } = change
  const found = await statuses.find(change.id)
  if (!found || found.orderChangedAt === null) {
    return
  }
  const judged = await judgeIfPossible(container, change, found.orderChangedAt)
  if (!judged && (await isBillInDoubt(container, orderId))) {
    return
  }
  await haveOthersFollow(container, change, judged)
  const keptOre = judged?.kept.get(found.id)
  const isLeft = keptOre === undefined || covers(formatOre(keptOre), "0")
  const isReleased = isLeft && (await releaseOtherAmount(container, found, { change, keptOre }))
  const order = isReleased ? await statuses.find(change.id) : found
  if (!order) {
    return
  }
  const payment = isLeft
    ? await standingPayment(container, order, {
        change,
        keptOre: await keptOf(container, order, { change, judged }),
      })
    : undefined
  if (!payment) {
    await cancelInvoice(container, order, change)
    return
  }
  const beyondOre = askedForOre(order) - toOre(payment.amount)
  const isBeyondRecorded = recordedAskedOre(order) > toOre(payment.amount)
  const outcome =
    beyondOre > 0n || isBeyondRecorded
      ? await credit(container, order, { payment, change, judged })
      : "credited"
  if (!payment.captured && (await asksForLess(container, order, payment))) {
    // A credit in doubt was found carried out in between.
    await statuses.orderChanged(order.id)
    return
  }
  if (outcome === "credited" || (payment.captured && outcome !== "unknown")) {
    await statuses.changeFollowed(order)
  }
  const isShort =
    outcome === "credited" &&
    ((payment.captured && (await isCapturedBeyond(container, order, payment))) ||
      (await awaitsWordOfStaff(container, order)))
  if (outcome === "credited" && !isShort) {
    await statuses.unflag(order.id, "change_not_followed")
    if (!awaitsCancellation(order)) {
      await statuses.unflag(order.id, "cancel_failed")
    }
  }
  if (outcome === "refused" || outcome === "unknown" || isShort) {
    await statuses.flag(order.id, "change_not_followed")
  }
  await note(container, order, {
    actor: change.actor,
    outcome: outcome === "credited" ? "done" : "failed",
    detail: {
      amount: formatOre(toOre(payment.amount)),
      ...(beyondOre > 0n && { credit: formatOre(beyondOre) }),
    },
  })
}

/** Whether Medusa captured more than the customer was asked for: a credit was found carried out afterwards. */
const isCapturedBeyond = async (
  container: MedusaContainer,
  order: FollowedOrder,
  payment: Payment
): Promise<boolean> =>
  (await isPaidLess(eInvoiceModule(container), order, toOre(payment.amount))) === "certainly"

/** Whether staff may have given a credit by hand that another took the place of: how much the invoice asks for is not known before they say. */
const awaitsWordOfStaff = async (container: MedusaContainer, { id }: FollowedOrder) =>
  (await eInvoiceModule(container).refunds.list(id)).some(isReplaced)

/** Whether an invoice asks for less by now than a payment is over, beyond how Medusa divides. */
async function asksForLess(
  container: MedusaContainer,
  { id }: FollowedOrder,
  payment: Payment
): Promise<boolean> {
  const order = await eInvoiceModule(container).orders.statuses.find(id)
  const askedOre = order === undefined ? 0n : askedForOre(order)
  return askedOre > 0n && toOre(payment.amount) - askedOre >= LEAST_ACCOUNTED_ORE
}

/**
 * Whether it is not known if a bill of the order exists. Where the lines do not say which invoice asks too much, it may be that one:
 * none is credited before that is settled, and the change stays to be followed.
 */
async function isBillInDoubt(container: MedusaContainer, orderId: string): Promise<boolean> {
  const rows = await eInvoiceModule(container).orders.statuses.ofOrder(orderId)
  return rows.some(isUnsettled)
}

/**
 * So long the lines of an invoice are asked for before its amount alone decides, which may mix VAT rates up, and before staff are called
 * where it does not, in milliseconds.
 */
const LINES_PATIENCE = 60 * 60_000

const isPatienceOver = (now: Date, changedAt: Date): boolean =>
  now.getTime() - changedAt.getTime() > LINES_PATIENCE

/**
 * What the order's lines say of its invoices. Where the service cannot tell them, an invoice that stands alone is credited by
 * the amount; of several it is not known which, until the service answers.
 *
 * @throws ConnectError where the service may tell later which invoice is to be credited
 */
async function judgeIfPossible(
  container: MedusaContainer,
  { orderId, now }: Change,
  changedAt: Date
): Promise<JudgedInvoices | undefined> {
  try {
    return await judgeInvoices(container, orderId)
  } catch (error) {
    const isUnreadable = error instanceof ConnectError && isPatienceOver(now, changedAt)
    if (
      error instanceof OperationDisabledError ||
      (isUnreadable && (await standsAlone(container, orderId)))
    ) {
      return undefined
    }
    throw error
  }
}

/** Medusa cancels the payment of one invoice; the lines that went may be billed by another. */
async function haveOthersFollow(
  container: MedusaContainer,
  { id }: Change,
  judged: JudgedInvoices | undefined
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  for (const other of judged?.tooMuch ?? []) {
    if (other !== id && (await statuses.find(other))?.orderChangedAt === null) {
      await statuses.orderChanged(other)
    }
  }
}

/**
 * What the order's lines leave of an invoice, in øre. Where several stand and the lines do not say which is to be credited, all
 * that it asks for: the order is flagged for that, and a credit of the wrong one could not be taken back. Beside a payment of another
 * provider, what went of its own lines: goods that the other one paid are no credit of it.
 *
 * @returns undefined of an invoice that stands alone, and follows what Medusa waits for
 */
async function keptOf(
  container: MedusaContainer,
  order: FollowedOrder,
  { change: { orderId }, judged }: { change: Change; judged: JudgedInvoices | undefined }
): Promise<bigint | undefined> {
  if (judged) {
    return judged.kept.get(order.id)
  }
  if (!(await standsAlone(container, orderId))) {
    return askedForOre(order)
  }
  const { isPaidOtherwise } = await outstandingOfOrder(container, orderId)
  if (!isPaidOtherwise) {
    return undefined
  }
  const leftOre = askedForOre(order) - (await goneOreOf(container, order, orderId))
  return leftOre > 0n ? leftOre : undefined
}

/** What went of an invoice's lines, in øre; nothing where that cannot be told. */
async function goneOreOf(
  container: MedusaContainer,
  order: FollowedOrder,
  orderId: string
): Promise<bigint> {
  const now = await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  try {
    const change = now && (await changeOfInvoices(eInvoiceModule(container), now, [order]))
    return sum((change?.changed.removed ?? []).map(({ amountOre }) => amountOre))
  } catch (error) {
    if (error instanceof ConnectError) {
      return 0n
    }
    throw error
  }
}

/** Whether the customer is asked for nothing of the order but one invoice. */
async function standsAlone(container: MedusaContainer, orderId: string): Promise<boolean> {
  const invoices = await eInvoiceModule(container).orders.statuses.ofOrder(orderId)
  if (invoices.filter(isStanding).length > 1) {
    return false
  }
  const { open } = await outstandingOfOrder(container, orderId)
  return !open.some(isBesideInvoices)
}

const isBesideInvoices = ({ source }: OpenBill): boolean =>
  source === bySource.record || source === bySource.reservation

/**
 * Credits what the invoice asks for beyond its payment. Once that is captured, staff may refund the difference themselves: it is
 * left to them. What fails here keeps no payment from its capture, and the change from being taken for followed.
 *
 * @returns `unknown` where nothing is written down of the credit, as the service could not say what the invoice is of
 */
async function credit(
  container: MedusaContainer,
  order: FollowedOrder,
  {
    payment,
    change,
    judged,
  }: { payment: Payment; change: Change; judged: JudgedInvoices | undefined }
): Promise<CreditOutcome | "unknown"> {
  // Goods that are kept after all, as of a cancelled return, are credited no more.
  const keptOre = judged?.kept.get(order.id)
  const isKept = keptOre !== undefined && keptOre - toOre(payment.amount) >= LEAST_ACCOUNTED_ORE
  if (isKept) {
    return "refused"
  }
  const { orderId, actor, namedOre, now, lease } = change
  await lease.check()
  try {
    return await sendCredit(refundDependenciesOf(container), order, {
      downToOre: toOre(payment.amount),
      ...(judged
        ? { lines: judged.credits.get(order.id) ?? [] }
        : {
            orderNow: await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId),
          }),
      actor,
      namedOre,
      isLeftToStaff: payment.captured,
      now,
    })
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: what e-invoice order ${order.id} asks for beyond its changed Medusa order was not credited, and is asked for again: ${messageOf(error)}`
      )
    return "unknown"
  }
}

/** Nothing of the order is left to pay, as when all of it is returned. */
async function cancelInvoice(
  container: MedusaContainer,
  order: FollowedOrder,
  { actor, orderId }: Change
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const { outcome } = await cancelAtService(eInvoice, order, {
    note: "Nothing of the order is left to pay",
    actor,
    creditRest: creditRest(refundDependenciesOf(container), actor),
    isAskedAgain: true,
  })
  if (outcome === "cancelled") {
    await releaseEnded(container, order)
    await removeEmptyCollection(container, orderId)
    await close(container, order)
  } else {
    await eInvoice.orders.statuses.flag(order.id, "change_not_followed")
  }
}

/** The payment of an invoice that asks for nothing any more, where Medusa left it authorised. */
async function releaseEnded(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  const medusa = await medusaPaymentOf(container, order)
  if (medusa?.payment && !medusa.payment.cancelled && !medusa.payment.touched) {
    const payments = container.resolve(Modules.PAYMENT)
    await payments.cancelPayment(medusa.payment.id)
    await payments.updatePaymentCollections(medusa.collectionId ?? "", {
      status: PaymentCollectionStatus.CANCELED,
    })
  }
}

/** Medusa left it for the payment that nothing is wanted of. At the next change it would be changed instead of a payment. */
async function removeEmptyCollection(container: MedusaContainer, orderId: string): Promise<void> {
  const { unpaidCollection, billable } = await outstandingOfOrder(container, orderId)
  if (unpaidCollection !== undefined && !covers(billable, "0")) {
    await removeCollection(container, unpaidCollection)
  }
}

async function close(container: MedusaContainer, order: FollowedOrder): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  if (await statuses.changeFollowed(order)) {
    await statuses.unflag(order.id, "change_not_followed")
  }
}

async function note(
  container: MedusaContainer,
  { id }: FollowedOrder,
  entry: { actor: TimelineActor; outcome: "done" | "failed"; detail: Record<string, string> }
): Promise<void> {
  await eInvoiceModule(container).timeline.recordOnce({
    eInvoiceOrderId: id,
    action: "follow-order-change",
    ...entry,
  })
}
