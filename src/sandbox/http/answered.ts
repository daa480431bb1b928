import type { MiddlewareHandler } from "./hono"
import { channel } from "node:diagnostics_channel"

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

/** Tells whoever listens what is answered; an answer that a fault garbles on its way out is none. */
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
