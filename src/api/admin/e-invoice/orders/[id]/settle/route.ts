import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { settleEInvoiceCreationWorkflow } from "../../../../../../workflows/settle-e-invoice-creation"
import { actingAdmin } from "../../../acting-admin"
import { orderAnswer } from "../../../order-answer"
import type { AdminSettleEInvoiceOrder } from "../../../validators"

/** Settles an order of which nobody knows whether it exists at the service. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSettleEInvoiceOrder>,
  res: MedusaResponse
): Promise<void> {
  const id = req.params.id ?? ""
  await settleEInvoiceCreationWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      e_invoice_order_id: id,
      actor: actingAdmin(req),
    },
  })
  res.json({ e_invoice_order: await orderAnswer(req.scope, id) })
}
