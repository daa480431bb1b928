import { z } from "@medusajs/framework/zod"

import { ConnectError } from "../../connect"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import type { SweepTerms } from "./sweep-terms"

/** What the list of all statuses says about one order; `refunded` in major units. */
export type ListedStatus = { word: string; refunded?: number | undefined }

type Listed = ReadonlyMap<string, ListedStatus>

/** From so many due orders on, one list of all statuses is asked for instead of each status. */
const LIST_FROM = 4

/** A list is worth its size when no more than so many of its rows are read for each call that it saves. */
const ROWS_PER_CALL = 2_000

/** How long no list is asked for after one that could not be used, in milliseconds: it is likely too long. */
const BACK_OFF = 60 * 60_000

const memory = z.object({
  status_list: z
    .object({
      /** How many rows the last list had. */
      rows: z.number().optional(),
      /** Unix time in milliseconds. */
      unusable_until: z.number().optional(),
    })
    .default({}),
})

/** How long a list is believed, in milliseconds. */
const FRESH_FOR = 60_000

/** The service's list of all statuses, asked for when it saves calls, and once for many batches. */
export class StatusList {
  #answer: { at: number; listed: Listed | undefined } | undefined

  constructor(private readonly terms: SweepTerms) {}

  /**
   * @param orders how many orders are due
   * @returns undefined when each order is to be asked about by itself: they are few for the list's size, or the service gives no usable list
   */
  async forSoMany(orders: number): Promise<Listed | undefined> {
    if (this.#answer && Date.now() - this.#answer.at < FRESH_FOR) {
      return this.#answer.listed
    }
    if (orders < LIST_FROM || !(await this.isWorthwhile(orders))) {
      return undefined
    }
    const at = Date.now()
    const listed = await listedStatuses(this.terms)
    this.#answer = { at, listed }
    return listed
  }

  /** By the size of the last list: one of a million rows is not asked for to spare a few calls. */
  private async isWorthwhile(orders: number): Promise<boolean> {
    const { clock, jobs } = eInvoiceModule(this.terms.container)
    const { rows, unusable_until } = memory.parse(
      (await jobs.recall("sweep")) ?? {}
    ).status_list
    return (
      (unusable_until ?? 0) <= clock.now().getTime() &&
      orders * ROWS_PER_CALL >= (rows ?? 0)
    )
  }
}

/** Asks the service for the statuses of all orders in one call, by order identifier. */
async function listedStatuses(terms: SweepTerms): Promise<Listed | undefined> {
  const { clock, connect, jobs } = eInvoiceModule(terms.container)
  let listed: Listed | undefined
  await quietly(terms, "the list of all statuses", async () => {
    try {
      const { data } = await connect.call("orders.status-list", {})
      listed = byIdentifier(data)
      await jobs.remember("sweep", { status_list: { rows: data.length } })
    } catch (error) {
      if (error instanceof ConnectError && error.kind === "malformed-answer") {
        await jobs.remember("sweep", {
          status_list: { unusable_until: clock.now().getTime() + BACK_OFF },
        })
      }
      const switchedOff =
        error instanceof ConnectError && error.kind === "disabled"
      if (!switchedOff) {
        throw error
      }
    }
  })
  return listed
}

type Row = { uuid: string; status: string; refundedAmount?: number | undefined }

/** Nearly all of a hundred thousand rows say one of a dozen things, and share what stands for it. */
function byIdentifier(rows: readonly Row[]): Listed {
  const said = new Map<string, ListedStatus>()
  const listed = new Map<string, ListedStatus>()
  for (const { uuid, status: word, refundedAmount: refunded } of rows) {
    const key = `${refunded ?? ""} ${word}`
    const known = said.get(key) ?? { word, refunded }
    said.set(key, known)
    listed.set(uuid, known)
  }
  return listed
}
