import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { listPage, OPERATION_IDENTIFIERS } from "../lists"
import { type AdminListOperationsParams, LOGGED_COLUMNS, loggedOperation } from "../operations"

/** Lists what was changed at the service, or was to be. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListOperationsParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const { rows, ...page } = await listPage(req, {
    filters: req.filterableFields,
    select: LOGGED_COLUMNS,
    identifiers: OPERATION_IDENTIFIERS,
    list: eInvoice.listEInvoiceOperations.bind(eInvoice),
    listAndCount: eInvoice.listAndCountEInvoiceOperations.bind(eInvoice),
  })
  res.json({ operations: rows.map(loggedOperation), ...page })
}
