import type { ConnectClient } from "../../connect"

/** The service's list of what was created in a range of time. */
const LIST = "orders.details-by-date-range"

type Call = ConnectClient["call"]

/**
 * The service's list of created orders, read once for all who ask, over a range that holds all of theirs. What else it is
 * asked goes through to the service. A reading that failed is not tried again.
 */
export class SharedReading implements Pick<ConnectClient, "call"> {
  readonly #readings = new Map<string, ReturnType<Call>>()
  #failure: unknown

  /** @param range Unix times in seconds */
  constructor(
    private readonly connect: Pick<ConnectClient, "call">,
    private readonly range: { startTimestamp: number; endTimestamp: number }
  ) {}

  /** Why the list could not be read, if it could not. */
  get failure(): unknown {
    return this.#failure
  }

  call: Call = (id, request, context) => {
    if (id !== LIST) {
      return this.connect.call(id, request, context)
    }
    const query: object = ("query" in request && request.query) || {}
    const widened = { ...query, ...this.range }
    // What else is in the query, such as a page, is not the same for all.
    const key = JSON.stringify({
      ...widened,
      startTimestamp: 0,
      endTimestamp: 0,
    })
    let reading = this.#readings.get(key)
    if (!reading) {
      reading = this.connect.call(id, { ...request, query: widened }, context)
      reading.catch((error: unknown) => {
        this.#failure = error
      })
      this.#readings.set(key, reading)
    }
    // Only readings of this operation are kept.
    return reading as ReturnType<typeof this.connect.call<typeof id>>
  }
}
