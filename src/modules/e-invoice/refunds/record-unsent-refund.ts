import { formatOre } from "../../../mapping"
import { notAllowed } from "../refusal"
import { isEndedWithoutPayment } from "../status/order-status-machine"
import type { FollowedOrder } from "../status/followed-order"
import type { RefundRow } from "./refund-row"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { whatFollows } from "./what-follows"
import { wishOf } from "./wish-of-refund"

/** The money went back before Medusa knew of it: its refund is the record of that. */
export async function recordCarriedOutBefore(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  wish: RefundRow,
  { refundId, actor }: RefundRequest
): Promise<void> {
  const { refundWishes, timeline } = dependencies
  if (!(await refundWishes.tieDone(wish, refundId))) {
    throw notAllowed(
      "The refund was not recorded: it was recorded a moment ago. Look at the order's refunds."
    )
  }
  await whatFollows(dependencies, wish, () =>
    timeline.record({
      eInvoiceOrderId: order.id,
      actor,
      action: "refund",
      outcome: "done",
      detail: { amount: wish.amount, sent: false, carried_out_before: true },
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
  const { refunds, refundWishes, statuses, timeline } = dependencies
  const { refundId, amountOre, actor } = request
  const wish = await wishOf(dependencies, order, request)
  const row = wish
    ? await refundWishes.tie(wish.id, refundId, {
        type: null,
        statusBefore: order.storedStatus,
      })
    : await refunds.begin({
        eInvoiceOrderId: order.id,
        refundId,
        amount: formatOre(amountOre),
        type: null,
        statusBefore: order.storedStatus,
        products: [],
      })
  if (row) {
    await refunds.done(row)
  }
  await whatFollows(
    dependencies,
    row ?? { id: refundId },
    () =>
      statuses.unflag(
        order.id,
        "refunded_at_service",
        "cancelled_after_capture",
        "refund_failed"
      ),
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
