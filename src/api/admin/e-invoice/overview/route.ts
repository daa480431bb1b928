import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import type { Overview } from "../answers"
import { orderNumbers } from "../orders"

/** Orders that need staff which are listed; the count is of all of them. */
const MOST_NAMED = 20

/** What needs staff first, how many orders there are of each status, what customers have not paid, and when jobs ran. */
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
  const numbers = await orderNumbers(
    req.scope,
    attention.items.flatMap(({ order_id }) => order_id ?? [])
  )
  res.json({
    overview: {
      attention: {
        count: attention.count,
        items: attention.items.map((item) => ({
          ...item,
          order_number: numbers.get(item.order_id ?? "") ?? null,
        })),
      },
      ...figures,
      jobs: reports,
    },
  })
}
