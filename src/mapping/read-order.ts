import { decimalText, divideRounded, EXACT_DECIMALS, NEGLIGIBLE, sum } from "./decimal"
import {
  type AddressSource,
  type CustomerSource,
  type MappableOrder,
  OrderEntry,
  type ReadCharge,
  readCredit,
  readItem,
  type ReadItem,
  readShippingMethod,
  type ReadShippingMethod,
} from "./order-entry"
import { MappingError } from "./settings-and-errors"

/** The order as the mapping works with it: amounts and quantities are exact integers of ten decimals. */
export type ReadOrder = ReturnType<typeof readOrder>
export type ReadAddress = ReturnType<typeof readAddress>

/**
 * Reads what Query returned. Every field is read, also one that another takes precedence over.
 *
 * @throws MappingError naming the first field that is not what Medusa would return
 */
export function readOrder(order: MappableOrder) {
  const entry = new OrderEntry<MappableOrder>(order)
  const displayId = entry.label("display_id")
  return {
    id: entry.text("id"),
    displayId: entry.text("custom_display_id") ?? displayId,
    email: entry.text("email"),
    locale: entry.text("locale"),
    total: entry.exact("total", "raw_total"),
    items: entry.each("items", (item) => itemLine(readItem(item))),
    shippingMethods: entry.each("shipping_methods", (method) =>
      shippingLine(readShippingMethod(method))
    ),
    credits: entry.each("credit_lines", readCredit),
    billing_address: entry.one("billing_address", readAddress),
    shipping_address: entry.one("shipping_address", readAddress),
    customer: entry.one("customer", readCustomer),
  }
}

const readAddress = (entry: OrderEntry<AddressSource>) => ({
  first_name: entry.text("first_name"),
  last_name: entry.text("last_name"),
  company: entry.text("company"),
  address_1: entry.text("address_1"),
  address_2: entry.text("address_2"),
  postal_code: entry.text("postal_code"),
  city: entry.text("city"),
  country_code: entry.text("country_code"),
  phone: entry.text("phone"),
})

const readCustomer = (entry: OrderEntry<CustomerSource>) => ({
  first_name: entry.text("first_name"),
  last_name: entry.text("last_name"),
  company_name: entry.text("company_name"),
  email: entry.text("email"),
  phone: entry.text("phone"),
})

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
 * @throws MappingError when a quantity or a tax rate is negative, or Medusa lists a line twice
 */
export function sourceLines({ items, shippingMethods }: Lines): SourceLine[] {
  const lines = [...byId(items), ...byId(shippingMethods)]
  if (isListedTwice(items) || isListedTwice(shippingMethods)) {
    throw new MappingError("items", LISTED_TWICE)
  }
  lines.forEach(checkLine)
  return lines.filter((line) => line.quantity !== 0n)
}

/**
 * Whether Medusa lists an item or a shipping method of an order twice, as it does for good once two shipments of it were
 * registered in the same moment: its total is doubled, and which of the two is right is not known.
 */
export const isListedTwice = (
  lines: readonly { readonly id?: string | null | undefined }[]
): boolean => {
  const ids = lines.flatMap(({ id }) => id ?? [])
  return new Set(ids).size !== ids.length
}

/** What staff are told of such an order. */
export const LISTED_TWICE =
  "Medusa lists an item or a delivery of this order twice, so its total is too high. Have the order corrected in the database first."

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
function itemLine(item: ReadItem): SourceLine {
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
function shippingLine(method: ReadShippingMethod): SourceLine {
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

const under = (relation: string, fields: readonly string[]) =>
  fields.map((field) => `${relation}.${field}`)

const chargeFields = [
  "id",
  "is_tax_inclusive",
  "total",
  "raw_total",
  "original_total",
  "raw_original_total",
  "tax_lines.rate",
  "adjustments.amount",
  "adjustments.raw_amount",
  "adjustments.is_tax_inclusive",
]

/** What is read of an address. */
export const addressFields = [
  "first_name",
  "last_name",
  "company",
  "address_1",
  "address_2",
  "postal_code",
  "city",
  "country_code",
  "phone",
] as const satisfies readonly (keyof AddressSource)[]

const commonFields = [
  "id",
  "email",
  "locale",
  "total",
  "raw_total",
  ...under("items", [
    "title",
    "product_title",
    "variant_title",
    "variant_sku",
    "variant_id",
    "product_id",
    "quantity",
    "unit_price",
    "raw_unit_price",
    ...chargeFields,
  ]),
  ...under("shipping_methods", ["name", "amount", "raw_amount", ...chargeFields]),
  "credit_lines.amount",
  "credit_lines.raw_amount",
  "credit_lines.metadata",
  ...under("billing_address", addressFields),
  ...under("shipping_address", addressFields),
  ...under("customer", ["first_name", "last_name", "company_name", "email", "phone"]),
]

/** The fields of a cart that the mapping reads, for `query.graph({ entity: "cart", fields })`. */
export const cartFields: string[] = commonFields

/** The fields of an order that the mapping reads, for `query.graph({ entity: "order", fields })`. */
export const orderFields: string[] = [
  ...commonFields,
  "display_id",
  "custom_display_id",
  "items.raw_quantity",
  ...under("items.detail", [
    "return_requested_quantity",
    "raw_return_requested_quantity",
    "return_received_quantity",
    "raw_return_received_quantity",
    "return_dismissed_quantity",
    "raw_return_dismissed_quantity",
  ]),
]
