import { maskUrl } from "../redaction"

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
   * `held` waits for its turn in a reordering, `dropped` was lost on purpose, `delivered` was answered with 2xx,
   * `failed` was not, and no try is left.
   */
  state: "pending" | "held" | "dropped" | "delivered" | "failed"
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
