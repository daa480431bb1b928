import { failureOf } from "../creation/journal-failure"
import type { RefundFailure } from "../../modules/e-invoice/refunds/refund-row"

/** The technical facts of an error, as the journal of refunds keeps them. */
export function refundFailureOf(error: unknown): RefundFailure {
  const { kind, message, at, httpStatus, messageKey } = failureOf(error)
  return { kind, message, at, httpStatus, messageKey }
}
