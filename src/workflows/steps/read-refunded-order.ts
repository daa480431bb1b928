import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { type RefundedOrder, refundedOrderOf } from "../../domain/refunds/medusa-order"

/** Id of `readRefundedOrderStep`. */
export const readRefundedOrderStepId = "read-refunded-medusa-order"

/** Reads the Medusa order that a payment is for; null where it is for none. */
export const readRefundedOrderStep = createStep(
  readRefundedOrderStepId,
  async (
    { payment_id: paymentId }: { payment_id: string },
    { container }
  ): Promise<StepResponse<RefundedOrder | null>> =>
    new StepResponse(
      (await refundedOrderOf(container.resolve(ContainerRegistrationKeys.QUERY), paymentId)) ?? null
    )
)
