import type { Logger } from "@medusajs/framework/types"

import { messageOf } from "../modules/e-invoice/message-of"
import { fewAtATime } from "./few-at-a-time"

/** How much background work runs at a time, and how much may wait; beyond that it is left to the sweep. */
const AT_A_TIME = 8
const MOST_WAITING = 1_000

const slots = fewAtATime(AT_A_TIME, MOST_WAITING)

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

/**
 * Runs background work when few others run, so that a flood of it leaves room for checkouts.
 *
 * @throws BulkheadRejectedError when too much is waiting already
 */
export const amongFew = <Result>(
  work: () => Promise<Result>
): Promise<Result> => slots().execute(work)
