import { z } from "zod"

import { eInvoiceOptionsSchema } from "./options"

/** One option, as the README's table and the settings page show it. */
export type OptionDescription = {
  /** Dotted where options are nested: `personalNumber.checkDigits`. */
  name: string
  /** In words: `text`, `one of "a", "b"`, `list of text`. */
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
  get properties() {
    return z.record(z.string(), node).optional()
  },
  get items() {
    return node.optional()
  },
})

type Node = z.infer<typeof node>

/** All options, in the order of the schema; a group of options stands before its members. */
export function describeOptions(): OptionDescription[] {
  const schema = z.toJSONSchema(eInvoiceOptionsSchema, {
    io: "input",
    unrepresentable: "any",
  })
  return membersOf(node.parse(schema), [])
}

function membersOf(group: Node, path: string[]): OptionDescription[] {
  return Object.entries(group.properties ?? {}).flatMap(([name, member]) => {
    const own = [...path, name]
    return member.properties
      ? membersOf(member, own)
      : [describe(member, own, group.required.includes(name))]
  })
}

function describe(
  member: Node,
  path: string[],
  required: boolean
): OptionDescription {
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

function typeOf({ type, enum: choices, const: only, items }: Node): string {
  if (choices) {
    return `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`
  }
  if (only !== undefined) {
    return JSON.stringify(only)
  }
  if (items) {
    return `list of ${typeOf(items)}`
  }
  return plainTypes[type ?? ""] ?? "any"
}
