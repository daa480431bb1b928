import {
  createWorkflow,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { recordRefundInMedusaWorkflow } from "./record-refund-in-medusa"
import { reviewFlagsStep } from "./review-flags"
import { keepShownStep } from "./steps/compare-order-refunds"
import { settleRefundStep, type SettleRefundInput } from "./steps/settle-refund"

/** What staff found out about which refund. */
export type SettleEInvoiceRefundInput = SettleRefundInput

/** Id of `settleEInvoiceRefundWorkflow`. */
export const settleEInvoiceRefundWorkflowId = "settle-e-invoice-refund"

/**
 * Carries out what staff found out at the service about a refund whose answer was lost, or that waited for the
 * operator's approval. One that was carried out is recorded in Medusa, and not sent again.
 *
 * @throws MedusaError when there is nothing to settle, or the service says otherwise
 *
 * @example
 * await settleEInvoiceRefundWorkflow(container).run({
 *   input: {
 *     e_invoice_order_id: "einvord_01J...",
 *     refund_id: "einvref_01J...",
 *     carried_out: true,
 *     actor: "admin:user_01J...",
 *   },
 * })
 */
export const settleEInvoiceRefundWorkflow = createWorkflow(
  settleEInvoiceRefundWorkflowId,
  (input: WorkflowData<SettleEInvoiceRefundInput>): WorkflowResponse<boolean> => {
    const settled = settleRefundStep(input)
    when("it-is-missing-in-medusa", { settled }, (data) => data.settled.to_record !== null).then(
      () =>
        recordRefundInMedusaWorkflow.runAsStep({
          input: transform({ input, settled }, (data) => ({
            refund_row_id: data.settled.to_record?.refund_row_id ?? "",
            payment_id: data.settled.to_record?.payment_id ?? "",
            amount: data.settled.to_record?.amount ?? "",
            actor: data.input.actor,
          })),
        })
    )
    when(
      "another-is-shown-beside-it",
      { input },
      (data) => data.input.beside_another === true
    ).then(() =>
      keepShownStep(
        transform({ input }, (data) => ({ e_invoice_order_id: data.input.e_invoice_order_id }))
      )
    )
    // What awaited the decision counted as refunded: from now on it is, or is owed again.
    reviewFlagsStep(
      transform({ input }, (data) => ({ e_invoice_order_id: data.input.e_invoice_order_id }))
    )
    return new WorkflowResponse(transform({ settled }, (data) => data.settled.carried_out))
  }
)
