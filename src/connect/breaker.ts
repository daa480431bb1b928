import { CallAbortedError, type Exchange, isRefusal } from "./exchange"
import type { OperationGroup } from "./operation"

export type BreakerSettings = {
  /** Failures in a row after which calls are kept back. */
  failures: number
  /** Milliseconds after which one call may try again. */
  halfOpenAfterMs: number
}

/** How a circuit stands. */
export type CircuitState = {
  /** Failures opened it, and no call has succeeded since. */
  readonly isOpen: boolean
  /** How often it opened so far, a failed probe included. */
  readonly openings: number
}

/** How the circuits of a host stand: that of all calls (`reach`), and those of the groups. */
export type CircuitStates = Readonly<Record<OperationGroup | "reach", CircuitState>>

/**
 * Keeps calls from a host that fails. An unreachable host is given a rest from all calls. One that answers, but
 * with failures, is judged apart for the creation of e-invoice orders, for other operations that are sent once (captures,
 * refunds) and for the rest: what a list or a look-up suffers says little about whether an order can be made, and must not
 * turn shoppers away. A refusal is no failure: it says that the service is well.
 */
export class HostBreaker {
  readonly #reach: Circuit
  readonly #groups: Readonly<Record<OperationGroup, Circuit>>

  constructor({ failures, halfOpenAfterMs }: BreakerSettings) {
    this.#reach = new Circuit(failures, halfOpenAfterMs)
    this.#groups = {
      checkout: new Circuit(failures, halfOpenAfterMs),
      once: new Circuit(failures, halfOpenAfterMs),
      others: new Circuit(failures, halfOpenAfterMs),
    }
  }

  /** How its circuits stand: that of all calls (`reach`), and those of the groups. */
  get circuits(): CircuitStates {
    const { checkout, once, others } = this.#groups
    return {
      reach: this.#reach.state,
      checkout: checkout.state,
      once: once.state,
      others: others.state,
    }
  }

  /**
   * Makes a call unless its host is given a rest.
   *
   * @param make never rejects
   * @returns undefined when the call was kept from being made
   */
  async through(
    group: OperationGroup,
    make: () => Promise<Exchange>
  ): Promise<Exchange | undefined> {
    const own = this.#groups[group]
    // While one call probes, others would wait for it on their own budget.
    if (!this.#reach.isPassable || !own.isPassable) {
      return undefined
    }
    const noteReach = this.#reach.enter()
    const noteOwn = own.enter()
    let result: Exchange | undefined
    try {
      result = await make()
      return result
    } finally {
      noteReach(!result || isUnreachable(result))
      noteOwn(!result || isOutage(result))
    }
  }
}

/** Whether no call of any kind can reach the host. */
const isUnreachable = (result: Exchange): boolean =>
  result.kind === "unanswered" && !result.sent && !isGivenUp(result.cause)

/** Whether the host rather than the request is at fault; a caller who gave up says nothing about the host. */
function isOutage(result: Exchange): boolean {
  switch (result.kind) {
    case "answered":
      return result.status >= 500 && !isRefusal(result)
    case "cut-short":
      return (
        result.reason !== "too-large" && result.reason !== "unreadable" && !isGivenUp(result.cause)
      )
    case "unanswered":
      return !isGivenUp(result.cause)
  }
}

const isGivenUp = (cause: Error) => cause instanceof CallAbortedError

/**
 * Lets calls through until so many in a row have failed, and then none for a while. After that one call probes: its end
 * decides whether the others may follow or the rest begins anew.
 */
export class Circuit {
  readonly #failures: number
  readonly #restMs: number
  #failed = 0
  /** When a rest began; undefined while calls are let through. */
  #openedAt: number | undefined
  #isProbing = false
  #openings = 0

  /**
   * @param failures in a row after which calls are kept back
   * @param restMs milliseconds after which one call may probe
   */
  constructor(failures: number, restMs: number) {
    this.#failures = failures
    this.#restMs = restMs
  }

  get state(): CircuitState {
    return { isOpen: this.#openedAt !== undefined, openings: this.#openings }
  }

  /** Whether a call would be let through now. */
  get isPassable(): boolean {
    return (
      this.#openedAt === undefined ||
      (!this.#isProbing && performance.now() - this.#openedAt >= this.#restMs)
    )
  }

  /**
   * Lets a call through; only where the circuit is passable.
   *
   * @returns to be told, once, whether the call failed
   */
  enter(): (isFailure: boolean) => void {
    if (this.#openedAt === undefined) {
      return this.#noteCall
    }
    this.#isProbing = true
    return this.#noteProbe
  }

  // Also of a call that began before a rest and ended in it: that neither ends the rest nor lengthens it.
  readonly #noteCall = (isFailure: boolean) => {
    this.#failed = isFailure ? this.#failed + 1 : 0
    if (this.#failed >= this.#failures && this.#openedAt === undefined) {
      this.#open()
    }
  }

  readonly #noteProbe = (isFailure: boolean) => {
    this.#isProbing = false
    this.#failed = 0
    if (isFailure) {
      this.#open()
    } else {
      this.#openedAt = undefined
    }
  }

  #open(): void {
    this.#openedAt = performance.now()
    this.#openings++
  }
}
