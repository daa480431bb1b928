import { divideRounded, EXACT_DECIMALS, NEGLIGIBLE, sum } from "./decimal"
import { MappingError } from "./mapping-error"
import type { ReadCharge, ReadItem, ReadShippingMethod } from "./order-entry"

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
  /** What came back of it, which the quantity does not count. */
  returned?: bigint | undefined
  /** The part of the quantity that is to be returned and was not received yet. */
  requested: bigint
  /** VAT in percent. */
  vatRate: bigint
  /** With tax, before discounts. */
  beforeDiscount: bigint
  /** With tax, after discounts: the line's anchor. */
  gross: bigint
  /** With tax, before credit lines were spread over the order; only of a line of which `gross` bears its part already. */
  beforeCredit?: bigint | undefined
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
    returned: item.returnedQuantity,
    requested: item.requestedQuantity,
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
    requested: 0n,
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

/** Longest name that is sent; the specification states no limit. */
const LONGEST_NAME = 100

/** What Medusa calls the only variant of a product that has no options. */
const UNNAMED_VARIANT = /^default( variant)?$/i

/** Space that is not a single plain one. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

type Titled = {
  /** The product's title, or a shipping method's name. */
  title?: string | undefined
  variantTitle?: string | undefined
}

/** A line's name: the title, and the variant's where it says something more. */
export function lineName({ title, variantTitle }: Titled): string {
  const name = title ?? variantTitle ?? "–"
  const isNamed =
    variantTitle !== undefined && variantTitle !== name && !UNNAMED_VARIANT.test(variantTitle)
  return shortened(isNamed ? `${name}, ${variantTitle}` : name)
}

/** A name with a fractional quantity in front, for a line that is sent with quantity 1: `1.5 × Cod`. */
export function nameWithQuantity(quantity: string, name: string): string {
  return shortened(`${quantity} × ${name}`)
}

function shortened(name: string): string {
  const text = name.replace(UNEVEN_SPACE, " ")
  if (text.length <= LONGEST_NAME) {
    return text
  }
  const characters = [...text]
  return characters.length <= LONGEST_NAME
    ? text
    : `${characters.slice(0, LONGEST_NAME - 1).join("")}…`
}

/** Longest product id that an earlier page of the operator's documentation allowed. */
const LONGEST_PRODUCT_ID = 25

type Identified = {
  sku?: string | undefined
  variantId?: string | undefined
  productId?: string | undefined
}

/**
 * A line's product id: the SKU when it fits; else the end of the variant's or product's id, the part that makes it
 * unique. A longer SKU is not cut, because a cut SKU can be another product's.
 */
export function productIdOf({ sku, variantId, productId }: Identified): string | undefined {
  return sku !== undefined && sku.length <= LONGEST_PRODUCT_ID
    ? sku
    : (variantId ?? productId)?.slice(-LONGEST_PRODUCT_ID)
}
