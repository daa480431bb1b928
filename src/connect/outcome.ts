import type { z } from "zod"

import type { Answer, Envelope } from "./answer"
import type { ConnectError } from "./errors"
import type { Exchange } from "./exchange"
import { failureOf, isSuccess, malformed, resting, shownMessageKey } from "./failure"
import { isSameMessageKey } from "./messages"
import type { Method, Operation } from "./operation"
import { redact } from "./redaction"
import type { AttemptReport, WireOutcome } from "./transport"

/** The outcome of a call: the service's answer, or the error to throw. */
type CallResult =
  { answer: Answer<unknown>; error?: never } | { error: ConnectError; answer?: never }

type Answered = Extract<Exchange, { kind: "answered" }>

/** Turns the exchange on the wire into an answer or an error. */
export function readOutcome(operation: Operation, outcome: WireOutcome): CallResult {
  const { exchange } = outcome
  if (!exchange) {
    return { error: resting(operation) }
  }
  const envelope = exchange.kind === "answered" ? exchange.envelope : undefined
  if (exchange.kind === "answered" && isSuccess(exchange.status)) {
    return readSuccess(operation, exchange, envelope)
  }
  if (envelope && meansEmptyList(operation, exchange, envelope)) {
    return {
      answer: answerOf(exchange, envelope, operation.data.parse([])),
    }
  }
  return { error: failureOf(operation, outcome, exchange, envelope) }
}

function readSuccess(
  operation: Operation,
  exchange: Answered,
  envelope: Envelope | undefined
): CallResult {
  const { status } = exchange
  if (!envelope) {
    return { error: malformed(operation, status, "it is no JSON object") }
  }
  // The HTTP status decides between differing codes, but an answer that calls itself a failure proves no success.
  if (envelope.is_error || (envelope.status_code ?? 0) >= 400) {
    return {
      error: malformed(operation, status, "it calls itself a failure", envelope),
    }
  }
  const data = operation.data.safeParse(envelope.data)
  if (data.success) {
    return { answer: answerOf(exchange, envelope, data.data) }
  }
  return {
    error: malformed(operation, status, `${pathsOf(data.error)} cannot be read`, envelope),
  }
}

/** A list may have as many wrong members as rows. */
const MOST_NAMED = 5

/** The first members of `data` that cannot be read. */
export const pathsOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, MOST_NAMED)
    .map((issue) => ["data", ...issue.path].map(String).join("."))
    .join(", ")

function answerOf(
  { status: httpStatus, clockSkewMs }: Answered,
  envelope: Envelope,
  data: unknown
): Answer<unknown> {
  const { status_code: statusCode, page } = envelope
  return {
    httpStatus,
    messageKey: envelope.message,
    data,
    raw: envelope.raw,
    ...(statusCode === undefined || statusCode === httpStatus ? {} : { statusCode }),
    ...(clockSkewMs === undefined ? {} : { clockSkewMs }),
    ...(page ? { page } : {}),
  }
}

const meansEmptyList = (
  { emptyList }: Operation,
  exchange: Exchange,
  envelope: Envelope
): exchange is Answered =>
  emptyList !== undefined &&
  exchange.kind === "answered" &&
  exchange.status === emptyList.status &&
  isSameMessageKey(envelope.message, emptyList.messageKey)

/** One attempt, as it may be logged and measured: no path values, and bodies with allow-listed fields only. */
export type ExchangeReport = {
  operationId: string
  method: Method
  /** The path's template, without identifiers. */
  path: string
  /** Counts from 1 within a call. */
  attempt: number
  /** Whole milliseconds. */
  durationMs: number
  /** `answered` in full, `cut-short` after its head, `no-answer` after sending, `not-sent`, or `breaker-open`. */
  outcome: "answered" | "cut-short" | "no-answer" | "not-sent" | "breaker-open"
  httpStatus?: number
  /** The answer's message key, where it had one that may be shown. */
  messageKey?: string
  /** Code or name of the failure below HTTP, such as `ECONNREFUSED`. */
  failure?: string
  /** Redacted when it is read: read it within the hook. */
  readonly requestBody?: unknown
  /** Redacted when it is read. */
  readonly answerBody?: unknown
}

/** An attempt without personal values and secrets, for logs and metrics. */
export function reportOf(
  operation: Operation,
  requestBody: unknown,
  { attempt, durationMs, exchange }: AttemptReport
): ExchangeReport {
  const envelope = exchange?.kind === "answered" ? exchange.envelope : undefined
  const messageKey = shownMessageKey(envelope)
  return {
    operationId: operation.id,
    method: operation.method,
    path: operation.path,
    attempt,
    durationMs: Math.round(durationMs),
    outcome: outcomeOf(exchange),
    ...(exchange && exchange.kind !== "unanswered" ? { httpStatus: exchange.status } : {}),
    ...(messageKey ? { messageKey } : {}),
    ...(exchange && exchange.kind !== "answered" ? { failure: nameOf(exchange.cause) } : {}),
    // Most who log a line leave the bodies out.
    get requestBody() {
      return requestBody === undefined ? undefined : redact(requestBody)
    },
    get answerBody() {
      return envelope && redact(envelope.raw)
    },
  }
}

const outcomeOf = (exchange: Exchange | undefined): ExchangeReport["outcome"] => {
  if (!exchange) {
    return "breaker-open"
  }
  if (exchange.kind === "unanswered") {
    return exchange.sent ? "no-answer" : "not-sent"
  }
  return exchange.kind
}

const nameOf = (cause: Error): string =>
  "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
