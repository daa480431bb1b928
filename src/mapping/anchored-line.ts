import type { Charge } from "./charged-lines"
import { roundToSum, sum } from "./largest-remainder"
import { MappingError } from "./mapping-error"
import { EXACT_PER_ORE, exactToOre, NEGLIGIBLE } from "./ore"
import type { SourceLine } from "./source-line"

/** A line in whole øre, with tax: `amount` is what it charges, after `discount` was taken off. */
export type AnchoredLine = {
  source: SourceLine
  amount: bigint
  discount: bigint
}

/**
 * Rounds a charge to whole øre so that its lines add up to exactly what is charged. The credit is borne by the lines in
 * proportion to their amounts, as discount.
 *
 * @param total what is charged, in øre
 * @throws MappingError when the charge is not that total rounded down or up to an øre
 */
export function anchoredLines({ lines, credit }: Charge, total: bigint): AnchoredLine[] {
  const gross = sum(lines.map((line) => line.gross))
  const due = gross - credit
  const distance = due - total * EXACT_PER_ORE
  if (distance >= EXACT_PER_ORE || distance <= -EXACT_PER_ORE) {
    throw new MappingError(
      "amount",
      "The order has changed since this payment was chosen. Please choose the payment again."
    )
  }
  const amounts = roundToSum(
    lines.map((line) => line.gross * due),
    gross * EXACT_PER_ORE,
    total
  )
  return lines.map((source, index) => {
    const amount = amounts[index] ?? 0n
    const isDiscounted = credit > 0n || source.beforeDiscount - source.gross >= NEGLIGIBLE
    const discount = isDiscounted ? exactToOre(source.beforeDiscount) - amount : 0n
    return { source, amount, discount: discount > 0n ? discount : 0n }
  })
}
