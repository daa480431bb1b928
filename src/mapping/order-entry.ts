import type { BigNumberInput } from "@medusajs/framework/types"

import { sum, toExact } from "./decimal"
import { MappingError } from "./settings-and-errors"

type Named<Source> = keyof Source & string

/** What a list of entries holds, or a single one is. */
type Nested<Value> = NonNullable<Value> extends readonly (infer Item)[] ? Item : NonNullable<Value>

/** Where an entry stands in the order: in a field of another entry, and which of a list. */
type Place = {
  within: Place | undefined
  field: string
  index?: number
}

/**
 * A record as Query returns it, read field by field: an order, or what belongs to one. Where a field is not what Medusa
 * would return, the error names it by its path, such as `items.0.quantity`. Every checkout reads an order: the same checks by
 * zod take three times as long.
 */
export class OrderEntry<Source> {
  readonly #fields: Partial<Record<string, unknown>>
  readonly #place: Place | undefined

  /**
   * @param place where it stands; left out for the order itself
   * @throws MappingError when it is no record
   */
  constructor(fields: unknown, place?: Place) {
    if (!isRecord(fields)) {
      throw unreadable(place)
    }
    this.#fields = fields
    this.#place = place
  }

  /** A text without the spaces around it; undefined when nothing is left. */
  text(field: Named<Source>): string | undefined {
    const value = this.#fields[field] ?? undefined
    if (value !== undefined && typeof value !== "string") {
      throw this.#unreadable(field)
    }
    return value?.trim() || undefined
  }

  /** A number that people read, as it is written. */
  label(field: Named<Source>): string | number | undefined {
    const value = this.#fields[field] ?? undefined
    if (
      value === undefined ||
      typeof value === "string" ||
      (typeof value === "number" && Number.isFinite(value))
    ) {
      return value
    }
    throw this.#unreadable(field)
  }

  /** Whether something is said to be so. */
  flag(field: Named<Source>): boolean {
    const value = this.#fields[field] ?? false
    if (typeof value !== "boolean") {
      throw this.#unreadable(field)
    }
    return value
  }

  /**
   * An amount or quantity as an exact integer of ten decimals. Medusa keeps the unrounded value of every number beside
   * it, under `raw_`; where both were read, the raw one counts.
   */
  exact<Field extends Named<Source>>(field: Field, raw: `raw_${Field}`): bigint | undefined {
    const value = this.#fields[raw] ?? this.#fields[field]
    if (value == null) {
      return undefined
    }
    try {
      return toExact(value as BigNumberInput)
    } catch {
      throw this.#unreadable(field)
    }
  }

  /** Reads each entry of a list; a list that is not there is empty. */
  each<Field extends Named<Source>, Read>(
    field: Field,
    read: (entry: OrderEntry<Nested<Source[Field]>>) => Read
  ): Read[] {
    const value = this.#fields[field] ?? []
    if (!Array.isArray(value)) {
      throw this.#unreadable(field)
    }
    return value.map((entry, index) =>
      read(new OrderEntry(entry, { within: this.#place, field, index }))
    )
  }

  /** Reads an entry that may not be there. */
  one<Field extends Named<Source>, Read>(
    field: Field,
    read: (entry: OrderEntry<Nested<Source[Field]>>) => Read
  ): Read | undefined {
    const value = this.#fields[field] ?? undefined
    return value === undefined
      ? undefined
      : read(new OrderEntry(value, { within: this.#place, field }))
  }

  #unreadable(field: string): MappingError {
    return unreadable({ within: this.#place, field })
  }
}

const isRecord = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unreadable = (place: Place | undefined) =>
  new MappingError(
    pathOf(place).join(".") || "order",
    "The order cannot be read, so no invoice can be made of it."
  )

const pathOf = (place: Place | undefined): (string | number)[] =>
  place
    ? [...pathOf(place.within), place.field, ...(place.index === undefined ? [] : [place.index])]
    : []

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
    requestedQuantity: entry.one("detail", readRequested) ?? 0n,
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

const readRequested = (detail: OrderEntry<NonNullable<ItemSource["detail"]>>): bigint =>
  detail.exact("return_requested_quantity", "raw_return_requested_quantity") ?? 0n

/**
 * A gift card or credit line. Medusa marks those that a later change of the order made, as a refund does, and keeps the mark
 * in all versions of the order.
 */
export const readCredit = (entry: OrderEntry<CreditSource>) => ({
  amount: readAmount(entry),
  isFromCart: entry.one("metadata", readChangeMark) === undefined,
})

const readChangeMark = (entry: OrderEntry<CreditMetadata>): number | string | undefined =>
  entry.label("created_in_version")

export const readAmount = (entry: OrderEntry<{ amount?: Amount }>): bigint =>
  entry.exact("amount", "raw_amount") ?? 0n

type Text = string | null
/** Yes or no as Medusa holds it. */
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
  adjustments?: { amount?: Amount; raw_amount?: Amount; is_tax_inclusive?: Flag }[] | null
}

/** A line item. */
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
    return_requested_quantity?: Amount
    raw_return_requested_quantity?: Amount
    return_received_quantity?: Amount
    raw_return_received_quantity?: Amount
    return_dismissed_quantity?: Amount
    raw_return_dismissed_quantity?: Amount
  } | null
}

/** A shipping method. */
type ShippingMethodSource = ChargeSource & {
  name?: Text
  amount?: Amount
  raw_amount?: Amount
}

type CreditSource = {
  amount?: Amount
  raw_amount?: Amount
  metadata?: CreditMetadata | null
}

type CreditMetadata = { created_in_version?: string | number | null }

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
  credit_lines?: CreditSource[] | null
  billing_address?: AddressSource | null
  shipping_address?: AddressSource | null
  customer?: CustomerSource | null
}
