import { z } from "zod"

import { lazily } from "../lazily"

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

/*
 * Answers are read leniently: the service sends numbers as strings, flags as 0 and 1, lists as objects with index keys,
 * and null for what is absent. A field that cannot be read counts as absent; only what an operation cannot do without
 * makes an answer unusable. Unknown fields are kept.
 */

const toText = (value: unknown): unknown => (typeof value === "number" ? String(value) : value)

/** A number, also from a numeric string; undefined when it is none. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return Number.isFinite(number) ? (number as number) : undefined
}

const flags = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
  [true, true],
  [false, false],
])

/** A boolean, also from 0, 1 and their strings; undefined when it is none. */
export const flagOf = (value: unknown): boolean | undefined => flags.get(value)

const readRequired = () => z.preprocess(toText, z.string().trim().min(1))
const readText = () => z.preprocess(toText, z.string().optional().catch(undefined)).optional()

/** Text that the operation cannot do without. */
export const requiredText = onWire(readRequired(), { kind: "text", required: true })

/** Text, or undefined when absent, null or of another kind. */
export const maybeText = onWire(readText(), { kind: "text" })

/** Text of digits that the operation cannot do without; sources show it as a number too. */
export const requiredDigits = onWire(readRequired(), { kind: "digits", required: true })

/** Text of digits, which sources show as a number too; undefined when absent, null or of another kind. */
export const maybeDigits = onWire(readText(), { kind: "digits" })

/** A number, also from a numeric string; undefined when absent or unreadable. */
export const maybeNumber = onWire(z.preprocess(numberOf, z.number().optional()).optional(), {
  kind: "number",
})

/** A boolean, also from 0, 1 and their strings; undefined when absent or unreadable. */
export const maybeFlag = onWire(z.preprocess(flagOf, z.boolean().optional()).optional(), {
  kind: "flag",
})

/** Whether a value is an object with members, and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unwrap = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value

const toList = (value: unknown): unknown => {
  if (!isRecord(value)) {
    return value
  }
  const keys = Object.keys(value)
  return keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value]
}

/** The names that sources print for a field of one record, where its siblings have ours. */
type PublishedNames = { readonly published: readonly string[] }

/** The field's name on the wire is this one, as sources print it; or one of these, where they differ. */
export const publishedAs = (...published: readonly string[]): PublishedNames => ({ published })

/**
 * Another name of a field: `{ totalTax: "tax" }` reads `tax` where `totalTax` is absent. Those that it is `publishedAs`, the
 * likelier first, are what the service sends; any other is that of siblings, read in case.
 */
export type Aliases = Readonly<Record<string, string | PublishedNames>>

const namesOf = (alias: string | PublishedNames): readonly string[] =>
  typeof alias === "object" ? alias.published : [alias]

/** Gives each field the value of the likeliest of its other names, where it has none of its own. */
function renamer(aliases: Aliases): (value: unknown) => unknown {
  const renamings = Object.entries(aliases).flatMap(([name, alias]) =>
    namesOf(alias).map((other) => ({ name, other }))
  )
  return (value) => {
    if (renamings.length === 0 || !isRecord(value)) {
      return value
    }
    const renamed = { ...value }
    for (const { name, other } of renamings) {
      renamed[name] ??= value[other]
    }
    return renamed
  }
}

/** A record's members under the names that they have on the wire. */
function wireMembers(shape: z.ZodRawShape, aliases: Aliases) {
  const named = Object.entries(shape).map(([name, schema]) => {
    const alias = aliases[name]
    return { names: typeof alias === "object" ? alias.published : [name], schema }
  })
  return {
    members: Object.fromEntries(
      named.flatMap(({ names, schema }) => names.map((name) => [name, schema]))
    ),
    alternatives: named.map(({ names }) => names).filter(({ length }) => length > 1),
  }
}

/** One record, also when sent as a list of one. */
export function record<Shape extends z.ZodRawShape>(shape: Shape, aliases: Aliases = {}) {
  const rename = renamer(aliases)
  return onWire(
    z.preprocess((value) => rename(unwrap(value)), z.looseObject(shape)),
    { kind: "record", required: true, ...wireMembers(shape, aliases) }
  )
}

/** One record, which its page prints as a list of one. */
export const listedRecord = <Shape extends z.ZodRawShape>(shape: Shape) =>
  onWire(record(shape), { kind: "record", required: true, inList: true, ...wireMembers(shape, {}) })

/** One record within another; undefined when absent or unreadable. */
export function maybeRecord<Shape extends z.ZodRawShape>(shape: Shape, aliases: Aliases = {}) {
  const rename = renamer(aliases)
  return onWire(
    z
      .preprocess(
        (value) => rename(unwrap(value)),
        z.looseObject(shape).optional().catch(undefined)
      )
      .optional(),
    { kind: "record", ...wireMembers(shape, aliases) }
  )
}

/**
 * The same schema, except that a value in no need of reading is taken as it is, where zod would copy it:
 * one answer may name every order of the account.
 *
 * @param needsNone whether the schema would accept the value, and make the same of it
 */
export function sparing<Schema extends z.ZodType>(
  schema: Schema,
  needsNone: (value: unknown) => boolean
): Schema {
  const spared = schema.clone()
  const { run } = spared._zod
  spared._zod.run = (payload, context) =>
    needsNone(payload.value) ? payload : run(payload, context)
  return spared
}

/** A list, also when sent as an object with index keys, as a single record, or as null when empty; must be there. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return onWire(
    z.preprocess((value) => (value === null ? [] : toList(value)), z.array(item)),
    { kind: "list", item }
  )
}

/** A list whose being empty proves something: null is no proof, as many an answer carries it. */
export function provenListOf<Item extends z.ZodType>(item: Item) {
  return onWire(z.preprocess(toList, z.array(item)), { kind: "list", item })
}

/** The operation answers with nothing of use; `data` is null, an empty list or left out. */
export const nothing = lazily(() =>
  onWire(
    z.preprocess(() => null, z.null()),
    { kind: "nothing" }
  )
)
