import { z } from "@medusajs/framework/zod"

import { ConnectError, type Keeping, normaliseStatus, type RowOf } from "../../connect"
import type { RecordRow } from "../../modules/e-invoice/operations/remote-records"
import { eInvoiceModule } from "../e-invoice-module"
import { logErrors, type SweepTerms } from "../background-work"

/** What the list of all statuses says about one order; `refunded` in major units. */
export type ListedStatus = { word: string; refunded?: number | undefined }

type Listed = ReadonlyMap<string, ListedStatus>

/** From so many due orders on, one list of all statuses is asked for instead of each status. */
const LIST_FROM = 4

/** A list is worth its size when no more than so many of its rows are read for each call that it saves. */
const ROWS_PER_CALL = 2_000

/** Of so many due orders at most a list is read for: what is kept of each takes about a hundred bytes. */
const MOST_WANTED = 100_000

/** How long a list may take, in milliseconds: less than half of a sweep. */
const LIST_BUDGET = 20_000

/** How long a list is believed, in milliseconds. */
const FRESH_FOR = 60_000

const MINUTE = 60_000

/** How long at most no list is asked for after some that could not be used, in milliseconds. */
const LONGEST_WAIT = 60 * MINUTE

const memory = z.object({
  status_list: z
    .object({
      /** How many rows the last list had. */
      rows: z.number().optional(),
      /** How many lists in a row could not be used. */
      unusable: z.number().optional(),
      /** Until when none is asked for: Unix time in milliseconds. */
      wait_until: z.number().optional(),
    })
    .default({}),
})

type Memory = z.output<typeof memory>["status_list"]

type Reading = {
  at: number
  /** Undefined where the service gave no usable list. */
  listed: Listed | undefined
  /** What the list was read for. */
  wanted: ReadonlySet<string>
}

/**
 * The service's list of all statuses: asked for when it saves calls, and once for all that is due, however many batches
 * that is. Of a list of any length it keeps the rows of due orders alone.
 */
export class StatusList {
  #reading: Reading | undefined

  constructor(private readonly terms: SweepTerms) {}

  /**
   * @param uuids of a batch of due orders, as the service names them
   * @returns what the service lists of them, and perhaps of others; undefined when each order is to be asked about by
   *   itself: due orders are few for the list's size, or the service gives no usable list
   */
  async of(uuids: readonly string[]): Promise<Listed | undefined> {
    const reading = this.#reading
    if (reading && this.isFor(uuids, reading)) {
      return reading.listed
    }
    const wanted = uuids.length > 0 ? await this.allDue(uuids) : new Set<string>()
    if (wanted.size === 0 || (wanted.size < LIST_FROM && !this.isOnlyWay())) {
      return undefined
    }
    const { jobs } = eInvoiceModule(this.terms.container)
    const { status_list: last } = memory.parse((await jobs.recall("sweep")) ?? {})
    const isWorthwhile = this.isOnlyWay() || wanted.size * ROWS_PER_CALL >= (last.rows ?? 0)
    if (!isWorthwhile || this.terms.now.getTime() < (last.wait_until ?? 0)) {
      return undefined
    }
    const at = performance.now()
    const listed = await listedStatuses(this.terms, wanted, last)
    this.#reading = { at, listed, wanted }
    return listed
  }

  private isFor(uuids: readonly string[], { at, wanted }: Reading): boolean {
    const others = uuids.filter((uuid) => !wanted.has(uuid))
    const isFew = others.length < (this.isOnlyWay() ? 1 : LIST_FROM)
    return performance.now() - at < FRESH_FOR && isFew
  }

  /** Whether the service may not be asked about one order: then the list alone tells what a lost callback would have. */
  private isOnlyWay(): boolean {
    const { operations } = eInvoiceModule(this.terms.container).options
    return operations["orders.status"]?.enabled === false
  }

  /** A batch, and what is due beside it. */
  private async allDue(batch: readonly string[]): Promise<Set<string>> {
    const { container, now } = this.terms
    const { records, orders } = eInvoiceModule(container)
    const { statuses } = orders
    const wanted = new Set(batch)
    const further = [
      () => statuses.dueUuids(now, MOST_WANTED - wanted.size),
      () => records.dueUuids("order", now, MOST_WANTED - wanted.size),
    ]
    for (const read of further) {
      if (wanted.size < MOST_WANTED) {
        for (const uuid of await read()) {
          wanted.add(uuid)
        }
      }
    }
    return wanted
  }
}

/** Asks the service for the statuses of all orders in one call, and keeps what it says of some. */
async function listedStatuses(
  terms: SweepTerms,
  wanted: ReadonlySet<string>,
  last: Memory
): Promise<Listed | undefined> {
  const { connect, jobs, options } = eInvoiceModule(terms.container)
  const left = Math.min(LIST_BUDGET, terms.deadline - performance.now())
  const remember = (status_list: Memory) => jobs.remember("sweep", { status_list })
  let listed: Listed | undefined
  await logErrors(terms, "the list of all statuses", async () => {
    try {
      const { data } = await connect.reduce("orders.status-list", {}, keeping(wanted), {
        budgetMs: Math.max(left, options.requestBudget),
      })
      listed = data.listed
      await remember({ rows: data.rows })
    } catch (error) {
      if (isUnusable(error)) {
        const unusable = (last.unusable ?? 0) + 1
        const wait = Math.min(LONGEST_WAIT, 2 ** (unusable - 1) * MINUTE)
        const wait_until = terms.now.getTime() + wait
        await remember({ ...last, unusable, wait_until })
      }
      const switchedOff = error instanceof ConnectError && error.kind === "disabled"
      if (!switchedOff) {
        throw error
      }
    }
  })
  return listed
}

/** Whether the next list is likely to be of no more use: this one could not be read, or took too long. */
const isUnusable = (error: unknown): boolean =>
  error instanceof ConnectError &&
  (error.kind === "malformed-answer" ||
    (error.cause instanceof Error && error.cause.name === "BudgetSpentError"))

type Row = RowOf<"orders.status-list">

type Kept = { listed: Map<string, ListedStatus>; rows: number }

/** Nearly all of a hundred thousand rows say one of a dozen things, and share what stands for it. */
function keeping(wanted: ReadonlySet<string>): Keeping<Row, Kept> {
  const said = new Map<string, ListedStatus>()
  return {
    start: () => ({ listed: new Map(), rows: 0 }),
    add: (kept, { uuid, status: word, refundedAmount: refunded }) => {
      kept.rows += 1
      if (wanted.has(uuid)) {
        const key = `${refunded ?? ""} ${word}`
        const known = said.get(key) ?? { word, refunded }
        said.set(key, known)
        kept.listed.set(uuid, known)
      }
    },
  }
}

/** From so many due subscriptions of one status on, the service's list of that status is read instead of each. */

const LISTED = ["SENT", "ONGOING"] as const

type Subscription = Pick<RecordRow, "remote_uuid" | "status">

/**
 * Reads which subscriptions are still in the status they were in, from the service's lists by status. Never takes more
 * calls than asking about each would.
 *
 * @returns identifiers at the service; one that is missing has to be asked about by itself
 */
export async function unchangedSubscriptions(
  terms: SweepTerms,
  due: readonly Subscription[]
): Promise<ReadonlySet<string>> {
  const { operations } = eInvoiceModule(terms.container)
  const unchanged = new Set<string>()
  for (const status of LISTED) {
    const wanted = new Set(
      due
        .filter((row) => row.status !== null && isIn(status, row.status))
        .flatMap(({ remote_uuid: uuid }) => uuid ?? [])
    )
    if (wanted.size >= LIST_FROM) {
      // What the service did after staff had found that it had not shows in the details alone, and changes no status.
      for (const uuid of await operations.earlier.ruledOutOn("subscription", [...wanted])) {
        wanted.delete(uuid)
      }
    }
    if (wanted.size >= LIST_FROM) {
      await logErrors(terms, "the list of subscriptions", () =>
        readList(terms, status, wanted, unchanged)
      )
    }
  }
  return unchanged
}

/** The service writes `ONGOING` and `On Going`. */
const isIn = (status: (typeof LISTED)[number], word: string): boolean =>
  normaliseStatus(word).replaceAll(" ", "") === status

async function readList(
  { container }: SweepTerms,
  status: (typeof LISTED)[number],
  wanted: Set<string>,
  unchanged: Set<string>
): Promise<void> {
  const { connect, options } = eInvoiceModule(container)
  if (options.operations["subscriptions.list"]?.enabled === false) {
    return
  }
  const mostPages = wanted.size
  let pages = 1
  for (let page = 1; page <= pages && wanted.size > 0; page++) {
    if (connect.rateLimit.low) {
      return
    }
    const answer = await connect.call("subscriptions.list", {
      params: { status },
      query: { page },
    })
    for (const listed of answer.data) {
      if (isIn(status, listed.status) && wanted.delete(listed.subscriptionUuid)) {
        unchanged.add(listed.subscriptionUuid)
      }
    }
    pages = answer.page?.lastPage ?? 1
    if (pages > mostPages) {
      return
    }
  }
}
