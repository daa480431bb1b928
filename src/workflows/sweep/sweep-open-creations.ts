import { resolveInDoubt } from "../../modules/e-invoice/creation/resolve-in-doubt"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import type { SweepTerms } from "./sweep-terms"

/**
 * Looks for orders of which nobody knows whether they exist at the service. Sends no creation.
 *
 * @returns how many were looked for
 */
export async function sweepOpenCreations(terms: SweepTerms): Promise<number> {
  const { statuses } = eInvoiceModule(terms.container)
  const open = await statuses.takeOpenCreations(terms.now, terms.batch)
  for (const order of open) {
    await terms.lease.check()
    await quietly(terms, `e-invoice order ${order.id} in doubt`, () =>
      lookFor(terms, order)
    )
  }
  return open.length
}

/** Why an order may still be open although nobody has to decide: the next look settles it. */
const settlesByItself: ReadonlySet<string> = new Set([
  "in-flight",
  "quiet-period",
])

async function lookFor(
  { container, now }: SweepTerms,
  order: FollowedOrder
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const row = await eInvoice.journal.find(order.id)
  if (!row) {
    return
  }
  const resolution = await resolveInDoubt(eInvoice, row, {
    actor: "schedule",
    budgetMs: eInvoice.options.requestBudget,
    now,
  })
  if (resolution.open && !settlesByItself.has(resolution.reason)) {
    await tellOnce(eInvoice, order, resolution.reason)
  }
  if (resolution.row.state === "created") {
    await eInvoice.statuses.lookSoon(order.id, now)
  }
}

async function tellOnce(
  { timeline, events }: ReturnType<typeof eInvoiceModule>,
  order: FollowedOrder,
  reason: string
): Promise<void> {
  const isNews = await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "schedule",
    action: "creation-in-doubt",
    outcome: "failed",
    detail: { reason },
  })
  if (isNews) {
    await events.emit("e_invoice.in_doubt", {
      id: order.id,
      order_id: order.orderId,
      what: "creation",
    })
  }
}
