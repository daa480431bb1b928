import type { MedusaResponse } from "@medusajs/framework/http"

import { ConnectError, type ConnectErrorKind } from "../../../connect"
import { isRefusal, type Refusal } from "../../../domain/failure"

/** A failed operation: the client's error, or what the journal kept of one. */
type Failure = {
  readonly kind: string
  readonly message: string
  readonly advice?: string | undefined
  readonly messageKey?: string | undefined
  readonly code?: string | undefined
  readonly values?: Readonly<Record<string, string>> | undefined
  readonly fieldErrors?: Readonly<Record<string, string[]>> | undefined
}

/** Medusa's error shape, with the fields and what to do about it. */
type FailureAnswer = {
  type: string
  /** For programs; `message` is for staff. */
  code: string
  message: string
  advice?: string
  /** The service's own message key. */
  message_key?: string
  /** What the message names, to say it in another language. */
  values?: Readonly<Record<string, string>>
  errors?: { field: string; message: string }[]
  /** The operation in doubt that holds it back: nothing is sent again until staff settle it. */
  open_operation?: string
}

type Shape = { status: number; type: string; code: string }

/**
 * Failures of the service and the client in Medusa's shape. A token that the service rejects is no 401: that would sign the
 * admin user out.
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

/** Rejected by the plugin itself, for a reason that has a code and names values. */
const refusalShape = ({ kind }: Failure): Shape => ({
  status: 400,
  type: "not_allowed",
  code: kind,
})

/** The plugin itself failed, and what became of what it sent is unknown. */
const unknownShape: Shape = { status: 500, type: "unexpected_state", code: "in_doubt" }

/** The plugin itself failed before it sent anything. */
const unsentShape: Shape = { status: 500, type: "unexpected_state", code: "not_sent" }

/** @param isRejected whether the failure certainly had no effect, also where its kind does not say so */
export function failureAnswer(
  failure: Failure,
  isRejected = false
): { status: number; body: FailureAnswer } {
  const { status, type, code } =
    Object.entries(shapes).find(([kind]) => kind === failure.kind)?.[1] ??
    (failure.values && refusalShape(failure)) ??
    (isRejected ? unsentShape : unknownShape)
  const errors = Object.entries(failure.fieldErrors ?? {}).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ field, message }))
  )
  return {
    status,
    body: {
      type,
      code: failure.code ?? code,
      message: failure.message,
      ...(failure.advice !== undefined && { advice: failure.advice }),
      ...(failure.messageKey !== undefined && {
        message_key: failure.messageKey,
      }),
      ...(failure.values && { values: failure.values }),
      ...(errors.length > 0 && { errors }),
    },
  }
}

/**
 * @param of.isRejected whether the failure certainly had no effect, also where its kind does not say so
 * @param of.open id of the operation in doubt that holds it back
 */
export function sendFailure(
  res: MedusaResponse,
  failure: Failure,
  { isRejected = false, open }: { isRejected?: boolean; open?: string | undefined } = {}
): void {
  const { status, body } = failureAnswer(failure, isRejected)
  res.status(status).json({ ...body, ...namedOpen(open) })
}

const namedOpen = (id: string | undefined): Pick<FailureAnswer, "open_operation"> =>
  id === undefined ? {} : { open_operation: id }

/**
 * Carries out what a route answers; a failure of the service or of its client is the answer, as is a refusal with a code. Any
 * other error is Medusa's.
 */
export async function answering(res: MedusaResponse, answer: () => Promise<void>): Promise<void> {
  try {
    await answer()
  } catch (error) {
    if (error instanceof ConnectError) {
      sendFailure(res, error)
    } else if (isRefusal(error)) {
      sendRefusal(res, error)
    } else {
      throw error
    }
  }
}

/** Medusa would answer the same without what the sentence names. */
function sendRefusal(
  res: MedusaResponse,
  { type, code = "refused", message, values, messageKey }: Refusal
): void {
  const body: FailureAnswer = {
    type,
    code,
    message,
    ...(messageKey !== undefined && { message_key: messageKey }),
    values,
  }
  res.status(400).json(body)
}

/** Why the service could not be asked for what an answer leaves out. */
export type Problem = { kind: ConnectErrorKind; message: string; advice: string }

export const problemOf = ({ kind, message, advice }: ConnectError): Problem => ({
  kind,
  message,
  advice,
})

/** Answers that nothing was sent because an earlier intent is open. */
export function sendOpen(
  res: MedusaResponse,
  code: "in_doubt" | "under_way",
  message: string,
  openOperation?: string
): void {
  res.status(409).json({ type: "not_allowed", code, message, ...namedOpen(openOperation) })
}
