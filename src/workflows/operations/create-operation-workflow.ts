import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import type { OperationId } from "../../connect"
import { performOperationStep, type PerformOperationOutput } from "./perform-operation-step"
import type { PreparedOperation } from "./prepare-operation"

/**
 * Makes the workflow of one operation that changes something at the service. It takes an operation that was prepared
 * (`prepareEInvoiceOperation`), so that no personal data is stored with its execution; running it twice sends once.
 *
 * @param name of the workflow, such as `capture-e-invoice-reservation`
 * @param _operationId ties the workflow's input to the operation
 */
export const createOperationWorkflow = <const Id extends OperationId>(
  name: string,
  _operationId: Id
) =>
  createWorkflow(
    name,
    (input: WorkflowData<PreparedOperation<Id>>): WorkflowResponse<PerformOperationOutput> =>
      new WorkflowResponse(performOperationStep(input))
  )
