import { MedusaError } from "@medusajs/framework/utils"

import { ConnectError, isSameMessageKey } from "../connect"
import type { JournalFailure } from "../modules/e-invoice/orders/order-row"
import type { RefundFailure } from "../modules/e-invoice/refunds/refund-row"

/** Codes of refusals that staff meet in Admin, which says them in their language. */
export type RefusalCode =
  | "amount_fixed"
  | "approval_asked"
  | "approval_not_needed"
  | "beyond_left"
  | "beyond_outstanding"
  | "beyond_returned"
  | "bill_under_way"
  | "cancel_rejected"
  | "candidate_not_excluded"
  | "capture_beyond_outstanding"
  | "confirm_repeat"
  | "credit_unsettled"
  | "credited_at_service"
  | "line_beyond_left"
  | "lines_unknown"
  | "linked_elsewhere"
  | "moved_at_service"
  | "not_adopted"
  | "not_at_service"
  | "not_billable"
  | "not_billed"
  | "not_cancelled_yet"
  | "not_captured"
  | "not_created"
  | "not_followed"
  | "not_followed_yet"
  | "not_moved_at_service"
  | "not_sent_in_time"
  | "not_this_order"
  | "order_changed_meanwhile"
  | "order_in_doubt"
  | "paid_at_checkout"
  | "paid_by_customer"
  | "paid_uncapturable"
  | "payment_under_way"
  | "refund_not_recorded"
  | "refund_not_sent"
  | "refund_not_shown"
  | "refund_rejected"
  | "refund_shown"
  | "refund_to_record"
  | "refund_unclear"
  | "refund_under_way"
  | "refund_unrecorded"
  | "settled_meanwhile"
  | "status_unknown"
  | "still_under_way"
  | "under_way"

/** A refusal for programs: its code, and what its sentence names. */
type Coded = {
  code: RefusalCode
  /** Amounts are decimal major units. */
  values?: Readonly<Record<string, string>>
  /** The service's own word. */
  messageKey?: string | undefined
}

/**
 * A refusal with what its sentence names, so that Admin can say it in another language. A workflow hands an error on without its
 * class, but with its own properties: ask `isRefusal`.
 */
export class Refusal extends MedusaError {
  readonly values: Readonly<Record<string, string>>
  readonly messageKey: string | undefined

  constructor(type: string, sentence: string, { code, values = {}, messageKey }: Coded) {
    super(type, sentence, code)
    this.values = values
    this.messageKey = messageKey
  }
}

/** Whether an error is one of those that `notAllowed`, `invalidData` and `refusal` make of a code. */
export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === "object" &&
  error !== null &&
  MedusaError.isMedusaError(error) &&
  "values" in error

/**
 * An error as a merchant is shown it: what happened, and what to do. An error of the service becomes one that Medusa
 * answers 400; anything else stays what it is.
 *
 * @param what what was attempted, as the beginning of a sentence: `The invoice was not cancelled`
 * @param code for what was attempted, where staff meet it in Admin
 */
export function refusal(
  what: string,
  error: unknown,
  code?: RefusalCode,
  values: Readonly<Record<string, string>> = {}
): unknown {
  if (!(error instanceof ConnectError)) {
    return error
  }
  const { kind, message, advice, messageKey } = error
  const why = `${message} ${advice}`
  return notAllowed(
    `${what}. ${why}`,
    code && { code, values: { ...values, kind, why }, messageKey }
  )
}

/** Asks the service. @returns undefined where it cannot say */
export async function unlessSilent<Answer>(
  ask: () => Promise<Answer>
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

/** Refuses with a sentence that says what to do; Medusa answers 400. */
export const notAllowed = (sentence: string, coded?: Coded): MedusaError =>
  refused(MedusaError.Types.NOT_ALLOWED, sentence, coded)

/** Refuses what a field says; Medusa answers 400. */
export const invalidData = (sentence: string, coded?: Coded): MedusaError =>
  refused(MedusaError.Types.INVALID_DATA, sentence, coded)

const refused = (type: string, sentence: string, coded: Coded | undefined): MedusaError =>
  coded ? new Refusal(type, sentence, coded) : new MedusaError(type, sentence)

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
    ...(error.code !== undefined && { code: error.code }),
    ...(error.values && { values: error.values }),
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
