import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from "cockatiel"

import { CallAbortedError } from "./budget"
import type { Exchange } from "./exchange"
import type { Safety } from "./operation"

export type BreakerSettings = {
  /** Failures in a row after which calls are kept back. */
  failures: number
  /** Milliseconds after which one call may try again. */
  halfOpenAfterMs: number
}

/**
 * Keeps calls from a host that fails. A host that nobody can reach is given a rest from all calls. One that answers, but
 * with failures, is judged apart for operations that are sent once (creations, captures) and for the others: what a list
 * or a look-up suffers says little about whether an order can be made, and must not turn shoppers away.
 */
export class HostBreaker {
  readonly #reach: CircuitBreakerPolicy
  readonly #once: CircuitBreakerPolicy
  readonly #others: CircuitBreakerPolicy

  constructor({ failures, halfOpenAfterMs }: BreakerSettings) {
    const breakerOf = (isFailure: (exchange: Exchange) => boolean) =>
      circuitBreaker(
        handleWhenResult((result) => isFailure(result as Exchange)),
        {
          breaker: new ConsecutiveBreaker(failures),
          halfOpenAfter: halfOpenAfterMs,
        }
      )
    this.#reach = breakerOf(isUnreachable)
    this.#once = breakerOf(isOutage)
    this.#others = breakerOf(isOutage)
  }

  /**
   * Makes a call unless its host is given a rest.
   *
   * @param make never rejects
   * @returns undefined when the call was kept from being made
   */
  async through(
    safety: Safety,
    make: () => Promise<Exchange>
  ): Promise<Exchange | undefined> {
    const own = safety === "once" ? this.#once : this.#others
    // While one call probes a half-open breaker, others would wait for it on their own budget.
    if ([this.#reach, own].some(isProbing)) {
      return undefined
    }
    try {
      return await this.#reach.execute(() => own.execute(make))
    } catch {
      // Exchanges never reject: only an open breaker ends here.
      return undefined
    }
  }
}

const isProbing = ({ state }: CircuitBreakerPolicy): boolean =>
  state === CircuitState.HalfOpen

/** Whether no call of any kind can reach the host. */
const isUnreachable = (result: Exchange): boolean =>
  result.kind === "unanswered" && !result.sent && !isGivenUp(result.cause)

/** Whether the host rather than the request is at fault; a caller who gave up says nothing about the host. */
function isOutage(result: Exchange): boolean {
  switch (result.kind) {
    case "answered":
      return result.status >= 500
    case "cut-short":
      return result.reason !== "too-large" && !isGivenUp(result.cause)
    case "unanswered":
      return !isGivenUp(result.cause)
  }
}

const isGivenUp = (cause: Error) => cause instanceof CallAbortedError
