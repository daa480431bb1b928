import { audit, billedTwice, type Violation } from "./audit"
import { cardKey } from "./cards"
import type { Database } from "./database"
import { Driver, type Mutation } from "./driver"
import type { History, Step } from "./history"

/** What came of a history. */
export type Played = {
  violations: Violation[]
  crossings: number
  faults: number
  /** What crossed which boundary, in order. */
  log: string[]
  failures: string[]
  defects: string[]
  /** Carts with several live invoices, whether or not that is flagged. */
  billedTwice: string[]
  /** What the plugin's journal holds in the end, a line for each row. */
  journal: string[]
}

/** Gaps between the sweeps once all is quiet, in seconds. */
const QUIET = [130, 2_000, 90_000]

/** Where something is left, it may need longer. */
const LONGER = [61, 310, 310, 3_700, 22_000, 90_000, 90_000]

/** After so many of the sweeps the service sends out its invoices, which shows those that stood unseen. */
const INVOICED_AFTER = 1

/** Plays a history to its end, lets all come to rest, and compares the books. */
export async function play(
  database: Database,
  options: Record<string, unknown>,
  history: History,
  mutate: Mutation = () => undefined
): Promise<Played> {
  await database.empty()
  const driver = new Driver(database, options, history, mutate)
  const { kernel, service } = driver
  try {
    for (const [index, step] of history.steps.entries()) {
      kernel.nextStep()
      await driver.begin(step, nameOf(step, index))
      const next = history.steps[index + 1]
      if (!next?.together) {
        await kernel.drain()
      }
    }
    service.calm()
    kernel.releaseAll()
    await kernel.drain()
    await quiet(driver, QUIET)
    let violations = await audit(driver)
    if (violations.length > 0) {
      await quiet(driver, LONGER)
      violations = await audit(driver)
    }
    return {
      violations,
      crossings: kernel.crossings,
      faults: service.faults,
      log: kernel.log,
      failures: driver.failures,
      defects: driver.defects,
      billedTwice: await billedTwice(driver),
      journal: (await driver.rows()).map(
        ({ id, state, attempt, remote_order_uuid, remote_status, attention }) =>
          `${id} is ${state} (attempt ${attempt}), ${remote_order_uuid} ${remote_status}, flags: ${attention}`
      ),
    }
  } finally {
    driver.end()
  }
}

/** The key is part of the name: the audit counts what the service did for each. */
const nameOf = (step: Step, index: number): string => {
  switch (step.does) {
    case "refund":
      return `${index + 1}. refund with key ${step.key}-${step.ore}-${step.purchase}`
    case "reserve":
    case "capture-card":
    case "refund-card":
      return `${index + 1}. ${step.does} with key ${step.does}-${cardKey(step)}`
    default:
      return `${index + 1}. ${step.does}`
  }
}

async function quiet(driver: Driver, gaps: readonly number[]): Promise<void> {
  const { kernel, service } = driver
  for (const [index, seconds] of gaps.entries()) {
    while (driver.deliverCallback()) {
      await kernel.wait(10_000)
    }
    await kernel.wait(seconds * 1000)
    driver.sweep()
    await kernel.wait(30_000)
    if (index === INVOICED_AFTER) {
      for (const { uuid } of service.orders()) {
        service.move(uuid, "invoice")
      }
    }
  }
}
