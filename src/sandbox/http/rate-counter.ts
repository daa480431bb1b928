const WINDOW_MS = 60_000

/** Counts calls in windows of one minute of real time, as the service's `x-ratelimit` headers do. */
export class RateCounter {
  #windowStart = 0
  #used = 0

  constructor(private readonly perMinute: number) {}

  /** Counts one call. */
  count(now = Date.now()): {
    headers: Record<string, string>
    isExceeded: boolean
    /** Seconds until the window ends. */
    retryAfter: number
  } {
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now
      this.#used = 0
    }
    this.#used += 1
    const remaining = Math.max(0, this.perMinute - this.#used)
    return {
      headers: {
        "x-ratelimit-limit": String(this.perMinute),
        "x-ratelimit-remaining": String(remaining),
      },
      isExceeded: this.#used > this.perMinute,
      retryAfter: Math.ceil((this.#windowStart + WINDOW_MS - now) / 1000),
    }
  }
}
