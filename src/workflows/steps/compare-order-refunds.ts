import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { compareRefunds, type RefundComparison } from "../../domain/refunds/compare-refunds"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { refundDependenciesOf } from "../refund-dependencies"

export type { RefundComparison }

/** An e-invoice order, and what the service says went back of it. */
export type CompareOrderRefundsInput = {
  e_invoice_order_id: string
  /** What went back at the service in total, in major units, where it says so. */
  refunded: number | null
}

/** Id of `compareOrderRefundsStep`. */
export const compareOrderRefundsStepId = "compare-e-invoice-order-refunds"

/** Flags an order of which more went back at the service than Medusa refunded. */
export const compareOrderRefundsStep = createStep(
  compareOrderRefundsStepId,
  async (
    { e_invoice_order_id: id, refunded }: CompareOrderRefundsInput,
    { container }
  ): Promise<StepResponse<RefundComparison>> =>
    new StepResponse(
      await compareRefunds(refundDependenciesOf(container), id, {
        reported: refunded,
        isBooked: await isBooked(container, id),
      })
    )
)

async function isBooked(container: MedusaContainer, id: string): Promise<boolean> {
  const order = await eInvoiceModule(container).statuses.find(id)
  return (
    order !== undefined &&
    (order.paymentId !== null || (await medusaPaymentOf(container, order))?.payment !== undefined)
  )
}
