import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { JournalState } from "../../modules/e-invoice/models/e-invoice-order"
import { resolveInDoubt } from "../../domain/creation/resolve-in-doubt"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule } from "../e-invoice-module"
import { noSuchOrder } from "../no-such-order"

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
 */
export const resolveCreationStep = createStep(
  resolveCreationStepId,
  async (
    { e_invoice_order_id: id, actor }: ResolveCreationInput,
    { container }
  ): Promise<StepResponse<JournalState>> => {
    const eInvoice = eInvoiceModule(container)
    const row = await eInvoice.journal.find(id)
    if (!row) {
      throw noSuchOrder(id)
    }
    const resolution = await resolveInDoubt(eInvoice, row, {
      actor,
      budgetMs: eInvoice.options.requestBudget,
    })
    return new StepResponse(resolution.row.state)
  }
)
