import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eInvoiceModule } from "../../../../workflows/e-invoice-module"
import type { Overview } from "../answers"

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

/** Display numbers of Medusa's orders, by id; a deleted order has none. */
async function displayIdsOf(
  container: MedusaContainer,
  orderIds: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(orderIds)]
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: ids },
  })
  return new Map(
    data.flatMap(({ id, display_id }) =>
      typeof display_id === "number" ? [[id, display_id] as const] : []
    )
  )
}
