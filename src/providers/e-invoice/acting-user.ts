import { z } from "@medusajs/framework/zod"

import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { ProviderDependencies } from "./dependencies"

const records = z.array(z.object({ created_by: z.string().nullish().catch(undefined) }))

/**
 * Who asked Medusa for a capture or a refund, as far as Medusa wrote it down; `medusa` when it was a flow of its own.
 *
 * @param id the capture's or refund's id, which Medusa hands to the provider as idempotency key
 */
export async function actingUser(
  { query }: Pick<ProviderDependencies, "query">,
  entity: "capture" | "refund",
  id: string | undefined
): Promise<TimelineActor> {
  if (id === undefined) {
    return "medusa"
  }
  const { data } = await query.graph({
    entity,
    fields: ["id", "created_by"],
    filters: { id },
  })
  const user = records.parse(data)[0]?.created_by
  return user ? `admin:${user}` : "medusa"
}
