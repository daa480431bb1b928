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
    "return_received_quantity",
    "raw_return_received_quantity",
    "return_dismissed_quantity",
    "raw_return_dismissed_quantity",
  ]),
]
