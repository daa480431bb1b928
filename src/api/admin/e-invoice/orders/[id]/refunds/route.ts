import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { refundEInvoiceOrderWorkflow } from "../../../../../../workflows/refund-e-invoice-order"
import { requiredIdempotencyKey } from "../../../requests"
import { answering } from "../../../failures"
import { type AdminRefundEInvoiceOrder, refundAnswer } from "../../../refunds"

/** What can be refunded of an e-invoice order, and the refunds there have been. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({
    refund_account: await refundAnswer(req.scope, req.params.id ?? ""),
  })
}

/** Refunds by line or by amount, through Medusa's own refund. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminRefundEInvoiceOrder>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    await refundEInvoiceOrderWorkflow(req.scope).run({
      input: {
        ...req.validatedBody,
        e_invoice_order_id: id,
        created_by: req.auth_context.actor_id,
        idempotency_key: requiredIdempotencyKey(req),
      },
    })
    res.json({ refund_account: await refundAnswer(req.scope, id) })
  })
}
