import { toOre } from "../../../mapping"
import { messageOf } from "../message-of"
import type { TimelineActor } from "../timeline"
import { SENDER_LOST } from "./refund-journal"
import type { RefundRow } from "./refund-row"
import type { RefundDependencies } from "./refund-request"
import { settleOpenRefund } from "./settle-open-refund"
import type { FollowedOrder } from "../status/followed-order"

/**
 * - `carried-out`: the money went back, which is now recorded
 * - `not-carried-out`: it certainly did not
 * - `open`: nobody can say; the order is flagged and looked at again
 */
export type LeftRefund = "carried-out" | "not-carried-out" | "open"

/** Finds out what became of a refund whose process was killed before it could say so. Sends nothing. */
export async function settleLeftRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<LeftRefund> {
  try {
    const settled = await settleOpenRefund(dependencies, order, {
      refundId: row.refund_id,
      amountOre: toOre(row.amount),
      actor,
    })
    return settled === "this-one" ? "carried-out" : "not-carried-out"
  } catch (error) {
    await leaveInDoubt(dependencies, order, row, messageOf(error))
    return "open"
  }
}

async function leaveInDoubt(
  { refunds, statuses, timeline, events }: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  message: string
): Promise<void> {
  await refunds.inDoubt(row.id, {
    kind: SENDER_LOST,
    message: "The server stopped while the refund was under way.",
    at: new Date().toISOString(),
  })
  await statuses.flag(order.id, "refund_in_doubt")
  const isNews = await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "schedule",
    action: "refund",
    outcome: "failed",
    detail: { amount: row.amount, in_doubt: true, message },
  })
  if (isNews) {
    await events.emit("e_invoice.in_doubt", {
      id: order.id,
      order_id: order.orderId,
      what: "refund",
    })
  }
}
