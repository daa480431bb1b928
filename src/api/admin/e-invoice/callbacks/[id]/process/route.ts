import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { runCallbackAgain } from "../../../../../../workflows/callbacks/inbox-worker"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { actingAdmin } from "../../../requests"
import { answering } from "../../../failures"
import { shownCallbacks } from "../../../callbacks"

/** Processes a callback again: asks the service, and brings Medusa to what it says. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(res, async () => {
    const id = req.params.id ?? ""
    await runCallbackAgain(req.scope, id, actingAdmin(req))
    const row = await eInvoiceModule(req.scope).retrieveEInvoiceCallback(id)
    const [callback] = await shownCallbacks(req, [row])
    res.json({ callback })
  })
}
