import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { refusal } from "../domain/failure"
import { resolveInDoubt } from "../domain/creation/resolve-in-doubt"
import type { IntentState } from "../modules/e-invoice/intent"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { eInvoiceModule, noSuchOrder } from "./e-invoice-module"
import {
  type SynchroniseEInvoiceOrderResult,
  synchroniseEInvoiceOrderWorkflow,
} from "./synchronise-e-invoice-order"

/** Which e-invoice order is looked at, and for whom. */
export type RefreshEInvoiceOrderInput = {
  e_invoice_order_id: string
  actor: TimelineActor
}

/** Id of `refreshEInvoiceOrderWorkflow`. */
export const refreshEInvoiceOrderWorkflowId = "refresh-e-invoice-order"

/** Whose creation is looked up, and for whom. */
export type ResolveCreationInput = {
  e_invoice_order_id: string
  actor: TimelineActor
}

/** Id of `resolveCreationStep`. */
export const resolveCreationStepId = "resolve-e-invoice-creation"

/**
 * Looks an order up whose creation was not answered, and adopts it if it is there. Sends no creation.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when the service could not be asked: nothing was checked
 */
export const resolveCreationStep = createStep(
  resolveCreationStepId,
  async (
    { e_invoice_order_id: id, actor }: ResolveCreationInput,
    { container }
  ): Promise<StepResponse<IntentState>> => {
    const eInvoice = eInvoiceModule(container)
    const row = await eInvoice.orders.creations.find(id)
    if (!row) {
      throw noSuchOrder(id)
    }
    const resolution = await resolveInDoubt(eInvoice, row, {
      actor,
      budgetMs: eInvoice.options.requestBudget,
    })
    if (resolution.open && resolution.reason === "failed") {
      throw refusal(
        "The service could not be asked for the order",
        resolution.error,
        "status_unknown"
      )
    }
    return new StepResponse(resolution.row.state)
  }
)

/**
 * Finds out, because staff ask, whether an e-invoice order exists and what has become of it, and brings Medusa to it.
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
