import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import {
  performOperationStep,
  type PerformOperationInput,
  type PerformOperationOutput,
} from "./perform-operation-step"

/** Id of `performOperationWorkflow`. */
export const performOperationWorkflowId = "perform-e-invoice-operation"

/**
 * Carries out an operation that `prepareEInvoiceOperation` wrote down, whichever it is. It takes the id of what was written
 * down, so that no personal data is stored with its execution. Running it twice sends once.
 */
export const performOperationWorkflow = createWorkflow(
  performOperationWorkflowId,
  (input: WorkflowData<PerformOperationInput>): WorkflowResponse<PerformOperationOutput> =>
    new WorkflowResponse(performOperationStep(input))
)
