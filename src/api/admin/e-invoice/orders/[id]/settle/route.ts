import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { settleEInvoiceCreationWorkflow } from "../../../../../../workflows/settle-e-invoice-creation"
import { actingAdmin } from "../../../requests"
import { creationSettlement } from "../../../settlements"
import { answering } from "../../../failures"
import { type AdminSettleEInvoiceOrder, orderAnswer } from "../../../orders"

/** What the service shows of it, by which staff decide. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settlement: await creationSettlement(req, req.params.id ?? "") })
}

/** Settles an order whose creation is in doubt. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSettleEInvoiceOrder>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    await settleEInvoiceCreationWorkflow(req.scope).run({
      input: {
        ...req.validatedBody,
        e_invoice_order_id: id,
        actor: actingAdmin(req),
      },
    })
    res.json({ e_invoice_order: await orderAnswer(req, id) })
  })
}
