import { refusalByStatus, type Operation } from "../../connect"
import { conflict, notFound, type Answer } from "../answers"
import { noSuchRecord } from "./replies"

/** The refusal the catalogue prescribes for a record in this status, if any. */
export function preconditionRefusal(
  operation: Operation,
  status: string,
  body?: unknown
): Answer | undefined {
  const messageKey = refusalByStatus(operation, status, body)
  if (messageKey === undefined) {
    return undefined
  }
  const isNotFound = operation.refusals.some(
    (refusal) => refusal.status === 404 && refusal.messageKey === messageKey
  )
  return isNotFound ? notFound(messageKey) : conflict(messageKey)
}

/** A record that an operation may work on; the refusal when there is none, or when its status forbids it. */
export function changeable<Kept extends { status: string }>(
  operation: Operation,
  record: Kept | undefined
): { record: Kept } | { refusal: Answer } {
  if (!record) {
    return { refusal: noSuchRecord(operation) }
  }
  const refusal = preconditionRefusal(operation, record.status)
  return refusal ? { refusal } : { record }
}
