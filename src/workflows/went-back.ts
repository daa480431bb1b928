import { toOre } from "../mapping"
import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"

/** Whether all of an order went back, here or at the service. */
export const wentBack = ({
  status,
  refundedTotal,
  grandTotal,
}: Pick<FollowedOrder, "status" | "refundedTotal" | "grandTotal">): boolean =>
  status === "REFUNDED" || toOre(refundedTotal) >= toOre(grandTotal)
