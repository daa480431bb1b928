import type { z } from "zod"

import { type WireForm, wireFormOf } from "../../connect"
import { definitionOf } from "../validation/as-sent"
import { either, type Json, listForm, type Named, saidOf, schemaRef } from "./json-schema"

/** What the service answers where a schema of the catalogue reads it. */
export function answerForm(schema: z.core.$ZodType, named: Named): Json {
  return named.form(schema, () => formOf(schema, named))
}

function formOf(schema: z.core.$ZodType, named: Named): Json {
  const form = wireFormOf(schema)
  if (form) {
    return { ...formed(form, named), ...saidOf(schema) }
  }
  const definition = definitionOf(schema)
  if (definition.type === "catch") {
    return either(answerForm(definition.innerType, named), { type: "null" })
  }
  throw new TypeError(`A schema of kind ${definition.type} says nothing of the wire.`)
}

function formed(form: WireForm, named: Named): Json {
  switch (form.kind) {
    case "text":
      return form.required ? { type: "string", minLength: 1 } : { type: ["string", "null"] }
    case "digits":
      return { type: form.required ? ["string", "integer"] : ["string", "integer", "null"] }
    case "number":
      return either(schemaRef("Numeric"), { type: "null" })
    case "flag":
      return either(schemaRef("Flag"), { type: "null" })
    case "nothing":
      return { anyOf: [{ type: "null" }, { type: "array", maxItems: 0 }] }
    case "list":
      return listForm(answerForm(form.item, named))
    case "names":
      return {
        anyOf: [
          { type: "object", additionalProperties: answerForm(form.item, named) },
          { type: "array", maxItems: 0, description: "None, as PHP writes an empty object." },
        ],
      }
    case "record":
      return recordForm(form, named)
  }
}

function recordForm(form: WireForm & { kind: "record" }, named: Named): Json {
  const { alternatives, inList, members, required } = form
  const exchangeable = new Set(alternatives.flat())
  const needed = Object.entries(members)
    .filter(([name, member]) => isNeeded(member) && !exchangeable.has(name))
    .map(([name]) => name)
  const record = {
    type: "object",
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, answerForm(member, named)])
    ),
    ...(alternatives.length > 0 && { allOf: alternatives.map(oneOfThem) }),
  }
  if (inList) {
    return { anyOf: [record, { type: "array", minItems: 1, maxItems: 1, items: record }] }
  }
  return required ? record : either(record, { type: "null" })
}

/** Sources print the one name or the other: one of them comes. */
const oneOfThem = (names: readonly string[]): Json => ({
  anyOf: names.map((name) => ({ required: [name] })),
})

function isNeeded(schema: z.core.$ZodType): boolean {
  const form = wireFormOf(schema)
  return form !== undefined && "required" in form && form.required === true
}
