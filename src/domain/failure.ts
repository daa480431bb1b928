import { MedusaError } from "@medusajs/framework/utils"

import { ConnectError, isSameMessageKey } from "../connect"
import type { JournalFailure } from "../modules/e-invoice/orders/order-row"
import type { RefundFailure } from "../modules/e-invoice/refunds/refund-row"

/**
 * An error as a merchant is shown it: what happened, and what to do. An error of the service becomes one that Medusa
 * answers 400; anything else stays what it is.
 *
 * @param what what was attempted, as the beginning of a sentence: `The invoice was not cancelled`
 */
export function refusal(what: string, error: unknown): unknown {
  return error instanceof ConnectError
    ? notAllowed(`${what}. ${error.message} ${error.advice}`)
    : error
}

/** Refuses with a sentence that says what to do; Medusa answers 400. */
export const notAllowed = (sentence: string): MedusaError =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, sentence)

/**
 * Whether the provider declined an authorisation. Of an e-invoice order that exists it sends nothing, and declines any other
 * amount, now and later.
 */
export const isDeclined = (error: unknown): boolean =>
  error instanceof MedusaError && error.type === MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR

/** Why a creation is in doubt whose sender has ended without an answer. */
export const senderLost = (now: Date): JournalFailure => ({
  kind: "sender-lost",
  message: "The server stopped while the creation was under way.",
  at: now.toISOString(),
})

/** The technical facts of an error, as the journal keeps them: no value of a field, no stack. */
export function failureOf(error: unknown, now = new Date()): JournalFailure {
  const at = now.toISOString()
  if (!(error instanceof ConnectError)) {
    return {
      kind: "internal",
      message: `The plugin itself failed: ${error instanceof Error ? error.name : "unknown error"}.`,
      at,
    }
  }
  return {
    kind: error.kind,
    message: error.message,
    advice: error.advice,
    at,
    operationId: error.operationId,
    ...(error.httpStatus !== undefined && { httpStatus: error.httpStatus }),
    ...(error.messageKey !== undefined && { messageKey: error.messageKey }),
    ...(error.fieldErrors && { fieldErrors: error.fieldErrors }),
  }
}

/** The service's word for a creation whose like it already holds: the order it refuses may be this very one. */
const ALREADY_EXISTS = "ambiguousRequestExistsWithSameParameters"

/**
 * Whether a failed creation excludes that the order exists. What is not an error of the client is a failure of our own,
 * which may have struck before or after the bytes went out.
 */
export const isCertainlyNotCreated = (error: unknown): error is ConnectError =>
  error instanceof ConnectError &&
  !error.outcomeUnknown &&
  !(error.messageKey !== undefined && isSameMessageKey(error.messageKey, ALREADY_EXISTS))

/** The technical facts of an error, as the journal of refunds keeps them. */
export function refundFailureOf(error: unknown): RefundFailure {
  const { kind, message, at, httpStatus, messageKey } = failureOf(error)
  return { kind, message, at, httpStatus, messageKey }
}
