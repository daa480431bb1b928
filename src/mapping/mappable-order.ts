import type { BigNumberInput } from "@medusajs/framework/types"

type Text = string | null
/** Yes or no as Medusa holds it. */
export type Flag = boolean | null
/** A number as Medusa holds it. */
export type Amount = BigNumberInput | null

/** What items and shipping methods have in common. */
export type ChargeSource = {
  id?: Text
  total?: Amount
  raw_total?: Amount
  original_total?: Amount
  raw_original_total?: Amount
  is_tax_inclusive?: Flag
  tax_lines?: { rate?: Amount; raw_rate?: Amount }[] | null
  adjustments?: { amount?: Amount; raw_amount?: Amount; is_tax_inclusive?: Flag }[] | null
}

/** A line item. */
export type ItemSource = ChargeSource & {
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

/** A shipping method. */
export type ShippingMethodSource = ChargeSource & {
  name?: Text
  amount?: Amount
  raw_amount?: Amount
}

/** A billing or shipping address. */
export type AddressSource = {
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

/** The customer's own record. */
export type CustomerSource = {
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
