import { ConnectError } from "../../connect"
import type { JournalFailure } from "../../modules/e-invoice/creation/journal-row"

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
