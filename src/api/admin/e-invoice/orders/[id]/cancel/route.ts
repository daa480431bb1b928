import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { notAllowed } from "../../../../../../domain/failure"
import { cancelEInvoiceOrderWorkflow } from "../../../../../../workflows/cancel-e-invoice-order"
import { actingAdmin } from "../../../requests"
import { answering } from "../../../failures"
import { type AdminCancelEInvoiceOrder, orderAnswer } from "../../../orders"

/** Cancels an e-invoice order at the service; the Medusa order stays as it is. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCancelEInvoiceOrder>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    const before = await orderAnswer(req, id)
    const { result } = await cancelEInvoiceOrderWorkflow(req.scope).run({
      input: {
        e_invoice_order_id: before.id,
        actor: actingAdmin(req),
        note: req.validatedBody.note,
      },
    })
    if (result.outcome === "refused") {
      const { why, messageKey } = result
      throw notAllowed(`The invoice was not cancelled. ${why}`, {
        code: "cancel_rejected",
        values: { why },
        messageKey,
      })
    }
    res.json({ e_invoice_order: await orderAnswer(req, id) })
  })
}
