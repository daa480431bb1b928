import { z } from "zod"

import { unixTimeText } from "../../connect"
import { unixOfDay } from "../wire-values"

/** A schema with its definition in sight. */
type Known = z.core.$ZodTypes

/** A schema's definition, which says how it is made up. */
export const definitionOf = (schema: z.core.$ZodType): Known["_zod"]["def"] =>
  (schema as Known)._zod.def

/** Whether a value is an object with members, and no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The service reads empty text as null. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "")

/**
 * A request's value in the one form in which the catalogue has it, from any form that the service takes: null and empty
 * text for what is left out, numbers and flags as text, lists as objects with index keys, members it does not have.
 * What cannot be read stays as it is, for the check to refuse.
 */
export function readAsSent(schema: z.core.$ZodType, sent: unknown): unknown {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case "optional":
      return isLeftOut(definition.innerType, sent)
        ? undefined
        : readAsSent(definition.innerType, sent)
    case "nullable":
      return sent !== undefined && isAbsent(sent) ? null : readAsSent(definition.innerType, sent)
    case "object":
      return readMembers(definition.shape, sent)
    case "array":
      return readList(definition.element, sent)
    case "union":
      return readOption(schema, sent)
    case "number":
      return numberFrom(sent)
    case "literal":
      return (
        definition.values.find((value) => typeof value === "number" && String(value) === sent) ??
        sent
      )
    case "boolean":
      return flags.get(sent) ?? sent
    case "string":
      return definition === definitionOf(unixTimeText)
        ? unixTimeFrom(sent)
        : trimmedWhereFree(schema, sent)
    default:
      return sent
  }
}

/** Whether an optional member is left out: null stays where it means something of its own. */
function isLeftOut(schema: z.core.$ZodType, sent: unknown): boolean {
  const definition = definitionOf(schema)
  return definition.type === "nullable"
    ? sent === undefined || (isLeftOut(definition.innerType, sent) && !isAbsent(sent))
    : isAbsent(sent) || (definition.type === "object" && isEmpty(sent))
}

function readMembers(shape: Readonly<Record<string, z.core.$ZodType>>, sent: unknown): unknown {
  const members = isEmpty(sent) ? {} : sent
  if (!isObject(members)) {
    return sent
  }
  const read = Object.entries(shape).map(([name, schema]) => [
    name,
    readAsSent(schema, Object.hasOwn(members, name) ? members[name] : undefined),
  ])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** A record that is left out or empty: PHP writes it as an empty list. The members that it needs are found missing then. */
const isEmpty = (value: unknown): boolean =>
  isAbsent(value) || (Array.isArray(value) && value.length === 0)

function readList(element: z.core.$ZodType, sent: unknown): unknown {
  const isIndexed = isObject(sent) && Object.keys(sent).every((key) => /^\d+$/.test(key))
  const items: unknown = isIndexed ? Object.values(sent) : sent
  return Array.isArray(items) ? items.map((item) => readAsSent(element, item)) : sent
}

/** The option of a union whose form a value has; of a discriminated one the first, when the value names none. */
export function optionFor(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  const definition = definitionOf(schema)
  if (definition.type !== "union") {
    return undefined
  }
  const { options } = definition
  if (!("discriminator" in definition)) {
    return options.find((option) => z.safeParse(option, readAsSent(option, value)).success)
  }
  const name = String(definition.discriminator)
  const given: unknown = isObject(value) ? value[name] : undefined
  return options.find((option) => z.safeParse(memberOf(option, name), given).success) ?? options[0]
}

const memberOf = (option: z.core.$ZodType, name: string): z.core.$ZodType => {
  const definition = definitionOf(option)
  return (definition.type === "object" ? definition.shape[name] : undefined) ?? z.never()
}

function readOption(schema: z.core.$ZodType, sent: unknown): unknown {
  const option = optionFor(schema, sent)
  return option ? readAsSent(option, sent) : sent
}

/** Text that has a form of its own, such as an e-mail address, has it as it was sent: without spaces around it. */
const trimmedWhereFree = (schema: z.core.$ZodType, value: unknown): unknown =>
  typeof value === "string" && z.safeParse(schema, value).success ? value.trim() : value

/** How a number is written as text: as PHP's `is_numeric` takes it, but no longer than one is counted. */
export const NUMBER_AS_TEXT = /^\s*[+-]?(\d{1,15}(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?\s*$/

const numberFrom = (value: unknown): unknown =>
  typeof value === "string" && NUMBER_AS_TEXT.test(value) ? Number(value) : value

const flags = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ["1", true],
  ["0", false],
])

/** Unix seconds as text: also from a number, from a fraction as a sample prints it, and from a day (`02 Aug, 2023`). */
function unixTimeFrom(sent: unknown): unknown {
  if (typeof sent !== "number" && typeof sent !== "string") {
    return sent
  }
  const text = String(sent).trim()
  const seconds = unixOfDay(text)
  return seconds === undefined ? text.replace(/^(\d+)\.\d+$/, "$1") : String(seconds)
}
