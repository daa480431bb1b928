import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { answerList } from "../lists"
import {
  type AdminListCallbacksParams,
  CALLBACK_COLUMNS,
  callbackSubjects,
  callbacksAsCsv,
  shownCallback,
  subjectsFound,
} from "../callbacks"

/** Lists the calls with which the service reported something. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListCallbacksParams>,
  res: MedusaResponse
): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const { q, ...filters } = req.filterableFields
  await answerList(
    req,
    res,
    {
      filters: q
        ? { $and: [filters, { e_invoice_order_id: await subjectsFound(req, String(q)) }] }
        : filters,
      select: CALLBACK_COLUMNS,
      list: eInvoice.listEInvoiceCallbacks.bind(eInvoice),
      listAndCount: eInvoice.listAndCountEInvoiceCallbacks.bind(eInvoice),
    },
    {
      name: "callbacks",
      show: async (rows) => {
        const subjects = await callbackSubjects(
          req,
          rows.map(({ e_invoice_order_id }) => e_invoice_order_id)
        )
        return rows.map((row) => shownCallback(row, subjects.get(row.e_invoice_order_id)))
      },
      columns: callbacksAsCsv,
    }
  )
}
