import type { BigNumberInput } from "@medusajs/framework/types"

import { sum } from "./largest-remainder"
import { OrderEntry } from "./order-entry"
import { itemLine, shippingLine } from "./source-line"

type Text = string | null
type Flag = boolean | null
/** A number as Medusa holds it. */
type Amount = BigNumberInput | null

/** What items and shipping methods have in common. */
type ChargeSource = {
  id?: Text
  total?: Amount
  raw_total?: Amount
  original_total?: Amount
  raw_original_total?: Amount
  is_tax_inclusive?: Flag
  tax_lines?: { rate?: Amount; raw_rate?: Amount }[] | null
  adjustments?:
    { amount?: Amount; raw_amount?: Amount; is_tax_inclusive?: Flag }[] | null
}

type ItemSource = ChargeSource & {
  title?: Text
  product_title?: Text
  variant_title?: Text
  variant_sku?: Text
  variant_id?: Text
  product_id?: Text
  quantity?: Amount
  raw_quantity?: Amount
  unit_price?: Amount
  raw_unit_price?: Amount
  detail?: {
    return_received_quantity?: Amount
    raw_return_received_quantity?: Amount
    return_dismissed_quantity?: Amount
    raw_return_dismissed_quantity?: Amount
  } | null
}

type ShippingMethodSource = ChargeSource & {
  name?: Text
  amount?: Amount
  raw_amount?: Amount
}

type AddressSource = {
  first_name?: Text
  last_name?: Text
  company?: Text
  address_1?: Text
  address_2?: Text
  postal_code?: Text
  city?: Text
  country_code?: Text
  phone?: Text
}

type CustomerSource = {
  first_name?: Text
  last_name?: Text
  company_name?: Text
  email?: Text
  phone?: Text
}

/** An order or cart as Query returns it: plain data, unknown fields welcome. See `orderFields` and `cartFields`. */
export type MappableOrder = {
  id?: Text
  display_id?: string | number | null
  custom_display_id?: Text
  email?: Text
  locale?: Text
  total?: Amount
  raw_total?: Amount
  items?: ItemSource[] | null
  shipping_methods?: ShippingMethodSource[] | null
  credit_lines?: { amount?: Amount; raw_amount?: Amount }[] | null
  billing_address?: AddressSource | null
  shipping_address?: AddressSource | null
  customer?: CustomerSource | null
}

/** The order as the mapping works with it: amounts and quantities are exact integers of ten decimals. */
export type ReadOrder = ReturnType<typeof readOrder>
export type ReadItem = ReturnType<typeof readItem>
export type ReadShippingMethod = ReturnType<typeof readShippingMethod>
export type ReadCharge = ReturnType<typeof readCharge>
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
    credits: entry.each("credit_lines", readAmount),
    billing_address: entry.one("billing_address", readAddress),
    shipping_address: entry.one("shipping_address", readAddress),
    customer: entry.one("customer", readCustomer),
  }
}

function readItem(entry: OrderEntry<ItemSource>) {
  const title = entry.text("title")
  return {
    charge: readCharge(entry),
    title: entry.text("product_title") ?? title,
    variantTitle: entry.text("variant_title"),
    sku: entry.text("variant_sku"),
    variantId: entry.text("variant_id"),
    productId: entry.text("product_id"),
    quantity: entry.exact("quantity", "raw_quantity") ?? 0n,
    returnedQuantity: entry.one("detail", readReturned) ?? 0n,
    unitPrice: entry.exact("unit_price", "raw_unit_price") ?? 0n,
  }
}

const readShippingMethod = (entry: OrderEntry<ShippingMethodSource>) => ({
  charge: readCharge(entry),
  title: entry.text("name"),
  amount: readAmount(entry),
})

const readCharge = (entry: OrderEntry<ChargeSource>) => ({
  id: entry.text("id"),
  total: entry.exact("total", "raw_total"),
  originalTotal: entry.exact("original_total", "raw_original_total"),
  isTaxInclusive: entry.flag("is_tax_inclusive"),
  vatRate: sum(entry.each("tax_lines", readRate)),
  adjustments: entry.each("adjustments", readAdjustment),
})

const readRate = (
  taxLine: OrderEntry<{ rate?: Amount; raw_rate?: Amount }>
): bigint => taxLine.exact("rate", "raw_rate") ?? 0n

const readAdjustment = (
  adjustment: OrderEntry<{ amount?: Amount; is_tax_inclusive?: Flag }>
) => ({
  amount: readAmount(adjustment),
  isTaxInclusive: adjustment.flag("is_tax_inclusive"),
})

const readReturned = (
  detail: OrderEntry<NonNullable<ItemSource["detail"]>>
): bigint =>
  (detail.exact("return_received_quantity", "raw_return_received_quantity") ??
    0n) +
  (detail.exact("return_dismissed_quantity", "raw_return_dismissed_quantity") ??
    0n)

const readAmount = (entry: OrderEntry<{ amount?: Amount }>): bigint =>
  entry.exact("amount", "raw_amount") ?? 0n

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
