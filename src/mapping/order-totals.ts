import type { AnchoredLine } from "./charged-lines"
import { divideRounded } from "./decimal"
import type { MappingSettings } from "./mapping-settings"
import { WHOLE } from "./source-line"

/** The totals of an e-invoice order, in øre. */
export type OrderTotals = {
  /** Before tax and discount. */
  subTotalOre: bigint
  /** The tax due, after discounts; before them where the total discount carries tax. */
  totalTaxOre: bigint
  /** Without tax, unless the settings want the sum of the lines' discounts. */
  totalDiscountOre: bigint
  /** What is to be paid. */
  grandTotalOre: bigint
}

/** The lines of one VAT rate, and in øre what they charge, what they would without discount, and the tax in both. */
export type VatGroup = {
  vatRate: bigint
  lines: AnchoredLine[]
  amount: bigint
  beforeDiscount: bigint
  tax: bigint
  taxBeforeDiscount: bigint
}

/** Gathers lines by VAT rate; tax is rounded once per rate. */
export function vatGroups(lines: readonly AnchoredLine[]): VatGroup[] {
  const byRate = new Map<bigint, AnchoredLine[]>()
  for (const line of lines) {
    const group = byRate.get(line.source.vatRate)
    if (group) {
      group.push(line)
    } else {
      byRate.set(line.source.vatRate, [line])
    }
  }
  return [...byRate].map(([vatRate, group]) => {
    let amount = 0n
    let beforeDiscount = 0n
    for (const line of group) {
      amount += line.amount
      beforeDiscount += line.amount + line.discount
    }
    return {
      vatRate,
      lines: group,
      amount,
      beforeDiscount,
      tax: taxWithin(amount, vatRate),
      taxBeforeDiscount: taxWithin(beforeDiscount, vatRate),
    }
  })
}

/** The totals of the groups; `subTotal - totalDiscount + totalTax` is the grand total. */
export function orderTotals(
  groups: readonly VatGroup[],
  { amounts, totalDiscount }: Pick<MappingSettings, "amounts" | "totalDiscount">
): OrderTotals {
  // Discounts of lines without tax add up to the discount without tax: the readings then are the same.
  const discountCarriesTax = amounts === "tax-inclusive" && totalDiscount === "sum-of-lines"
  let subTotalOre = 0n
  let totalTaxOre = 0n
  let grandTotalOre = 0n
  for (const group of groups) {
    subTotalOre += group.beforeDiscount - group.taxBeforeDiscount
    totalTaxOre += discountCarriesTax ? group.taxBeforeDiscount : group.tax
    grandTotalOre += group.amount
  }
  return {
    subTotalOre,
    totalTaxOre,
    totalDiscountOre: subTotalOre + totalTaxOre - grandTotalOre,
    grandTotalOre,
  }
}

const taxWithin = (gross: bigint, vatRate: bigint) =>
  divideRounded(gross * vatRate, WHOLE + vatRate)
