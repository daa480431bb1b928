import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import type { JournalState } from "../modules/e-invoice/models/e-invoice-order"
import { ORDER_LOCK_TIMEOUT, ORDER_LOCK_TTL, orderLockKey } from "./order-lock"
import { settleCreationStep, type SettleCreationInput } from "./steps/settle-creation"

/** What a person decided about which creation in doubt. */
export type SettleEInvoiceCreationInput = SettleCreationInput

/** Id of `settleEInvoiceCreationWorkflow`. */
export const settleEInvoiceCreationWorkflowId = "settle-e-invoice-creation"

/**
 * Carries out what a person decided about an order of which nobody knows whether it exists at the service: adopt one
 * that was found there, allow the checkout to create it again, or give it up.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when it is not in doubt, or the order named is not the one
 *
 * @example
 * await settleEInvoiceCreationWorkflow(container).run({
 *   input: {
 *     e_invoice_order_id: "einvord_01J...",
 *     decision: "adopt",
 *     order_uuid: "ODR1234567890",
 *     actor: "admin:user_01J...",
 *   },
 * })
 */
export const settleEInvoiceCreationWorkflow = createWorkflow(
  settleEInvoiceCreationWorkflowId,
  (input: WorkflowData<SettleEInvoiceCreationInput>): WorkflowResponse<JournalState> => {
    const key = transform({ input }, (data) => orderLockKey(data.input.e_invoice_order_id))
    acquireLockStep({
      key,
      timeout: ORDER_LOCK_TIMEOUT,
      ttl: ORDER_LOCK_TTL,
      executeOnSubWorkflow: true,
    })
    const state = settleCreationStep(input)
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(state)
  }
)
