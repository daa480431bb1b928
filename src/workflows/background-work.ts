import { container } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { E_INVOICE_MODULE } from "../modules/e-invoice"
import type { JobName } from "../modules/e-invoice/jobs"
import type { Lease } from "../modules/e-invoice/leases"
import { messageOf } from "../modules/e-invoice/message-of"
import type EInvoiceModuleService from "../modules/e-invoice/service"
import { eInvoiceModule } from "./e-invoice-module"

/**
 * Best effort: a failure is logged, so that it does not stop the work for other records. The sweep tries it again.
 *
 * @param what the work, for the log
 * @returns whether it succeeded
 */
export async function logErrors(
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

/**
 * Maps items with a limited number of them in flight.
 *
 * @returns the results, in the order of the items
 * @throws the first failure
 */
async function limitConcurrency<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) {
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}

/** Calls of a sweep in flight at most, so that checkouts have room. */
export const SWEEP_CONCURRENCY = 6

export type SweepTerms = {
  readonly container: MedusaContainer
  /** The moment of the sweep. */
  readonly now: Date
  /** Records of a kind that are leased at a time. */
  readonly batch: number
  /** After this, no further batch is leased: milliseconds of `performance.now()`, as the clock may be set meanwhile. */
  readonly deadline: number
  /** After this, no further record of a leased batch is refreshed: milliseconds of `performance.now()`. */
  readonly lastCall: number
  /** Makes it the only sweep; checked before each effect. */
  readonly lease: Lease
}

/**
 * Refreshes due records with limited concurrency; logs failures, which the next sweep tries again.
 *
 * @param refresh.what the record, for the log
 * @returns the records left for later, so that checkouts have calls left, or as time is up
 */
export async function refreshEach<Due>(
  { container, lastCall, lease }: SweepTerms,
  due: readonly Due[],
  refresh: { what(record: Due): string; work(record: Due): Promise<unknown> }
): Promise<Due[]> {
  const { connect } = eInvoiceModule(container)
  const waiting = await limitConcurrency(SWEEP_CONCURRENCY, due, async (record) => {
    if (connect.rateLimit.low || performance.now() > lastCall) {
      return [record]
    }
    await lease.check()
    await logErrors({ container }, refresh.what(record), () => refresh.work(record))
    return []
  })
  return waiting.flat()
}

/**
 * Gives a job a second trigger. Called by the job's file: Medusa loads it after the modules, and only in processes that do
 * background work.
 */
export function armTimer(
  name: JobName,
  begin: (container: MedusaContainer) => Promise<void>
): void {
  container
    .resolve<EInvoiceModuleService>(E_INVOICE_MODULE, {
      allowUnregistered: true,
    })
    ?.timers.arm(name, () => begin(container))
}
