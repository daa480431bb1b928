import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"

import { REFUND_METADATA } from "../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import type { RefundToRecord } from "./refund-to-record"

/** What went back at the service already, and who found out. */
export type RecordRefundInMedusaInput = RefundToRecord & {
  actor: TimelineActor
}

/** Id of `recordRefundInMedusaWorkflow`. */
export const recordRefundInMedusaWorkflowId =
  "record-e-invoice-refund-in-medusa"

/** Makes Medusa's own refund of money that went back at the service already. The provider sends nothing for it. */
export const recordRefundInMedusaWorkflow = createWorkflow(
  recordRefundInMedusaWorkflowId,
  (
    input: WorkflowData<RecordRefundInMedusaInput>
  ): WorkflowResponse<string> => {
    refundPaymentWorkflow.runAsStep({
      input: transform({ input }, ({ input: refund }) => ({
        payment_id: refund.payment_id,
        amount: refund.amount,
        created_by: refund.actor.startsWith("admin:")
          ? refund.actor.slice("admin:".length)
          : undefined,
        // Handed on to Medusa's refund as it is; the provider finds what was carried out by it.
        metadata: { [REFUND_METADATA]: refund.wish_id },
      })),
    })
    return new WorkflowResponse(
      transform({ input }, (data) => data.input.wish_id)
    )
  }
)
