import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { CallbackContent, CallbackParameters } from "./callback-content"
import { nextAttemptAt } from "../status/check-schedule"
import type { CallbackState } from "../models/e-invoice-callback"

const TABLE = "einvoice_callback"

/** Distinct callbacks kept of one order; a service sends a handful. */
const MOST_PER_ORDER = 1000

/** How long the one who stored a callback has to process it before the sweep does, in milliseconds. */
const GRACE = 30_000

/** A callback as it lies in the inbox. */
export type InboxEntry = {
  readonly id: string
  readonly eInvoiceOrderId: string
  readonly parameters: CallbackParameters
  readonly state: CallbackState
  readonly attempts: number
}

/** A callback that came, and whom it is about. */
export type Arrival = {
  readonly eInvoiceOrderId: string
  readonly content: CallbackContent
}

/** `full`: the order has sent so many distinct callbacks that no more are kept; it should be looked at instead. */
export type StoreResult =
  | { readonly kept: "new" | "known"; readonly entry: InboxEntry }
  | { readonly kept: "full" }

type Row = {
  id: string
  e_invoice_order_id: string
  parameters: CallbackParameters
  state: CallbackState
  attempts: number
}

const COLUMNS = ["id", "e_invoice_order_id", "parameters", "state", "attempts"]

/** Callbacks, each stored once per content before it is answered and kept until it has been processed. */
export class Inbox {
  constructor(private readonly database: Knex) {}

  /** Stores a callback; when this returns, it is on disk. */
  async store(
    eInvoiceOrderId: string,
    content: CallbackContent,
    now = new Date()
  ): Promise<StoreResult> {
    const [result] = await this.storeAll([{ eInvoiceOrderId, content }], now)
    return result ?? { kept: "full" }
  }

  /**
   * Stores callbacks by one statement, all or none of them; when this returns, they are on disk.
   *
   * @returns what became of each, in the same order
   */
  async storeAll(
    arrivals: readonly Arrival[],
    now = new Date()
  ): Promise<StoreResult[]> {
    const fresh = await this.insert(arrivals, now)
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

  /** The callback with this id, when it has not been processed yet. */
  async unprocessed(id: string): Promise<InboxEntry | undefined> {
    const row: Row | undefined = await this.live()
      .where({ id })
      .whereNot({ state: "processed" })
      .first(COLUMNS)
    return row && entryOf(row)
  }

  /**
   * Takes a callback up again because a person asks, processed or not. Should whoever asked not finish, the sweep does.
   *
   * @returns undefined when there is none
   */
  async takeUpAgain(
    id: string,
    now = new Date()
  ): Promise<InboxEntry | undefined> {
    const [row] = await this.live()
      .where({ id })
      .update({
        state: this.database.raw(
          "case when state = 'processed' then 'received' else state end"
        ),
        due_at: new Date(now.getTime() + GRACE),
        processed_at: null,
        updated_at: now,
      })
      .returning<Row[]>(COLUMNS)
    return row && entryOf(row)
  }

  /** What the callbacks of an order said, processed or not. */
  async parametersOf(eInvoiceOrderId: string): Promise<CallbackParameters[]> {
    const rows: Pick<Row, "parameters">[] = await this.live()
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
    const rows: Row[] = await this.live()
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .whereNot({ state: "processed" })
      .orderBy(["created_at", "id"])
      .select(COLUMNS)
    return rows.map(entryOf)
  }

  /** Unprocessed callbacks whose time has come, oldest first. */
  async due(now: Date, limit: number): Promise<InboxEntry[]> {
    const rows: Row[] = await this.live()
      .whereNot({ state: "processed" })
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .limit(limit)
      .select(COLUMNS)
    return rows.map(entryOf)
  }

  /**
   * Ticks callbacks off, but for those that somebody else did.
   *
   * @param outcome a word on what came of it, for whoever reads the table
   */
  async processed(
    ids: readonly string[],
    outcome: string,
    now = new Date()
  ): Promise<void> {
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
  async failed(
    entry: InboxEntry,
    outcome: string,
    now = new Date()
  ): Promise<void> {
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
    const old = this.database(TABLE)
      .where({ state: "processed" })
      .where("processed_at", "<", moment)
      .orderBy("processed_at")
      .limit(limit)
      .select("id")
    return this.database(TABLE).whereIn("id", old).delete()
  }

  private async insert(
    arrivals: readonly Arrival[],
    now: Date
  ): Promise<Map<string, InboxEntry>> {
    // Two statements that meet wait for each other's rows: in one order, or for ever.
    const sorted = [...arrivals].sort((one, other) =>
      keyOf(one) < keyOf(other) ? -1 : 1
    )
    const { rows }: { rows: (Row & { content_hash: string })[] } =
      await this.database.raw(
        `insert into ${TABLE} (id, e_invoice_order_id, content_hash, parameters, due_at, created_at, updated_at)
       select id, owner, hash, parameters::jsonb, :due, :now, :now
       from unnest(:ids::text[], :owners::text[], :hashes::text[], :parameters::text[]) as given (id, owner, hash, parameters)
       where (select count(*) from ${TABLE} where e_invoice_order_id = owner and deleted_at is null) < :most
       on conflict (e_invoice_order_id, content_hash) where deleted_at is null do nothing
       returning content_hash, ${COLUMNS.join(", ")}`,
        {
          ids: sorted.map(() => generateEntityId(undefined, "einvcb")),
          owners: sorted.map(({ eInvoiceOrderId }) => eInvoiceOrderId),
          hashes: sorted.map(({ content }) => content.contentHash),
          parameters: sorted.map(({ content }) =>
            JSON.stringify(content.parameters)
          ),
          due: new Date(now.getTime() + GRACE),
          now,
          most: MOST_PER_ORDER,
        }
      )
    return byKey(rows)
  }

  private async find(
    arrivals: readonly Arrival[]
  ): Promise<Map<string, InboxEntry>> {
    if (arrivals.length === 0) {
      return new Map()
    }
    const rows: (Row & { content_hash: string })[] = await this.live()
      .whereIn(
        ["e_invoice_order_id", "content_hash"],
        arrivals.map(({ eInvoiceOrderId, content }) => [
          eInvoiceOrderId,
          content.contentHash,
        ])
      )
      .select("content_hash", ...COLUMNS)
    return byKey(rows)
  }

  private live() {
    return this.database(TABLE).whereNull("deleted_at")
  }
}

const contentKey = (eInvoiceOrderId: string, contentHash: string): string =>
  `${eInvoiceOrderId} ${contentHash}`

const keyOf = ({ eInvoiceOrderId, content }: Arrival): string =>
  contentKey(eInvoiceOrderId, content.contentHash)

const byKey = (rows: (Row & { content_hash: string })[]) =>
  new Map(
    rows.map((row) => [
      contentKey(row.e_invoice_order_id, row.content_hash),
      entryOf(row),
    ])
  )

const entryOf = (row: Row): InboxEntry => ({
  id: row.id,
  eInvoiceOrderId: row.e_invoice_order_id,
  parameters: row.parameters,
  state: row.state,
  attempts: row.attempts,
})
