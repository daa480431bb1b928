import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  MedusaError,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { awaitsCancellation, cancelAtService } from "../../domain/status/cancel-at-service"
import { ConnectError } from "../../connect"
import { changeOfOrder } from "../../domain/refunds/changed-order"
import { orderNowOf } from "../../domain/refunds/medusa-order"
import {
  askedForOre,
  type CreditOutcome,
  creditRest,
  sendCredit,
} from "../../domain/refunds/send-refund"
import { cheaperAndDearer, formatOre, LEAST_AMOUNT, toOre } from "../../mapping"
import type { Lease } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  isEndedWithoutPayment,
  isWhollyRefunded,
} from "../../modules/e-invoice/orders/order-status"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { oneBillAtATime } from "../bill-outstanding/bill-outstanding-amount"
import { collectionFor } from "../bill-outstanding/bill-session"
import { covers, leftBeside, outstandingOfOrder } from "../bill-outstanding/outstanding-of-order"
import { eInvoiceModule, momentOf } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { heldBackOf } from "../ship-then-bill/lines-of-parcel"
import { refundDependenciesOf } from "../refund-account"
import { openSession } from "../standing-order"

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
 * by the same invoice, and what the invoice asks for beyond that is credited. Each part is done once, whoever does it, and
 * goes on where another process left it. See docs/decisions/an-invoice-follows-its-order.md.
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
  const isOver = isEndedWithoutPayment(order.status) || isWhollyRefunded(order.status)
  if (isOver || !medusa?.order || medusa.order.cancelled) {
    // Whoever cancelled one of the two sees to the other.
    await close(container, order)
    return
  }
  if (isCancelledSince(order)) {
    return
  }
  const { id: orderId } = medusa.order
  await oneBillAtATime(container, orderId, (lease) =>
    follow(container, { ...change, orderId, lease })
  )
}

/** Whether the invoice was to be cancelled after the change; a wish of before it is stale once more is wanted of it. */
const isCancelledSince = (order: FollowedOrder): boolean =>
  awaitsCancellation(order) &&
  (order.cancelRequestedAt?.getTime() ?? 0) > (order.orderChangedAt?.getTime() ?? 0)

type Change = {
  id: string
  orderId: string
  actor: TimelineActor
  namedOre: bigint | undefined
  now: Date
  lease: Lease
}

async function follow(container: MedusaContainer, change: Change): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const order = await statuses.find(change.id)
  if (!order || order.orderChangedAt === null) {
    return
  }
  const payment = await standingPayment(container, order, change)
  if (!payment) {
    await cancelInvoice(container, order, change)
    return
  }
  const beyondOre = askedForOre(order) - toOre(payment.amount)
  const outcome = beyondOre <= 0n ? "credited" : await credit(container, order, { payment, change })
  if (outcome === "credited" || payment.captured) {
    await statuses.changeFollowed(order)
  }
  if (outcome === "credited") {
    await statuses.unflag(order.id, "change_not_followed")
  }
  if (outcome === "refused") {
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

/**
 * Credits what the invoice asks for beyond its payment. Once that is captured, staff may refund the difference themselves: it is
 * left to them. What fails here keeps no payment from its capture.
 */
async function credit(
  container: MedusaContainer,
  order: FollowedOrder,
  { payment, change }: { payment: Payment; change: Change }
): Promise<CreditOutcome> {
  if (payment.captured) {
    return "refused"
  }
  const { orderId, actor, namedOre, now, lease } = change
  await lease.check()
  try {
    return await sendCredit(refundDependenciesOf(container), order, {
      downToOre: toOre(payment.amount),
      orderNow: await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId),
      actor,
      namedOre,
      now,
    })
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: what e-invoice order ${order.id} asks for beyond its changed Medusa order was not credited, and is asked for again: ${messageOf(error)}`
      )
    return "refused"
  }
}

type Payment = NonNullable<MedusaPayment["payment"]>

/**
 * The payment that stands for the invoice now. Where Medusa cancelled it, a new one is authorised over what it wants instead, at
 * most what the invoice asks for; an invoice of which less is wanted is credited afterwards.
 *
 * @returns undefined where Medusa wants nothing more of the invoice
 */
async function standingPayment(
  container: MedusaContainer,
  order: FollowedOrder,
  { orderId, lease }: Change
): Promise<Payment | undefined> {
  const before = await medusaPaymentOf(container, order)
  if (before?.payment && !before.payment.cancelled) {
    if (!(await isBeingCancelled(container, order, before))) {
      return before.payment
    }
  } else if (before?.payment === undefined && before?.isPayable) {
    // Left by a process that ended: what is wanted may be another amount by now.
    await container.resolve(Modules.PAYMENT).deletePaymentSession(order.paymentSessionId)
  }
  const sessionId = await openWantedSession(container, order, { orderId, lease })
  if (sessionId === undefined) {
    return undefined
  }
  await container.resolve(Modules.PAYMENT).authorizePaymentSession(sessionId, {})
  const { statuses } = eInvoiceModule(container).orders
  const moved = await statuses.find(order.id)
  const after = moved && (await medusaPaymentOf(container, moved))
  if (!after?.payment) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa made no payment of e-invoice order ${order.id}, and gave no reason.`
    )
  }
  await statuses.link(order.id, { paymentId: after.payment.id })
  return after.payment
}

/** How long Medusa may take to cancel a payment after it asked the provider, in milliseconds. */
const CANCELLING = 60_000

/**
 * Whether Medusa is about to cancel a payment of which it told the provider already. What a killed process left so is cancelled
 * here.
 *
 * @throws MedusaError conflict while the process may be at it
 */
async function isBeingCancelled(
  container: MedusaContainer,
  { id, orderChangedAt }: FollowedOrder,
  { collectionId, payment }: MedusaPayment
): Promise<boolean> {
  const payments = container.resolve(Modules.PAYMENT)
  const [collection] = await payments.listPaymentCollections({ id: collectionId ?? "" })
  if (collection?.status !== PaymentCollectionStatus.CANCELED || !payment) {
    return false
  }
  const { clock } = eInvoiceModule(container)
  if (clock.now().getTime() - (orderChangedAt?.getTime() ?? 0) < CANCELLING) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Medusa is cancelling the payment of e-invoice order ${id}.`
    )
  }
  await payments.cancelPayment(payment.id)
  return true
}

/** @returns undefined where Medusa wants nothing more of the invoice */
async function openWantedSession(
  container: MedusaContainer,
  order: FollowedOrder,
  { orderId, lease }: Pick<Change, "orderId" | "lease">
): Promise<string | undefined> {
  const { creations } = eInvoiceModule(container).orders
  const payments = container.resolve(Modules.PAYMENT)
  const outstanding = await outstandingOfOrder(container, orderId)
  // What waits for its parcels is no invoice's yet.
  const spoken = [...outstanding.open, ...(await heldBackOf(container, outstanding))]
  const wanted = leftBeside(outstanding.pending, spoken, [order.id, order.paymentId]).toFixed()
  if (!covers(wanted, "0")) {
    return undefined
  }
  const askedOre = askedForOre(order)
  if (askedOre <= 0n) {
    return undefined
  }
  const asked = formatOre(askedOre)
  const kept = await keptAcrossRates(container, order, { orderId, wanted })
  // Medusa's own amount where both agree, which may carry a fraction of an øre.
  const billable = kept ?? (MathBN.gt(MathBN.sub(wanted, asked), LEAST_AMOUNT) ? asked : wanted)
  await lease.check()
  const collectionId = await collectionFor(container, { ...outstanding, billable })
  await payments.updatePaymentCollections(collectionId, { amount: billable })
  const { currencyCode } = outstanding
  const sessionId = await openSession(
    container,
    { collectionId, currencyCode, amount: billable },
    (to) => creations.followTo(order.id, order.paymentSessionId, { sessionId: to, collectionId })
  )
  if (sessionId === undefined) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Another payment stands for e-invoice order ${order.id} since a moment ago.`
    )
  }
  return sessionId
}

/**
 * What an invoice asks for after a change that makes the order cheaper at one VAT rate and dearer at another, as an exchange of food
 * for a mug: all that is cheaper is credited, and all that is dearer is left to be billed by its own lines. One amount for both
 * would carry the wrong VAT.
 *
 * @returns decimal major units; undefined where the lines do not say so, or the service cannot tell them
 */
async function keptAcrossRates(
  container: MedusaContainer,
  order: FollowedOrder,
  { orderId, wanted }: { orderId: string; wanted: string }
): Promise<string | undefined> {
  const { connect, orders, refunds } = eInvoiceModule(container)
  const sent = (await orders.creations.find(order.id))?.sent_request
  const now = await orderNowOf(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  if (!sent || !now || order.orderUuid === null) {
    return undefined
  }
  try {
    const { data } = await connect.call("orders.details", {
      params: { order_uuid: order.orderUuid },
    })
    const change = await changeOfOrder({ connect, orders, refunds }, order, now, {
      sent,
      listed: data.productList,
    })
    if (!change) {
      return undefined
    }
    const { lessOre, moreOre } = cheaperAndDearer(change.changed)
    const keptOre = askedForOre(order) - lessOre
    const isAccounted = MathBN.lt(
      MathBN.abs(MathBN.sub(wanted, formatOre(keptOre + moreOre))),
      LEAST_ACCOUNTED
    )
    return lessOre > 0n && moreOre > 0n && keptOre > 0n && isAccounted
      ? formatOre(keptOre)
      : undefined
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

/** Lines account for an amount when they differ by less: an øre for each of some lines, by how Medusa divides. */
const LEAST_ACCOUNTED = 0.1

/** Nothing of the order is left to pay, as when all of it is returned. */
async function cancelInvoice(
  container: MedusaContainer,
  order: FollowedOrder,
  { actor }: Change
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const { outcome } = await cancelAtService(eInvoice, order, {
    note: "Nothing of the order is left to pay",
    actor,
    creditRest: creditRest(refundDependenciesOf(container), actor),
  })
  if (outcome === "cancelled") {
    await close(container, order)
  } else {
    await eInvoice.orders.statuses.flag(order.id, "change_not_followed")
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
