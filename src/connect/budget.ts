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

/** The time a call may take, repeats and pauses included; also ended by the caller's own signal. */
export type Budget = {
  readonly signal: AbortSignal
  remainingMs(): number
  /** Waits; resolves early when the budget ends. */
  pause(ms: number): Promise<void>
  /** Releases the timer and the caller's signal. */
  release(): void
}

/**
 * Starts a call's clock.
 *
 * @param budgetMs - milliseconds, more than zero
 * @throws RangeError when `budgetMs` is not a positive finite number
 */
export function startBudget(budgetMs: number, caller?: AbortSignal): Budget {
  if (!(budgetMs > 0 && Number.isFinite(budgetMs))) {
    throw new RangeError(
      `budgetMs must be a positive number of milliseconds, not ${budgetMs}`
    )
  }
  const end = performance.now() + budgetMs
  const controller = new AbortController()
  const abort = () => controller.abort(new CallAbortedError(caller?.reason))
  if (caller?.aborted) {
    abort()
  }
  caller?.addEventListener("abort", abort, { once: true })
  const timer = setTimeout(
    () => controller.abort(new BudgetSpentError(budgetMs)),
    budgetMs
  )

  return {
    signal: controller.signal,
    remainingMs: () =>
      controller.signal.aborted ? 0 : Math.max(0, end - performance.now()),
    pause: (ms) =>
      new Promise((resolve) => {
        if (controller.signal.aborted) {
          return resolve()
        }
        const done = () => {
          clearTimeout(pause)
          controller.signal.removeEventListener("abort", done)
          resolve()
        }
        const pause = setTimeout(done, ms)
        controller.signal.addEventListener("abort", done)
      }),
    release: () => {
      clearTimeout(timer)
      caller?.removeEventListener("abort", abort)
    },
  }
}
