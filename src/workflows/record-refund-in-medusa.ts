import {
  createWorkflow,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { refundPaymentStep, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"

import { REFUND_METADATA } from "../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import type { RefundToRecord } from "./refund-to-record"
import { addRefundTransactionStep } from "./steps/add-refund-transaction"
import { readRefundedOrderStep } from "./steps/read-refunded-order"

/** A refund that is written down here, and who asked for it or found out. */
export type RecordRefundInMedusaInput = RefundToRecord & {
  actor: TimelineActor
  note?: string | undefined
  refund_reason_id?: string | undefined
}

/** Id of `recordRefundInMedusaWorkflow`. */
export const recordRefundInMedusaWorkflowId = "record-e-invoice-refund-in-medusa"

/**
 * Makes Medusa's own refund of one that is written down here. The provider finds it by the refund's metadata: what is only
 * prepared it sends, for money that went back at the service already it sends nothing.
 *
 * A cancelled order refuses the credit that Medusa's own flow adds to it, after the money went back. Its refund is made of
 * the payment and written among the order's transactions alone.
 */
export const recordRefundInMedusaWorkflow = createWorkflow(
  recordRefundInMedusaWorkflowId,
  (input: WorkflowData<RecordRefundInMedusaInput>): WorkflowResponse<string> => {
    const order = readRefundedOrderStep(input)
    const refund = transform({ input }, ({ input: asked }) => ({
      payment_id: asked.payment_id,
      amount: asked.amount,
      note: asked.note,
      refund_reason_id: asked.refund_reason_id,
      created_by: asked.actor.startsWith("admin:") ? asked.actor.slice("admin:".length) : undefined,
      // Handed on to Medusa's refund as it is; the provider finds the refund here by it.
      metadata: { [REFUND_METADATA]: asked.wish_id },
    }))
    when("the-order-takes-a-credit", { order }, (data) => !data.order?.cancelled).then(() =>
      refundPaymentWorkflow.runAsStep({ input: refund })
    )
    when("the-order-is-cancelled", { order }, (data) => data.order?.cancelled === true).then(() => {
      refundPaymentStep(refund)
      addRefundTransactionStep(
        transform({ input, order }, (data) => ({
          order_id: data.order?.id ?? "",
          payment_id: data.input.payment_id,
        }))
      )
    })
    return new WorkflowResponse(transform({ input }, (data) => data.input.wish_id))
  }
)
