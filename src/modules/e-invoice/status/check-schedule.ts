import type { LastingStatus } from "./order-status-machine"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Milliseconds from one attempt without result to the next; daily after the last of them. */
const GAPS = [1, 5, 15, 60, 6 * 60].map((minutes) => minutes * MINUTE)

/** How often an order is still looked at once nothing but a change of mind can follow. */
const LOOKS_AFTER_THE_END = 30

const NOTHING_CAN_FOLLOW: ReadonlySet<LastingStatus> = new Set(["REFUNDED"])

const ONLY_A_CHANGE_OF_MIND_CAN_FOLLOW: ReadonlySet<LastingStatus> = new Set([
  "EXPIRED",
  "CANCELLED",
  "PAID",
  "PARTIAL REFUNDED",
  "CREDITED",
])

/** When something that failed, or brought no news, for the `count`-th time is tried again. */
export const nextAttemptAt = (count: number, now: Date): Date =>
  new Date(now.getTime() + (GAPS[count] ?? DAY))

/**
 * When an order is looked at again if no callback comes before.
 *
 * @param status the order's status; undefined while none is known
 * @param count looks so far that brought no news
 * @returns null when nothing can change any more, or nothing did for 30 days
 */
export function nextCheckAt(
  status: LastingStatus | undefined,
  count: number,
  now: Date
): Date | null {
  if (status === undefined) {
    return nextAttemptAt(count, now)
  }
  if (NOTHING_CAN_FOLLOW.has(status)) {
    return null
  }
  if (ONLY_A_CHANGE_OF_MIND_CAN_FOLLOW.has(status)) {
    return count < LOOKS_AFTER_THE_END ? new Date(now.getTime() + DAY) : null
  }
  return nextAttemptAt(count, now)
}
