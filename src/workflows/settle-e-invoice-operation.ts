import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { settleOperationStep, type SettleOperationInput } from "./steps/settle-operation"

/** What a person found out about which operation. */
export type SettleEInvoiceOperationInput = SettleOperationInput

/** Id of `settleEInvoiceOperationWorkflow`. */
export const settleEInvoiceOperationWorkflowId = "settle-e-invoice-operation"

/**
 * Carries out what a person found out at the service about an operation of which nobody knew whether it took effect.
 * Nothing is sent.
 *
 * @throws MedusaError when there is nothing to settle, or the record that was created is not named, unknown or another's
 *
 * @example
 * await settleEInvoiceOperationWorkflow(container).run({
 *   input: {
 *     operation_id: "einvop_01J...",
 *     took_effect: false,
 *     actor: "admin:user_01J...",
 *   },
 * })
 */
export const settleEInvoiceOperationWorkflow = createWorkflow(
  settleEInvoiceOperationWorkflowId,
  (input: WorkflowData<SettleEInvoiceOperationInput>): WorkflowResponse<{ operation_id: string }> =>
    new WorkflowResponse(settleOperationStep(input))
)
