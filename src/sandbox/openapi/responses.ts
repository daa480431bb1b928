import type { z } from "zod"

import { type Operation, type Refusal, type WireForm, wireFormOf } from "../../connect"
import {
  type AnswerBody,
  conflict,
  executionException,
  failure,
  internalDependencyError,
  invalidPayload,
  notFound,
  success,
  tooManyRequests,
  unauthorised,
} from "../answers"
import { definitionOf } from "../validation/as-sent"
import { either, type Json, listForm, type Named, saidOf, schemaRef } from "./json-schema"

/** Everything that an operation is known to answer, by HTTP status. */
export function responsesOf(operation: Operation): Json {
  const { body, emptyList, refusals, success: done } = operation
  const known = [
    ...always,
    ...(body ? [tooLarge] : []),
    ...refusals,
    ...(emptyList ? [emptyList] : []),
  ]
  const statuses = [...new Set(known.map(({ status }) => status))].sort((one, other) => one - other)
  return {
    [done.status]: successOf(operation),
    ...Object.fromEntries(
      statuses.map((status) => [status, sharedOr(status, keysOf(known, status))])
    ),
  }
}

/** What any operation may answer. */
const always: readonly Refusal[] = [
  { status: 401, messageKey: "unauthorized" },
  { status: 417, messageKey: "payloadValidationErrors" },
  { status: 429, messageKey: "tooManyAttempts" },
  { status: 500, messageKey: "internalErrorOccurredPleaseTryAgainLater" },
  { status: 510, messageKey: "somethingWentWrong" },
]

const tooLarge: Refusal = { status: 413, messageKey: "payloadTooLarge" }

/** Refers to a response that stands in the components, where nothing else is known of the operation. */
function sharedOr(status: number, messageKeys: readonly string[]): Json {
  const [only, ...others] = messageKeys
  const isShared = sharedRefusals.some(
    (shared) => others.length === 0 && shared.status === status && shared.messageKey === only
  )
  return isShared ? { $ref: `#/components/responses/${status}` } : refusalOf(status, messageKeys)
}

const sharedRefusals = [...always, tooLarge]

/** Responses that many operations share, by HTTP status. */
export const sharedResponses = (): Json =>
  Object.fromEntries(
    sharedRefusals.map(({ messageKey, status }) => [status, refusalOf(status, [messageKey])])
  )

const keysOf = (refusals: readonly Refusal[], asked: number): string[] => [
  ...new Set(refusals.filter(({ status }) => status === asked).map(({ messageKey }) => messageKey)),
]

function successOf({ example, id, paginated, success: done }: Operation): Json {
  const { isData, messageKey, status } = done
  const page = { metaData: metaDataExample, links: { previous: null, next: null } }
  return {
    description: messageKey,
    headers: rateHeaders,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["status_code", "status_message", "message", "is_data", "data"],
          properties: {
            status_code: { const: status },
            status_message: { const: "OK" },
            message: { const: messageKey },
            is_data: {
              type: "boolean",
              description: "Does not say whether `data` is filled.",
            },
            data: schemaRef(`${id}.data`),
            ...(paginated && { metaData: schemaRef("MetaData"), links: schemaRef("Links") }),
          },
        },
        example: {
          ...success(status, messageKey, example().answer, isData).body,
          ...(paginated && page),
        },
      },
    },
  }
}

const metaDataExample = { total: 1, perPage: 10, currentPage: 1, lastPage: 1 }

const rateHeaders: Json = {
  "x-ratelimit-limit": { $ref: "#/components/headers/x-ratelimit-limit" },
  "x-ratelimit-remaining": { $ref: "#/components/headers/x-ratelimit-remaining" },
}

function refusalOf(status: number, messageKeys: readonly string[]): Json {
  const { means, name } = forms[status] ?? { means: "Refused", name: "Refusal" }
  return {
    description: `${means}: ${messageKeys.join(", ")}`,
    headers: {
      ...rateHeaders,
      ...(status === 429 && { "retry-after": { $ref: "#/components/headers/retry-after" } }),
    },
    content: {
      "application/json": {
        schema: schemaRef(name),
        examples: Object.fromEntries(
          messageKeys.map((key) => [key, { value: exampleOf(status, key) }])
        ),
      },
    },
  }
}

/** What each status means, and the form of its body. */
const forms: Readonly<Record<number, { means: string; name: string }>> = {
  400: { means: "The record's status, or a limit, forbids it", name: "Refusal" },
  401: { means: "No token that is accepted. Its body is in no source", name: "Failure" },
  404: { means: "No such record", name: "Refusal" },
  413: { means: "Longer than 16 MiB, by the sandbox alone", name: "Failure" },
  417: { means: "The payload breaks rules", name: "PayloadInvalid" },
  429: { means: "Too many calls. Its body is in no source", name: "Failure" },
  500: { means: "The failure is on the service's side", name: "DependencyFailure" },
  510: { means: "The failure is on the service's side", name: "ExecutionFailure" },
}

function exampleOf(status: number, messageKey: string): AnswerBody {
  switch (status) {
    case 400:
      return conflict(messageKey).body
    case 401:
      return unauthorised().body
    case 413:
      return failure(413, "Payload Too Large", messageKey, []).body
    case 417:
      return invalidPayload(["The order date field is required."]).body
    case 429:
      return tooManyRequests().body
    case 500:
      return internalDependencyError(new Date("2026-11-21T00:00:00Z")).body
    case 510:
      return executionException(messageKey).body
    default:
      return notFound(messageKey).body
  }
}

const envelope = {
  status_code: { type: "integer", description: "HTTP status code." },
  status_message: { type: "string", description: "Status text." },
  message: { type: "string", description: "Message key." },
}

const required = ["status_code", "status_message", "message"]

/** The bodies that say no, and what stands beside a page of a list. */
export const answerForms: Json = {
  Refusal: {
    description: "Recorded with `is_data` and `data`; older pages show `is_error` and `errors`.",
    type: "object",
    required,
    properties: {
      ...envelope,
      is_data: { const: false },
      data: { type: "null" },
      is_error: { type: "boolean" },
      errors: { type: ["array", "null"], items: { type: "string" } },
    },
  },
  Failure: {
    type: "object",
    required,
    properties: { ...envelope, is_error: { const: true }, errors: { type: "array" } },
  },
  PayloadInvalid: {
    type: "object",
    required: [...required, "is_error", "errors"],
    properties: {
      status_code: { const: 417 },
      status_message: { const: "Client Error" },
      message: { const: "payloadValidationErrors" },
      is_error: { const: true },
      errors: {
        type: "array",
        items: { type: "string" },
        description: "One English sentence for each rule that is broken.",
      },
    },
  },
  DependencyFailure: {
    type: "object",
    required: [...required, "is_error", "errors"],
    properties: {
      status_code: { const: 500 },
      status_message: { const: "Internal Dependency Error" },
      message: { const: "internalErrorOccurredPleaseTryAgainLater" },
      is_error: { const: true },
      errors: {
        type: "object",
        required: ["happenedAt", "internalErrorDetails"],
        properties: {
          happenedAt: { type: "string" },
          internalErrorDetails: { type: "array", items: {} },
        },
      },
    },
  },
  ExecutionFailure: {
    type: "object",
    required: [...required, "is_error", "errors"],
    properties: {
      status_code: { const: 510 },
      status_message: { const: "Execution Exception Occurred" },
      message: { type: "string", description: "Message key; some pages print a sentence." },
      is_error: { const: true },
      errors: {
        description: "A list; of a credit check once a sentence.",
        anyOf: [{ type: "array", items: {} }, { type: "string" }],
      },
    },
  },
  MetaData: {
    type: "object",
    properties: {
      total: schemaRef("Numeric"),
      perPage: schemaRef("Numeric"),
      currentPage: schemaRef("Numeric"),
      lastPage: schemaRef("Numeric"),
    },
  },
  Links: {
    type: "object",
    properties: {
      previous: { type: ["string", "null"] },
      next: { type: ["string", "null"] },
    },
  },
}

/** Headers of answers. */
export const answerHeaders: Json = {
  "x-ratelimit-limit": {
    description: "Calls that may be made in a minute (recorded: 240).",
    schema: { type: "integer" },
  },
  "x-ratelimit-remaining": {
    description: "Calls that are left of them.",
    schema: { type: "integer" },
  },
  "retry-after": {
    description: "Seconds to wait. Assumed: no source shows a 429.",
    schema: { type: "integer" },
  },
}

/** What the service answers where a schema of the catalogue reads it. */
export function answerForm(schema: z.core.$ZodType, named: Named): Json {
  return named.form(schema, () => answeredForm(schema, named))
}

function answeredForm(schema: z.core.$ZodType, named: Named): Json {
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
