import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import DataLoader from "dataloader"

import type { Clock } from "../database"
import type { CallbackState } from "../models/e-invoice-callback"
import { nextAttemptAt } from "../status/check-schedule"
import type { CallbackContent, CallbackParameters } from "./callback-content"

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

/** Rows of one statement at most. */
const MOST_AT_ONCE = 200

/**
 * Takes callbacks in. Those that come in the same turn of the event loop are looked up and stored by one statement: in a
 * flood the round trips to the database follow the turns, and not the callbacks. One that comes alone waits for nobody.
 */
export class Intake {
  readonly #taken: DataLoader<Call, TakenCall | undefined>

  constructor(inbox: Pick<Inbox, "takeIn">) {
    this.#taken = inOneGo((calls) => inbox.takeIn(calls))
  }

  /**
   * Stores a callback; when this returns, it is on disk.
   *
   * @returns undefined when nobody has this token
   */
  take(call: Call): Promise<TakenCall | undefined> {
    return this.#taken.load(call)
  }
}

/** Asks for several together, and for each by itself when that fails: nobody shall pay for what another sent. */
function inOneGo<Key, Value>(
  answersOf: (keys: readonly Key[]) => Promise<Value[]>
): DataLoader<Key, Value> {
  const answerOf = async (key: Key): Promise<Value | Error> => {
    try {
      const [answer] = await answersOf([key])
      return answer as Value
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  return new DataLoader<Key, Value>(
    async (keys) => {
      try {
        return await answersOf(keys)
      } catch {
        return Promise.all(keys.map(answerOf))
      }
    },
    {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      batchScheduleFn: (answer) => setImmediate(answer),
    }
  )
}

const INBOX_TABLE = "einvoice_callback"

/** Distinct callbacks kept of one order; a service sends a handful. */
const MOST_PER_ORDER = 1000

/** How long the one who stored a callback has to process it before the sweep does, in milliseconds. */
const GRACE = 30_000

/**
 * Stores calls whose tokens somebody has, in one order: two statements that meet wait for each other's rows, and would
 * for ever.
 *
 * @returns whose each token is, and those that were not stored before
 */
async function insertCalls(
  database: Knex,
  calls: readonly Call[],
  now: Date
): Promise<{ owners: Map<string, string>; fresh: Map<string, InboxEntry> }> {
  type Found = { token_hash: string; owner: string }
  type Stored = Found & InboxRow & { content_hash: string }
  const isStored = (row: Found | Stored): row is Stored => "id" in row && row.id !== null
  const { rows }: { rows: (Found | Stored)[] } = await database.raw(
    `with owned as (
       select given.*, coalesce(einvoice_order.id, einvoice_record.id) as owner
       from unnest(:ids::text[], :tokens::text[], :hashes::text[], :parameters::text[]) as given (id, token_hash, hash, parameters)
       left join einvoice_order on einvoice_order.callback_token_hash = token_hash and einvoice_order.deleted_at is null
       left join einvoice_record on einvoice_record.callback_token_hash = token_hash and einvoice_record.deleted_at is null
     ), stored as (
       insert into ${INBOX_TABLE} (id, e_invoice_order_id, content_hash, parameters, due_at, created_at, updated_at)
       select id, owner, hash, parameters::jsonb, :due, :now, :now
       from owned
       where owner is not null
         and (select count(*) from ${INBOX_TABLE} where e_invoice_order_id = owner and deleted_at is null) < :most
       order by owner, hash
       on conflict (e_invoice_order_id, content_hash) where deleted_at is null do nothing
       returning content_hash, ${INBOX_COLUMNS.join(", ")}
     )
     select owned.token_hash, owned.owner, stored.*
     from owned left join stored on stored.id = owned.id
     where owner is not null`,
    {
      ids: newInboxIds(calls.length),
      tokens: calls.map(({ tokenHash }) => tokenHash),
      hashes: calls.map(({ content }) => content.contentHash),
      parameters: calls.map(({ content }) => JSON.stringify(content.parameters)),
      due: new Date(now.getTime() + GRACE),
      now,
      most: MOST_PER_ORDER,
    }
  )
  return {
    owners: new Map(rows.map((row) => [row.token_hash, row.owner])),
    fresh: byKey(rows.filter(isStored)),
  }
}

/** A callback as it lies in the inbox. */
export type InboxEntry = {
  readonly id: string
  readonly eInvoiceOrderId: string
  readonly parameters: CallbackParameters
  readonly state: CallbackState
  readonly attempts: number
}

/** A callback that came, and whom it is about. */
type Arrival = {
  readonly eInvoiceOrderId: string
  readonly content: CallbackContent
}

/** `full`: the order has sent so many distinct callbacks that no more are kept; it should be looked at instead. */
type StoreResult =
  { readonly kept: "new" | "known"; readonly entry: InboxEntry } | { readonly kept: "full" }

/** A row of the inbox, as far as it is read. */
type InboxRow = {
  id: string
  e_invoice_order_id: string
  parameters: CallbackParameters
  state: CallbackState
  attempts: number
}

/** What is read of a row. */
const INBOX_COLUMNS = ["id", "e_invoice_order_id", "parameters", "state", "attempts"]

/** A callback that came, by the hash of the token it came with. */
export type Call = {
  readonly tokenHash: string
  readonly content: CallbackContent
}

/** Whom a call is about, and what became of it. */
export type TakenCall = {
  readonly ownerId: string
  readonly stored: StoreResult
}

const contentKey = (eInvoiceOrderId: string, contentHash: string): string =>
  `${eInvoiceOrderId} ${contentHash}`

/** What a callback is stored once for. */
const keyOf = ({ eInvoiceOrderId, content }: Arrival): string =>
  contentKey(eInvoiceOrderId, content.contentHash)

const byKey = (rows: readonly (InboxRow & { content_hash: string })[]) =>
  new Map(rows.map((row) => [contentKey(row.e_invoice_order_id, row.content_hash), entryOf(row)]))

const entryOf = (row: InboxRow): InboxEntry => ({
  id: row.id,
  eInvoiceOrderId: row.e_invoice_order_id,
  parameters: row.parameters,
  state: row.state,
  attempts: row.attempts,
})

/**
 * Ids for callbacks that are stored together, in their order. They share what is random: asking the system for that, a
 * character at a time, would take longer than anything else the route does.
 */
export function newInboxIds(count: number): string[] {
  const first = generateEntityId(undefined, "einvcb")
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? first : `${first}_${String(index).padStart(3, "0")}`
  )
}
