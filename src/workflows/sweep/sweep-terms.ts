import type { MedusaContainer } from "@medusajs/framework/types"

import type { Lease } from "../../modules/e-invoice/leases"
import { eInvoiceModule } from "../e-invoice-module"
import { limitConcurrency, quietly } from "../in-background"

/** How many orders a sweep asks about at a time, so that it leaves room for checkouts. */
export const SWEPT_AT_A_TIME = 6

/** What each part of a sweep works with. */
export type SweepTerms = {
  readonly container: MedusaContainer
  /** The moment of the sweep. */
  readonly now: Date
  /** How many records of a kind are taken at a time. */
  readonly batch: number
  /** When the sweep takes no further batch and leaves the rest to the next: Unix time in milliseconds. */
  readonly deadline: number
  /** When a sweep asks about no further order of a batch it has taken, however slow the service is: likewise. */
  readonly lastCall: number
  /** What makes it the only sweep, checked before each effect. */
  readonly lease: Lease
}

/**
 * Has the service asked about each of what is due, a few at a time. What fails is logged, and tried again by another sweep.
 *
 * @param look.what the record, for the log
 * @returns those that have to wait, so that checkouts have calls left, or as time is up
 */
export async function lookAtEach<Due>(
  { container, lastCall, lease }: SweepTerms,
  due: readonly Due[],
  look: { what(record: Due): string; work(record: Due): Promise<unknown> }
): Promise<Due[]> {
  const { connect } = eInvoiceModule(container)
  const waiting = await limitConcurrency(SWEPT_AT_A_TIME, due, async (record) => {
    if (connect.rateLimit.low || Date.now() > lastCall) {
      return [record]
    }
    await lease.check()
    await quietly({ container }, look.what(record), () => look.work(record))
    return []
  })
  return waiting.flat()
}
