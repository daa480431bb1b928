import type { z } from "zod"

import { decimal, unixTimeText } from "../../connect"
import { definitionOf, NUMBER_AS_TEXT } from "../validation/as-sent"
import {
  either,
  type Json,
  jsonSchemaOf,
  listForm,
  type Named,
  saidOf,
  schemaRef,
} from "./json-schema"

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
