import type { Operation } from "../../connect"
import { notFound, success, type Answer } from "../answers"

/** The operation's success, with the code and key the catalogue gives it. */
export function done(
  { success: { status, messageKey } }: Operation,
  data: unknown,
  isData: boolean
): Answer {
  return success(status, messageKey, data, isData)
}

/** The operation's own 404 for a record that is not there: its key differs from one operation to another. */
export function noSuchRecord({ refusals }: Operation): Answer {
  const missing = refusals.find(
    ({ messageKey, status }) => status === 404 && !messageKey.startsWith("refundRejection")
  )
  return notFound(missing?.messageKey ?? "orderNotFound")
}
