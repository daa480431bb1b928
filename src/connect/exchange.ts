import type { IncomingHttpHeaders } from "node:http"
import type { Dispatcher } from "undici"

import { type AnswerBody, BodyError, type Envelope, WholeBody } from "./answer"
import { saysRefused } from "./messages"
import type { Method } from "./operation"

/** One HTTP request, without what every request of a client carries. */
export type WireRequest = {
  method: Method
  /** Path and query, as sent. */
  path: string
  /** JSON. */
  body?: string
}

/** Header fields by their names. */
export type Headers = Readonly<Record<string, string>>

type AnswerHead = {
  status: number
  headers: IncomingHttpHeaders
  /** Milliseconds by which the service's clock runs ahead of ours; undefined when its answer has no `Date`. */
  clockSkewMs?: number | undefined
}

/** Why an answer ended before its body was complete. */
export type CutShortReason = "too-large" | "unreadable" | "broken" | "stopped"

/** How one attempt to exchange a request for an answer ended. */
export type Exchange =
  | ({
      kind: "answered"
      /** The body; undefined when it is no JSON object. */
      envelope: Envelope | undefined
    } & AnswerHead)
  | ({ kind: "cut-short"; reason: CutShortReason; cause: Error } & AnswerHead)
  | {
      kind: "unanswered"
      /** Whether bytes of the request may have reached the service. */
      sent: boolean
      cause: Error
    }

export type ExchangeLimits = {
  budget: Budget
  /** An answer with a longer body is cut short; never is more than this held in memory. */
  maxAnswerBytes: number
  /** Takes in the body of a success, of any length; made anew for each attempt. */
  bodyOfSuccess?: (() => AnswerBody) | undefined
}

/**
 * Sends one request, once, and collects the answer.
 *
 * @returns how it ended; never rejects
 */
export function exchange(
  dispatcher: Dispatcher,
  { method, path, body }: WireRequest,
  headers: Headers,
  limits: ExchangeLimits
): Promise<Exchange> {
  const { ended } = limits.budget
  if (ended) {
    return Promise.resolve({ kind: "unanswered", sent: false, cause: ended })
  }
  return new Promise((resolve) => {
    dispatcher.dispatch(
      // The call's own budget bounds the whole exchange; two more clocks would only blur what ended it.
      { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      new AnswerCollector(limits, resolve)
    )
  })
}

/**
 * Collects the answer to one request.
 *
 * `sent` is exact on the safe side: the dispatcher calls `onRequestStart` when it hands the request to a connected
 * socket, right before it writes. Until then no byte has left; name resolution, connection and TLS failures end there.
 */
class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits
  readonly #resolve: (result: Exchange) => void
  readonly #bodyOfSuccess: AnswerBody | undefined
  #body: AnswerBody
  #startedAt = 0
  #controller: Dispatcher.DispatchController | undefined
  #head: AnswerHead | undefined
  #isSettled = false

  constructor(limits: ExchangeLimits, resolve: (result: Exchange) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#body = new WholeBody(limits.maxAnswerBytes)
    this.#bodyOfSuccess = limits.bodyOfSuccess?.()
    limits.budget.tell((cause) => this.#stop(cause))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection, or about to be sent a second time: neither may go out.
    if (this.#isSettled || this.#controller) {
      controller.abort(new Error("the request was given up"))
      return
    }
    this.#controller = controller
    this.#startedAt = Date.now()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders
  ): void {
    if (status < 200) {
      return
    }
    const halfway = (this.#startedAt + Date.now()) / 2
    this.#head = {
      status,
      headers,
      clockSkewMs: skewOf(headers.date, halfway),
    }
    if (this.#bodyOfSuccess && status < 300) {
      this.#body = this.#bodyOfSuccess
    }
    this.#take(controller, (body) => body.expect?.(Number(headers["content-length"])))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#take(controller, (body) => body.write(chunk))
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    const head = this.#head
    if (head) {
      this.#take(controller, (body) =>
        this.#settle({ kind: "answered", envelope: body.end(), ...head })
      )
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail("broken", error)
  }

  #stop(cause: Error): void {
    this.#fail("stopped", cause)
    this.#controller?.abort(cause)
  }

  #take(controller: Dispatcher.DispatchController, act: (body: AnswerBody) => void): void {
    try {
      act(this.#body)
    } catch (error) {
      if (!(error instanceof BodyError)) {
        throw error
      }
      this.#fail(error.reason, error)
      controller.abort(error)
    }
  }

  #fail(reason: CutShortReason, cause: Error): void {
    this.#settle(
      this.#head
        ? { kind: "cut-short", reason, cause, ...this.#head }
        : { kind: "unanswered", sent: this.#controller !== undefined, cause }
    )
  }

  #settle(result: Exchange): void {
    if (!this.#isSettled) {
      this.#isSettled = true
      this.#limits.budget.tell(undefined)
      this.#resolve(result)
    }
  }
}

/** A `Date` header has whole seconds, cut off: its moment is half a second later on average. */
const HALF_A_SECOND = 500

function skewOf(date: unknown, askedAndAnswered: number): number | undefined {
  const written = Date.parse(String(date))
  return Number.isNaN(written) ? undefined : written + HALF_A_SECOND - askedAndAnswered
}

/**
 * Whether a status says that the service did not carry the request out. 408 and 499 are sent by proxies that gave up
 * waiting; of the redirections, only those that ask for the same request elsewhere are sure.
 */
export const saysNotCarriedOut = (status: number): boolean =>
  (status >= 400 && status < 500 && status !== 408 && status !== 499) ||
  status === 301 ||
  status === 307 ||
  status === 308

/**
 * Whether an answer certainly is a refusal: its status says so, or a message key that is known to refuse does, which the
 * service sends under 500 and 510 as well.
 */
export const isRefusal = (result: Exchange): boolean =>
  result.kind !== "unanswered" &&
  (saysNotCarriedOut(result.status) ||
    (result.kind === "answered" &&
      result.status >= 300 &&
      saysRefused(result.envelope?.message ?? "")))

/** Whether a request that ended so may have taken effect although no usable answer says that it did. */
export const leavesOutcomeOpen = (result: Exchange): boolean =>
  result.kind === "unanswered" ? result.sent : !isRefusal(result)

/** Says that a call's time budget ran out before an answer was complete. */
export class BudgetSpentError extends Error {
  constructor(budgetMs: number) {
    super(`no complete answer within ${budgetMs} ms`)
    this.name = "BudgetSpentError"
  }
}

/** Says that the caller's own signal ended a call; `cause` is the signal's reason. */
export class CallAbortedError extends Error {
  constructor(reason: unknown) {
    super("the caller gave the call up", { cause: reason })
    this.name = "CallAbortedError"
  }
}

/**
 * The time a call may take, repeats and pauses included; also ended by the caller's own signal. Every call has one, so it
 * does without a signal of its own, which costs more than all the rest of it.
 */
export class Budget {
  readonly #endsAt: number
  readonly #timer: NodeJS.Timeout
  readonly #unwatch: (() => void) | undefined
  #ended?: Error
  #listener?: (cause: Error) => void

  /** See `startBudget`. */
  constructor(budgetMs: number, caller?: AbortSignal) {
    this.#endsAt = performance.now() + budgetMs
    this.#timer = setTimeout(() => this.#end(new BudgetSpentError(budgetMs)), budgetMs)
    this.#unwatch = caller && this.#watch(caller)
  }

  /** Why the budget ended; undefined while it lasts. */
  get ended(): Error | undefined {
    return this.#ended
  }

  remainingMs(): number {
    return this.#ended ? 0 : Math.max(0, this.#endsAt - performance.now())
  }

  /** Says whom to tell when the budget ends, if anybody. A call does one thing at a time: there is one to tell. */
  tell(listener: ((cause: Error) => void) | undefined): void {
    this.#listener = listener
  }

  /** Waits; resolves early when the budget ends. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#ended) {
        return resolve()
      }
      const done = () => {
        clearTimeout(pause)
        resolve()
      }
      const pause = setTimeout(done, ms)
      this.tell(done)
    })
  }

  /** Releases the timer and the caller's signal. */
  release(): void {
    clearTimeout(this.#timer)
    this.#unwatch?.()
  }

  #watch(caller: AbortSignal): () => void {
    const giveUp = () => this.#end(new CallAbortedError(caller.reason))
    if (caller.aborted) {
      giveUp()
    }
    caller.addEventListener("abort", giveUp)
    return () => caller.removeEventListener("abort", giveUp)
  }

  #end(cause: Error): void {
    if (!this.#ended) {
      this.#ended = cause
      this.#listener?.(cause)
    }
  }
}

/**
 * Starts a call's clock.
 *
 * @param budgetMs - milliseconds, more than zero
 * @throws RangeError when `budgetMs` is not a positive finite number
 */
export function startBudget(budgetMs: number, caller?: AbortSignal): Budget {
  if (!(budgetMs > 0 && Number.isFinite(budgetMs))) {
    throw new RangeError(`budgetMs must be a positive number of milliseconds, not ${budgetMs}`)
  }
  return new Budget(budgetMs, caller)
}
