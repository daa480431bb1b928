import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { settleEInvoiceRefundWorkflow } from "../../../../../../../../workflows/settle-e-invoice-refund"
import { actingAdmin } from "../../../../../requests"
import { orderAnswer } from "../../../../../orders"
import { refundSettlement } from "../../../../../settlements"
import { answering } from "../../../../../failures"
import type { AdminSettleEInvoiceRefund } from "../../../../../refunds"

/** What the service shows of it, by which staff decide. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({
    settlement: await refundSettlement(req, req.params.id ?? "", req.params.refund_id ?? ""),
  })
}

/** Settles a refund whose answer was lost. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminSettleEInvoiceRefund>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    await settleEInvoiceRefundWorkflow(req.scope).run({
      input: {
        e_invoice_order_id: id,
        refund_id: req.params.refund_id ?? "",
        carried_out: req.validatedBody.carried_out,
        attempt: req.validatedBody.attempt,
        lines: req.validatedBody.lines,
        amount: req.validatedBody.amount,
        beside_another: req.validatedBody.beside_another,
        confirm_repeat: req.validatedBody.confirm_repeat,
        actor: actingAdmin(req),
      },
    })
    res.json({ e_invoice_order: await orderAnswer(req, id) })
  })
}
