import { type Exchange, isRefusal } from "./exchange"
import type { Safety } from "./operation"

export type RepeatSettings = {
  /** Attempts at most, the first included. */
  attempts: number
  /** Milliseconds before the second attempt at most; doubles with every further one. */
  baseDelayMs: number
  maxDelayMs: number
}

const readAgain: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 510])

const answersFailure = (safety: Safety, status: number): boolean =>
  safety === "read" ? readAgain.has(status) : status >= 500

/** Whether an attempt that ended so may be followed by another, by the operation's safety. */
export function mayRepeat(safety: Safety, result: Exchange): boolean {
  if (safety === "once") {
    return result.kind === "unanswered" && !result.sent
  }
  switch (result.kind) {
    case "unanswered":
      return true
    case "cut-short":
      return result.reason === "broken" || answersFailure(safety, result.status)
    case "answered":
      return answersFailure(safety, result.status) && (result.status < 500 || !isRefusal(result))
  }
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 *
 * @returns milliseconds from now, or undefined when absent or unreadable
 */
export function retryAfterMs(
  header: string | string[] | undefined,
  now: number = Date.now()
): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!value) {
    return undefined
  }
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1000
  }
  // Date.parse makes dates of much else, "-1" among it.
  const date = value.endsWith("GMT") ? Date.parse(value) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * Milliseconds to wait before the next attempt: what the service asked for, otherwise exponential backoff with full
 * jitter, so that many servers that failed together do not come back together.
 */
export function repeatDelayMs(
  result: Exchange,
  attempt: number,
  settings: RepeatSettings,
  random: () => number = Math.random
): number {
  const asked =
    result.kind === "unanswered" ? undefined : retryAfterMs(result.headers["retry-after"])
  if (asked !== undefined) {
    return asked
  }
  const ceiling = Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (attempt - 1))
  return random() * ceiling
}
