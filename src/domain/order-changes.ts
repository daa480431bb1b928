import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { notAllowed } from "./failure"

type Query = Pick<RemoteQueryFunction, "graph">

const changes = z.array(z.object({ change_type: z.string().nullish() }))

/** Changes of a Medusa order that are begun or requested, and neither confirmed nor cancelled, by Medusa's word for their kind. */
export async function activeChangesOf(
  query: Query,
  orderId: string
): Promise<(string | undefined)[]> {
  const { data } = await query.graph({
    entity: "order_change",
    fields: ["id", "change_type"],
    filters: { order_id: orderId, status: ["pending", "requested"] },
  })
  return changes.parse(data).map(({ change_type }) => change_type ?? undefined)
}

/** The order is to become another customer's: waits for days until they accept it, and changes no amount. */
const TRANSFER = "transfer"

/** Whether an edit, a return, a claim or an exchange of a Medusa order is begun or requested, and not confirmed. */
export const hasUnconfirmedChange = async (query: Query, orderId: string): Promise<boolean> =>
  (await activeChangesOf(query, orderId)).some((kind) => kind !== TRANSFER)

const versions = z.array(z.object({ version: z.number() }))

/** Whether a change of a Medusa order was confirmed since it had this version, or undone. */
export async function hasChangedSince(
  query: Query,
  orderId: string,
  version: number
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "version"],
    filters: { id: orderId },
  })
  return versions.parse(data).some((now) => now.version !== version)
}

/**
 * Refuses to bill what was read of a Medusa order while a change of it was confirmed. Medusa writes the lines, the amounts and the
 * next version in one transaction, and takes the version back where it undoes the change, which is open again then.
 *
 * @param version of the order before anything else of it was read
 * @throws MedusaError not_allowed with the code `order_changed_meanwhile`
 */
export async function refuseIfChangedSince(
  query: Query,
  orderId: string,
  version: number
): Promise<void> {
  if (
    (await hasChangedSince(query, orderId, version)) ||
    (await hasUnconfirmedChange(query, orderId))
  ) {
    throw notAllowed(
      "Nothing was billed: the order was changed at the same moment. Look at what is outstanding now, then bill it again.",
      { code: "order_changed_meanwhile" }
    )
  }
}
