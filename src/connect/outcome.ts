import type { z } from "zod"

import type { Answer, Envelope } from "./envelope"
import type { ConnectError } from "./errors"
import type { Exchange } from "./exchange"
import { failureOf, isSuccess, malformed, resting } from "./failure"
import { isSameMessageKey } from "./messages"
import type { Operation } from "./operation"
import type { WireOutcome } from "./transport"

/** What a call came to: the service's answer, or the error to throw. */
export type CallResult =
  { answer: Answer<unknown>; error?: never } | { error: ConnectError; answer?: never }

type Answered = Extract<Exchange, { kind: "answered" }>

/** Turns what happened on the wire into an answer or an error. */
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
