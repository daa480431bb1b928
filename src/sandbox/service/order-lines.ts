import { kronerOf, kronerText, oreOf } from "../wire-values"
import type { Order, OrderLine } from "../world/records"
import type { World } from "../world/world"

/** A product line as requests carry it: kroner and percent. */
export type SentLine = {
  name: string
  productId?: string | null
  quantity?: Decimal
  rate: Decimal
  discount?: Decimal | null
  tax: Decimal
  amount: Decimal
}

type Decimal = number | string

/** A line with the number a later refund names. */
export function storedLine(world: World, line: SentLine): OrderLine {
  return {
    id: world.nextLineId++,
    name: line.name,
    productId: line.productId ?? null,
    quantity: Number(line.quantity ?? 1),
    rate: Number(line.rate),
    discount: Number(line.discount ?? 0),
    tax: Number(line.tax),
    amountOre: oreOf(line.amount),
    refundedOre: 0,
  }
}

/** The documented record of a stored product line. */
export const lineRecord = (line: OrderLine) => ({
  id: line.id,
  name: line.name,
  productId: line.productId,
  quantity: line.quantity,
  rate: line.rate,
  discount: line.discount,
  tax: line.tax,
  amount: kronerOf(line.amountOre),
})

export type SentSummary = {
  subTotal: Decimal
  totalTax: Decimal
  totalDiscount?: Decimal
  grandTotal: Decimal
}

/** The amounts of an order that should agree with each other, in øre. */
type Totals = {
  linesOre: number
  partsOre: number
  grandTotalOre: number
  totalDiscountOre: number
  /** What the lines' discounts add up to, as sent. */
  lineDiscountsOre: number
  /** The same without the tax of each line; not rounded. */
  lineDiscountsWithoutTaxOre: number
  /** How many the lines have: rounding may move the discount without tax by an øre for each. */
  vatRates: number
}

export function totalsOfOrder(order: Order): Totals {
  return {
    linesOre: order.lines.reduce((sum, line) => sum + line.amountOre, 0),
    partsOre: order.subTotalOre - order.totalDiscountOre + order.totalTaxOre,
    grandTotalOre: order.grandTotalOre,
    totalDiscountOre: order.totalDiscountOre,
    ...discountsOf(order.lines),
  }
}

export function totalsOfRequest(products: readonly SentLine[], summary: SentSummary): Totals {
  return {
    linesOre: products.reduce((sum, line) => sum + oreOf(line.amount), 0),
    partsOre: oreOf(summary.subTotal) - oreOf(summary.totalDiscount ?? 0) + oreOf(summary.totalTax),
    grandTotalOre: oreOf(summary.grandTotal),
    totalDiscountOre: oreOf(summary.totalDiscount ?? 0),
    ...discountsOf(products),
  }
}

function discountsOf(lines: readonly Pick<SentLine, "discount" | "tax">[]) {
  let lineDiscountsOre = 0
  let lineDiscountsWithoutTaxOre = 0
  for (const { discount, tax } of lines) {
    const discountOre = oreOf(discount ?? 0)
    lineDiscountsOre += discountOre
    lineDiscountsWithoutTaxOre += (discountOre * 100) / (100 + Number(tax))
  }
  const vatRates = new Set(lines.map(({ tax }) => Number(tax))).size
  return { lineDiscountsOre, lineDiscountsWithoutTaxOre, vatRates }
}

/**
 * Why totals do not add up, in sentences; empty when they do. The service's own rule is unknown; these are what any
 * reading of the fields shares: the lines sum to the grand total, so do the parts of the summary, and the total discount
 * is that of the lines, with their tax or without it.
 */
export function totalsOff({
  linesOre,
  partsOre,
  grandTotalOre,
  totalDiscountOre,
  lineDiscountsOre,
  lineDiscountsWithoutTaxOre,
  vatRates,
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
  const isOfLines =
    totalDiscountOre === lineDiscountsOre ||
    Math.abs(totalDiscountOre - lineDiscountsWithoutTaxOre) <= vatRates
  if (!isOfLines) {
    sentences.push(
      `The order summary.total discount is ${kronerText(totalDiscountOre)}, the products discounts sum to ${kronerText(lineDiscountsOre)} with tax and ${kronerText(Math.round(lineDiscountsWithoutTaxOre))} without.`
    )
  }
  return sentences
}
