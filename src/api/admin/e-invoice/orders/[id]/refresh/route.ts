import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { OperationDisabledError } from "../../../../../../connect"
import { refusal } from "../../../../../../domain/failure"
import { refreshEInvoiceOrderWorkflow } from "../../../../../../workflows/refresh-e-invoice-order"
import { actingAdmin } from "../../../requests"
import { answering } from "../../../failures"
import { orderAnswer } from "../../../orders"

/**
 * Refreshes the status of an e-invoice order from the service, and brings Medusa to it. Where neither the service nor its list of
 * orders may be asked, what else is due was done: a change of the Medusa order is followed.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    const { result } = await refreshEInvoiceOrderWorkflow(req.scope).run({
      input: { e_invoice_order_id: id, actor: actingAdmin(req) },
    })
    if (result.waiting_for === "proof") {
      const switchedOff = new OperationDisabledError("orders.status")
      throw refusal("The service could not be asked for the status", switchedOff, "status_unknown")
    }
    res.json({ e_invoice_order: await orderAnswer(req, id) })
  })
}
