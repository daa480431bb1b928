import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { lazily } from "../connect/lazily"
import { messageOf } from "../modules/e-invoice/message-of"

/**
 * A bulkhead that is made with the first work that goes through it.
 *
 * @param most how many run at a time
 * @param waiting how many may wait; beyond that it throws BulkheadRejectedError
 */
const fewAtATime = (most: number, waiting: number) =>
  lazily(() => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the plugin
    const { bulkhead }: typeof import("cockatiel") = require("cockatiel")
    return bulkhead(most, waiting)
  })

/** How many callbacks are processed at a time, and how many may wait; beyond that they are left to the sweep. */
const AT_A_TIME = 8
const MOST_WAITING = 1_000

/** How much of a sweep runs at a time. */
const OF_SWEEP_AT_A_TIME = 6

const slots = fewAtATime(AT_A_TIME, MOST_WAITING)
const slotsOfSweep = fewAtATime(OF_SWEEP_AT_A_TIME, Infinity)

/**
 * Does something after the answer has gone out. For work that is written down elsewhere: what fails here, or dies with
 * the process, must be found again by the sweep.
 *
 * @param what the work, for the log
 */
export function inBackground(
  logger: Pick<Logger, "error">,
  what: string,
  work: () => Promise<void>
): void {
  work().catch((error: unknown) => {
    logger.error(`e-invoice: ${what} is left to the sweep: ${messageOf(error)}`)
  })
}

/** Runs work when few others of its kind run, so that a flood of it leaves room for checkouts. */
export type Slots = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Slots of callbacks that have just come, or that staff process again.
 *
 * @throws BulkheadRejectedError when too much is waiting already
 */
export const amongFew: Slots = (work) => slots().execute(work)

/** Slots of the sweep: however slow the service is, fresh callbacks never queue behind it. */
export const amongFewOfSweep: Slots = (work) => slotsOfSweep().execute(work)

/**
 * Does something for one order, and logs rather than throws when it fails: it is taken up again by the sweep, and must not
 * keep other orders waiting.
 *
 * @param what the work, for the log
 * @returns whether it succeeded
 */
export async function quietly(
  { container }: { container: MedusaContainer },
  what: string,
  work: () => Promise<unknown>
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`e-invoice: ${what} could not be finished and is tried again: ${messageOf(error)}`)
    return false
  }
}
