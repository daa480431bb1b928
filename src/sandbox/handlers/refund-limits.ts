import { conflict, type Answer } from "../answers"
import { oreOf } from "../money"
import type { World } from "../state/world"

const WEEK_SECONDS = 7 * 24 * 60 * 60

/**
 * Whether a refund needs the operator's approval first: beyond a limit in kroner, or more of them in a week than one
 * order may have.
 *
 * @param refundedAt Unix seconds of the record's earlier refunds
 */
export function limitRefusal(
  { clock, settings }: World,
  refundedAt: readonly number[],
  amountOre: number
): Answer | undefined {
  const { amount, enforced, perWeek } = settings.refundLimits
  if (!enforced) {
    return undefined
  }
  if (amountOre > oreOf(amount)) {
    return conflict("refundRejectionForRequestAmountThresholdExceed")
  }
  const since = clock.seconds() - WEEK_SECONDS
  return refundedAt.filter((at) => at > since).length >= perWeek
    ? conflict("refundRejectionForWeeklyThresholdExceed")
    : undefined
}
