import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { listRecords } from "../list-records"
import type { AdminListRecordsParams } from "../operation-validators"

/** Lists what the plugin remembers of records at the service. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListRecordsParams>,
  res: MedusaResponse
): Promise<void> {
  res.json(await listRecords(req))
}
