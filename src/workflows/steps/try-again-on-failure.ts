import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { eInvoiceModule } from "../e-invoice-module"
import { momentOf } from "../moment"

/** Which e-invoice order is looked at again, should a later step fail. */
export type TryAgainOnFailureInput = {
  e_invoice_order_id: string
  at?: string | undefined
}

/** Id of `tryAgainOnFailureStep`. */
export const tryAgainOnFailureStepId = "try-again-on-failure"

/** Does nothing, unless a later step fails: then the sweep looks at the order again after growing gaps. */
export const tryAgainOnFailureStep = createStep(
  tryAgainOnFailureStepId,
  async (input: TryAgainOnFailureInput) => new StepResponse(undefined, input),
  async (input, { container }) => {
    const eInvoice = eInvoiceModule(container)
    const { statuses } = eInvoice
    const order = input && (await statuses.find(input.e_invoice_order_id))
    if (order) {
      await statuses.tryAgain(order, momentOf(eInvoice, input))
    }
  }
)
