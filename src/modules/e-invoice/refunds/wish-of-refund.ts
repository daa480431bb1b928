import { formatOre, toOre } from "../../../mapping"
import type { FollowedOrder } from "../status/followed-order"
import type { RefundRow } from "./refund-row"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { isUntied } from "./refund-wishes"

/**
 * The wish that Medusa's refund is made for, if it still waits for it. A refund made with Medusa's own button is that of
 * the same amount which was carried out already and is missing in Medusa.
 */
export async function wishOf(
  { refundWishes }: RefundDependencies,
  order: FollowedOrder,
  { wishId, amountOre }: RefundRequest
): Promise<RefundRow | undefined> {
  const wish =
    wishId === undefined
      ? await refundWishes.missingInMedusa(order.id, formatOre(amountOre))
      : await refundWishes.find(wishId)
  return wish &&
    isUntied(wish) &&
    wish.e_invoice_order_id === order.id &&
    toOre(wish.amount) === amountOre &&
    (wish.state === "sending" || wish.state === "done")
    ? wish
    : undefined
}
