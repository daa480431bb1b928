import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"

import type { Cancellation } from "../domain/status/cancel-at-service"
import { ORDER_LOCK_TIMEOUT, ORDER_LOCK_TTL, orderLockKey } from "./order-lock"
import {
  cancelOrderAtServiceStep,
  type CancelOrderAtServiceInput,
} from "./steps/cancel-order-at-service"

/** Which e-invoice order is cancelled, why, and for whom. */
export type CancelEInvoiceOrderInput = CancelOrderAtServiceInput

/** Id of `cancelEInvoiceOrderWorkflow`. */
export const cancelEInvoiceOrderWorkflowId = "cancel-e-invoice-order"

/**
 * Cancels an e-invoice order at the service. The wish is remembered first: where the service cannot be reached, the sweep
 * goes on with it. The Medusa order and its payment stay as they are.
 *
 * @throws MedusaError not_allowed when the service could not be asked; the sweep goes on with it
 *
 * @example
 * const { result } = await cancelEInvoiceOrderWorkflow(container).run({
 *   input: { e_invoice_order_id: "einvord_01J...", actor: "admin:user_01J..." },
 * })
 */
export const cancelEInvoiceOrderWorkflow = createWorkflow(
  cancelEInvoiceOrderWorkflowId,
  (input: WorkflowData<CancelEInvoiceOrderInput>): WorkflowResponse<Cancellation> => {
    const key = transform({ input }, (data) => orderLockKey(data.input.e_invoice_order_id))
    acquireLockStep({
      key,
      timeout: ORDER_LOCK_TIMEOUT,
      ttl: ORDER_LOCK_TTL,
      executeOnSubWorkflow: true,
    })
    const cancellation = cancelOrderAtServiceStep(input)
    releaseLockStep({ key, executeOnSubWorkflow: true })
    return new WorkflowResponse(cancellation)
  }
)
