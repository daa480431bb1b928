import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../../workflows/e-invoice-module"
import { loggedOperations } from "../../operations"

/** One operation of the log. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const row = await eInvoiceModule(req.scope).retrieveEInvoiceOperation(req.params.id ?? "")
  const [operation] = await loggedOperations(req, [row])
  res.json({ operation })
}
