import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"

import type { Clock, StoredRow } from "../database"
import type EInvoiceCallback from "../models/e-invoice-callback"
import type { CallbackState } from "../models/e-invoice-callback"
import { nextAttemptAt } from "../orders/order-status"
import type { CallbackContent, CallbackParameters } from "./callback"

/**
 * Callbacks, each stored once per content before it is answered and kept until it has been processed. A callback is
 * leased by moving `due_at`: it is due again, for another worker, should the one that leased it die.
 */
export class Inbox {
  /** Calls of this iteration of the event loop. */
  readonly #coming: { call: Call; resolve: (taken: Promise<TakenCall | undefined>) => void }[] = []

  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * Stores a callback; when this returns, it is on disk. Calls of one iteration of the event loop share a statement:
   * in a flood, a commit for each would take the route's time.
   *
   * @returns undefined for an unknown token
   */
  store(call: Call): Promise<TakenCall | undefined> {
    return new Promise((resolve) => {
      if (this.#coming.push({ call, resolve }) === 1) {
        setImmediate(() => this.#storeTogether())
      }
    })
  }

  #storeTogether(): void {
    const coming = this.#coming.splice(0)
    const taken = this.takeIn(coming.map(({ call }) => call))
    for (const [index, { call, resolve }] of coming.entries()) {
      resolve(
        taken.then(
          (all) => all[index],
          async (error: unknown) => {
            if (coming.length === 1) {
              throw error
            }
            // What one cannot store shall keep no other from the disk.
            const [one] = await this.takeIn([call])
            return one
          }
        )
      )
    }
  }

  /**
   * Stores callbacks by one statement, which finds by their tokens whom they are about; all or none of them. When this
   * returns, they are on disk.
   *
   * @returns what became of each, in the same order; undefined for an unknown token
   */
  async takeIn(calls: readonly Call[], now = this.clock.now()): Promise<(TakenCall | undefined)[]> {
    const rows = await insertCalls(this.database, calls, now)
    const repeated = rows.flatMap(({ failed_id: id }) => id ?? [])
    if (repeated.length > 0) {
      await this.makeDue((open) => open.whereIn("id", repeated), now)
    }
    return rows.map(({ owner, kept }) => (owner === null ? undefined : { ownerId: owner, kept }))
  }

  /**
   * Leases the callbacks of one order that are due, those of the order that waits longest; of many workers that ask at
   * once each is given others.
   *
   * @param terms.except orders that are not asked for
   * @param terms.fresh only callbacks that are not left to the sweep
   * @returns oldest first, with the order's other open callbacks, which are not leased; empty when none is due
   */
  async lease(
    now = this.clock.now(),
    { except = [], fresh = false }: { except?: readonly string[]; fresh?: boolean } = {}
  ): Promise<InboxEntry[]> {
    const isDue = (row: string) =>
      `${row}.state <> 'processed' and ${row}.deleted_at is null and ${row}.due_at <= :soon
       ${fresh ? `and ${row}.state = 'received'` : ""}`
    const { rows }: { rows: InboxRow[] } = await this.database.raw(
      `with next as (
         select first.e_invoice_order_id as owner from ${TABLE} as first
         where ${isDue("first")} and first.e_invoice_order_id <> all(:except::text[])
         order by first.due_at limit 1
         for update skip locked
       ), leased as (
         update ${TABLE} set due_at = :until, updated_at = :now
         where id in (
           select due.id from next join ${TABLE} as due on due.e_invoice_order_id = next.owner
           where ${isDue("due")}
           for update of due skip locked)
         returning id, due_at
       )
       select ${COLUMNS.map((column) => `open.${column}`).join(", ")}, leased.due_at as leased_until
       from next join ${TABLE} as open on open.e_invoice_order_id = next.owner
       left join leased on leased.id = open.id
       where open.state <> 'processed' and open.deleted_at is null
       order by open.created_at, open.id`,
      {
        soon: new Date(now.getTime() + EARLY),
        until: new Date(now.getTime() + LEASE),
        now,
        except: [...except],
      }
    )
    return rows.map(entryOf)
  }

  /**
   * Leases a callback because staff ask, processed or not.
   *
   * @returns undefined when there is none
   */
  async leaseAgain(id: string, now = this.clock.now()): Promise<InboxEntry | undefined> {
    const [row] = await this.live()
      .where({ id })
      .update({
        state: this.database.raw("case when state = 'processed' then 'received' else state end"),
        due_at: new Date(now.getTime() + LEASE),
        processed_at: null,
        updated_at: now,
      })
      .returning<InboxRow[]>([...COLUMNS, "due_at as leased_until"])
    return row && entryOf(row)
  }

  /**
   * Makes the open callbacks of an order due at once, also those that are leased: what they wait for has come.
   *
   * @returns how many there are
   */
  async dueNow(eInvoiceOrderId: string, now = this.clock.now()): Promise<number> {
    return this.makeDue((open) => open.where({ e_invoice_order_id: eInvoiceOrderId }), now)
  }

  /** The callback with this id, when it has not been processed yet. */
  async unprocessed(id: string): Promise<InboxEntry | undefined> {
    const row: InboxRow | undefined = await this.open().where({ id }).first(COLUMNS)
    return row && entryOf(row)
  }

  /** The callbacks of orders as they are stored, oldest first. */
  async rowsOf(eInvoiceOrderIds: readonly string[]): Promise<CallbackRow[]> {
    return this.live()
      .whereIn("e_invoice_order_id", [...eInvoiceOrderIds])
      .orderBy(["created_at", "id"])
  }

  /** What the callbacks of an order said, processed or not. */
  async parametersOf(eInvoiceOrderId: string): Promise<CallbackParameters[]> {
    const rows: Pick<InboxRow, "parameters">[] = await this.live()
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .select("parameters")
    return rows.map(({ parameters }) => parameters)
  }

  /**
   * Marks callbacks as processed, whichever worker leases them.
   *
   * @param outcome a word on what came of it, for readers of the table
   */
  async processed(ids: readonly string[], outcome: string, now = this.clock.now()): Promise<void> {
    await this.open()
      .whereIn("id", [...ids])
      .update({ state: "processed", outcome, processed_at: now, updated_at: now })
  }

  /** Ends the lease of a callback that is looked at again within seconds. */
  async postponed(entry: InboxEntry, dueAt: Date, now = this.clock.now()): Promise<void> {
    await this.leased(entry).update({ due_at: dueAt, updated_at: now })
  }

  /** Ends the lease of a callback that could not be processed, to be tried again after growing gaps. */
  async failed(entry: InboxEntry, outcome: string, now = this.clock.now()): Promise<void> {
    await this.leased(entry).update({
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
    return this.database(TABLE).whereIn("id", old).delete()
  }

  /** The same inbox, in a transaction. */
  within(transaction: Knex): Inbox {
    return new Inbox(transaction, this.clock)
  }

  /**
   * Deletes the processed callbacks of these orders and records. One that is not processed yet is needed, and forgotten
   * later.
   *
   * @returns how many were deleted
   */
  async forgetProcessedOf(ownerIds: readonly string[]): Promise<number> {
    return this.database(TABLE)
      .whereIn("e_invoice_order_id", [...ownerIds])
      .where({ state: "processed" })
      .delete()
  }

  private async makeDue(
    which: (open: Knex.QueryBuilder) => Knex.QueryBuilder,
    now: Date
  ): Promise<number> {
    return which(this.open()).update({ state: "received", due_at: now, updated_at: now })
  }

  /** The callback while its lease holds: neither passed to another worker nor made due meanwhile. */
  private leased({ id, leasedUntil }: InboxEntry) {
    return this.open().where({ id, due_at: leasedUntil })
  }

  private open() {
    return this.live().whereNot({ state: "processed" })
  }

  private live() {
    return this.database(TABLE).whereNull("deleted_at")
  }
}

const TABLE = "einvoice_callback"

/** Distinct callbacks kept of one order; a service sends a handful. */
const MOST_PER_ORDER = 1000

/** How long a worker has for the callbacks it leased, in milliseconds; then they are due for another. */
const LEASE = 60_000

/** Timers fire a little early, and the clock may be set back a little: so many milliseconds count as due. */
const EARLY = 50

/**
 * Stores calls with a known token, in one order: two statements that meet wait for each other's rows, and would for ever.
 *
 * @returns a row for each call, in the same order
 */
async function insertCalls(
  database: Knex,
  calls: readonly Call[],
  now: Date
): Promise<{ owner: string | null; kept: Kept; failed_id: string | null }[]> {
  // What is random of it takes longer than anything else the route does: calls of one statement share it.
  const id = generateEntityId(undefined, "einvcb")
  const { rows } = await database.raw(
    `with given as (
       select call.*, coalesce(einvoice_order.id, einvoice_record.id) as owner
       from unnest(:ids::text[], :tokens::text[], :hashes::text[], :parameters::text[])
         with ordinality as call (id, token_hash, hash, parameters, position)
       left join einvoice_order on einvoice_order.callback_token_hash = token_hash and einvoice_order.deleted_at is null
       left join einvoice_record on einvoice_record.callback_token_hash = token_hash and einvoice_record.deleted_at is null
     ), judged as (
       select given.*, known.id as known_id, known.state as known_state,
         (select count(*) from ${TABLE} where e_invoice_order_id = owner and deleted_at is null) >= :most as is_full
       from given
       left join ${TABLE} as known
         on known.e_invoice_order_id = owner and known.content_hash = hash and known.deleted_at is null
     ), stored as (
       insert into ${TABLE} (id, e_invoice_order_id, content_hash, parameters, due_at, created_at, updated_at)
       select id, owner, hash, parameters::jsonb, :now, :now, :now
       from judged
       where owner is not null and known_id is null and not is_full
       order by owner, hash, position
       on conflict (e_invoice_order_id, content_hash) where deleted_at is null do nothing
       returning id
     )
     select owner,
       case when stored.id is not null or known_state = 'failed' then 'due'
            when known_id is null and is_full then 'full'
            else 'known' end as kept,
       case when known_state = 'failed' then known_id end as failed_id
     from judged left join stored on stored.id = judged.id
     order by position`,
    {
      ids: calls.map((_, index) => (index === 0 ? id : `${id}_${String(index).padStart(3, "0")}`)),
      tokens: calls.map(({ tokenHash }) => tokenHash),
      hashes: calls.map(({ content }) => content.contentHash),
      parameters: calls.map(({ content }) => JSON.stringify(content.parameters)),
      now,
      most: MOST_PER_ORDER,
    }
  )
  return rows
}

/** A callback as it lies in the inbox. */
export type InboxEntry = {
  readonly id: string
  readonly eInvoiceOrderId: string
  readonly parameters: CallbackParameters
  readonly state: CallbackState
  readonly attempts: number
  readonly createdAt: Date
  /** Undefined when it was not leased, and is another's to give up. */
  readonly leasedUntil?: Date | undefined
}

/** A callback that came, by the hash of the token it came with. */
export type Call = {
  readonly tokenHash: string
  readonly content: CallbackContent
}

/**
 * - `due`: it is new, or failed before, and waits for a worker
 * - `known`: it was stored before
 * - `full`: the order has sent so many distinct callbacks that no more are kept; it should be looked at instead
 */
type Kept = "due" | "known" | "full"

/** Whom a call is about, and what became of it. */
export type TakenCall = {
  readonly ownerId: string
  readonly kept: Kept
}

/** A callback as it is stored. */
type CallbackRow = StoredRow<
  InferTypeOf<typeof EInvoiceCallback>,
  { parameters: CallbackParameters }
>

/** A row of the inbox, as far as it is read to process it. */
type InboxRow = Pick<
  CallbackRow,
  "id" | "e_invoice_order_id" | "parameters" | "state" | "attempts" | "created_at"
> & { leased_until?: Date | null }

/** What is read of a row. */
const COLUMNS = ["id", "e_invoice_order_id", "parameters", "state", "attempts", "created_at"]

const entryOf = (row: InboxRow): InboxEntry => ({
  id: row.id,
  eInvoiceOrderId: row.e_invoice_order_id,
  parameters: row.parameters,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at,
  leasedUntil: row.leased_until ?? undefined,
})
