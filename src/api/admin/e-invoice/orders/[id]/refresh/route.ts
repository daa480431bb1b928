import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { refreshEInvoiceOrderWorkflow } from "../../../../../../workflows/refresh-e-invoice-order"
import { actingAdmin } from "../../../acting-admin"
import { orderAnswer } from "../../../order-answer"

/** Asks the service what has become of an e-invoice order, and brings Medusa to it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  await refreshEInvoiceOrderWorkflow(req.scope).run({
    input: { e_invoice_order_id: id, actor: actingAdmin(req) },
  })
  res.json({ e_invoice_order: await orderAnswer(req.scope, id) })
}
