import type { Exchange } from "./exchange"
import { shownMessageKey } from "./failure"
import type { Method, Operation } from "./operation"
import { redact } from "./redaction"
import type { AttemptReport } from "./transport"

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

/** What may be said about an attempt. */
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
