import type { AddressSource, CustomerSource, MappableOrder } from "./mappable-order"
import { OrderEntry } from "./order-entry"
import { readAmount, readItem, readShippingMethod } from "./read-charge"
import { itemLine, shippingLine } from "./source-line"

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
    credits: entry.each("credit_lines", readAmount),
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
