import type { z } from "zod"

/**
 * How a value comes on the wire. The schema that reads it is more lenient, and what it gives differs: of a number in text it
 * makes a number, of an object with index keys a list. Documents for others are made of this.
 */
export type WireForm =
  /** Text; null where there is none. */
  | { readonly kind: "text"; readonly required?: true }
  /** Text of digits, which comes as a number too. */
  | { readonly kind: "digits"; readonly required?: true }
  /** A number, or the same as text. */
  | { readonly kind: "number" }
  /** A boolean, or 0 and 1. */
  | { readonly kind: "flag" }
  /** Null, or an empty list. */
  | { readonly kind: "nothing" }
  /** A list, or an object with index keys. */
  | { readonly kind: "list"; readonly item: z.core.$ZodType }
  /** An object whose members are named, each with its form. */
  | { readonly kind: "names"; readonly item: z.core.$ZodType }
  | {
      readonly kind: "record"
      readonly members: Readonly<Record<string, z.core.$ZodType>>
      /** Names of one member each, of which sources print the one or the other. */
      readonly alternatives: readonly (readonly string[])[]
      /** Absent or null where there is none. */
      readonly required?: true
      /** Comes as a list of one, in the brackets that a page prints around it. */
      readonly inList?: true
    }

const forms = new WeakMap<z.core.$ZodType, WireForm>()

/** Notes how what a schema reads comes on the wire. */
export function onWire<Schema extends z.ZodType>(schema: Schema, form: WireForm): Schema {
  forms.set(schema, form)
  return schema
}

/** How what a schema reads comes on the wire, where that was noted of it or of what it was copied from. */
export function wireFormOf(schema: z.core.$ZodType): WireForm | undefined {
  const { parent } = schema._zod
  return forms.get(schema) ?? (parent && wireFormOf(parent))
}
