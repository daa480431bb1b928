import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { exportEInvoiceCustomerDataWorkflow } from "../../../../../workflows/personal-data"

/** Hands out what the plugin keeps about a customer of the store. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { result } = await exportEInvoiceCustomerDataWorkflow(req.scope).run({
    input: { customer_id: req.params["customer_id"] ?? "" },
  })
  res.json({ personal_data: result })
}
