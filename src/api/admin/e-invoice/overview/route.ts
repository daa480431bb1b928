import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import type { CircuitStates } from "../../../../connect"
import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import type { Overview } from "../answers"
import { namesOf } from "../customer-names"

/** Orders that need staff which are listed; the count is of all of them. */
const MOST_NAMED = 20

/** What needs staff first, how many orders there are of each status, what customers have not paid, and when jobs ran. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ overview: Overview }>
): Promise<void> {
  const { connectionState, overview, jobs } = eInvoiceModule(req.scope)
  const [attention, figures, reports] = await Promise.all([
    overview.attention(MOST_NAMED),
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
