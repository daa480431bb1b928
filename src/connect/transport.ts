import { buildConnector, Pool } from "undici"

import type { AnswerBody } from "./answer-body"
import { type BreakerSettings, HostBreaker } from "./breaker"
import type { Budget } from "./budget"
import {
  exchange,
  type Exchange,
  type Headers,
  leavesOutcomeOpen,
  type WireRequest,
} from "./exchange"
import type { OperationGroup, Safety } from "./operation"
import { RateLimit, type RateLimitState } from "./rate-limit"
import { RecentConnections } from "./recent-connections"
import { mayRepeat, repeatDelayMs, type RepeatSettings } from "./repeat"

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
