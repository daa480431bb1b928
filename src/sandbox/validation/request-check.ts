import { z } from "zod"

import type { Catalogue, Operation, OperationId } from "../../connect"

type OutputOf<Entry, Name extends string> = Entry extends {
  readonly [N in Name]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** A request the catalogue has let through. */
export type CheckedRequest<Id extends OperationId> = {
  params: OutputOf<Catalogue[Id], "params">
  query: OutputOf<Catalogue[Id], "query">
  body: OutputOf<Catalogue[Id], "body">
}

/** A request as it came: path parameters and query as text, the body as parsed JSON. */
export type RawRequest = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
}

type RequestCheck =
  | { verdict: "passed"; params: unknown; query: unknown; body: unknown }
  /** A path parameter that cannot name a record of an operation that answers 404. */
  | { verdict: "no-such-path" }
  | { verdict: "invalid"; sentences: string[] }

/** Checks a request against the operation's schemas. Unknown fields are passed over, as the service does. */
export function checkRequest(operation: Operation, request: RawRequest): RequestCheck {
  const params =
    operation.params && checkTexts(operation.params, paramsOf(operation.params, request))
  const canBeMissing = operation.refusals.some(({ status }) => status === 404)
  if (params && !params.result.success && canBeMissing) {
    return { verdict: "no-such-path" }
  }
  const query = operation.query && checkTexts(operation.query, request.query)
  const body = operation.body && checkBody(operation.body, request.body)
  const sentences = [params, query, body].flatMap((part) =>
    part && !part.result.success ? sentencesOf(part.result.error.issues, part.input) : []
  )
  if (sentences.length > 0) {
    return { verdict: "invalid", sentences }
  }
  return {
    verdict: "passed",
    params: params?.result.data,
    query: query?.result.data,
    body: body?.result.data,
  }
}

/** The path's parameters, and those of them that a caller put into the query because the path has no place for them. */
function paramsOf(
  schema: z.ZodObject,
  { params, query }: RawRequest
): Readonly<Record<string, string>> {
  const moved = Object.entries(query).filter(([name]) => name in schema.shape)
  return { ...Object.fromEntries(moved), ...params }
}

type Checked = { input: unknown; result: z.ZodSafeParseResult<unknown> }

function checkBody(schema: z.ZodType, body: unknown): Checked {
  const mayBeAbsent = schema.safeParse(undefined).success
  const input = body ?? (mayBeAbsent ? undefined : {})
  const asSent = parseWithoutUnknown(schema, input)
  return asSent.result.success ? asSent : parseWithoutUnknown(schema, listsFromIndexKeys(input))
}

function checkTexts(schema: z.ZodObject, texts: Readonly<Record<string, string>>): Checked {
  const typed = Object.entries(texts).map(([name, text]) => [
    name,
    readText(schema.shape[name], text),
  ])
  return parseWithoutUnknown(schema, Object.fromEntries(typed))
}

/** A value in an address has no type of its own: it is read as the first form its schema takes. */
function readText(schema: z.core.$ZodType | undefined, text: string): unknown {
  const forms: unknown[] = [text, text.toUpperCase(), text.toLowerCase()]
  if (text === "true" || text === "false") {
    forms.push(text === "true")
  } else if (text.trim() !== "") {
    forms.push(Number(text))
  }
  const fitting = forms.find((form) => schema && z.safeParse(schema, form).success)
  return fitting ?? text
}

function parseWithoutUnknown(schema: z.ZodType, input: unknown): Checked {
  const copy = structuredClone(input)
  for (;;) {
    const result = schema.safeParse(copy)
    const unknown = result.error?.issues.filter((issue) => issue.code === "unrecognized_keys")
    if (!unknown?.length) {
      return { input: copy, result }
    }
    for (const { path, keys } of unknown) {
      removeKeys(copy, path, keys)
    }
  }
}

function removeKeys(root: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  let parent = root
  for (const part of path) {
    parent = Reflect.get(Object(parent), part)
  }
  for (const key of keys) {
    Reflect.deleteProperty(Object(parent), key)
  }
}

/**
 * A copy of a JSON value in which every object that has only index keys (`{ "0": …, "1": … }`) is a list: the service
 * takes both forms.
 */
export function listsFromIndexKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(listsFromIndexKeys)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  const entries = Object.entries(value).map(
    ([key, item]) => [key, listsFromIndexKeys(item)] as const
  )
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

const SYNTHETIC_MONTH = /^\d{2}(8[1-9]|9[0-2])\d{7}$/
const PERSONAL_NUMBER_FIELDS = new Set(["personalNumber", "personalId"])

/** Whether eleven digits are a synthetic number: 80 added to the month, so that it is no real one. */
export function isSynthetic(personalNumber: string): boolean {
  return SYNTHETIC_MONTH.test(personalNumber)
}

/** One sentence for each personal number in a body that may be a real person's. Never repeats the number. */
export function realPersonSentences(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== "object" || value === null) {
    return []
  }
  return Object.entries(value).flatMap(([key, item]) => {
    const isNumber = PERSONAL_NUMBER_FIELDS.has(key) && typeof item === "string"
    if (!isNumber) {
      return realPersonSentences(item, [...path, key])
    }
    return item === "" || isSynthetic(item)
      ? []
      : [
          `The ${fieldWords([...path, key])} must be synthetic in the sandbox: 80 added to the month.`,
        ]
  })
}

type Issue = z.core.$ZodIssue

/**
 * The sentences of a 417, in the recorded form: `The customer details.email must be a valid email address.` Recorded
 * are the required, e-mail and format rules; the others follow the same family of texts.
 *
 * @param input what was checked, to tell a missing value from a wrong one
 */
function sentencesOf(issues: readonly Issue[], input: unknown): string[] {
  return [...new Set(issues.map((issue) => sentenceOf(issue, input)))]
}

/** A field as a sentence names it: `orderSummary.subTotal` is `order summary.sub total`. */
function fieldWords(path: readonly PropertyKey[]): string {
  return path
    .map((part) => String(part).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
    .join(".")
}

function sentenceOf(issue: Issue, input: unknown): string {
  if (issue.path.length === 0 && issue.code === "invalid_type") {
    return "The request body must be a JSON object."
  }
  if (issue.path.length === 0) {
    return `The request body ${ownRule(issue)}`
  }
  const field = fieldWords(issue.path)
  return isMissing(valueAt(input, issue.path))
    ? `The ${field} field is required${requiredWhen(issue)}.`
    : `The ${ruleBroken(issue, field)}`
}

/** The condition of a field that only some requests need, as the recorded sentences word it. */
function requiredWhen({ message }: Issue): string {
  const [, condition] = /^must be given( when .+)$/.exec(message) ?? []
  return condition === undefined ? "" : fieldWords([condition])
}

function ruleBroken(issue: Issue, field: string): string {
  switch (issue.code) {
    case "invalid_type":
      return `${field} ${typeRule(issue.expected)}`
    case "invalid_format":
      return `${field} ${formatRule(issue.format) ?? ownRule(issue)}`
    case "invalid_union":
      return `${field} ${ownRule(issue)}`
    case "invalid_value":
      return `selected ${field} is invalid.`
    case "too_small":
      return `${field} must be at least ${issue.minimum}${sizeUnit(issue.origin)}.`
    case "too_big":
      return `${field} must not be greater than ${issue.maximum}${sizeUnit(issue.origin)}.`
    default:
      return `${field} ${ownRule(issue)}`
  }
}

function typeRule(expected: string): string {
  switch (expected) {
    case "string":
      return "must be a string."
    case "number":
      return "must be a number."
    case "int":
      return "must be an integer."
    case "boolean":
      return "field must be true or false."
    default:
      return "must be an array."
  }
}

function formatRule(format: string): string | undefined {
  switch (format) {
    case "email":
      return "must be a valid email address."
    case "url":
      return "must be a valid URL."
    case "date":
      return "is not a valid date."
    default:
      return undefined
  }
}

/** The catalogue words most rules itself: "must be exactly 11 digits". */
function ownRule({ message }: Issue): string {
  return message.startsWith("must ") ? `${message.replace(/\.$/, "")}.` : "format is invalid."
}

function sizeUnit(origin: string): string {
  if (origin === "string") {
    return " characters"
  }
  return origin === "array" ? " items" : ""
}

// The service treats empty text as absent.
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "")
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== "object" || value === null) {
      return undefined
    }
    value = Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined
  }
  return value
}
