import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  MedusaError,
  Modules,
  OrderChangeStatus,
} from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { capturePaymentWorkflow, completeCartWorkflowId } from "@medusajs/medusa/core-flows"

import { isDeclined, notAllowed } from "../../domain/failure"
import { writePayment } from "../../domain/payment-lease"
import { isCreditedAndRefunded, recordedAskedOre } from "../../domain/refunds/credit-by-hand"
import { isPaidLess, sendCredit } from "../../domain/refunds/send-credit"
import { formatOre, toOre } from "../../mapping"
import { retryUntilDone, type Lease, PATIENCE } from "../../modules/e-invoice/leases"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { recountIfPossible, recountPayments } from "../recount-payments"
import { replacePlaceholders } from "../bill-outstanding/bill-session"
import { callStaff } from "../call-staff"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { logErrors } from "../background-work"
import { refundDependenciesOf } from "../refund-account"
import { aloneWithCart, checkNothingElsePays, isPaidAnotherWay } from "../standing-order"
import { isFullyRefunded } from "../../domain/status/order-warnings"
import type { MedusaLink } from "./link-medusa-order"

/** A paid e-invoice order, and whether a Medusa order stands for it. */
export type CaptureOrderPaymentInput = { e_invoice_order_id: string; link: MedusaLink }

/**
 * - `done`: the payment is captured
 * - `waiting`: the Medusa order is still being written, or its payment has yet to follow a credit
 * - `unknown`: a credit in doubt leaves open how much was paid; staff settle it
 * - `impossible`: staff have to decide; the order is flagged
 */
export type PaymentEffect = "done" | "waiting" | "unknown" | "impossible"

/** `credited`: all that it asked for was credited, and what its customer paid went back, so that its payment is to be released. */
export type CaptureEffect = PaymentEffect | "credited"

/** Id of `captureOrderPaymentStep`. */
export const captureOrderPaymentStepId = "capture-e-invoice-order-payment"

/**
 * How much longer than its call to the service a capture may take before it counts as left behind, in milliseconds: Medusa writes
 * it down before it waits for the lease.
 */
const CAPTURE_MARGIN = PATIENCE + 10_000

/**
 * Captures the Medusa payment of a paid e-invoice order, and checks that it really happened. Where the checkout broke off
 * after the e-invoice order was made, the payment is authorised first, and the cart completed afterwards.
 *
 * Medusa's own flow for this (`processPaymentWorkflow`) is not used: it takes the cart from the payment session, and where
 * that was deleted meanwhile it completes the cart of another shopper (docs/internals/medusa-gaps.md).
 */
export const captureOrderPaymentStep = createStep(
  captureOrderPaymentStepId,
  async (
    { e_invoice_order_id: id, link }: CaptureOrderPaymentInput,
    { container }
  ): Promise<StepResponse<CaptureEffect>> => {
    const { statuses } = eInvoiceModule(container).orders
    const order = await statuses.find(id)
    if (!order) {
      return new StepResponse("impossible")
    }
    await liftFlagsOfTheUnpaid(container, order)
    const medusa = await medusaPaymentOf(container, order)
    if (!medusa?.payment && link === "second") {
      return new StepResponse("impossible")
    }
    if (!medusa?.payment && (!medusa?.isPayable || link === "unclaimable")) {
      await flagUncapturable(container, order, medusa)
      return new StepResponse("impossible")
    }
    if (medusa.payment?.cancelled && !medusa.payment.captured) {
      await flagPaid(container, order, "paid_uncapturable")
    } else if (medusa.order?.cancelled && !isRefundFlagged(order)) {
      await flagPaid(container, order, "paid_after_cancel")
    }
    if (medusa.payment?.captured) {
      if (medusa.counting) {
        await recountPayments(container, medusa.counting.id)
      }
      if (!(await isCounted(container, medusa.counting, medusa.payment.id))) {
        await capture(container, order, medusa)
      }
      return new StepResponse("done")
    }
    if (medusa.payment?.cancelled) {
      return new StepResponse("impossible")
    }
    if (!medusa.payment && link === "waiting") {
      return new StepResponse("waiting")
    }
    const paidLess = medusa.payment && (await howPaidLess(container, order, medusa))
    if (paidLess === "perhaps") {
      return new StepResponse("unknown")
    }
    if (paidLess === "certainly" && medusa.order?.cancelled) {
      if (recordedAskedOre(order) <= 0n) {
        // All of it was credited, as staff recorded: no money is left to capture.
        return new StepResponse("impossible")
      }
    } else if (paidLess === "certainly" && isCreditedAndRefunded(order)) {
      return new StepResponse("credited")
    } else if (paidLess === "certainly") {
      if (medusa.payment?.touched) {
        await clearLeftCaptures(container, order, medusa.payment.id)
      }
      await statuses.orderChanged(id)
      return new StepResponse("waiting")
    }
    if (!medusa.payment && (await isPaidAnotherWay(container, order))) {
      await flagUncapturable(container, order, medusa)
      return new StepResponse("impossible")
    }
    try {
      await capture(container, order, medusa)
    } catch (error) {
      if (medusa.payment || !isDeclined(error)) {
        throw error
      }
      await flagUncapturable(container, order, medusa)
      return new StepResponse("impossible")
    }
    return new StepResponse("done")
  }
)

/**
 * Whether the customer paid less than the payment is over. Of a cancelled order nothing else is credited any more: what the service
 * shows beyond the recorded credits is left to staff, who say whether it is a further one.
 */
async function howPaidLess(
  container: MedusaContainer,
  order: FollowedOrder,
  { order: medusaOrder, payment }: MedusaPayment
): ReturnType<typeof isPaidLess> {
  const judge = () => isPaidLess(eInvoiceModule(container), order, toOre(payment?.amount ?? "0"))
  const paidLess = await judge()
  const isUnrecorded = order.flags.includes("refunded_at_service")
  if (paidLess !== "certainly" || !medusaOrder?.cancelled || !isUnrecorded) {
    return paidLess
  }
  await sendCredit(refundDependenciesOf(container), order, {
    downToOre: 0n,
    actor: "schedule",
    isLeftToStaff: true,
  })
  return judge()
}

/**
 * Takes away captures of a payment that is not captured. Medusa writes a capture before it asks the provider, and takes it
 * back itself where that fails; one whose process was killed in between would keep the payment from ever being captured.
 *
 * @returns false while the process that wrote one may still be at work
 */
export async function clearLeftCaptures(
  container: MedusaContainer,
  order: FollowedOrder,
  paymentId: string
): Promise<boolean> {
  const { clock, options, timeline } = eInvoiceModule(container)
  const payments = container.resolve(Modules.PAYMENT)
  const captures = await payments.listCaptures({ payment_id: paymentId })
  const left = clock.now().getTime() - options.requestBudget - CAPTURE_MARGIN
  if (captures.some(({ created_at }) => new Date(created_at).getTime() > left)) {
    return false
  }
  await payments.deleteCaptures(captures.map(({ id }) => id))
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor: "schedule",
    action: "capture",
    outcome: "note",
    detail: { left_by_a_killed_process: captures.length },
  })
  return true
}

const counts = z.array(z.object({ reference_id: z.string().nullish() }))

/** Whether a Medusa order that stands counts all captures of its payment. */
async function isCounted(
  container: MedusaContainer,
  order: MedusaPayment["counting"],
  paymentId: string
): Promise<boolean> {
  if (!order || order.cancelled) {
    return true
  }
  const captures = await container
    .resolve(Modules.PAYMENT)
    .listCaptures({ payment_id: paymentId }, { select: ["id"] })
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_transaction",
    fields: ["id", "reference_id"],
    filters: { order_id: order.id, reference: "capture" },
  })
  const counted = new Set(counts.parse(data).map(({ reference_id: id }) => id))
  return captures.every(({ id }) => counted.has(id))
}

async function capture(
  container: MedusaContainer,
  order: FollowedOrder,
  medusa: MedusaPayment
): Promise<void> {
  const { id } = medusa.payment ?? (await authorise(container, order, medusa.cartId))
  const isDone = await retryUntilDone(() =>
    writePayment(
      eInvoiceModule(container).leases,
      { orderId: medusa.counting?.id, paymentId: id, of: "capture" },
      (lease) => captureUnlessUnderWay(container, { ...order, paymentId: id }, lease)
    )
  )
  if (!isDone) {
    throw notAllowed(
      `The payment of e-invoice order ${order.id} is being captured already. Try again in a moment.`,
      { code: "payment_under_way" }
    )
  }
  if (medusa.cartId !== undefined && !medusa.order) {
    await completeCart(container, order, medusa.cartId)
  }
  const after = await medusaPaymentOf(container, { ...order, paymentId: id })
  if (!after?.payment?.captured) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa did not capture the payment of e-invoice order ${order.id}, and gave no reason.`
    )
  }
  const { statuses } = eInvoiceModule(container).orders
  await statuses.link(order.id, { paymentId: id })
  if (!after.order) {
    // Money came for what will not be delivered.
    await statuses.flag(order.id, "order_missing")
    return
  }
  if (await isChanging(container, after.order.id)) {
    await recountIfPossible(container, after.order.id)
    // Medusa may not have confirmed the change yet, or may take it back: then its order does not count this payment.
    await statuses.lookWithin(order.id, CHANGING)
  }
  await replacePlaceholders(container, after.collectionId)
  await statuses.link(order.id, { orderId: after.order.id })
  await statuses.unflag(order.id, "order_missing", "payment_missing")
}

/** How long Medusa may take to confirm a change of an order or to take it back, in milliseconds. */
const CHANGING = 60_000

const changes = z.array(z.object({ status: z.string(), updated_at: z.coerce.date() }))

/** Whether a change of a Medusa order is begun and not confirmed, or was confirmed just now. */
async function isChanging(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { clock } = eInvoiceModule(container)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["id", "status", "updated_at"],
    filters: { order_id: orderId },
  })
  return changes
    .parse(data)
    .some(
      ({ status, updated_at: at }) =>
        status === OrderChangeStatus.PENDING ||
        status === OrderChangeStatus.REQUESTED ||
        clock.now().getTime() - at.getTime() < CHANGING
    )
}

/**
 * Medusa's process may have ended after the capture, and before the order counted it: what it does not count would be billed
 * once more. Asked once more, Medusa's flow asks no provider, and writes what is missing.
 *
 * @returns undefined where Medusa's own capture of it waits for the lease, which is left to it
 */
async function captureUnlessUnderWay(
  container: MedusaContainer,
  order: FollowedOrder & { paymentId: string },
  lease: Lease
): Promise<true | undefined> {
  const { paymentId } = order
  const medusa = await medusaPaymentOf(container, order)
  const payment = medusa?.payment
  if (payment?.captured) {
    if (!(await isCounted(container, medusa?.counting, paymentId))) {
      await lease.check()
      await capturePaymentWorkflow(container).run({ input: { payment_id: paymentId } })
    }
    return true
  }
  if (payment?.touched && !(await clearLeftCaptures(container, order, paymentId))) {
    return undefined
  }
  await lease.check()
  const amount = medusa?.order?.cancelled
    ? await lowerToPaid(container, order, medusa)
    : payment?.amount
  await capturePaymentWorkflow(container).run({
    input: { payment_id: paymentId, ...(amount !== undefined && { amount }) },
  })
  return true
}

/**
 * Lowers the payment of a cancelled order to what its invoice asked for: Medusa authorises no other payment of it. The provider
 * judges once more before it is captured.
 *
 * @returns what it is over now; decimal major units
 */
async function lowerToPaid(
  container: MedusaContainer,
  { id }: FollowedOrder,
  { payment, collectionId }: MedusaPayment
): Promise<string | undefined> {
  const { statuses } = eInvoiceModule(container).orders
  const order = await statuses.find(id)
  if (!payment || !order || collectionId === undefined) {
    return payment?.amount
  }
  const paidLess = await isPaidLess(eInvoiceModule(container), order, toOre(payment.amount))
  const paidOre = recordedAskedOre(order)
  if (paidLess !== "certainly" || paidOre <= 0n) {
    return payment.amount
  }
  const amount = formatOre(paidOre)
  const payments = container.resolve(Modules.PAYMENT)
  const { payments: all = [] } = await payments.retrievePaymentCollection(collectionId, {
    relations: ["payments"],
  })
  const others = all.filter((other) => other.id !== payment.id && !other.canceled_at)
  // Before the payment: where the process ends in between, both are lowered again.
  await payments.updatePaymentCollections(collectionId, {
    amount: others.reduce((sum, other) => MathBN.add(sum, other.amount), MathBN.convert(amount)),
  })
  // Medusa's types leave out the amount.
  const lowered = { id: payment.id, amount }
  await payments.updatePayment(lowered)
  return amount
}

/** Makes the payment of a checkout that broke off after the e-invoice order was made. */
async function authorise(
  container: MedusaContainer,
  order: FollowedOrder,
  cartId: string | undefined
): Promise<{ id: string; amount: string }> {
  await aloneWithCart(container, cartId, async () => {
    await checkNothingElsePays(container, order)
    await container.resolve(Modules.PAYMENT).authorizePaymentSession(order.paymentSessionId, {})
  })
  const medusa = await medusaPaymentOf(container, order)
  if (!medusa?.payment) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `Medusa made no payment of e-invoice order ${order.id}, and gave no reason.`
    )
  }
  return medusa.payment
}

/** The money is in the books whether or not the order can be placed; without one, `order_missing` says so. */
const completeCart = (
  container: MedusaContainer,
  { id }: FollowedOrder,
  cartId: string
): Promise<boolean> =>
  logErrors({ container }, `the cart of paid e-invoice order ${id}`, () =>
    container
      .resolve(Modules.WORKFLOW_ENGINE)
      .run(completeCartWorkflowId, { input: { id: cartId } })
  )

/** Money came, and Medusa has neither a payment nor a session to make one of: it may cost something else by now. */
async function flagUncapturable(
  container: MedusaContainer,
  order: FollowedOrder,
  medusa: MedusaPayment | undefined
): Promise<void> {
  if (isFullyRefunded(order)) {
    return
  }
  await callStaff(container, order.id, medusa?.order ? "payment_missing" : "order_missing", {
    actor: "schedule",
    action: "find-medusa-payment",
    detail: { paid: true, order_found: medusa?.order !== undefined },
  })
}

/** Flags that speak of an order which is not paid: what counts as captured has outlived them. */
async function liftFlagsOfTheUnpaid(
  container: MedusaContainer,
  { id, flags, paid, status }: FollowedOrder
): Promise<void> {
  if (flags.length > 0) {
    await eInvoiceModule(container).orders.statuses.unflag(
      id,
      // One whose payment was released, as all of it had been credited, still stands unbilled.
      ...(status === "REFUNDED" ? [] : (["cancelled_at_service"] as const)),
      "cancelled_after_capture",
      "invoiced_after_cancel",
      // What is paid cannot be cancelled any more, and that it came is flagged by itself.
      ...(paid ? (["cancel_failed"] as const) : [])
    )
  }
}

/** Whether the order was paid before it was cancelled, and its refund is flagged by itself. */
const isRefundFlagged = ({ flags }: FollowedOrder): boolean =>
  flags.includes("refund_failed") || flags.includes("refund_in_doubt")

/** Flags what was paid although its order or its payment is cancelled in Medusa. */
async function flagPaid(
  container: MedusaContainer,
  order: FollowedOrder,
  flag: "paid_after_cancel" | "paid_uncapturable"
): Promise<void> {
  const isFlagged = order.flags.includes(flag)
  if (isFullyRefunded(order)) {
    if (isFlagged) {
      await eInvoiceModule(container).orders.statuses.unflag(order.id, flag)
    }
    return
  }
  if (isFlagged) {
    return
  }
  await callStaff(container, order.id, flag, {
    actor: "service",
    action: "paid-after-cancel",
    message: `e-invoice: the service reports e-invoice order ${order.id} paid although Medusa cancelled it. Refund it, or place the order anew.`,
  })
}
