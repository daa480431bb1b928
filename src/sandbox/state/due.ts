import { runRefundsDue } from "./delayed-refund-transitions"
import type { Order } from "./order"
import { canHappen, moveOrder } from "./order-transitions"
import { runApprovalDue } from "./refund-approval-transitions"
import { runReservationDue } from "./reservation-transitions"
import { runSubscriptionDue } from "./subscription-transitions"
import type { World } from "./world"

/** Lets everything happen whose time has come by the virtual clock. */
export function runDue(world: World): void {
  runRefundsDue(world)
  world.orders.list().forEach((order) => runOrderDue(world, order))
  world.reservations.list().forEach((reservation) => runReservationDue(world, reservation))
  world.subscriptions.list().forEach((subscription) => runSubscriptionDue(world, subscription))
  world.refundApprovals.list().forEach((approval) => runApprovalDue(world, approval))
}

function runOrderDue(world: World, order: Order): void {
  const now = world.clock.seconds()
  const { dueAt, planned } = order
  if (planned && planned.at <= now) {
    order.planned = null
    if (canHappen(order, planned.action)) {
      moveOrder(world, order, planned.action)
    }
  }
  if (dueAt !== null && dueAt <= now && order.status === "SENT") {
    moveOrder(world, order, "expire")
  }
}
