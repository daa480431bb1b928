import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { followRecordWorkflow } from "../../../../../workflows/operations/follow-record"
import { answering } from "../../failures"
import { recordOf } from "../../records"
import { type AdminFollowReservation, reservationAnswer } from "../../reservations"

/** Follows a reservation that was made elsewhere. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminFollowReservation>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    const { result } = await followRecordWorkflow(req.scope).run({
      input: { kind: "reservation", ...req.validatedBody },
    })
    const row = await recordOf(req.scope, result.id)
    res.json({ reservation: await reservationAnswer(req, row) })
  })
}
