import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import {
  type AdminListEInvoiceOrdersParams,
  filtersByFlag,
  ofNumber,
  ORDER_COLUMNS,
  shownOrders,
} from "../orders"
import { listPage, ORDER_IDENTIFIERS } from "../lists"

/** Lists e-invoice orders. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListEInvoiceOrdersParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const { rows, ...page } = await listPage(req, {
    filters: filtersByFlag(req.filterableFields),
    select: [...ORDER_COLUMNS, "raw_grand_total", "raw_refunded_total", "raw_credited_total"],
    identifiers: ORDER_IDENTIFIERS,
    orElse: await ofNumber(req.scope, req.filterableFields.q),
    list: eInvoice.listEInvoiceOrders.bind(eInvoice),
    listAndCount: eInvoice.listAndCountEInvoiceOrders.bind(eInvoice),
  })
  res.json({ e_invoice_orders: await shownOrders(req.scope, rows), ...page })
}
