import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { isCancelled } from "../../modules/e-invoice/orders/order-status"
import { callStaff } from "../call-staff"
import { eInvoiceModule, momentOf } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentOf } from "../medusa-payment"
import { isBilled } from "../payments-of-order"
import { cancellationGraceEnd } from "../../domain/status/cancel-at-service"
import { isFullyRefunded } from "../../domain/status/order-warnings"
import type { PaymentEffect } from "./capture-order-payment"
import type { MedusaLink } from "./link-medusa-order"

/** An e-invoice order that the service ended, and whether a Medusa order stands for it. */
export type ReleaseOrderPaymentInput = {
  e_invoice_order_id: string
  link: MedusaLink
  at?: string | undefined
}

/** `standing`: as `done`, but Medusa may be about to cancel its order, which stands yet; it is looked at again after that. */
export type ReleaseEffect = PaymentEffect | "standing"

/** Id of `releaseOrderPaymentStep`. */
export const releaseOrderPaymentStepId = "release-e-invoice-order-payment"

/**
 * Cancels the Medusa payment of an e-invoice order that the service ended: Medusa's own flows drop that news. The
 * Medusa order stays; one that stays is flagged (docs/decisions/remote-cancellation.md).
 */
export const releaseOrderPaymentStep = createStep(
  releaseOrderPaymentStepId,
  async (
    { e_invoice_order_id: id, link, at }: ReleaseOrderPaymentInput,
    { container }
  ): Promise<StepResponse<ReleaseEffect>> => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice.orders
    const order = await statuses.find(id)
    const medusa = order && (await medusaPaymentOf(container, order))
    if (isCancelled(order?.status)) {
      // Whatever brought it about: a cancellation whose answer was lost has not failed after all.
      await statuses.unflag(
        id,
        "cancel_failed",
        "invoiced_after_cancel",
        "paid_after_cancel",
        "paid_uncapturable"
      )
    }
    if (!order) {
      return new StepResponse("impossible")
    }
    if (!medusa) {
      await flagIfLost(container, order)
      return new StepResponse("done")
    }
    if (!medusa.payment && link === "waiting") {
      return new StepResponse("waiting")
    }
    if (medusa.payment?.touched && !medusa.payment.cancelled) {
      if (!isFullyRefunded(order)) {
        await flagCancelledAfterCapture(container, order)
      }
      return new StepResponse("impossible")
    }
    if (medusa.payment && !medusa.payment.cancelled) {
      await release(container, order, medusa.collectionId, medusa.payment.id)
    }
    return new StepResponse(await seeToOrder(container, order, medusa, momentOf(eInvoice, { at })))
  }
)

async function release(
  container: MedusaContainer,
  order: FollowedOrder,
  collectionId: string | undefined,
  paymentId: string
): Promise<void> {
  const { timeline } = eInvoiceModule(container)
  const payments = container.resolve(Modules.PAYMENT)
  await payments.cancelPayment(paymentId)
  if (collectionId !== undefined) {
    await payments.updatePaymentCollections(collectionId, {
      status: PaymentCollectionStatus.CANCELED,
    })
  }
  await timeline.record({
    eInvoiceOrderId: order.id,
    actor: "service",
    action: "release-payment",
    outcome: "done",
    detail: { status: order.status ?? null },
  })
}

/** What Medusa once had of the order is gone; of a creation that nothing in Medusa ever claimed, nothing is. */
async function flagIfLost(
  container: MedusaContainer,
  { id, paymentId }: FollowedOrder
): Promise<void> {
  if (paymentId !== null) {
    await eInvoiceModule(container).orders.statuses.flag(id, "payment_missing")
  }
}

/**
 * Flags a Medusa order that stands unbilled. Where Medusa cancels
 * it itself, its cancellation follows upon that of the payment, unless its process was killed in between.
 */
async function seeToOrder(
  container: MedusaContainer,
  order: FollowedOrder,
  { order: medusaOrder }: MedusaPayment,
  now: Date
): Promise<ReleaseEffect> {
  if (!medusaOrder || medusaOrder.cancelled) {
    return "done"
  }
  const until = cancellationGraceEnd(order)
  if (until && now < until) {
    return "standing"
  }
  if (await isBilled(container, medusaOrder.id)) {
    return "done"
  }
  await callStaff(container, order.id, "cancelled_at_service", {
    actor: "service",
    action: "release-payment",
    outcome: "note",
    detail: { status: order.status ?? null, order_stands: true },
    message: `e-invoice: the service reports e-invoice order ${order.id} as ${order.status}; its Medusa payment was cancelled, its Medusa order was not.`,
  })
  return "done"
}

const flagCancelledAfterCapture = (
  container: MedusaContainer,
  { id, status }: FollowedOrder
): Promise<void> =>
  callStaff(container, id, "cancelled_after_capture", {
    actor: "service",
    action: "cancelled-after-capture",
    detail: { status: status ?? null },
  })
