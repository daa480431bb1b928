import type { BigNumberInput } from "@medusajs/framework/types"

import type { RequestOf } from "../connect"
import type { AnchoredLine } from "./charged-lines"
import {
  decimalNumber,
  decimalText,
  divideRounded,
  EXACT_DECIMALS,
  EXACT_PER_ORE,
  oreNumber,
  powerOfTen,
  roundToSum,
  toExact,
  toOre,
} from "./decimal"
import { EXACT_ONE, nameWithQuantity, WHOLE } from "./read-order"
import type { MappingSettings } from "./settings-and-errors"

/** A product line as the service takes it (specification, products[]). */
type ProductLine = RequestOf<"orders.create-e-invoice">["body"]["products"][number]

/**
 * A line's price before discount and its discount in øre, in one of the two readings; `exactPrice` is the price before
 * rounding, in exact units.
 */
type Reading = { price: bigint; discount: bigint; exactPrice: bigint }

/** The product lines of the anchored ones, in their order. */
export function productLines(
  lines: readonly AnchoredLine[],
  groups: readonly VatGroup[],
  amounts: MappingSettings["amounts"]
): ProductLine[] {
  const withoutTax =
    amounts === "tax-exclusive" ? new Map(groups.flatMap(readingsWithoutTax)) : undefined
  return lines.map((line) => productLine(line, withoutTax?.get(line) ?? readingWithTax(line)))
}

function productLine(
  { source, amount }: AnchoredLine,
  { price, discount, exactPrice }: Reading
): ProductLine {
  const isWhole = source.quantity % EXACT_ONE === 0n
  const quantity = isWhole ? source.quantity / EXACT_ONE : 1n
  return {
    name: isWhole ? source.name : nameWithQuantity(plainText(source.quantity), source.name),
    quantity: Number(quantity),
    rate: unitRate(price, exactPrice, quantity),
    discount: oreNumber(discount),
    tax: decimalNumber(source.vatRate, EXACT_DECIMALS),
    amount: oreNumber(amount),
    ...(source.productId !== undefined && { productId: source.productId }),
  }
}

/**
 * The price of one, with the fewest decimals for which `rate x quantity` rounds to the line's price; the exact price of
 * one where it does.
 */
function unitRate(price: bigint, exactPrice: bigint, quantity: bigint): number {
  if (price % quantity === 0n) {
    return oreNumber(price / quantity)
  }
  for (let decimals = 3; ; decimals++) {
    const scale = powerOfTen(decimals)
    for (const candidate of [exactPrice, price * EXACT_PER_ORE]) {
      const rate = divideRounded(candidate * scale, EXACT_ONE * quantity)
      if (divideRounded(rate * quantity * 100n, scale) === price) {
        return decimalNumber(rate, decimals)
      }
    }
  }
}

const readingWithTax = ({ source, amount, discount }: AnchoredLine): Reading => ({
  price: amount + discount,
  discount,
  exactPrice: source.beforeDiscount,
})

/**
 * Takes the tax out of a group's lines, to the øre: what the lines' taxes and discounts add up to is what the group's
 * are.
 */
function readingsWithoutTax({ vatRate, lines, ...group }: VatGroup): [AnchoredLine, Reading][] {
  const withTax = WHOLE + vatRate
  const taxes = roundToSum(
    lines.map(({ amount }) => amount * vatRate),
    withTax,
    group.tax
  )
  const discounts = roundToSum(
    lines.map(({ discount }) => discount * WHOLE),
    withTax,
    group.beforeDiscount - group.taxBeforeDiscount - (group.amount - group.tax)
  )
  return lines.map((line, index) => {
    const discount = discounts[index] ?? 0n
    return [
      line,
      {
        price: line.amount - (taxes[index] ?? 0n) + discount,
        discount,
        exactPrice: divideRounded(line.source.beforeDiscount * WHOLE, withTax),
      },
    ]
  })
}

const plainText = (quantity: bigint) => decimalText(quantity, EXACT_DECIMALS).replace(/\.?0+$/, "")

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

/** The tax within an amount in øre, at a rate in exact percent. */
const taxWithin = (gross: bigint, vatRate: bigint) =>
  divideRounded(gross * vatRate, WHOLE + vatRate)

/** A line of a reservation or of a charge: an amount without quantity or discount. */
export type ReservationLine = RequestOf<"reservations.submit">["body"]["products"][number]

type ReservedAmount = {
  name: string
  productId?: string | undefined
  amountOre: bigint
  /** VAT rate in percent. */
  tax: BigNumberInput
}

/** A line that reserves or charges an amount in whole øre. */
export function reservationLine(
  { name, productId, amountOre, tax }: ReservedAmount,
  amounts: MappingSettings["amounts"]
): ReservationLine {
  return {
    name,
    ...(productId !== undefined && { productId }),
    rate: oreNumber(
      amounts === "tax-exclusive" ? amountOre - taxWithin(amountOre, toExact(tax)) : amountOre
    ),
    tax: decimalNumber(toExact(tax), EXACT_DECIMALS),
    amount: oreNumber(amountOre),
  }
}

/** The lines of an order as a reservation takes them: how many there are of each stands in its name. */
export const reservationLines = (
  products: readonly ProductLine[],
  amounts: MappingSettings["amounts"]
): ReservationLine[] =>
  products.map(({ name, productId, quantity, tax, amount }) =>
    reservationLine(
      {
        name: Number(quantity) === 1 ? name : nameWithQuantity(String(quantity), name),
        productId,
        amountOre: toOre(amount),
        tax,
      },
      amounts
    )
  )
