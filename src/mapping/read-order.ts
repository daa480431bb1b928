import { decimalText, EXACT_DECIMALS, sum } from "./decimal"
import {
  type AddressSource,
  type CustomerSource,
  type MappableOrder,
  OrderEntry,
  readCredit,
  readItem,
  readShippingMethod,
} from "./order-entry"
import { itemLine, shippingLine, sourceLines } from "./source-line"

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

const addressFields = [
  "first_name",
  "last_name",
  "company",
  "address_1",
  "address_2",
  "postal_code",
  "city",
  "country_code",
  "phone",
]

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
