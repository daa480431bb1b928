import type { MedusaResponse } from "@medusajs/framework/http"

import type { ConnectErrorKind } from "../../../connect"
import { CONFIRM_REPEAT } from "../../../domain/refunds/refund-request"

/** What is known of a failed operation: an error of the client, or what the journal kept of one. */
export type Failure = {
  readonly kind: string
  readonly message: string
  readonly advice?: string | undefined
  readonly messageKey?: string | undefined
  readonly fieldErrors?: Readonly<Record<string, string[]>> | undefined
}

/** Medusa's error shape, with the fields and what to do about it. */
export type FailureAnswer = {
  type: string
  /** One word for programs; `message` is for people. */
  code: string
  message: string
  advice?: string
  /** The service's own message key. */
  message_key?: string
  errors?: { field: string; message: string }[]
}

type Shape = { status: number; type: string; code: string }

/**
 * What the service or the client say, as Medusa would. A token that the service does not accept is no 401: that one
 * means the admin user must sign in again.
 */
const shapes: Readonly<Record<ConnectErrorKind, Shape>> = {
  refused: { status: 400, type: "invalid_data", code: "refused" },
  disabled: { status: 400, type: "not_allowed", code: "disabled" },
  "not-found": { status: 404, type: "not_found", code: "not_found" },
  conflict: { status: 409, type: "not_allowed", code: "conflict" },
  unauthorised: { status: 502, type: "unexpected_state", code: "token" },
  "malformed-answer": {
    status: 502,
    type: "unexpected_state",
    code: "malformed_answer",
  },
  unavailable: { status: 503, type: "unexpected_state", code: "unavailable" },
  ambiguous: { status: 504, type: "unexpected_state", code: "in_doubt" },
}

/** What the journal itself refused. */
const ownShapes: Readonly<Record<string, Shape>> = {
  [CONFIRM_REPEAT]: { status: 400, type: "not_allowed", code: CONFIRM_REPEAT },
}

const unknownShape: Shape = {
  status: 500,
  type: "unexpected_state",
  code: "in_doubt",
}

/** The answer to an admin whose operation failed, and its HTTP status. */
export function failureAnswer(failure: Failure): {
  status: number
  body: FailureAnswer
} {
  const { status, type, code } =
    ownShapes[failure.kind] ??
    Object.entries(shapes).find(([kind]) => kind === failure.kind)?.[1] ??
    unknownShape
  const errors = Object.entries(failure.fieldErrors ?? {}).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ field, message }))
  )
  return {
    status,
    body: {
      type,
      code,
      message: failure.message,
      ...(failure.advice !== undefined && { advice: failure.advice }),
      ...(failure.messageKey !== undefined && {
        message_key: failure.messageKey,
      }),
      ...(errors.length > 0 && { errors }),
    },
  }
}

export function sendFailure(res: MedusaResponse, failure: Failure): void {
  const { status, body } = failureAnswer(failure)
  res.status(status).json(body)
}

/** The wish is not sent because an earlier one is open. */
export function sendOpen(
  res: MedusaResponse,
  code: "in_doubt" | "under_way",
  message: string
): void {
  res.status(409).json({ type: "not_allowed", code, message })
}
