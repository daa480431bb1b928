import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import { displayIdsOf } from "./display-ids"
import type { Overview } from "../answers"

/** How much of what waits for a person is named; the count is of all of it. */
const MOST_NAMED = 20

/** What needs a person first, how many orders there are of each status, what customers have not paid, and when jobs ran. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ overview: Overview }>
): Promise<void> {
  const { overview, jobs } = eInvoiceModule(req.scope)
  const [attention, figures, reports] = await Promise.all([
    overview.attention(MOST_NAMED),
    overview.figures(),
    jobs.reports(),
  ])
  const displayIds = await displayIdsOf(
    req.scope,
    attention.items.flatMap(({ order_id }) => order_id ?? [])
  )
  res.json({
    overview: {
      attention: {
        count: attention.count,
        items: attention.items.map((item) => ({
          ...item,
          display_id: item.order_id === null ? null : (displayIds.get(item.order_id) ?? null),
        })),
      },
      ...figures,
      jobs: reports,
    },
  })
}
