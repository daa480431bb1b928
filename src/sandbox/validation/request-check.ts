import { z } from "zod"

import type { Catalogue, Operation, OperationId } from "../../connect"
import { usablePersonalNumber } from "../magic-inputs"
import { definitionOf, isAbsent, isObject, optionFor, readAsSent } from "./as-sent"

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

/** Checks a request against the operation's schemas, in any form that the service takes. */
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
    part && !part.result.success ? sentencesOf(part, part.result.error) : []
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

/** What was checked against which schema, and with what result. */
type Checked = { schema: z.ZodType; input: unknown; result: z.ZodSafeParseResult<unknown> }

function checkBody(schema: z.ZodType, body: unknown): Checked {
  const isList = Array.isArray(body)
  const input = isList ? body : readAsSent(schema, body)
  return { schema, input, result: schema.safeParse(input) }
}

function checkTexts(schema: z.ZodObject, texts: Readonly<Record<string, string>>): Checked {
  const typed = Object.entries(schema.shape).flatMap(([name, member]) => {
    const text = texts[name]
    return isAbsent(text) ? [] : [[name, readText(member, String(text))]]
  })
  const input: unknown = Object.fromEntries(typed)
  return { schema, input, result: schema.safeParse(input) }
}

/** A value in an address has no type of its own: it is read as the first form its schema takes. */
function readText(schema: z.core.$ZodType, text: string): unknown {
  const forms: unknown[] = [text, text.toUpperCase(), text.toLowerCase()]
  if (text === "true" || text === "false") {
    forms.push(text === "true")
  } else if (text.trim() !== "") {
    forms.push(Number(text))
  }
  const fitting = forms.find((form) => z.safeParse(schema, form).success)
  return fitting ?? text
}

const MONTH_OF_THE_YEAR = /^\d{2}(0[1-9]|1[0-2])\d{7}$/
const PERSONAL_NUMBER_FIELDS = new Set(["personalNumber", "personalId"])

/**
 * Whether eleven digits may be a real person's number: their month is one of the year's. No real number has another, as
 * synthetic ones do, which have 40 or 80 added to it.
 */
export function mayBeReal(personalNumber: string): boolean {
  return MONTH_OF_THE_YEAR.test(personalNumber)
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
    return mayBeReal(item.replace(/[\s-]/g, ""))
      ? [
          `The ${fieldWords([...path, key])} must be synthetic in the sandbox, such as ${usablePersonalNumber}.`,
        ]
      : []
  })
}

/** The catalogue's word for a moment that is none; a day in words was refused by its format (recorded in July 2025). */
const NOT_A_UNIX_TIME = "must be a unix time in seconds, as a string of digits"

type Issue = z.core.$ZodIssue

/**
 * The sentences of a 417, in the recorded form: `The customer details.email must be a valid email address.` Recorded
 * are the required, e-mail and format rules; the others follow the same family of texts.
 */
function sentencesOf({ schema, input }: Checked, { issues }: z.ZodError): string[] {
  const found = isObject(input) ? findingsOf(schema, input) : issues
  return [...new Set((found.length > 0 ? found : issues).map((issue) => sentenceOf(issue, input)))]
}

/**
 * Everything a value breaks, in the recorded order: the fields as their rules are listed, and those of list items after all
 * others. The schema itself stops short of rules that hold several fields against each other, once one of them is wrong.
 */
function findingsOf(schema: z.core.$ZodType, value: unknown): Issue[] {
  const { own, ofItems } = collect(schema, value, [])
  return [...own, ...ofItems]
}

type Findings = { own: Issue[]; ofItems: Issue[] }

function collect(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): Findings {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case "optional":
      return value === undefined
        ? { own: [], ofItems: [] }
        : collect(definition.innerType, value, path)
    case "nullable":
      return value === null ? { own: [], ofItems: [] } : collect(definition.innerType, value, path)
    case "union":
      return collectOption(schema, value, path)
    case "array":
      return collectItems(schema, definition.element, value, path)
    case "object":
      return isObject(value)
        ? collectMembers(schema, definition.shape, value, path)
        : { own: issuesAt(schema, value, path), ofItems: [] }
    default:
      return { own: issuesAt(schema, value, path), ofItems: [] }
  }
}

function collectOption(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[]
): Findings {
  const option = optionFor(schema, value)
  if (!option || definitionOf(option).type !== "object" || !isObject(value)) {
    return { own: issuesAt(schema, value, path), ofItems: [] }
  }
  const undecided = issuesAt(schema, value, path).filter(({ code }) => code === "invalid_union")
  const { own, ofItems } = collect(option, value, path)
  const named = new Set(undecided.map((issue) => issue.path.join(".")))
  return {
    own: [...undecided, ...own.filter((issue) => !named.has(issue.path.join(".")))],
    ofItems,
  }
}

function collectItems(
  schema: z.core.$ZodType,
  element: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[]
): Findings {
  const own = issuesAt(schema, value, path).filter((issue) => issue.path.length === path.length)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const ofItems = items.flatMap((item, index) => {
    const findings = collect(element, item, [...path, index])
    return [...findings.own, ...findings.ofItems]
  })
  return { own, ofItems }
}

function collectMembers(
  schema: z.core.$ZodType,
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[]
): Findings {
  const members = Object.entries(shape).map(([name, member]) =>
    collect(member, value[name], [...path, name])
  )
  return {
    own: [...members.flatMap(({ own }) => own), ...issuesBetween(schema, value, path)],
    ofItems: members.flatMap(({ ofItems }) => ofItems),
  }
}

const issuesAt = (
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[]
): Issue[] => {
  const { error } = z.safeParse(schema, value)
  return (error?.issues ?? []).map((issue) => ({ ...issue, path: [...path, ...issue.path] }))
}

/** What the rules between a record's members find, whatever else is wrong with them. */
function issuesBetween(
  schema: z.core.$ZodType,
  value: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[]
): Issue[] {
  // The checks of an object's schema take what it reads: a record.
  const checks = (definitionOf(schema).checks ?? []) as z.core.$ZodCheck<Record<string, unknown>>[]
  const rules = z.looseObject({}).check(...checks)
  try {
    return issuesAt(rules, value, path)
  } catch {
    // A rule reads a member that is not there, which is found missing.
    return []
  }
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
  const value = valueAt(input, issue.path)
  if (issue.message === NOT_A_UNIX_TIME && /[A-Za-z]/.test(String(value))) {
    return `The ${field} does not match the format d M, Y.`
  }
  // Assumed: the validator's rule of what is required takes an empty list for nothing.
  return isAbsent(value) || (Array.isArray(value) && value.length === 0)
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
