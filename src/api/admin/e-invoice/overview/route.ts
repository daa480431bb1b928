import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import type { CircuitStates } from "../../../../connect"
import { lazily } from "../../../../connect/lazily"
import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import type { Overview } from "../answers"
import { namesOf } from "../customer-names"
import { wholeNumber } from "../lists"
import { checkedQuery } from "../requests"

/** Of what needs staff, so much is listed at once; the count is of all of it. */
const MOST_NAMED = 20

/** Query of `GET /admin/e-invoice/overview`. */
const overviewQuery = lazily(() =>
  z.strictObject({ attention_offset: wholeNumber(0, 999_999_999, 0) })
)

/** What needs staff first, how many orders there are of each status, what customers have not paid, and when jobs ran. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ overview: Overview }>
): Promise<void> {
  const { attention_offset: offset } = checkedQuery(overviewQuery(), req.query)
  const { connectionState, overview, jobs } = eInvoiceModule(req.scope)
  const [attention, figures, reports] = await Promise.all([
    overview.attention({ limit: MOST_NAMED, offset }),
    overview.figures(),
    jobs.reports(),
  ])
  const nameOf = await namesOf(req, attention.items)
  res.json({
    overview: {
      attention: {
        count: attention.count,
        items: attention.items.map(({ cart_id, ...item }) => ({
          ...item,
          ...nameOf({ ...item, cart_id }),
        })),
      },
      is_service_down: isDown(connectionState?.circuits),
      ...figures,
      jobs: reports,
    },
  })
}

/**
 * Whether calls that recur by themselves fail, or checkouts: what is asked for once in a while says nothing of the service as
 * it is now.
 */
const isDown = (circuits: CircuitStates | undefined): boolean =>
  circuits !== undefined &&
  (circuits.reach.isOpen || circuits.others.isOpen || circuits.checkout.isOpen)
