import { formatOre, toOre } from "../../mapping"
import { notAllowed } from "../refusal"
import { isEndedWithoutPayment } from "../../modules/e-invoice/status/order-status-machine"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { whatFollows } from "./what-follows"
import { compareRefunds } from "./compare-refunds"
import { keyOfMedusa } from "../../modules/e-invoice/refunds/refund-journal"
import { awaitedRefund } from "./awaited-refund"

/** The money went back before Medusa knew of it: its refund is the record of that. */
export async function recordCarriedOutBefore(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  { refundId, rowId, actor }: RefundRequest
): Promise<void> {
  const { refunds, timeline } = dependencies
  const adopts = rowId === undefined
  if (!(await refunds.link(row, { refundId, adopts }))) {
    throw notAllowed(
      "The refund was not recorded: it was recorded a moment ago. Look at the order's refunds."
    )
  }
  await whatFollows(
    dependencies,
    row,
    () =>
      compareRefunds(dependencies, order.id, {
        reported: null,
        isBooked: true,
      }),
    () =>
      timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "done",
        detail: { amount: row.amount, sent: false, carried_out_before: true },
      })
  )
}

/** Everything went back, or the claim ended unpaid: the service has nothing left to give back. */
export const needsNoSending = (order: FollowedOrder): boolean =>
  order.status === "REFUNDED" || isEndedWithoutPayment(order.status)

/** Records a refund for which nothing has to be sent. */
export async function recordWithoutSending(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundRequest
): Promise<void> {
  const { refunds, timeline } = dependencies
  const { refundId, amountOre, actor } = request
  const awaited = await awaitedRefund(dependencies, order, request)
  const statusBefore = order.storedStatus
  const row = awaited
    ? await refunds.send(awaited, { refundId, type: null, statusBefore })
    : await refunds.begin({
        key: keyOfMedusa(refundId),
        eInvoiceOrderId: order.id,
        refundId,
        amount: formatOre(amountOre),
        type: null,
        statusBefore,
        products: [],
      })
  if (row) {
    await refunds.done(row)
  }
  await whatFollows(
    dependencies,
    row ?? { id: refundId },
    () =>
      compareRefunds(dependencies, order.id, {
        reported: null,
        isBooked: true,
      }),
    () => unflagOnceWhole(dependencies, order),
    () =>
      timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "done",
        detail: {
          amount: formatOre(amountOre),
          sent: false,
          status: order.status ?? null,
        },
      })
  )
}

/** A part that is recorded leaves the rest to be recorded. */
async function unflagOnceWhole(
  { refunds, statuses }: RefundDependencies,
  { id, grandTotal }: FollowedOrder
): Promise<void> {
  const { done } = await refunds.sums(id)
  if (toOre(done) >= toOre(grandTotal)) {
    await statuses.unflag(id, "cancelled_after_capture", "refund_failed")
  }
}
