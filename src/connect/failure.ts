import { z } from "zod"

import type { Envelope } from "./answer"
import {
  AmbiguousError,
  ConflictError,
  type ConnectError,
  type ConnectErrorDetails,
  MalformedAnswerError,
  NotFoundError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "./errors"
import { type Exchange, isRefusal, leavesOutcomeOpen } from "./exchange"
import { explainMessageKey, type Explanation, isSameMessageKey } from "./messages"
import type { Operation } from "./operation"
import { maskPersonalValues } from "./redaction"
import type { WireOutcome } from "./transport"

const tryLater = "Try again in a few minutes."

/** Support staff read it, who cannot change an option. */
const tellAdministrator = "Tell the administrator of the store:"

const findOut = "Check at the service whether it took effect before you repeat it."

export const isSuccess = (status: number) => status >= 200 && status < 300

/** A message key as it may be shown and logged. */
export const shownMessageKey = (envelope: Envelope | undefined) =>
  envelope?.message ? maskPersonalValues(envelope.message).slice(0, 120) : undefined

/** The breaker is open: the service is left alone for a moment. */
export const resting = (operation: Operation): ConnectError =>
  new UnavailableError({
    operationId: operation.id,
    message: "The service failed several times in a row, so it is not called for a moment.",
    advice: tryLater,
  })

/** A success that says too little, or not what it should. */
export const malformed = (
  operation: Operation,
  httpStatus: number,
  why: string,
  envelope?: Envelope
): ConnectError => {
  const messageKey = shownMessageKey(envelope)
  const changes = operation.safety !== "read"
  return new MalformedAnswerError({
    operationId: operation.id,
    httpStatus,
    ...(messageKey ? { messageKey } : {}),
    message: `The service's answer cannot be used: ${why}.`,
    advice: changes ? findOut : tryLater,
    outcomeUnknown: changes,
  })
}

/** The error of a call that did not end in a usable success. */
export function failureOf(
  operation: Operation,
  { earlierOutcomeOpen }: WireOutcome,
  exchange: Exchange,
  envelope: Envelope | undefined
): ConnectError {
  if (exchange.kind === "cut-short" && isSuccess(exchange.status)) {
    if (exchange.reason === "too-large") {
      return malformed(operation, exchange.status, "it is too long")
    }
    if (exchange.reason === "unreadable") {
      return malformed(operation, exchange.status, exchange.cause.message)
    }
  }
  const details = describe(operation, exchange, envelope)
  const changes = operation.safety !== "read"
  if (changes && leavesOutcomeOpen(exchange)) {
    return new AmbiguousError({ ...details, advice: findOut })
  }
  const outcomeUnknown = changes && earlierOutcomeOpen
  if (exchange.kind === "unanswered" || !isRefusal(exchange)) {
    return outcomeUnknown
      ? new AmbiguousError({ ...details, advice: findOut })
      : new UnavailableError(details)
  }
  return refusalOf(operation, exchange.status, { ...details, outcomeUnknown }, envelope)
}

function refusalOf(
  operation: Operation,
  status: number,
  details: ConnectErrorDetails,
  envelope: Envelope | undefined
): ConnectError {
  switch (status) {
    case 400:
    case 409:
      return new ConflictError(details)
    case 401:
    case 403:
      return new UnauthorisedError(details)
    case 404:
    case 410:
      return new NotFoundError(details)
    case 417:
    case 422:
      return refusedFields(operation, details, envelope)
  }
  return status === 429 || status < 400 ? new UnavailableError(details) : new RefusedError(details)
}

function refusedFields(
  operation: Operation,
  details: ConnectErrorDetails,
  envelope: Envelope | undefined
): ConnectError {
  const fieldErrors = fieldErrorsOfAnswer(envelope?.errors, operation.body)
  const fields = Object.keys(fieldErrors).filter((field) => field !== "")
  const message =
    fields.length > 0
      ? `The service rejected fields of the request: ${fields.join(", ")}.`
      : details.message
  return new RefusedError({ ...details, message, fieldErrors })
}

function describe(
  operation: Operation,
  exchange: Exchange,
  envelope: Envelope | undefined
): ConnectErrorDetails {
  if (exchange.kind === "unanswered") {
    return {
      operationId: operation.id,
      cause: causeOf(exchange.cause),
      message: exchange.sent
        ? "The service was asked but gave no answer."
        : "The service could not be reached.",
      advice: exchange.sent
        ? tryLater
        : `${tryLater} ${tellAdministrator} if it lasts, the server's network or the service's address has to be checked.`,
    }
  }
  const { status } = exchange
  const messageKey = shownMessageKey(envelope)
  const explained = messageKey
    ? (explainMessageKey(messageKey) ?? explainStatus(operation, messageKey))
    : undefined
  const shown = messageKey ? `HTTP ${status}, ${messageKey}` : `HTTP ${status}`
  return {
    operationId: operation.id,
    httpStatus: status,
    ...(messageKey ? { messageKey } : {}),
    ...(exchange.kind === "cut-short" ? { cause: causeOf(exchange.cause) } : {}),
    message: explained?.sentence ?? `${sentenceOf(status)} (${shown}).`,
    advice:
      (operation.safety === "read" ? explained?.adviceForReading : undefined) ??
      explained?.advice ??
      adviceOf(operation, status),
  }
}

/** Errors of the HTTP parser carry the bytes they failed on, and those may be a person's: only name, code, words. */
function causeOf(failure: Error): Error {
  const cause = new Error(failure.message)
  cause.name = failure.name
  return Object.assign(cause, "code" in failure ? { code: failure.code } : undefined)
}

const sentenceOf = (status: number): string => {
  if (isSuccess(status)) {
    return "The service's answer broke off"
  }
  if (status < 400) {
    return "The service sent the request elsewhere"
  }
  if (status === 429) {
    return "The service received too many requests"
  }
  if (status === 401 || status === 403) {
    return "The service did not accept the token"
  }
  if (status === 404) {
    return "The service knows no such record or operation"
  }
  return status < 500 ? "The service rejected the operation" : "The service failed"
}

const adviceOf = (operation: Operation, status: number): string => {
  if (isSuccess(status) || status === 429 || status >= 500) {
    return tryLater
  }
  if (status < 400) {
    return `${tellAdministrator} the option baseUrl has to be the service's own address.`
  }
  if (status === 401 || status === 403) {
    return `${tellAdministrator} the option token has to be the one that the operator issued for this environment.`
  }
  return isUnknownAddress(status)
    ? `${tellAdministrator} if the account offers this operation elsewhere, operations.${operation.id}.method or .path has to be corrected in the options.`
    : "Check at the service what prevents it; ask the operator what its message key means."
}

/** Statuses that say that there is no such operation there, or not by this method. */
const isUnknownAddress = (status: number): boolean =>
  status === 404 || status === 405 || status === 410

/** What the refusal of a precondition says: the record's status, or those that allow the operation. */
function explainStatus(
  { preconditions = [] }: Operation,
  messageKey: string
): Explanation | undefined {
  for (const { record, ...condition } of preconditions) {
    const isOf = (key: string) => isSameMessageKey(key, messageKey)
    const advice = `Refresh the ${record} to see its status.`
    if ("allowed" in condition && isOf(condition.messageKey)) {
      return {
        sentence: `The status of the ${record} does not allow it: it can be done in status ${condition.allowed.join(", ")}.`,
        advice,
      }
    }
    const [status] =
      "refused" in condition
        ? (Object.entries(condition.refused).find(([, key]) => isOf(key)) ?? [])
        : []
    if (status !== undefined) {
      return { sentence: `The ${record} is in status ${status}.`, advice }
    }
  }
  return undefined
}

/** Sentences by dotted field path, such as `products.0.rate`; what concerns no single field stands under "". */
export type FieldErrors = Record<string, string[]>

const MAX_SENTENCES = 100

const byField = (found: readonly (readonly [field: string, sentence: string])[]): FieldErrors => {
  const sentences = new Map<string, string[]>()
  for (const [field, sentence] of found) {
    sentences.set(field, [...(sentences.get(field) ?? []), sentence])
  }
  return Object.fromEntries(sentences)
}

/** The issues of our own check, by field. Never repeats a value, nor one that stands in the place of a field. */
export function fieldErrorsOfIssues(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  return byField(
    issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key): [string, string] => [
            pathOf([...issue.path, maskPersonalValues(key)]),
            "is not a field of this request",
          ])
        : [[pathOf(issue.path), fieldSentence(issue)] as const]
    )
  )
}

/** Our schemas say what they expect in their own words; where they do not, zod's words are put in the same form. */
function fieldSentence(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith("Invalid")) {
    return issue.message
  }
  if (issue.message.endsWith("received undefined")) {
    return "is required"
  }
  switch (issue.code) {
    case "invalid_type":
      return `must be ${/^[aeio]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`
    default:
      return issue.message
  }
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join(".")

/**
 * Translates the `errors` of a refused request (417): English sentences in which a field is written in lower-case words
 * ("The customer details.personal number field is required."), or sentences already keyed by field.
 *
 * @param body - the operation's body schema, whose field names are restored
 */
export function fieldErrorsOfAnswer(errors: unknown, body: z.ZodType | undefined): FieldErrors {
  const names = body ? fieldNamesOf(body) : new Map<string, string>()
  return byField(
    sentencesOf(errors)
      .slice(0, MAX_SENTENCES)
      .map(([field, sentence]) => [
        field ?? restoreField(fieldIn(sentence), names),
        maskPersonalValues(sentence),
      ])
  )
}

type Sentence = readonly [field: string | undefined, sentence: string]

function sentencesOf(errors: unknown): Sentence[] {
  if (typeof errors === "string") {
    return [[undefined, errors]]
  }
  if (Array.isArray(errors)) {
    return errors.flatMap(sentencesOf)
  }
  if (typeof errors !== "object" || errors === null) {
    return []
  }
  return Object.entries(errors).flatMap(([key, value]) =>
    sentencesOf(value).map(([field, sentence]): Sentence => [
      field ?? (/^\d+$/.test(key) ? undefined : maskPersonalValues(key)),
      sentence,
    ])
  )
}

const FIELD =
  /^The (?:selected )?(.+?) (?:field |format |confirmation )?(?:is|are|must|may|does|do|has|have|cannot|can)\b/i

/** The words by which a sentence names its field; "" when it names none. */
const fieldIn = (sentence: string): string => FIELD.exec(sentence)?.[1] ?? ""

/** Restores `customer details.personal number` to `customerDetails.personalNumber`, by the schema's own names. */
const restoreField = (words: string, names: ReadonlyMap<string, string>): string =>
  maskPersonalValues(words)
    .split(".")
    .map((segment) => names.get(plain(segment)) ?? camelCase(segment))
    .join(".")

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "")

const camelCase = (words: string): string =>
  words.trim().replace(/[\s_]+(\w)/g, (_gap, letter: string) => letter.toUpperCase())

/** Every field name of a schema, by its letters and digits in lower case. */
function fieldNamesOf(schema: z.ZodType): Map<string, string> {
  const names = new Map<string, string>()
  const visit = (node: unknown) => {
    if (Array.isArray(node)) {
      node.forEach(visit)
    } else if (typeof node === "object" && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (key === "properties") {
          Object.keys(value as object).forEach((name) => names.set(plain(name), name))
        }
        visit(value)
      }
    }
  }
  visit(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
  return names
}
