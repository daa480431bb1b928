import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { searchInMedusa } from "../customer-names"
import {
  type AdminListEInvoiceOrdersParams,
  filtersByFlag,
  ORDER_COLUMNS,
  ordersAsCsv,
  shownOrders,
} from "../orders"
import { answerList, ORDER_IDENTIFIERS } from "../lists"

/** Lists e-invoice orders. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListEInvoiceOrdersParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  await answerList(
    req,
    res,
    {
      filters: filtersByFlag(req.filterableFields),
      select: [
        ...ORDER_COLUMNS,
        "order_changed_at",
        "raw_grand_total",
        "raw_refunded_total",
        "raw_credited_total",
      ],
      identifiers: ORDER_IDENTIFIERS,
      inMedusa: searchInMedusa(req, req.filterableFields.q, (limit) =>
        eInvoice.orders.creations.withoutOrder(limit)
      ),
      list: eInvoice.listEInvoiceOrders.bind(eInvoice),
      listAndCount: eInvoice.listAndCountEInvoiceOrders.bind(eInvoice),
    },
    {
      name: "e_invoice_orders",
      show: (rows) => shownOrders(req, rows),
      columns: ordersAsCsv,
    }
  )
}
