import { decimalText } from "./decimal"
import { sum } from "./largest-remainder"
import type { MappableOrder } from "./mappable-order"
import { EXACT_DECIMALS } from "./ore"
import { readOrder } from "./read-order"
import { sourceLines } from "./source-line"

/**
 * An order as its own lines make it. Medusa books refunds and gift cards as credit lines, which lower the order's total
 * once; what is billed again each cycle must not bear them.
 *
 * @returns the order to map, and what its lines cost in major units, unrounded
 * @throws MappingError naming the first field that is not what Medusa would return
 */
export function ownLinesOf(order: MappableOrder): {
  order: MappableOrder
  amount: string
} {
  const lines = sourceLines(readOrder(order))
  return {
    order: { ...order, credit_lines: [], total: null, raw_total: null },
    amount: decimalText(sum(lines.map(({ gross }) => gross)), EXACT_DECIMALS),
  }
}
