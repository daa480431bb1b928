import type { BigNumberInput } from "@medusajs/framework/types"

import { MappingError } from "./mapping-error"
import { toExact } from "./ore"

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
 * would return, the error names it by its path, such as `items.0.quantity`.
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
