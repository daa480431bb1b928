import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { listRecords } from "../list-records"
import type { AdminListReservationsParams } from "../operation-validators"

/** Lists the reservations that the plugin remembers: the service has no list of them. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListReservationsParams>,
  res: MedusaResponse
): Promise<void> {
  const { records, ...page } = await listRecords(req, "reservation")
  res.json({ reservations: records, ...page })
}
