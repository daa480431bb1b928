import { channel } from "node:diagnostics_channel"

import type { MiddlewareHandler } from "./hono"

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

/** What a sandbox answered to one call of an operation. */
export type Answered = {
  method: string
  /** The path that was served, with its parameters in braces. */
  path: string
  /** The request's body, where it was JSON and came with another method than GET. */
  request: unknown
  status: number
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** Tells of each answer of every sandbox in this process: tests hold them to the API document. */
export const answered = channel("medusa-plugin-einvoice:sandbox:answered")

/** Tells its listeners what is answered; an answer that a fault garbles on its way out is none. */
export function tellAnswers(method: string, path: string): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { res } = context
    if (answered.hasSubscribers && !res.headers.has(ALREADY_SENT)) {
      answered.publish({
        method,
        path,
        request: method === "GET" ? undefined : await context.req.json().catch(() => undefined),
        status: res.status,
        headers: Object.fromEntries(res.headers),
        body: await res.clone().json(),
      } satisfies Answered)
    }
  }
}

/** How the server's adapter marks an answer that was sent past it. */
const ALREADY_SENT = "x-hono-already-sent"
