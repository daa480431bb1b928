import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eraseEInvoiceCustomerDataWorkflow } from "../../../../../../workflows/personal-data"
import { actingAdmin } from "../../../requests"

/** Erases what the plugin keeps about a customer of the store, but for what bookkeeping must keep. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { result } = await eraseEInvoiceCustomerDataWorkflow(req.scope).run({
    input: {
      customer_id: req.params["customer_id"] ?? "",
      actor: actingAdmin(req),
    },
  })
  res.json({ erasure: result })
}
