import { divideRounded } from "./decimal"
import { sum } from "./largest-remainder"
import { lineName } from "./line-name"
import { MappingError } from "./mapping-error"
import { EXACT_DECIMALS, NEGLIGIBLE } from "./ore"
import { productIdOf } from "./product-id"
import type { ReadCharge, ReadItem, ReadShippingMethod } from "./read-charge"

/** One, in exact units: a whole quantity is a multiple of it. */
export const EXACT_ONE = 10n ** BigInt(EXACT_DECIMALS)

/** A hundred percent, in the exact units that VAT rates are held in. */
export const WHOLE = 100n * EXACT_ONE

/** What is charged for one item or shipping method, as exact integers of ten decimals. */
export type SourceLine = {
  /** Of the item or shipping method. */
  id: string | undefined
  name: string
  productId: string | undefined
  quantity: bigint
  /** VAT in percent. */
  vatRate: bigint
  /** With tax, before discounts. */
  beforeDiscount: bigint
  /** With tax, after discounts: the line's anchor. */
  gross: bigint
}

type Lines = {
  readonly items: readonly SourceLine[]
  readonly shippingMethods: readonly SourceLine[]
}

/**
 * The lines of an order: its items, then its shipping methods. Each kind in the order of their ids, which Query does not
 * promise, so that an order always maps to the same lines.
 *
 * @throws MappingError when a quantity or a tax rate is negative
 */
export function sourceLines({ items, shippingMethods }: Lines): SourceLine[] {
  const lines = [...byId(items), ...byId(shippingMethods)]
  lines.forEach(checkLine)
  return lines.filter((line) => line.quantity !== 0n)
}

function checkLine({ quantity, vatRate }: SourceLine): void {
  if (quantity < 0n) {
    throw new MappingError(
      "quantity",
      "A quantity of the order is negative, so no invoice can be made of it."
    )
  }
  if (vatRate < 0n) {
    throw new MappingError(
      "tax_lines",
      "A tax rate of the order is negative, so no invoice can be made of it."
    )
  }
}

/** The line of an item. */
export function itemLine(item: ReadItem): SourceLine {
  const quantity = item.quantity - item.returnedQuantity
  const { beforeDiscount, gross } =
    totalsOf(item.charge) ??
    priced(item.charge, {
      price: divideRounded(item.unitPrice * quantity, EXACT_ONE),
      discounted: [quantity, item.quantity],
    })
  return {
    id: item.charge.id,
    name: lineName(item),
    productId: productIdOf(item),
    quantity,
    vatRate: item.charge.vatRate,
    beforeDiscount,
    gross,
  }
}

/** The line of a shipping method. */
export function shippingLine(method: ReadShippingMethod): SourceLine {
  const { beforeDiscount, gross } =
    totalsOf(method.charge) ?? priced(method.charge, { price: method.amount, discounted: [1n, 1n] })
  return {
    id: method.charge.id,
    name: lineName(method),
    productId: undefined,
    quantity: EXACT_ONE,
    vatRate: method.charge.vatRate,
    beforeDiscount,
    gross,
  }
}

type Totals = Pick<SourceLine, "beforeDiscount" | "gross">

/** Medusa's own totals, where they were read. */
const totalsOf = ({ total, originalTotal }: ReadCharge): Totals | undefined =>
  total === undefined || originalTotal === undefined
    ? undefined
    : { beforeDiscount: originalTotal, gross: withoutNoise(total) }

/**
 * What Medusa's totals would be.
 *
 * @param own the charge's price, and which part of its quantity the discounts still apply to
 */
function priced(
  charge: ReadCharge,
  own: { price: bigint; discounted: [part: bigint, of: bigint] }
): Totals {
  const withTax = (amount: bigint, includesTax: boolean) =>
    includesTax ? amount : divideRounded(amount * (WHOLE + charge.vatRate), WHOLE)
  const discount = sum(
    charge.adjustments.map(({ amount, isTaxInclusive }) => withTax(amount, isTaxInclusive))
  )
  const [part, of] = own.discounted
  const beforeDiscount = withTax(own.price, charge.isTaxInclusive)
  return {
    beforeDiscount,
    gross: withoutNoise(beforeDiscount - (of === 0n ? 0n : divideRounded(discount * part, of))),
  }
}

/** A line that is discounted to nothing may come out a trifle below it. */
const withoutNoise = (gross: bigint) => (gross < 0n && gross > -NEGLIGIBLE ? 0n : gross)

const byId = (lines: readonly SourceLine[]): SourceLine[] =>
  [...lines].sort(({ id: one = "" }, { id: other = "" }) =>
    one === other ? 0 : one < other ? -1 : 1
  )
