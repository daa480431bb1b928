import { MedusaError } from "@medusajs/framework/utils"

import { formatOre, toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import type { RefundDependencies } from "./refund-request"

/** Code of the refusal that asks for an explicit confirmation. */
export const CONFIRM_REPEAT = "confirm_repeat"

/**
 * Refuses a refund of the same amount as one whose doubt was settled lately: the request may be the same wish once more,
 * from a window that was told to press again.
 *
 * @throws MedusaError not_allowed with the code `confirm_repeat`
 */
export async function refuseUnconfirmedRepeat(
  { refunds }: Pick<RefundDependencies, "refunds">,
  { id }: Pick<FollowedOrder, "id">,
  amountOre: bigint
): Promise<void> {
  const recent = await refunds.askingConfirmation(id)
  const alike = recent.find(({ amount }) => toOre(amount) === amountOre)
  if (alike) {
    const amount = formatOre(amountOre)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The refund was not sent: an earlier refund of ${amount} was found carried out and is recorded. Another ${amount} is refunded only when it is confirmed: refund it in the order's Refunds section, and confirm it there.`,
      CONFIRM_REPEAT
    )
  }
}
