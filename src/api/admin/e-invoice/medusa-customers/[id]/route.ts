import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { medusaCustomerAnswer } from "../../customers"

/** Who a Medusa customer is at the service, and their subscriptions. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({
    medusa_customer: await medusaCustomerAnswer(req, req.params["id"] ?? ""),
  })
}
