import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { ConnectError } from "../../connect"
import { undoOperation } from "../../domain/operations/undo-operation"
import { messageOf } from "../../modules/e-invoice/message-of"
import { withinOutstanding } from "../bill-outstanding/refuse-beyond-outstanding"
import { eInvoiceModule } from "../e-invoice-module"

/** An operation that was prepared: the id of its row. */
export type PerformOperationInput = { id: string }

/** What may be stored with a workflow's execution: opaque ids and states. */
export type PerformOperationOutput = {
  id: string
  operation_id: string
  state: "succeeded"
  subject_kind: string | null
  /** Identifier at the service of the record that was created, or acted on. */
  subject_uuid: string | null
  record_id: string | null
  message_key: string | null
}

/** Only what this run sent is undone: what an earlier run sent under the same key, others may stand on. */
type PerformedHere = { id: string; sent: boolean }

/** Id of `performOperationStep`. */
export const performOperationStepId = "perform-e-invoice-operation"

/**
 * Sends an operation that was prepared, at most once; undoes it when a later step fails, where the service has a way
 * back. Never repeated by Medusa: the client repeats what may be repeated, and what is in doubt waits for a person.
 *
 * @throws MedusaError not_allowed when the service refused it, nobody knows whether it took effect, or it may not be sent
 */
export const performOperationStep = createStep(
  { name: performOperationStepId, maxRetries: 0 },
  async ({ id }: PerformOperationInput, { container }) => {
    try {
      const { row, sent } = await withinOutstanding(container, id)
      return new StepResponse<PerformOperationOutput, PerformedHere>(
        {
          id: row.id,
          operation_id: row.operation_id,
          state: "succeeded",
          subject_kind: row.subject_kind,
          subject_uuid: row.subject_uuid,
          record_id: row.record_id,
          message_key: row.answer?.messageKey ?? null,
        },
        { id: row.id, sent }
      )
    } catch (error) {
      throw error instanceof ConnectError
        ? new MedusaError(
            MedusaError.Types.NOT_ALLOWED,
            `${error.message} ${error.advice}`,
            error.messageKey
          )
        : error
    }
  },
  async (performed, { container }) => {
    if (!performed?.sent) {
      return
    }
    const { id } = performed
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    try {
      const undone = await undoOperation(eInvoiceModule(container), id)
      if ("nothingDone" in undone) {
        logger.warn(
          `e-invoice: operation ${id} stays as it is, although a later step failed. ${undone.nothingDone}`
        )
      } else if (undone.leaves !== undefined) {
        logger.warn(
          `e-invoice: operation ${id} was undone in part, because a later step failed. ${undone.leaves}`
        )
      }
    } catch (error) {
      logger.error(
        `e-invoice: operation ${id} could not be undone, although a later step failed: ${messageOf(error)}`
      )
      throw error
    }
  }
)

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
