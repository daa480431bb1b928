import { oreOf } from "../../money"
import { acceptRefund } from "../../state/delayed-refund-transitions"
import type { LineShare } from "../../state/reservation"
import type { Handler } from "../handler"
import { preconditionRefusal } from "../preconditions"
import { orderRefundRefusal } from "../refund-checks"
import { limitRefusal } from "../refund-limits"
import { done, noSuchRecord } from "../replies"

export const refundOrder: Handler<"orders.refund"> = (call) => {
  const { body, operation, params, world } = call
  const order = world.orders.get(params.order_uuid)
  if (!order) {
    return noSuchRecord(operation)
  }
  const amountOre = oreOf(body.grandTotal)
  const shares = sharesOf(body.products)
  const refusal =
    preconditionRefusal(operation, order.status, body) ??
    orderRefundRefusal(world, order, amountOre, shares) ??
    limitRefusal(world, order.refundedAt, amountOre)
  if (refusal) {
    return refusal
  }
  acceptRefund(world, {
    record: "order",
    recordUuid: order.uuid,
    amountOre,
    shares,
  })
  return done(operation, null, true)
}

/** Shares of stored lines as requests carry them, in øre. */
export function sharesOf(
  products: readonly { id: number | string; amount: number | string }[]
): LineShare[] {
  return products.map(({ id, amount }) => ({
    id: Number(id),
    amountOre: oreOf(amount),
  }))
}
