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
        this.tell(undefined)
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
    caller.addEventListener("abort", giveUp, { once: true })
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
