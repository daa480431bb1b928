import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { OPERATION_IDENTIFIERS } from "../identifiers"
import { listPage } from "../list-page"
import { LOGGED_COLUMNS, loggedOperation } from "../logged-operation"
import type { AdminListOperationsParams } from "../operation-validators"

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
