import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { settleOperation } from "../domain/operations/settle-operation"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { eInvoiceModule } from "./e-invoice-module"
import { followReservation } from "./operations/perform-operation"

/** What staff found out about which operation. */
export type SettleEInvoiceOperationInput = SettleOperationInput

/** Id of `settleEInvoiceOperationWorkflow`. */
export const settleEInvoiceOperationWorkflowId = "settle-e-invoice-operation"

/** What staff found out about which operation. */
export type SettleOperationInput = {
  /** Id of the operation's record here (`einvop_...`). */
  operation_id: string
  /** Whether it took effect, as staff saw at the service. */
  took_effect: boolean
  /** The attempt that was looked at, as the operation showed it; a later one is not settled by it. */
  attempt: number
  /** The service's identifier of what was created, where the operation creates something and took effect. */
  uuid?: string | undefined
  /**
   * The service's identifiers of records that staff looked at and that it did not create. Without effect is recorded only
   * where they name each record that may be its own.
   */
  not_it?: string[] | undefined
  actor: TimelineActor
}

/** Id of `settleOperationStep`. */
export const settleOperationStepId = "settle-e-invoice-operation"

/**
 * Records what staff found out about an operation in doubt. There is nothing to compensate: what is known does not
 * become unknown.
 *
 * @throws MedusaError when there is nothing to settle, another attempt is in doubt, the record that was created is not named,
 * unknown or another's, or a record that may be it is not excluded
 */
export const settleOperationStep = createStep(
  settleOperationStepId,
  async (
    {
      operation_id: id,
      took_effect: tookEffect,
      attempt,
      uuid,
      not_it,
      actor,
    }: SettleOperationInput,
    { container }
  ): Promise<StepResponse<{ operation_id: string }>> => {
    const eInvoice = eInvoiceModule(container)
    await settleOperation(eInvoice, id, {
      tookEffect,
      attempt,
      uuid,
      notIt: not_it,
      actor,
    })
    const row = await eInvoice.operations.find(id)
    if (row && tookEffect) {
      await followReservation(container, row)
    }
    return new StepResponse({ operation_id: id })
  }
)

/**
 * Carries out what staff found out at the service about an operation in doubt.
 * Nothing is sent.
 *
 * @throws MedusaError when there is nothing to settle, another attempt is in doubt, the record that was created is not named,
 * unknown or another's, or a record that may be it is not excluded
 *
 * @example
 * await settleEInvoiceOperationWorkflow(container).run({
 *   input: {
 *     operation_id: "einvop_01J...",
 *     took_effect: false,
 *     attempt: 1,
 *     actor: "admin:user_01J...",
 *   },
 * })
 */
export const settleEInvoiceOperationWorkflow = createWorkflow(
  settleEInvoiceOperationWorkflowId,
  (input: WorkflowData<SettleEInvoiceOperationInput>): WorkflowResponse<{ operation_id: string }> =>
    new WorkflowResponse(settleOperationStep(input))
)
