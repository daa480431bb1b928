import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { followRecordWorkflow } from "../../../../../workflows/operations/follow-record"
import { answering } from "../../failures"
import { type AdminFollowOrder, recordOf, shownRecords } from "../../records"

/** Follows an order at the service that the store does not know, as one that bills a Medusa order. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminFollowOrder>,
  res: MedusaResponse
): Promise<void> {
  await answering(res, async () => {
    const { result } = await followRecordWorkflow(req.scope).run({
      input: { kind: "order", ...req.validatedBody },
    })
    const [record] = await shownRecords(req, [await recordOf(req.scope, result.id)])
    res.json({ record })
  })
}
