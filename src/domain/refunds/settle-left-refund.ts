import { messageOf } from "../../modules/e-invoice/message-of"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { RefundDependencies } from "./refund-request"
import { find, neverSent, tellCarriedOut } from "./settle-open-refund"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"

/**
 * - `carried-out`: the money was refunded, which is now recorded
 * - `not-sent`: its process was killed before anything was sent
 * - `open`: in doubt; the order is flagged and looked at again
 */
export type LeftRefund = "carried-out" | "not-sent" | "open"

/** Finds out what became of a refund whose process was killed before it could say so. Sends nothing. */
export async function settleLeftRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<LeftRefund> {
  const { refunds } = dependencies
  if (row.state === "prepared") {
    return (await refunds.neverSent(row, neverSent())) ? "not-sent" : "open"
  }
  if (row.state === "sending" && !(await refunds.senderLost(row))) {
    return "open"
  }
  try {
    if ((await find(dependencies, order, row, actor)) === "carried-out") {
      await conclude(dependencies, order, row, actor)
      return "carried-out"
    }
    await tellOfDoubt(dependencies, order, row, "The service does not show it.")
  } catch (error) {
    await tellOfDoubt(dependencies, order, row, messageOf(error))
  }
  return "open"
}

/** Medusa's own refund stays where it was written; where it was not, the refund is shown as missing in Medusa. */
async function conclude(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<void> {
  const { refunds } = dependencies
  if (!(await refunds.concluded(row, { refundId: row.refund_id }))) {
    return
  }
  await tellCarriedOut(dependencies, order, row, actor)
}

async function tellOfDoubt(
  { refunds, statuses, timeline, events }: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  message: string
): Promise<void> {
  await refunds.lookedAt(row)
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
