import { conflict } from "../../answers"
import { canHappen, moveOrder } from "../../state/order-transitions"
import type { Handler } from "../handler"
import { changeable } from "../preconditions"
import { done } from "../replies"

export const cancelOrder: Handler<"orders.cancel"> = (call) => {
  const { body, operation, params, world } = call
  const found = changeable(operation, world.orders.get(params.order_uuid))
  if ("refusal" in found) {
    return found.refusal
  }
  const { record: order } = found
  // What was refunded was paid once: the documentation names no key of its own for it.
  if (!canHappen(order, "cancel")) {
    return conflict("orderStatusAlreadyPaid")
  }
  moveOrder(world, order, "cancel", body.cancellationNote)
  return done(operation, null, false)
}
