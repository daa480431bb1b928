import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { reviewFlags } from "../review-flags"

/** Whose flags are reviewed. */
export type ReviewFlagsInput = { e_invoice_order_id: string }

/** Id of `reviewFlagsStep`. */
export const reviewFlagsStepId = "review-e-invoice-order-flags"

/** Takes away the flags whose cause is gone: of an e-invoice order, and of the others of its Medusa order. */
export const reviewFlagsStep = createStep(
  reviewFlagsStepId,
  async ({ e_invoice_order_id: id }: ReviewFlagsInput, { container }) => {
    await reviewFlags(container, id)
    return new StepResponse()
  }
)
