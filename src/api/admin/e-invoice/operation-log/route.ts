import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { searchInMedusa } from "../customer-names"
import { answerList, OPERATION_IDENTIFIERS } from "../lists"
import {
  type AdminListOperationsParams,
  LOGGED_COLUMNS,
  loggedOperations,
  operationsAsCsv,
} from "../operations"

/** Lists what was changed at the service, or was to be. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListOperationsParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  await answerList(
    req,
    res,
    {
      filters: req.filterableFields,
      select: LOGGED_COLUMNS,
      identifiers: OPERATION_IDENTIFIERS,
      inMedusa: searchInMedusa(req, req.filterableFields.q),
      customerColumns: ["customer_id"],
      list: eInvoice.listEInvoiceOperations.bind(eInvoice),
      listAndCount: eInvoice.listAndCountEInvoiceOperations.bind(eInvoice),
    },
    { name: "operations", show: (rows) => loggedOperations(req, rows), columns: operationsAsCsv }
  )
}
