import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { capturePaymentWorkflow, completeCartWorkflowId } from "@medusajs/medusa/core-flows"

import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { oneAtATime } from "../bill-outstanding/bill-outstanding-amount"
import { replacePlaceholders } from "../bill-outstanding/bill-session"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { logErrors } from "../background-work"
import { aloneWithCart, checkNothingElsePays, isPaidAnotherWay } from "../standing-order"
import { isFullyRefunded } from "../../domain/status/order-warnings"
import type { MedusaLink } from "./link-medusa-order"

/** A paid e-invoice order, and whether a Medusa order stands for it. */
export type CaptureOrderPaymentInput = { e_invoice_order_id: string; link: MedusaLink }

/**
 * - `done`: the payment is captured
 * - `waiting`: the Medusa order is still being written
 * - `impossible`: staff have to decide; the order is flagged
 */
export type PaymentEffect = "done" | "waiting" | "impossible"

/** Id of `captureOrderPaymentStep`. */
export const captureOrderPaymentStepId = "capture-e-invoice-order-payment"

/** How much longer than its call to the service a capture may take before it counts as left behind, in milliseconds. */
const CAPTURE_MARGIN = 10_000

/**
 * Captures the Medusa payment of a paid e-invoice order, and checks that it really happened. Where the checkout broke off
 * after the e-invoice order was made, the payment is authorised first, and the cart completed afterwards.
 *
 * Medusa's own flow for this (`processPaymentWorkflow`) is not used: it takes the cart from the payment session, and where
 * that was deleted meanwhile it completes the cart of another shopper (docs/medusa-gaps.md).
 */
export const captureOrderPaymentStep = createStep(
  captureOrderPaymentStepId,
  async (
    { e_invoice_order_id: id, link }: CaptureOrderPaymentInput,
    { container }
  ): Promise<StepResponse<PaymentEffect>> => {
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
    if (medusa.order?.cancelled || medusa.payment?.cancelled) {
      await seeToPaidAfterCancel(container, order)
    }
    if (medusa.payment?.captured) {
      return new StepResponse("done")
    }
    if (medusa.payment?.cancelled) {
      return new StepResponse("impossible")
    }
    if (!medusa.payment && link === "waiting") {
      return new StepResponse("waiting")
    }
    if (!medusa.payment && (await isPaidAnotherWay(container, order))) {
      await flagUncapturable(container, order, medusa)
      return new StepResponse("impossible")
    }
    if (
      medusa.payment?.touched &&
      !(await clearLeftCaptures(container, order, medusa.payment.id))
    ) {
      throw new MedusaError(
        MedusaError.Types.CONFLICT,
        `The payment of e-invoice order ${id} is being captured already.`
      )
    }
    await capture(container, order, medusa)
    return new StepResponse("done")
  }
)

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

async function capture(
  container: MedusaContainer,
  order: FollowedOrder,
  medusa: MedusaPayment
): Promise<void> {
  const { id, amount } = medusa.payment ?? (await authorise(container, order, medusa.cartId))
  await aloneWithPayments(container, medusa.order?.id, () =>
    capturePaymentWorkflow(container).run({
      input: { payment_id: id, amount },
    })
  )
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
  await replacePlaceholders(container, after.collectionId)
  await statuses.link(order.id, { orderId: after.order.id })
  await statuses.unflag(order.id, "order_missing", "payment_missing")
}

/**
 * Captures one payment of a Medusa order at a time. Medusa adds what was captured to the order's summary by reading and writing it:
 * of two invoices of an order that are paid at once, one would stay outstanding for good.
 */
const aloneWithPayments = (
  container: MedusaContainer,
  orderId: string | undefined,
  act: () => Promise<unknown>
): Promise<unknown> =>
  orderId === undefined
    ? act()
    : oneAtATime(container, `capture:${orderId}`, act, () => {
        throw new MedusaError(
          MedusaError.Types.CONFLICT,
          `Another payment of Medusa order ${orderId} is being captured.`
        )
      })

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

/** Money came, and Medusa has neither a payment nor a session to make one of. */
async function flagUncapturable(
  container: MedusaContainer,
  order: FollowedOrder,
  medusa: MedusaPayment | undefined
): Promise<void> {
  const { timeline, orders } = eInvoiceModule(container)
  const { statuses } = orders
  if (isFullyRefunded(order)) {
    return
  }
  await statuses.flag(order.id, medusa?.order ? "payment_missing" : "order_missing")
  await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "schedule",
    action: "find-medusa-payment",
    outcome: "failed",
    detail: { paid: true, order_found: medusa?.order !== undefined },
  })
}

/** Flags that speak of an order which is not paid: what counts as captured has outlived them. */
async function liftFlagsOfTheUnpaid(
  container: MedusaContainer,
  { id, flags, paid }: FollowedOrder
): Promise<void> {
  if (flags.length > 0) {
    await eInvoiceModule(container).orders.statuses.unflag(
      id,
      "cancelled_at_service",
      "cancelled_after_capture",
      "invoiced_after_cancel",
      // What is paid cannot be cancelled any more, and that it came is flagged by itself.
      ...(paid ? (["cancel_failed"] as const) : [])
    )
  }
}

async function seeToPaidAfterCancel(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<void> {
  const { timeline, orders } = eInvoiceModule(container)
  const { statuses } = orders
  const isFlagged = order.flags.includes("paid_after_cancel")
  if (isFullyRefunded(order)) {
    if (isFlagged) {
      await statuses.unflag(order.id, "paid_after_cancel")
    }
    return
  }
  if (isFlagged) {
    return
  }
  await statuses.flag(order.id, "paid_after_cancel")
  await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "service",
    action: "paid-after-cancel",
    outcome: "failed",
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(
      `e-invoice: the service reports e-invoice order ${order.id} paid although Medusa cancelled it. Refund it, or place the order anew.`
    )
}
