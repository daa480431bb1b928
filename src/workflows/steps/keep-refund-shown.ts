import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { REFUNDED_AT_SERVICE } from "../../domain/refunds/compare-refunds"
import { eInvoiceModule } from "../e-invoice-module"

const keepShownStepId = "keep-refund-shown-at-service"

/** Recorded in Medusa, a refund explains what the service shows; what staff saw beside it is still to be recorded. */
export const keepShownStep = createStep(
  keepShownStepId,
  async ({ e_invoice_order_id: id }: { e_invoice_order_id: string }, { container }) => {
    await eInvoiceModule(container).orders.statuses.flag(id, REFUNDED_AT_SERVICE)
    return new StepResponse()
  }
)
