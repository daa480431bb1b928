import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { pageOf } from "../list-query"
import { shown, SHOWN } from "../order-answer"
import type { AdminListEInvoiceOrdersParams } from "../validators"

/** Lists e-invoice orders. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListEInvoiceOrdersParams>,
  res: MedusaResponse
): Promise<void> {
  const { offset, limit, config } = pageOf(req)
  const [orders, count] = await eInvoiceModule(
    req.scope
  ).listAndCountEInvoiceOrders(req.filterableFields, {
    ...config,
    select: [...SHOWN, "raw_grand_total", "raw_refunded_total"],
  })
  res.json({ e_invoice_orders: orders.map(shown), count, offset, limit })
}
