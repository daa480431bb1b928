import { setTimeout as pause } from "node:timers/promises"

import { Agent, request } from "undici"

import type { Clock } from "../world/clock"
import { maskUrl } from "../redaction"

export type DeliverySettings = {
  /** Milliseconds the merchant has to answer. */
  timeoutMs: number
  /** Tries in all; 1 means no retry. */
  attempts: number
  /** Milliseconds (real time) between tries. */
  retryDelayMs: number
}

const agentOf = ({ timeoutMs }: DeliverySettings) =>
  new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

/** Delivers callbacks, try by try, and writes down in their records what became of each. */
export class CallbackDelivery {
  #agent: Agent
  #stopped = new AbortController()

  constructor(
    private readonly settings: DeliverySettings,
    private readonly clock: Clock
  ) {
    this.#agent = agentOf(settings)
  }

  /** Calls an address until it answers 2xx or no try is left. */
  async deliver(address: string | undefined, record: CallbackRecord): Promise<void> {
    if (address === undefined) {
      this.#finish(record, 0, {
        error: "The callback address is not an http or https address.",
      })
      record.state = "failed"
      return
    }
    for (let attempt = 1; attempt <= this.settings.attempts; attempt += 1) {
      if (attempt > 1 && !(await this.pause(this.settings.retryDelayMs))) {
        break
      }
      if (await this.#attempt(address, record)) {
        record.state = "delivered"
        return
      }
    }
    record.state = "failed"
  }

  /** Resolves to false when deliveries were stopped meanwhile. */
  async pause(ms: number): Promise<boolean> {
    return pause(ms, true, { signal: this.#stopped.signal }).catch(() => false)
  }

  /** Gives up everything under way. */
  stop(): void {
    this.#stopped.abort()
  }

  /** Ends every connection; what comes after it is delivered again. */
  async renew(): Promise<void> {
    await this.#agent.destroy()
    this.#stopped = new AbortController()
    this.#agent = agentOf(this.settings)
  }

  async #attempt(address: string, record: CallbackRecord): Promise<boolean> {
    const started = performance.now()
    try {
      // undici follows no redirect unless told, and this must not: the answer decides, wherever it points.
      const { statusCode, body } = await request(address, {
        dispatcher: this.#agent,
        headers: { "user-agent": "e-invoice-sandbox", accept: "*/*" },
        signal: AbortSignal.any([
          this.#stopped.signal,
          AbortSignal.timeout(this.settings.timeoutMs),
        ]),
      })
      await body.dump()
      this.#finish(record, started, { httpStatus: statusCode })
      return statusCode >= 200 && statusCode < 300
    } catch (error) {
      this.#finish(record, started, { error: reasonOf(error) })
      return false
    }
  }

  #finish(
    record: CallbackRecord,
    started: number,
    result: { httpStatus: number } | { error: string }
  ): void {
    record.attempts.push({
      at: new Date(this.clock.now()).toISOString(),
      durationMs: started && Math.round(performance.now() - started),
      ...result,
    })
  }
}

// An error names the address it went to, which may hold a token; its code does not.
function reasonOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }
  switch (name) {
    case "TimeoutError":
      return "No answer in time."
    case "AbortError":
      return "Given up: the sandbox was closed."
    default:
      return `No answer (${String(code ?? name)}).`
  }
}

/** One try to deliver a callback. */
export type CallbackAttempt = {
  /** Virtual time, ISO 8601. */
  at: string
  /** Whole milliseconds, real time. */
  durationMs: number
  /** HTTP status the merchant answered. */
  httpStatus?: number
  /** Why no answer came. */
  error?: string
}

/** One callback, without secrets: long parts of its address are masked. */
export type CallbackRecord = {
  /** Running number, from 1. */
  number: number
  recordUuid: string
  status: string
  url: string
  /**
   * `held` waits for its turn in a reordering, `dropped` was lost on purpose, `kept` was to be shown only, `delivered` was
   * answered with 2xx, `failed` was not, and no try is left.
   */
  state: "pending" | "held" | "dropped" | "kept" | "delivered" | "failed"
  attempts: CallbackAttempt[]
}

/** The last callbacks, oldest first; older ones fall out. */
export class CallbackLog {
  #entries: CallbackRecord[] = []
  #count = 0

  constructor(private readonly size: number) {}

  add(
    entry: Pick<CallbackRecord, "recordUuid" | "status" | "state">,
    callbackUrl: string
  ): CallbackRecord {
    const record = {
      number: ++this.#count,
      ...entry,
      url: maskUrl(callbackUrl),
      attempts: [],
    }
    this.#entries.push(record)
    if (this.#entries.length > this.size) {
      this.#entries.shift()
    }
    return record
  }

  list(): readonly CallbackRecord[] {
    return structuredClone(this.#entries)
  }

  clear(): void {
    this.#entries = []
  }
}
