import { CallAbortedError } from "./budget"
import { Circuit } from "./circuit"
import { type Exchange, isRefusal } from "./exchange"
import type { OperationGroup } from "./operation"

export type BreakerSettings = {
  /** Failures in a row after which calls are kept back. */
  failures: number
  /** Milliseconds after which one call may try again. */
  halfOpenAfterMs: number
}

/**
 * Keeps calls from a host that fails. A host that nobody can reach is given a rest from all calls. One that answers, but
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
