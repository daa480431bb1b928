import { kronerText, oreOf } from "../money"
import type { SentLine, SentSummary } from "./creation"
import type { Order } from "./order"

/** The amounts of an order that should agree with each other, in øre. */
export type Totals = {
  linesOre: number
  partsOre: number
  grandTotalOre: number
}

export function totalsOfOrder(order: Order): Totals {
  return {
    linesOre: order.lines.reduce((sum, line) => sum + line.amountOre, 0),
    partsOre: order.subTotalOre - order.totalDiscountOre + order.totalTaxOre,
    grandTotalOre: order.grandTotalOre,
  }
}

export function totalsOfRequest(
  products: readonly SentLine[],
  summary: SentSummary
): Totals {
  return {
    linesOre: products.reduce((sum, line) => sum + oreOf(line.amount), 0),
    partsOre:
      oreOf(summary.subTotal) -
      oreOf(summary.totalDiscount ?? 0) +
      oreOf(summary.totalTax),
    grandTotalOre: oreOf(summary.grandTotal),
  }
}

/**
 * Why totals do not add up, in sentences; empty when they do. The service's own rule is unknown; these are the two that
 * any reading of the fields shares: the lines sum to the grand total, and so do the parts of the summary.
 */
export function totalsOff({
  linesOre,
  partsOre,
  grandTotalOre,
}: Totals): string[] {
  const grand = kronerText(grandTotalOre)
  const sentences: string[] = []
  if (linesOre !== grandTotalOre) {
    sentences.push(
      `The products amounts sum to ${kronerText(linesOre)}, the order summary.grand total is ${grand}.`
    )
  }
  if (partsOre !== grandTotalOre) {
    sentences.push(
      `The order summary.sub total - total discount + total tax is ${kronerText(partsOre)}, the grand total is ${grand}.`
    )
  }
  return sentences
}
