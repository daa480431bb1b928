import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { awaitsPayment } from "../../modules/e-invoice/orders/order-status"
import { callStaff } from "../call-staff"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { clearLeftCaptures } from "./capture-order-payment"

/** An e-invoice order that is not over, and not paid. */
export type JudgeOpenInvoiceInput = { e_invoice_order_id: string }

/**
 * - `wanted`: Medusa waits for its payment
 * - `unwanted`: the Medusa order is cancelled, so its invoice is to be cancelled
 * - `undecided`: the payment is cancelled in Medusa, or gone, and the order is not; staff were asked to decide
 */
export type InvoiceJudgement = "wanted" | "unwanted" | "undecided"

/** Id of `judgeOpenInvoiceStep`. */
export const judgeOpenInvoiceStepId = "judge-open-e-invoice"

/**
 * Says whether Medusa still wants an order that is not over. It may have given it up: the service can make an invoice of an
 * order that it had reported EXPIRED, and a Medusa order may have been cancelled while the plugin was not installed.
 */
export const judgeOpenInvoiceStep = createStep(
  judgeOpenInvoiceStepId,
  async (
    { e_invoice_order_id: id }: JudgeOpenInvoiceInput,
    { container }
  ): Promise<StepResponse<InvoiceJudgement>> => {
    const { statuses } = eInvoiceModule(container).orders
    const order = await statuses.find(id)
    const medusa = order && (await medusaPaymentOf(container, order))
    if (order?.flags.includes("cancelled_at_service")) {
      await statuses.unflag(id, "cancelled_at_service")
    }
    if (medusa?.order?.cancelled) {
      return new StepResponse("unwanted")
    }
    if (order && medusa?.payment?.cancelled && awaitsPayment(order)) {
      await flagInvoicedAfterCancel(container, order)
      return new StepResponse("undecided")
    }
    if (order?.paymentId && !medusa?.payment) {
      await flagPaymentMissing(container, order)
      return new StepResponse("undecided")
    }
    await statuses.unflag(id, "payment_missing")
    if (order && medusa?.payment?.touched && !medusa.payment.captured) {
      await clearLeftCaptures(container, order, medusa.payment.id)
    }
    return new StepResponse("wanted")
  }
)

const flagPaymentMissing = (
  container: MedusaContainer,
  { id, orderId }: FollowedOrder
): Promise<void> =>
  callStaff(container, id, "payment_missing", {
    actor: "schedule",
    action: "find-medusa-payment",
    detail: { order_found: orderId !== null },
  })

const flagInvoicedAfterCancel = (
  container: MedusaContainer,
  { id }: FollowedOrder
): Promise<void> =>
  callStaff(container, id, "invoiced_after_cancel", {
    actor: "service",
    action: "invoiced-after-cancel",
    message: `e-invoice: the service made an invoice of e-invoice order ${id} although its payment is cancelled in Medusa. Cancel the invoice, or see to its payment yourself.`,
  })
