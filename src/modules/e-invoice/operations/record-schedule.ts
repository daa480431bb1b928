import { normaliseStatus, parseOrderStatus } from "../../../connect"
import type { RecordKind } from "../models/e-invoice-record"
import { nextAttemptAt, nextCheckAt } from "../status/check-schedule"
import { isLastingStatus } from "../status/order-status-machine"

/** Statuses after which the service says nothing more of a record, by kind. */
const FINAL: Readonly<
  Record<"reservation" | "subscription", ReadonlySet<string>>
> = {
  reservation: new Set(["COMPLETED", "CANCELLED", "EXPIRED"]),
  subscription: new Set(["COMPLETED", "CANCELLED"]),
}

/**
 * When a remembered record is looked at again if no callback comes before: after growing gaps, in the end daily.
 *
 * @param status in the service's words; null while none is known
 * @param count looks so far that brought no news
 * @returns null when nothing can change any more, or the service cannot be asked about its kind
 */
export function nextLookAt(
  kind: RecordKind,
  status: string | null,
  count: number,
  now: Date
): Date | null {
  switch (kind) {
    case "order": {
      const known = status === null ? undefined : parseOrderStatus(status)
      return nextCheckAt(isLastingStatus(known) ? known : undefined, count, now)
    }
    case "reservation":
    case "subscription":
      return status !== null && FINAL[kind].has(normaliseStatus(status))
        ? null
        : nextAttemptAt(count, now)
    // The service tells the outcome of a company check by company, with no identifier of the check.
    case "company-check":
      return null
  }
}
