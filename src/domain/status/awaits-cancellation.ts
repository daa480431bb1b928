import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { isCancelled } from "../../modules/e-invoice/status/order-status-machine"

/** Whether somebody wished the order cancelled, and the service has not confirmed that. */
export const awaitsCancellation = ({
  cancelRequestedAt,
  status,
}: Pick<FollowedOrder, "cancelRequestedAt" | "status">): boolean =>
  cancelRequestedAt !== null && !isCancelled(status)
