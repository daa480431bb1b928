import type { MedusaContainer } from "@medusajs/framework/types"

import type { Lease } from "../../modules/e-invoice/leases"

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
