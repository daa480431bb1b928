import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { recordOf, shownRecords } from "../../records"

/** One remembered record. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const [record] = await shownRecords(req, [await recordOf(req.scope, req.params.id ?? "")])
  res.json({ record })
}
