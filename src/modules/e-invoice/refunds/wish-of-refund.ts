import { formatOre, toOre } from "../../../mapping"
import type { FollowedOrder } from "../status/followed-order"
import { missingInMedusa } from "./missing-in-medusa"
import type { RefundRow } from "./refund-row"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { isUntied } from "./refund-wishes"

/**
 * The wish that Medusa's refund is made for, if it still waits for it. A refund made with Medusa's own button is that of
 * the same amount which was carried out already and is missing in Medusa.
 */
export async function wishOf(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { wishId, amountOre }: RefundRequest
): Promise<RefundRow | undefined> {
  if (wishId === undefined) {
    return missingRefund(dependencies, order, amountOre)
  }
  const { refundWishes, medusaRefunds } = dependencies
  const wish = await refundWishes.find(wishId)
  if (
    wish?.e_invoice_order_id !== order.id ||
    toOre(wish.amount) !== amountOre
  ) {
    return undefined
  }
  if (wish.state === "sending") {
    return isUntied(wish) ? wish : undefined
  }
  const [missing] = await missingInMedusa(medusaRefunds, [wish])
  return missing
}

/** The refund of an amount that was carried out at the service and that Medusa has not recorded. */
export async function missingRefund(
  { refundWishes, medusaRefunds }: RefundDependencies,
  order: Pick<FollowedOrder, "id">,
  amountOre: bigint
): Promise<RefundRow | undefined> {
  const [missing] = await missingInMedusa(
    medusaRefunds,
    await refundWishes.carriedOut(order.id, formatOre(amountOre))
  )
  return missing
}
