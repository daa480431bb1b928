import type { IncomingHttpHeaders } from "node:http"

import type { Dispatcher } from "undici"

import type { Method } from "./operation"

/** One HTTP request as it goes on the wire. */
export type WireRequest = {
  method: Method
  /** Path and query, as sent. */
  path: string
  headers: Record<string, string>
  body?: string
}

type AnswerHead = { status: number; headers: IncomingHttpHeaders }

/** Why an answer ended before its body was complete. */
export type CutShortReason = "too-large" | "broken" | "stopped"

/** How one attempt to exchange a request for an answer ended. */
export type Exchange =
  | ({ kind: "answered"; body: Buffer } & AnswerHead)
  | ({ kind: "cut-short"; reason: CutShortReason; cause: Error } & AnswerHead)
  | {
      kind: "unanswered"
      /** Whether bytes of the request may have reached the service. */
      sent: boolean
      cause: Error
    }

export type ExchangeLimits = {
  signal: AbortSignal
  /** An answer with a longer body is cut short; never is more than this held in memory. */
  maxAnswerBytes: number
}

/**
 * Sends one request, once, and collects the answer.
 *
 * `sent` is exact on the safe side: the dispatcher calls `onRequestStart` when it hands the request to a connected
 * socket, right before it writes. Until then no byte has left; name resolution, connection and TLS failures end there.
 *
 * @returns how it ended; never rejects
 */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  { signal, maxAnswerBytes }: ExchangeLimits
): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let head: AnswerHead | undefined
    let settled = false
    let size = 0
    const chunks: Buffer[] = []

    const settle = (result: Exchange) => {
      if (!settled) {
        settled = true
        signal.removeEventListener("abort", stop)
        resolve(result)
      }
    }
    const fail = (reason: CutShortReason, cause: Error) =>
      settle(
        head
          ? { kind: "cut-short", reason, cause, ...head }
          : { kind: "unanswered", sent: controller !== undefined, cause }
      )
    const stop = () => {
      const cause = asError(signal.reason)
      fail("stopped", cause)
      controller?.abort(cause)
    }
    const refuseBody = (current: Dispatcher.DispatchController) => {
      const cause = new Error(
        `the answer is longer than ${maxAnswerBytes} bytes`
      )
      fail("too-large", cause)
      current.abort(cause)
    }

    if (signal.aborted) {
      return stop()
    }
    signal.addEventListener("abort", stop, { once: true })

    dispatcher.dispatch(
      // The call's own budget bounds the whole exchange; two more clocks would only blur what ended it.
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          // Given up while it waited for a connection, or about to be sent a second time: neither may go out.
          if (settled || controller) {
            started.abort(new Error("the request was given up"))
            return
          }
          controller = started
        },
        onResponseStart(current, status, headers) {
          if (status < 200) {
            return
          }
          head = { status, headers }
          if (Number(headers["content-length"]) > maxAnswerBytes) {
            refuseBody(current)
          }
        },
        onResponseData(current, chunk) {
          size += chunk.length
          if (size > maxAnswerBytes) {
            chunks.length = 0
            refuseBody(current)
          } else {
            chunks.push(chunk)
          }
        },
        onResponseEnd() {
          if (head) {
            settle({ kind: "answered", body: Buffer.concat(chunks), ...head })
          }
        },
        onResponseError(_current, error) {
          fail("broken", error)
        },
      }
    )
  })
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error("the call was aborted")

/**
 * Whether a status says that the service did not carry the request out. 408 and 499 are sent by proxies that gave up
 * waiting; of the redirections, only those that ask for the same request elsewhere are sure.
 */
export const saysNotCarriedOut = (status: number): boolean =>
  (status >= 400 && status < 500 && status !== 408 && status !== 499) ||
  status === 301 ||
  status === 307 ||
  status === 308

/** Whether a request that ended so may have taken effect although no usable answer says that it did. */
export const leavesOutcomeOpen = (result: Exchange): boolean =>
  result.kind === "unanswered" ? result.sent : !saysNotCarriedOut(result.status)
