import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  OrderChangeStatus,
  OrderChangeType,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { eInvoiceModule } from "../e-invoice-module"
import { followChangedOrder } from "../follow-changed-order"
import { logErrors, type SweepTerms } from "../background-work"

/** How far the clocks of the servers that write changes may be apart, in milliseconds. */
const CLOCKS_APART = 10 * 60_000

/** How long a change is tried again whose order cannot be followed, in milliseconds. */
const TRIED_FOR = 24 * 60 * 60_000

/** What earlier sweeps left. */
const memory = z.object({
  /** All changes up to this one were followed. Medusa's ids ascend by the clock of the server that writes them. */
  last_change_followed: z.string().optional(),
  /** Those after it that were followed. */
  changes_followed: z.array(z.string()).default([]),
})

const changes = z.array(
  z.object({
    id: z.string(),
    order_id: z.string(),
    created_at: z.union([z.date(), z.string()]).transform((at) => new Date(at)),
  })
)

type Change = z.output<typeof changes>[number]

/**
 * Has e-invoices follow the edits, returns, claims and exchanges of their orders, each change once. Medusa emits nothing when one is
 * cancelled, and an event may be lost: a paid or refunded invoice is not looked at again by itself, and no check of an open one compares
 * its lines.
 */
export async function sweepOrderChanges(terms: SweepTerms): Promise<void> {
  const { container, now, lease } = terms
  const { jobs } = eInvoiceModule(container)
  const { last_change_followed: last, changes_followed: known } = memory.parse(
    (await jobs.recall("sweep")) ?? {}
  )
  if (last === undefined) {
    const [newest] = await readChanges(container, { take: 1, order: "DESC" })
    await jobs.remember("sweep", { last_change_followed: newest?.id ?? "" })
    return
  }
  const found = await changesAfter(terms, last)
  const followed = new Set(known)
  for (const { id, order_id: orderId } of found.filter((change) => !followed.has(change.id))) {
    await lease.check()
    const what = `the change ${id} of Medusa order ${orderId}`
    let isFollowed = false
    await logErrors(terms, what, async () => {
      isFollowed = await followChangedOrder(container, orderId)
    })
    if (isFollowed) {
      followed.add(id)
    }
  }
  const age = ({ created_at: at }: Change) => now.getTime() - at.getTime()
  const waiting = found.findIndex(
    (change) => age(change) < CLOCKS_APART || (!followed.has(change.id) && age(change) < TRIED_FOR)
  )
  const passed = waiting < 0 ? found : found.slice(0, waiting)
  const rest = found.slice(passed.length).flatMap(({ id }) => (followed.has(id) ? [id] : []))
  if (passed.length > 0 || rest.length > known.length) {
    await jobs.remember("sweep", {
      last_change_followed: passed.at(-1)?.id ?? last,
      changes_followed: rest,
    })
  }
}

async function changesAfter(
  { container, batch }: Pick<SweepTerms, "container" | "batch">,
  last: string
): Promise<Change[]> {
  const found: Change[] = []
  for (let page = batch; page === batch;) {
    const next = await readChanges(container, { after: found.at(-1)?.id ?? last, take: batch })
    found.push(...next)
    page = next.length
  }
  return found
}

async function readChanges(
  container: MedusaContainer,
  { after, take, order = "ASC" }: { after?: string; take: number; order?: "ASC" | "DESC" }
): Promise<Change[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["id", "order_id", "created_at"],
    filters: {
      ...(after !== undefined && { id: { $gt: after } }),
      status: OrderChangeStatus.CONFIRMED,
      $or: [
        { change_type: OrderChangeType.EDIT },
        ...["return_id", "claim_id", "exchange_id"].map((of) => ({ [of]: { $ne: null } })),
      ],
    },
    pagination: { take, order: { id: order } },
  })
  return changes.parse(data)
}
