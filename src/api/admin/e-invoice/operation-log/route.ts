import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { pageOf } from "../list-query"
import { loggedOperation } from "../logged-operation"
import type { AdminListOperationsParams } from "../operation-validators"

/** Lists what was changed at the service, or was to be. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListOperationsParams>,
  res: MedusaResponse
): Promise<void> {
  const { offset, limit, config } = pageOf(req)
  const [rows, count] = await eInvoiceModule(
    req.scope
  ).listAndCountEInvoiceOperations(req.filterableFields, config)
  res.json({ operations: rows.map(loggedOperation), count, offset, limit })
}
