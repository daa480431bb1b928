import { apportion, atLeast0, oreNumber, sum } from "./decimal"
import { MappingError } from "./settings-and-errors"

/** A line of an e-invoice order, as far as a refund goes; amounts in øre. */
export type RefundableLine = {
  /** The line's id at the service. */
  id: number | string
  amountOre: bigint
  refundedOre?: bigint | undefined
}

/** What is refunded of a line; `amount` in major units. */
export type RefundedProduct = { id: number | string; amount: number }

/**
 * Spreads a refund over the lines of an order in proportion to what is left on each. The shares add up to the refund to
 * the øre and none exceeds what is left on its line; lines that get nothing are left out.
 *
 * @param amountOre the refund, in øre
 * @throws MappingError with field `amount` when it is not positive, or more than what is left
 */
export function spreadRefund(
  lines: readonly RefundableLine[],
  amountOre: bigint
): RefundedProduct[] {
  const left = lines.map(({ amountOre: charged, refundedOre = 0n }) =>
    atLeast0(charged - refundedOre)
  )
  if (amountOre <= 0n) {
    throw new MappingError("amount", "The refund must be more than nothing.")
  }
  if (amountOre > sum(left)) {
    throw new MappingError("amount", "The refund is more than what is left of the order.")
  }
  const shares = apportion(amountOre, left)
  return lines.flatMap(({ id }, index) => {
    const share = shares[index] ?? 0n
    return share > 0n ? [{ id, amount: oreNumber(share) }] : []
  })
}
