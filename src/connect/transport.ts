import { buildConnector, Client, type Dispatcher, Pool } from "undici"
import type { IncomingHttpHeaders } from "node:http"

import type { AnswerBody } from "./answer"
import { type BreakerSettings, type CircuitStates, HostBreaker } from "./breaker"
import {
  type Budget,
  exchange,
  type Exchange,
  type Headers,
  isRefusal,
  leavesOutcomeOpen,
  type WireRequest,
} from "./exchange"
import type { OperationGroup, Safety } from "./operation"

export type TransportSettings = {
  /** Scheme, host and port. */
  origin: string
  /** Sent with every request, beside the content type of a body. */
  headers: Headers
  /** Milliseconds for name resolution, connection and TLS. */
  connectTimeoutMs: number
  /** Connections kept open for operations that may be repeated. */
  connections: number
  maxAnswerBytes: number
  repeat: RepeatSettings
  breaker: BreakerSettings
}

/** How one attempt ended, seen by the logging hook. */
export type AttemptReport = {
  /** Counts from 1 within a call. */
  attempt: number
  durationMs: number
  /** Undefined when the open breaker kept the attempt from being made. */
  exchange?: Exchange
}

export type WireCall = {
  request: WireRequest
  safety: Safety
  group: OperationGroup
  budget: Budget
  /** Overrides the setting of the same name. */
  maxAnswerBytes?: number | undefined
  /** Takes in the body of a success; made anew for each attempt. */
  bodyOfSuccess?: (() => AnswerBody) | undefined
  onAttempt(report: AttemptReport): void
}

/** How a call ended on the wire, after all its attempts. */
export type WireOutcome = {
  /** The last attempt; undefined when the open breaker kept the call from being made at all. */
  exchange?: Exchange
  /** Whether any attempt before the last may have taken effect. */
  earlierOutcomeOpen: boolean
}

/** Speaks HTTP with one host: connections, repeats, breaker, rate limit. Knows nothing of operations. */
export class Transport {
  readonly #settings: TransportSettings
  readonly #headersWithBody: Headers
  readonly #pool: Pool
  readonly #recent: RecentConnections
  readonly #breaker: HostBreaker
  readonly #rateLimit = new RateLimit()
  readonly #underway = new Set<Promise<Exchange | undefined>>()
  #closing?: Promise<void>

  constructor(settings: TransportSettings) {
    this.#settings = settings
    this.#headersWithBody = {
      ...settings.headers,
      "content-type": "application/json",
    }
    const connect = buildConnector({
      timeout: settings.connectTimeoutMs,
      allowH2: false,
    })
    this.#pool = new Pool(settings.origin, {
      connections: settings.connections,
      connect,
    })
    this.#recent = new RecentConnections(settings.origin, connect)
    this.#breaker = new HostBreaker(settings.breaker)
  }

  get rateLimit(): RateLimitState {
    return this.#rateLimit.state()
  }

  get circuits(): CircuitStates {
    return this.#breaker.circuits
  }

  /** Sends a request, repeated as far as its safety and its budget allow. Never rejects. */
  async send(call: WireCall): Promise<WireOutcome> {
    const { repeat } = this.#settings
    let last: Exchange | undefined
    let earlierOutcomeOpen = false

    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(call, attempt)
      if (!result) {
        return { ...(last ? { exchange: last } : {}), earlierOutcomeOpen }
      }
      last = result
      const delayMs = repeatDelayMs(result, attempt, repeat)
      const final =
        this.#closing !== undefined ||
        attempt >= repeat.attempts ||
        !mayRepeat(call.safety, result) ||
        delayMs >= call.budget.remainingMs()
      if (!final) {
        await call.budget.pause(delayMs)
      }
      if (final || call.budget.ended) {
        return { exchange: result, earlierOutcomeOpen }
      }
      earlierOutcomeOpen ||= leavesOutcomeOpen(result)
    }
  }

  /** Takes no further calls, waits for those under way, and closes the connections. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled([...this.#underway]).then(async () => {
      await Promise.all([this.#pool.close(), this.#recent.close()])
    })
    return this.#closing
  }

  async #attempt(call: WireCall, attempt: number): Promise<Exchange | undefined> {
    const started = performance.now()
    const making = this.#throughBreaker(call)
    this.#underway.add(making)
    let result: Exchange | undefined
    try {
      result = await making
    } finally {
      this.#underway.delete(making)
    }
    if (result && result.kind !== "unanswered") {
      this.#rateLimit.observe(result.status, result.headers)
    }
    call.onAttempt({
      attempt,
      durationMs: performance.now() - started,
      ...(result ? { exchange: result } : {}),
    })
    return result
  }

  #throughBreaker(call: WireCall): Promise<Exchange | undefined> {
    if (this.#closing) {
      const cause = new Error("the client is closed")
      return Promise.resolve({ kind: "unanswered", sent: false, cause })
    }
    return this.#breaker.through(call.group, () => this.#exchange(call))
  }

  #exchange({
    request,
    safety,
    budget,
    maxAnswerBytes = this.#settings.maxAnswerBytes,
    bodyOfSuccess,
  }: WireCall): Promise<Exchange> {
    const limits = { budget, maxAnswerBytes, bodyOfSuccess }
    const headers = request.body === undefined ? this.#settings.headers : this.#headersWithBody
    if (safety !== "once") {
      return exchange(this.#pool, request, headers, limits)
    }
    return this.#recent.lend(
      (connection) => exchange(connection, request, headers, limits),
      ({ kind }) => kind === "answered"
    )
  }
}

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

/**
 * Milliseconds after which a connection that lies idle is not used again. No server or proxy in common use closes an idle
 * connection as early (Node and Apache do after 5 s, nginx after 75 s).
 */
export const REUSE_WITHIN_MS = 1_000

type Idle = { connection: Client; since: number }

/**
 * Connections for requests that must go out once.
 *
 * A server may close a kept-alive connection just as a request is written: a reset that cannot be told from one after
 * execution, so an order in doubt for nothing. Such a request therefore shares a connection only with one that was
 * answered on it a moment ago: no common server closes within a second of its last answer. Any other gets a new one.
 * Always opening one would cost shoppers one to three round trips.
 */
export class RecentConnections {
  readonly #origin: string
  readonly #connect: ReturnType<typeof buildConnector>
  /** The one that was used last comes last. */
  readonly #idle: Idle[] = []
  #closed = false

  constructor(origin: string, connect: ReturnType<typeof buildConnector>) {
    this.#origin = origin
    this.#connect = connect
  }

  /**
   * Lends a connection for one request.
   *
   * @param use sends the request, and says whether it was answered in full: only then may another follow it
   */
  async lend<Result>(
    use: (connection: Dispatcher) => Promise<Result>,
    isAnswered: (result: Result) => boolean
  ): Promise<Result> {
    const connection = this.#recent() ?? this.#open()
    const result = await use(connection)
    if (this.#closed || !isAnswered(result)) {
      void connection.destroy()
    } else {
      this.#idle.push({ connection, since: performance.now() })
    }
    return result
  }

  /** Closes those that lie idle; those in use close when they have been used. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#idle.splice(0).map(({ connection }) => connection.destroy()))
  }

  #recent(): Client | undefined {
    const last = this.#idle.pop()
    if (!last) {
      return undefined
    }
    // By the clock, at the moment of use: a timer of the connection's own fires late in a busy process.
    if (performance.now() - last.since < REUSE_WITHIN_MS) {
      return last.connection
    }
    // It is the one that was used last, so that the others are older still.
    for (const { connection } of [last, ...this.#idle.splice(0)]) {
      void connection.destroy()
    }
    return undefined
  }

  #open(): Client {
    return new Client(this.#origin, {
      connect: this.#connect,
      keepAliveTimeout: REUSE_WITHIN_MS,
      keepAliveMaxTimeout: REUSE_WITHIN_MS,
    })
  }
}

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
  /^\d{1,9}$/.test(String(header)) ? Number(header) : undefined

/** Keeps what answers say about the rate limit (`x-ratelimit-limit`, `x-ratelimit-remaining`, 429). */
export class RateLimit {
  #limit?: number
  #observed?: { remaining: number; observedAt: number }
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
    this.#observed = { remaining, observedAt: now }
  }

  /** The state now; what was observed more than a window ago no longer counts as low. */
  state(now: number = Date.now()): RateLimitState {
    if (!this.#observed) {
      return { low: false, limited: this.#limited }
    }
    const { remaining, observedAt } = this.#observed
    const few = this.#limit === undefined ? remaining === 0 : remaining < this.#limit * LOW_SHARE
    return {
      ...(this.#limit === undefined ? {} : { limit: this.#limit }),
      remaining,
      observedAt,
      // A clock that was set back would keep it low until it comes to that moment again.
      low: few && Math.abs(now - observedAt) < WINDOW_MS,
      limited: this.#limited,
    }
  }
}
