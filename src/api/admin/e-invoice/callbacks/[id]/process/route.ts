import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { ConnectError } from "../../../../../../connect"
import { runCallbackAgain } from "../../../../../../workflows/callbacks/inbox-worker"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { actingAdmin } from "../../../requests"
import { sendFailure } from "../../../failures"
import { callbackSubjects, shownCallback } from "../../../callbacks"

/** Processes a callback again: asks the service, and brings Medusa to what it says. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = req.params.id ?? ""
  try {
    await runCallbackAgain(req.scope, id, actingAdmin(req))
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    sendFailure(res, error)
    return
  }
  const eInvoice = eInvoiceModule(req.scope)
  const row = await eInvoice.retrieveEInvoiceCallback(id)
  const subjects = await callbackSubjects(req, [row.e_invoice_order_id])
  res.json({
    callback: shownCallback(row, subjects.get(row.e_invoice_order_id)),
  })
}
