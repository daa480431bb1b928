import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import type { Overview } from "../answers"
import { overviewAnswer, overviewQuery } from "../overview"
import { checkedQuery } from "../requests"

/** What needs staff, and the figures beside it. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ overview: Overview }>
): Promise<void> {
  res.json({ overview: await overviewAnswer(req, checkedQuery(overviewQuery(), req.query)) })
}
