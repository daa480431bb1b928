import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { compareRefunds, REFUNDED_AT_SERVICE } from "../../domain/refunds/compare-refunds"
import { eInvoiceModule } from "../e-invoice-module"
import { refundDependenciesOf } from "../refund-account"

const keepShownStepId = "keep-refund-shown-at-service"

/**
 * Recorded in Medusa, a refund explains what the service shows; what staff saw beside it is still to be recorded, unless all that the
 * service refunded is known to be.
 */
export const keepShownStep = createStep(
  keepShownStepId,
  async ({ e_invoice_order_id: id }: { e_invoice_order_id: string }, { container }) => {
    await eInvoiceModule(container).orders.statuses.flag(id, REFUNDED_AT_SERVICE)
    await compareRefunds(refundDependenciesOf(container), id, { recorded: false })
    return new StepResponse()
  }
)
