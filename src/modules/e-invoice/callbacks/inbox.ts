import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "../database-clock"
import type { CallbackParameters } from "./callback-content"
import {
  type Arrival,
  byKey,
  type Call,
  entryOf,
  INBOX_COLUMNS,
  type InboxEntry,
  type InboxRow,
  keyOf,
  type StoreResult,
  type TakenCall,
} from "./inbox-entry"
import { GRACE, INBOX_TABLE, insertCalls } from "./inbox-inserts"
import { nextAttemptAt } from "../status/check-schedule"

export type { InboxEntry } from "./inbox-entry"

/** Callbacks, each stored once per content before it is answered and kept until it has been processed. */
export class Inbox {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * Stores callbacks by one statement, which finds by their tokens whom they are about; all or none of them. When this
   * returns, they are on disk.
   *
   * @returns what became of each, in the same order; undefined for a token that nobody has
   */
  async takeIn(calls: readonly Call[], now = this.clock.now()): Promise<(TakenCall | undefined)[]> {
    const { owners, fresh } = await insertCalls(this.database, calls, now)
    const arrivals = calls.flatMap(({ tokenHash, content }) => {
      const eInvoiceOrderId = owners.get(tokenHash)
      return eInvoiceOrderId === undefined ? [] : { eInvoiceOrderId, content }
    })
    const results = (await this.resultsOf(arrivals, fresh)).values()
    return calls.map(({ tokenHash }) => {
      const ownerId = owners.get(tokenHash)
      const stored = ownerId === undefined ? undefined : results.next().value
      return ownerId !== undefined && stored ? { ownerId, stored } : undefined
    })
  }

  /** The callback with this id, when it has not been processed yet. */
  async unprocessed(id: string): Promise<InboxEntry | undefined> {
    const row: InboxRow | undefined = await this.live()
      .where({ id })
      .whereNot({ state: "processed" })
      .first(INBOX_COLUMNS)
    return row && entryOf(row)
  }

  /**
   * Takes a callback up again because a person asks, processed or not. Should whoever asked not finish, the sweep does.
   *
   * @returns undefined when there is none
   */
  async takeUpAgain(id: string, now = this.clock.now()): Promise<InboxEntry | undefined> {
    const [row] = await this.live()
      .where({ id })
      .update({
        state: this.database.raw("case when state = 'processed' then 'received' else state end"),
        due_at: new Date(now.getTime() + GRACE),
        processed_at: null,
        updated_at: now,
      })
      .returning<InboxRow[]>(INBOX_COLUMNS)
    return row && entryOf(row)
  }

  /** What the callbacks of an order said, processed or not. */
  async parametersOf(eInvoiceOrderId: string): Promise<CallbackParameters[]> {
    const rows: Pick<InboxRow, "parameters">[] = await this.live()
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .select("parameters")
    return rows.map(({ parameters }) => parameters)
  }

  /** Ids of an order's callbacks that have not been processed, oldest first. */
  async unprocessedOf(eInvoiceOrderId: string): Promise<string[]> {
    return (await this.openOf(eInvoiceOrderId)).map(({ id }) => id)
  }

  /** An order's callbacks that have not been processed, oldest first. */
  async openOf(eInvoiceOrderId: string): Promise<InboxEntry[]> {
    const rows: InboxRow[] = await this.live()
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .whereNot({ state: "processed" })
      .orderBy(["created_at", "id"])
      .select(INBOX_COLUMNS)
    return rows.map(entryOf)
  }

  /** Unprocessed callbacks whose time has come, oldest first. */
  async due(now: Date, limit: number): Promise<InboxEntry[]> {
    const rows: InboxRow[] = await this.live()
      .whereNot({ state: "processed" })
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .limit(limit)
      .select(INBOX_COLUMNS)
    return rows.map(entryOf)
  }

  /**
   * Ticks callbacks off, but for those that somebody else did.
   *
   * @param outcome a word on what came of it, for whoever reads the table
   */
  async processed(ids: readonly string[], outcome: string, now = this.clock.now()): Promise<void> {
    await this.live()
      .whereIn("id", [...ids])
      .whereNot({ state: "processed" })
      .update({
        state: "processed",
        outcome,
        processed_at: now,
        updated_at: now,
      })
  }

  /** Keeps a callback that could not be processed, to be tried again after growing gaps. */
  async failed(entry: InboxEntry, outcome: string, now = this.clock.now()): Promise<void> {
    await this.live()
      .where({ id: entry.id })
      .whereNot({ state: "processed" })
      .update({
        state: "failed",
        outcome,
        attempts: this.database.raw("attempts + 1"),
        due_at: nextAttemptAt(entry.attempts, now),
        updated_at: now,
      })
  }

  /**
   * Deletes callbacks that were processed before a moment, oldest first.
   *
   * @returns how many were deleted
   */
  async forgetProcessedBefore(moment: Date, limit: number): Promise<number> {
    const old = this.live()
      .where({ state: "processed" })
      .where("processed_at", "<", moment)
      .orderBy("processed_at")
      .limit(limit)
      .select("id")
    return this.database(INBOX_TABLE).whereIn("id", old).delete()
  }

  /** @param fresh those of the arrivals that were not stored before */
  private async resultsOf(
    arrivals: readonly Arrival[],
    fresh: Map<string, InboxEntry>
  ): Promise<StoreResult[]> {
    const missing = arrivals.filter((arrival) => !fresh.has(keyOf(arrival)))
    const known = await this.find(missing)
    return arrivals.map((arrival) => {
      const key = keyOf(arrival)
      const entry = fresh.get(key)
      if (entry) {
        // Its double, should there be one among these, is known by then.
        fresh.delete(key)
        known.set(key, entry)
        return { kept: "new", entry }
      }
      const found = known.get(key)
      return found ? { kept: "known", entry: found } : { kept: "full" }
    })
  }

  private async find(arrivals: readonly Arrival[]): Promise<Map<string, InboxEntry>> {
    if (arrivals.length === 0) {
      return new Map()
    }
    const rows: (InboxRow & { content_hash: string })[] = await this.live()
      .whereIn(
        ["e_invoice_order_id", "content_hash"],
        arrivals.map(({ eInvoiceOrderId, content }) => [eInvoiceOrderId, content.contentHash])
      )
      .select("content_hash", ...INBOX_COLUMNS)
    return byKey(rows)
  }

  private live() {
    return this.database(INBOX_TABLE).whereNull("deleted_at")
  }
}
