import { lazily } from "../connect/lazily"

/**
 * A bulkhead that is made with the first work that goes through it.
 *
 * @param most how many run at a time
 * @param waiting how many may wait; beyond that it throws BulkheadRejectedError
 */
export const fewAtATime = (most: number, waiting: number) =>
  lazily(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the plugin
    const { bulkhead }: typeof import("cockatiel") = require("cockatiel")
    return bulkhead(most, waiting)
  })
