import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { describeOperations } from "../describe-operations"

/** The operations of the interface: what each rests on, and whether this store may call it. */
export function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): void {
  const operations = describeOperations(eInvoiceModule(req.scope).options.operations)
  res.json({ operations, count: operations.length })
}
