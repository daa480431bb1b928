import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { reconcileRecord } from "../../../../../../domain/operations/records-at-service"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { answering } from "../../../failures"
import { recordOf, shownRecords } from "../../../records"

/** Refreshes a remembered record from the service. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answering(res, async () => {
    const row = await recordOf(req.scope, req.params.id ?? "")
    await reconcileRecord(eInvoiceModule(req.scope), row, "refresh", false)
    const [record] = await shownRecords(req, [await recordOf(req.scope, row.id)])
    res.json({ record })
  })
}
