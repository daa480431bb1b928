import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { recordOf, shownRecord } from "../../records"

/** One remembered record. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({
    record: shownRecord(await recordOf(req.scope, req.params.id ?? "")),
  })
}
