import type { Operation, Precondition } from "./operation"
import { normaliseStatus } from "./order-status"

const applies = ({ when }: Precondition, body: unknown): boolean =>
  when === undefined ||
  (typeof body === "object" &&
    body !== null &&
    (body as Record<string, unknown>)[when.field] === when.is)

/**
 * The message key with which the service refuses an operation on a record in that status, by the entry's own table.
 *
 * @param status - the record's status, in any spelling of the service
 * @param body - the request's body, for rules that hold for one kind of request only
 * @returns undefined when the status does not forbid the operation
 */
export function refusalByStatus(
  operation: Operation,
  status: string,
  body?: unknown
): string | undefined {
  const normalised = normaliseStatus(status)
  for (const rule of operation.preconditions ?? []) {
    if (!applies(rule, body)) {
      continue
    }
    if ("allowed" in rule) {
      if (!rule.allowed.includes(normalised)) {
        return rule.messageKey
      }
    } else if (Object.hasOwn(rule.refused, normalised)) {
      return rule.refused[normalised]
    }
  }
  return undefined
}
