import { z } from "zod"

import { decimal, unixTimeText } from "../../connect"
import { definitionOf, NUMBER_AS_TEXT } from "../validation/as-sent"

/** A part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** Refers to a component that is named in the document. */
export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** Forms of schemas that have a title, by it: each is written once, and referred to. */
export class Named {
  readonly forms: Record<string, Json> = {}

  /** @param make gives the form of the schema */
  form(schema: z.core.$ZodType, make: () => Json): Json {
    const { title } = z.globalRegistry.get(schema) ?? {}
    if (title === undefined) {
      return make()
    }
    this.forms[title] ??= make()
    return schemaRef(title)
  }
}

/** What a schema's author says of it to readers: its description and its default. */
export function saidOf(schema: z.core.$ZodType): Json {
  const { description, default: preset } = z.globalRegistry.get(schema) ?? {}
  return {
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
  }
}

/** The JSON Schema of what a schema takes, as zod writes it. */
export function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" })
  return rest
}

/** A list as JSON has it, or as an object with index keys: the service takes and sends either. */
export const listForm = (items: Json, limits: Json = {}): Json => ({
  anyOf: [
    { type: "array", items, ...limits },
    {
      type: "object",
      description: "The same list under index keys.",
      propertyNames: { pattern: "^\\d+$" },
      additionalProperties: items,
    },
  ],
})

/** Either form, with what is said of the first standing above both. */
export function either(form: Json, other: Json): Json {
  const { description, default: preset, ...rest } = form
  return {
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
    ...(isUnion(rest) ? { anyOf: [...rest.anyOf, other] } : { anyOf: [rest, other] }),
  }
}

const isUnion = (form: Json): form is { anyOf: Json[] } =>
  Array.isArray(form.anyOf) && Object.keys(form).length === 1

/** Forms that many operations share. */
export const sharedForms: Json = {
  Numeric: {
    description: "A number, or the same as text. Amounts are kroner, rates of tax percent.",
    anyOf: [
      { type: "number", minimum: -9_999_999_999_999.99, maximum: 9_999_999_999_999.99 },
      { type: "string", pattern: NUMBER_AS_TEXT.source },
    ],
  },
  Flag: {
    description: "A boolean, or 0 and 1.",
    enum: [true, false, 0, 1, "0", "1"],
  },
  UnixTime: {
    description:
      "Unix time in seconds, as text. Until mid-2025 it was a day such as `02 Aug, 2023`, which the sandbox still takes.",
    anyOf: [
      { type: "string", pattern: "^\\s*\\d{1,11}(\\.\\d+)?\\s*$" },
      { type: "string", pattern: "^\\d{2} [A-Z][a-z]{2}, \\d{4}$" },
      { type: "number", minimum: 0, description: "A fraction of a second is passed over." },
    ],
  },
  Absent: {
    description: "Null and empty text stand for a member that is left out.",
    enum: ["", null],
  },
}

/** What the service takes where a schema of the catalogue stands: see `readAsSent`, which reads it. */
export function requestForm(schema: z.core.$ZodType, named: Named): Json {
  return named.form(schema, () => formOf(schema, named))
}

/** A schema without what marks it as one that may be left out. */
export function neededForm(schema: z.core.$ZodType, named: Named): Json {
  const definition = definitionOf(schema)
  return requestForm(definition.type === "optional" ? definition.innerType : schema, named)
}

function formOf(schema: z.core.$ZodType, named: Named): Json {
  const definition = definitionOf(schema)
  if (definition === definitionOf(decimal)) {
    return { ...schemaRef("Numeric"), ...saidOf(schema) }
  }
  switch (definition.type) {
    case "optional":
    case "nullable":
      return orAbsent(definition.innerType, named)
    case "object":
      return { ...membersForm(definition.shape, named), ...saidOf(schema) }
    case "array": {
      const { minItems } = jsonSchemaOf(schema)
      const limits = minItems === undefined ? {} : { minItems }
      return { ...listForm(requestForm(definition.element, named), limits), ...saidOf(schema) }
    }
    case "union":
      return {
        anyOf: definition.options.map((option) => requestForm(option, named)),
        ...saidOf(schema),
      }
    case "literal":
      return { ...literalForm(definition.values), ...saidOf(schema) }
    case "number":
      return either(jsonSchemaOf(schema), { type: "string", pattern: NUMBER_AS_TEXT.source })
    case "boolean":
      return { ...schemaRef("Flag"), ...saidOf(schema) }
    case "string":
      return definition === definitionOf(unixTimeText)
        ? { ...schemaRef("UnixTime"), ...saidOf(schema) }
        : jsonSchemaOf(schema)
    default:
      return jsonSchemaOf(schema)
  }
}

/** Null stands for what is left out, and so does empty text; PHP writes an empty record as an empty list. */
function orAbsent(schema: z.core.$ZodType, named: Named): Json {
  const definition = definitionOf(schema)
  if (definition.type === "nullable" || definition.type === "optional") {
    return { ...orAbsent(definition.innerType, named), ...saidOf(schema) }
  }
  const form = requestForm(schema, named)
  if (form.type === "string" && Object.keys(form).every((key) => plainKeys.has(key))) {
    return { ...form, type: ["string", "null"] }
  }
  const absent = either(form, schemaRef("Absent"))
  return definition.type === "object" ? either(absent, { type: "array", maxItems: 0 }) : absent
}

/** What a text without rules of its own may say. */
const plainKeys = new Set(["type", "description", "default"])

function membersForm(shape: Readonly<Record<string, z.core.$ZodType>>, named: Named): Json {
  const members = Object.entries(shape)
  const required = members
    .filter(([, member]) => definitionOf(member).type !== "optional")
    .map(([name]) => name)
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, requestForm(member, named)])
    ),
  }
}

function literalForm(values: readonly unknown[]): Json {
  const numbers = values.filter((value) => typeof value === "number")
  const [only, ...others] = values
  return numbers.length === 0 && others.length === 0
    ? { const: only }
    : { enum: [...values, ...numbers.map(String)] }
}
