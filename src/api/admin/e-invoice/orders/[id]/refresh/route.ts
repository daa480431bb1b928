import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { refreshEInvoiceOrderWorkflow } from "../../../../../../workflows/refresh-e-invoice-order"
import { actingAdmin } from "../../../requests"
import { answering } from "../../../failures"
import { orderAnswer } from "../../../orders"

/** Refreshes the status of an e-invoice order from the service, and brings Medusa to it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    await refreshEInvoiceOrderWorkflow(req.scope).run({
      input: { e_invoice_order_id: id, actor: actingAdmin(req) },
    })
    res.json({ e_invoice_order: await orderAnswer(req, id) })
  })
}
