import { z } from "zod"

import { eInvoiceOptionsSchema } from "./options"

/** One option, as the README's table and the settings page show it. */
export type OptionDescription = {
  /** Dotted where options are nested: `personalNumber.checkDigits`. */
  name: string
  /** In words: `text`, `one of "a", "b"`, `list of text`, `whole number from 1 to 9`. */
  type: string
  /** JSON; absent when there is none. */
  default?: string
  required: boolean
  unit?: string
  description: string
  secret: boolean
}

/** The parts of a JSON Schema that describe an option. */
const node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).default([]),
  description: z.string().default(""),
  unit: z.string().optional(),
  secret: z.boolean().default(false),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), node).optional()
  },
  get items() {
    return node.optional()
  },
  /** A schema where any name may stand; false where none but `properties` may. */
  get additionalProperties() {
    return z.union([z.boolean(), node]).optional()
  },
  get anyOf() {
    return z.array(node).optional()
  },
})

type Node = z.infer<typeof node>

/** All options of the plugin, in the order of the schema. */
export const describeOptions = (): OptionDescription[] => describeMembers(eInvoiceOptionsSchema)

/** Every member of a schema of options, those of a group by their dotted names. */
export function describeMembers(schema: z.ZodObject): OptionDescription[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  return membersOf(node.parse(json), [])
}

function membersOf(group: Node, path: string[]): OptionDescription[] {
  return Object.entries(group.properties ?? {}).flatMap(([name, member]) => {
    const own = [...path, name]
    return member.properties
      ? membersOf(member, own)
      : [describe(member, own, group.required.includes(name))]
  })
}

function describe(member: Node, path: string[], required: boolean): OptionDescription {
  return {
    name: path.join("."),
    type: typeOf(member),
    ...(member.default !== undefined && {
      default: JSON.stringify(member.default),
    }),
    required,
    ...(member.unit && { unit: member.unit }),
    description: member.description,
    secret: member.secret,
  }
}

const plainTypes: Record<string, string> = {
  string: "text",
  boolean: "true or false",
  integer: "whole number",
  number: "number",
  object: "object",
}

function typeOf(member: Node): string {
  const { additionalProperties, anyOf, enum: choices, items, type } = member
  if (anyOf) {
    return anyOf.map(typeOf).join(", or ")
  }
  if (choices) {
    return `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`
  }
  if (member.const !== undefined) {
    return JSON.stringify(member.const)
  }
  if (items) {
    return `list of ${typeOf(items)}`
  }
  if (typeof additionalProperties === "object") {
    return `by name: ${typeOf(additionalProperties)}`
  }
  if (member.properties) {
    return `{ ${partsOf(member, member.properties)} }`
  }
  return [plainTypes[type ?? ""] ?? "any", rangeOf(member)].filter(Boolean).join(" ")
}

const partsOf = ({ required }: Node, parts: Record<string, Node>): string =>
  Object.entries(parts)
    .map(([name, part]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(part)}`)
    .join("; ")

function rangeOf({ maximum, minimum }: Node): string | undefined {
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (least === undefined) {
    return most === undefined ? undefined : `up to ${most}`
  }
  return most === undefined ? `from ${least}` : `from ${least} to ${most}`
}
