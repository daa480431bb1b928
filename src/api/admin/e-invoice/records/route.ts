import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { type AdminListRecordsParams, listRecords } from "../records"

/** Lists what the plugin remembers of records at the service. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListRecordsParams>,
  res: MedusaResponse
): Promise<void> {
  await listRecords(req, res, "records")
}
