import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import type { RequestOf } from "../connect"
import type { AnchoredLine } from "./charged-lines"
import {
  decimalNumber,
  decimalText,
  divideRounded,
  EXACT_DECIMALS,
  EXACT_PER_ORE,
  formatOre,
  oreNumber,
  powerOfTen,
  roundToSum,
  toOre,
} from "./decimal"
import type { MappingSettings } from "./mapping-settings"
import type { VatGroup } from "./order-totals"
import { EXACT_ONE, nameWithQuantity, WHOLE } from "./source-line"

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
      amounts === "tax-exclusive" ? amountOre - taxWithin(amountOre, tax) : amountOre
    ),
    tax: MathBN.convert(tax).toNumber(),
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

/** The tax within an amount in øre, rounded half away from zero. */
const taxWithin = (amountOre: bigint, tax: BigNumberInput): bigint =>
  toOre(MathBN.div(MathBN.mult(formatOre(amountOre), tax), MathBN.add(100, tax)))
