import { sum } from "./largest-remainder"
import type { Amount, ChargeSource, Flag, ItemSource, ShippingMethodSource } from "./mappable-order"
import type { OrderEntry } from "./order-entry"

export type ReadItem = ReturnType<typeof readItem>
export type ReadShippingMethod = ReturnType<typeof readShippingMethod>
export type ReadCharge = ReturnType<typeof readCharge>

export function readItem(entry: OrderEntry<ItemSource>) {
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

export const readShippingMethod = (entry: OrderEntry<ShippingMethodSource>) => ({
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

const readRate = (taxLine: OrderEntry<{ rate?: Amount; raw_rate?: Amount }>): bigint =>
  taxLine.exact("rate", "raw_rate") ?? 0n

const readAdjustment = (adjustment: OrderEntry<{ amount?: Amount; is_tax_inclusive?: Flag }>) => ({
  amount: readAmount(adjustment),
  isTaxInclusive: adjustment.flag("is_tax_inclusive"),
})

const readReturned = (detail: OrderEntry<NonNullable<ItemSource["detail"]>>): bigint =>
  (detail.exact("return_received_quantity", "raw_return_received_quantity") ?? 0n) +
  (detail.exact("return_dismissed_quantity", "raw_return_dismissed_quantity") ?? 0n)

export const readAmount = (entry: OrderEntry<{ amount?: Amount }>): bigint =>
  entry.exact("amount", "raw_amount") ?? 0n
