import { formatOre } from "../../../mapping"
import { notAllowed, refusal } from "../refusal"
import { learnStatus } from "../status/learn-status"
import { reportOf } from "../status/status-lookup"
import type { FollowedOrder } from "../status/followed-order"
import { askForRefund } from "./ask-for-refund"
import {
  needsNoSending,
  recordCarriedOutBefore,
  recordWithoutSending,
} from "./record-unsent-refund"
import { linesAsSent } from "./lines-as-sent"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { refundShares } from "./refund-shares"
import { settleOpenRefund } from "./settle-open-refund"
import { wishOf } from "./wish-of-refund"

/** `recorded`: nothing had to be sent, because the service gave it all back, or ended the claim, by itself. */
export type RefundResult = "sent" | "recorded"

/**
 * Refunds part or all of an order at the service, at most once per Medusa refund. A refund whose answer was lost is
 * settled first; the next is not sent before it is known what became of that one.
 *
 * @throws MedusaError with a sentence for the merchant
 */
export async function sendRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundRequest
): Promise<RefundResult> {
  const wish = await wishOf(dependencies, order, request)
  if (wish?.state === "done") {
    await recordCarriedOutBefore(dependencies, order, wish, request)
    return "recorded"
  }
  if (
    !wish &&
    (await settleOpenRefund(dependencies, order, request)) === "this-one"
  ) {
    return "sent"
  }
  if (!wish && request.wishId !== undefined) {
    // Medusa was asked twice for the same wish: the other refund of Medusa has it.
    throw underWay()
  }
  const { order: current, lines } = await detailsOf(
    dependencies,
    order,
    request
  )
  if (needsNoSending(current)) {
    await recordWithoutSending(dependencies, current, request)
    return "recorded"
  }
  const type = current.paid ? "regular" : "invoiced"
  const statusBefore = current.storedStatus
  const row = wish
    ? await dependencies.refundWishes.tie(wish.id, request.refundId, {
        type,
        statusBefore,
      })
    : await dependencies.refunds.begin({
        eInvoiceOrderId: order.id,
        refundId: request.refundId,
        amount: formatOre(request.amountOre),
        type,
        statusBefore,
        products: refundShares(
          lines,
          await dependencies.refunds.list(order.id),
          request.amountOre
        ),
      })
  if (!row) {
    throw underWay()
  }
  await askForRefund(dependencies, current, { row, request })
  return "sent"
}

const underWay = () =>
  notAllowed(
    "The refund was not sent: another refund of this order is under way. Try again in a moment."
  )

async function detailsOf(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { actor }: RefundRequest
) {
  if (order.orderUuid === null) {
    throw notAllowed(
      "The refund was not sent: it is not known yet whether the order exists at the service. Settle that first."
    )
  }
  try {
    const { data } = await dependencies.connect.call("orders.details", {
      params: { order_uuid: order.orderUuid },
    })
    const learned = await learnStatus(
      dependencies,
      order.id,
      reportOf(data.status),
      { by: "payment", actor }
    )
    const made = await dependencies.journal.find(order.id)
    return {
      order: learned.order,
      lines: linesAsSent(data.productList, made?.sent_request),
    }
  } catch (error) {
    throw refusal("The refund was not sent", error)
  }
}
