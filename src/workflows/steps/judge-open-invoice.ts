import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"

/** An e-invoice order whose invoice is with the customer, and not paid. */
export type JudgeOpenInvoiceInput = { e_invoice_order_id: string }

/**
 * - `wanted`: Medusa waits for its payment
 * - `unwanted`: the Medusa order is cancelled, so nobody may be billed for it
 * - `undecided`: the payment is cancelled in Medusa and the order is not; a person was asked to decide
 */
export type InvoiceJudgement = "wanted" | "unwanted" | "undecided"

/** Id of `judgeOpenInvoiceStep`. */
export const judgeOpenInvoiceStepId = "judge-open-e-invoice"

/**
 * Says whether Medusa still wants an invoice that is out. It may have given the order up: the service can make an invoice
 * of an order that it had reported EXPIRED.
 */
export const judgeOpenInvoiceStep = createStep(
  judgeOpenInvoiceStepId,
  async (
    { e_invoice_order_id: id }: JudgeOpenInvoiceInput,
    { container }
  ): Promise<StepResponse<InvoiceJudgement>> => {
    const { statuses } = eInvoiceModule(container)
    const order = await statuses.find(id)
    const medusa =
      order && (await medusaPaymentOf(container, order.paymentSessionId))
    if (order?.flags.includes("cancelled_at_service")) {
      await statuses.unflag(id, "cancelled_at_service")
    }
    if (medusa?.order?.cancelled) {
      return new StepResponse("unwanted")
    }
    if (order && medusa?.payment?.cancelled) {
      await flagInvoicedAfterCancel(container, order)
      return new StepResponse("undecided")
    }
    return new StepResponse("wanted")
  }
)

async function flagInvoicedAfterCancel(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<void> {
  const { statuses, timeline } = eInvoiceModule(container)
  await statuses.flag(order.id, "invoiced_after_cancel")
  const isNews = await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "service",
    action: "invoiced-after-cancel",
    outcome: "failed",
  })
  if (isNews) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: the service made an invoice of e-invoice order ${order.id} although its payment is cancelled in Medusa. Cancel the invoice, or see to its payment yourself.`
      )
  }
}
