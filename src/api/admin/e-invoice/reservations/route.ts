import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { listRecords } from "../records"
import type { AdminListReservationsParams } from "../reservations"

/** Lists the reservations that the plugin remembers: the service has no list of them. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, AdminListReservationsParams>,
  res: MedusaResponse
): Promise<void> {
  await listRecords(req, res, "reservations", "reservation")
}
