import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import type { TimelineActor } from "../modules/e-invoice/timeline"
import { resolveCreationStep } from "./steps/resolve-creation"
import {
  synchroniseEInvoiceOrderWorkflow,
  type SynchroniseEInvoiceOrderResult,
} from "./synchronise-e-invoice-order"

/** Which e-invoice order is looked at, and for whom. */
export type RefreshEInvoiceOrderInput = {
  e_invoice_order_id: string
  actor: TimelineActor
}

/** Id of `refreshEInvoiceOrderWorkflow`. */
export const refreshEInvoiceOrderWorkflowId = "refresh-e-invoice-order"

/**
 * Finds out, because a person asks, whether an e-invoice order exists and what has become of it, and brings Medusa to it.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when the service could not be asked
 *
 * @example
 * await refreshEInvoiceOrderWorkflow(container).run({
 *   input: { e_invoice_order_id: "einvord_01J...", actor: "admin:user_01J..." },
 * })
 */
export const refreshEInvoiceOrderWorkflow = createWorkflow(
  refreshEInvoiceOrderWorkflowId,
  (
    input: WorkflowData<RefreshEInvoiceOrderInput>
  ): WorkflowResponse<SynchroniseEInvoiceOrderResult> => {
    resolveCreationStep(input)
    const result = synchroniseEInvoiceOrderWorkflow.runAsStep({
      input: transform({ input }, (data) => ({
        e_invoice_order_id: data.input.e_invoice_order_id,
        actor: data.input.actor,
        observer: "admin" as const,
      })),
    })
    return new WorkflowResponse(result)
  }
)
