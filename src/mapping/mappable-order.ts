import type { BigNumberInput } from "@medusajs/framework/types"
import { z } from "zod"

import { MappingError } from "./mapping-error"
import { toExact } from "./ore"

/** A number as Medusa holds it. What it is worth is read where the entry it belongs to is. */
const number = z.custom<BigNumberInput | null>().optional()

const text = z.string().nullish()

const taxLine = z
  .object({ rate: number, raw_rate: number })
  .transform((entry, context) => exact(entry, "rate", context) ?? 0n)

const adjustment = z
  .object({
    amount: number,
    raw_amount: number,
    is_tax_inclusive: z.boolean().nullish(),
  })
  .transform((entry, context) => ({
    amount: exact(entry, "amount", context) ?? 0n,
    isTaxInclusive: entry.is_tax_inclusive ?? false,
  }))

const charge = {
  id: text,
  total: number,
  raw_total: number,
  original_total: number,
  raw_original_total: number,
  is_tax_inclusive: z.boolean().nullish(),
  tax_lines: z.array(taxLine).nullish(),
  adjustments: z.array(adjustment).nullish(),
}

type ChargeEntry = z.output<z.ZodObject<typeof charge>>

/** What items and shipping methods have in common. */
const readCharge = (entry: ChargeEntry, context: z.RefinementCtx) => ({
  id: said(entry.id),
  total: exact(entry, "total", context),
  originalTotal: exact(entry, "original_total", context),
  isTaxInclusive: entry.is_tax_inclusive ?? false,
  taxRates: entry.tax_lines ?? [],
  adjustments: entry.adjustments ?? [],
})

const returned = z
  .object({
    return_received_quantity: number,
    raw_return_received_quantity: number,
    return_dismissed_quantity: number,
    raw_return_dismissed_quantity: number,
  })
  .transform(
    (detail, context) =>
      (exact(detail, "return_received_quantity", context) ?? 0n) +
      (exact(detail, "return_dismissed_quantity", context) ?? 0n)
  )

const item = z
  .object({
    ...charge,
    title: text,
    product_title: text,
    variant_title: text,
    variant_sku: text,
    variant_id: text,
    product_id: text,
    quantity: number,
    raw_quantity: number,
    unit_price: number,
    raw_unit_price: number,
    detail: returned.nullish(),
  })
  .transform((entry, context) => ({
    charge: readCharge(entry, context),
    title: said(entry.product_title) ?? said(entry.title),
    variantTitle: said(entry.variant_title),
    sku: said(entry.variant_sku),
    variantId: said(entry.variant_id),
    productId: said(entry.product_id),
    quantity: exact(entry, "quantity", context) ?? 0n,
    returnedQuantity: entry.detail ?? 0n,
    unitPrice: exact(entry, "unit_price", context) ?? 0n,
  }))

const shippingMethod = z
  .object({ ...charge, name: text, amount: number, raw_amount: number })
  .transform((entry, context) => ({
    charge: readCharge(entry, context),
    title: said(entry.name),
    amount: exact(entry, "amount", context) ?? 0n,
  }))

const creditLine = z
  .object({ amount: number, raw_amount: number })
  .transform((entry, context) => exact(entry, "amount", context) ?? 0n)

const address = z
  .object({
    first_name: text,
    last_name: text,
    company: text,
    address_1: text,
    address_2: text,
    postal_code: text,
    city: text,
    country_code: text,
    phone: text,
  })
  .transform(trimmed)
  .nullish()

const customer = z
  .object({
    first_name: text,
    last_name: text,
    company_name: text,
    email: text,
    phone: text,
  })
  .transform(trimmed)
  .nullish()

const mappableOrder = z
  .object({
    id: text,
    display_id: z.union([z.string(), z.number()]).nullish(),
    custom_display_id: text,
    email: text,
    locale: text,
    total: number,
    raw_total: number,
    items: z.array(item).nullish(),
    shipping_methods: z.array(shippingMethod).nullish(),
    credit_lines: z.array(creditLine).nullish(),
    billing_address: address,
    shipping_address: address,
    customer,
  })
  .transform((order, context) => ({
    id: said(order.id),
    displayId: said(order.custom_display_id) ?? order.display_id ?? undefined,
    email: said(order.email),
    locale: said(order.locale),
    total: exact(order, "total", context),
    items: order.items ?? [],
    shippingMethods: order.shipping_methods ?? [],
    credits: order.credit_lines ?? [],
    billing_address: order.billing_address ?? undefined,
    shipping_address: order.shipping_address ?? undefined,
    customer: order.customer ?? undefined,
  }))

/** An order or cart as Query returns it: plain data, unknown fields welcome. See `orderFields` and `cartFields`. */
export type MappableOrder = z.input<typeof mappableOrder>

/** The order as the mapping works with it: amounts and quantities are exact integers of ten decimals. */
export type ReadOrder = z.output<typeof mappableOrder>
export type ReadItem = ReadOrder["items"][number]
export type ReadShippingMethod = ReadOrder["shippingMethods"][number]
export type ReadCharge = ReturnType<typeof readCharge>
export type ReadAddress = NonNullable<ReadOrder["billing_address"]>

/**
 * Reads what Query returned.
 *
 * @throws MappingError naming the first field that is not what Medusa would return
 */
export function readOrder(order: MappableOrder): ReadOrder {
  const result = mappableOrder.safeParse(order)
  if (result.success) {
    return result.data
  }
  const [issue] = result.error.issues
  throw new MappingError(
    issue?.path.join(".") || "order",
    "The order cannot be read, so no invoice can be made of it."
  )
}

const said = (value: string | null | undefined) => value?.trim() || undefined

function trimmed<Part extends string>(
  parts: Partial<Record<Part, string | null>>
): Partial<Record<Part, string>> {
  const kept: Partial<Record<Part, string>> = {}
  for (const part in parts) {
    const value = said(parts[part])
    if (value !== undefined) {
      kept[part] = value
    }
  }
  return kept
}

/**
 * An amount or quantity as an exact integer of ten decimals. Medusa keeps the unrounded value of every number beside it,
 * under `raw_`; where both were read, the raw one counts.
 */
function exact<Field extends string>(
  entry: Partial<Record<Field | `raw_${Field}`, BigNumberInput | null>>,
  field: Field,
  context: z.RefinementCtx
): bigint | undefined {
  const value = entry[`raw_${field}`] ?? entry[field]
  if (value == null) {
    return undefined
  }
  try {
    return toExact(value)
  } catch {
    context.addIssue({
      code: "custom",
      path: [field],
      message: "must be a number",
    })
    return z.NEVER
  }
}
