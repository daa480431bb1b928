import type { IncomingHttpHeaders } from "node:http"

/** The service's default throttle counts by the minute; its documentation names no window. */
const WINDOW_MS = 60_000

/** Below this share of the limit, callers other than checkout are asked to slow down. */
const LOW_SHARE = 0.2

/** What the service last said about its rate limit. */
export type RateLimitState = {
  /** Requests per window; undefined until an answer carried it. */
  limit?: number
  remaining?: number
  /** Unix time in milliseconds of the answer that said so. */
  observedAt?: number
  /** True when few requests remain: a sweep or a bulk read should wait and leave the rest to checkouts. */
  low: boolean
  /** Answers that rejected a call for its rate (429) so far. */
  limited: number
}

const whole = (header: string | string[] | undefined): number | undefined =>
  typeof header === "string" && /^\d{1,9}$/.test(header) ? Number(header) : undefined

/** Keeps what answers say about the rate limit (`x-ratelimit-limit`, `x-ratelimit-remaining`, 429). */
export class RateLimit {
  #limit?: number
  #remaining?: number
  #observedAt?: number
  #limited = 0

  observe(status: number, headers: IncomingHttpHeaders, now: number = Date.now()): void {
    if (status === 429) {
      this.#limited++
    }
    const remaining = status === 429 ? 0 : whole(headers["x-ratelimit-remaining"])
    if (remaining === undefined) {
      return
    }
    this.#limit = whole(headers["x-ratelimit-limit"]) ?? this.#limit
    this.#remaining = remaining
    this.#observedAt = now
  }

  /** The state now; what was observed more than a window ago no longer counts as low. */
  state(now: number = Date.now()): RateLimitState {
    if (this.#remaining === undefined || this.#observedAt === undefined) {
      return { low: false, limited: this.#limited }
    }
    const few =
      this.#limit === undefined ? this.#remaining === 0 : this.#remaining < this.#limit * LOW_SHARE
    return {
      ...(this.#limit === undefined ? {} : { limit: this.#limit }),
      remaining: this.#remaining,
      observedAt: this.#observedAt,
      low: few && now - this.#observedAt < WINDOW_MS,
      limited: this.#limited,
    }
  }
}
