import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { byFlag } from "../by-flag"
import { ORDER_IDENTIFIERS } from "../identifiers"
import { listPage } from "../list-page"
import { SHOWN, shownOrders } from "../order-answer"
import type { AdminListEInvoiceOrdersParams } from "../validators"

/** Lists e-invoice orders. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListEInvoiceOrdersParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const { rows, ...page } = await listPage(req, {
    filters: byFlag(req.filterableFields),
    select: [...SHOWN, "raw_grand_total", "raw_refunded_total"],
    identifiers: ORDER_IDENTIFIERS,
    list: eInvoice.listEInvoiceOrders.bind(eInvoice),
    listAndCount: eInvoice.listAndCountEInvoiceOrders.bind(eInvoice),
  })
  res.json({ e_invoice_orders: await shownOrders(req.scope, rows), ...page })
}
