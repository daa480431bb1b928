import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { orderAnswer } from "../../orders"

/** Shows one e-invoice order, with its timeline. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({
    e_invoice_order: await orderAnswer(req, req.params.id ?? ""),
  })
}
