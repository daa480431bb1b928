/** One call the sandbox received, without personal data: bodies are redacted before they are kept. */
export type LoggedRequest = {
  /** Running number, from 1. */
  number: number
  /** Virtual time of arrival, ISO 8601. */
  at: string
  method: string
  path: string
  query: Readonly<Record<string, unknown>>
  /** Absent where no operation has this method and path. */
  operationId?: string
  /** HTTP status of the answer; 0 where a fault kept every answer back. */
  status: number
  messageKey?: string
  /** The sentences of a 417. */
  errors?: unknown
  /** The fault that was played, as text. */
  fault?: string
  /** Whether the operation ran, whatever the caller was told. */
  executed: boolean
  /** Milliseconds, real time. */
  durationMs: number
  body?: unknown
  /** Body of the answer. */
  answer?: unknown
}

/** The last calls, oldest first; older ones fall out. */
export class RequestLog {
  #entries: LoggedRequest[] = []
  #count = 0

  constructor(private readonly size: number) {}

  add(entry: Omit<LoggedRequest, "number">): LoggedRequest {
    const logged = { number: ++this.#count, ...entry }
    this.#entries.push(logged)
    if (this.#entries.length > this.size) {
      this.#entries.shift()
    }
    return logged
  }

  list(): readonly LoggedRequest[] {
    return [...this.#entries]
  }

  clear(): void {
    this.#entries = []
  }
}
