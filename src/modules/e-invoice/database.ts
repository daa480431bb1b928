import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long a reading is carried forward before the database is asked again, in milliseconds. */
const FRESH_FOR = 60_000

/** Where ages and leases take the present from. */
export type Clock = { now(): Date }

/**
 * The database's clock, by which every server judges ages and leases alike. It is read once and carried forward by the
 * process's monotonic timer, so a server whose own clock is wrong, or jumps, still knows the database's time.
 *
 * Medusa reads it before the first request. A process that asks earlier gets its own time.
 */
export class DatabaseClock implements Clock {
  /** The database's Unix time when the monotonic timer stood at zero, in milliseconds. */
  #origin: number | undefined
  #readAt = -Infinity

  /** @param hasBeenRead called each time that the database said its time */
  constructor(
    private readonly database: Knex,
    private readonly hasBeenRead: () => void = () => undefined
  ) {}

  now(): Date {
    if (performance.now() - this.#readAt > FRESH_FOR) {
      // A database that cannot be asked fails whatever needs the time, too.
      this.read().catch(() => undefined)
    }
    return this.#origin === undefined ? new Date() : new Date(this.#origin + performance.now())
  }

  /** By how many milliseconds this server's own clock, which dates and numbers Medusa's records, is ahead of the database's. */
  get serverIsAheadBy(): number {
    return Date.now() - this.now().getTime()
  }

  /** Asks the database for its time. */
  async read(): Promise<void> {
    const start = performance.now()
    this.#readAt = start
    const { rows }: { rows: { now: number }[] } = await this.database.raw(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as now"
    )
    const end = performance.now()
    const [row] = rows
    if (row) {
      this.#correct(row.now, start, end)
      this.hasBeenRead()
    }
  }

  /** A slow answer says little: it corrects only a time that it contradicts. */
  #correct(read: number, start: number, end: number): void {
    const [least, most] = [read - end, read - start]
    if (this.#origin === undefined || this.#origin < least || this.#origin > most) {
      this.#origin = (least + most) / 2
    }
  }
}

/**
 * A row as the database driver reads it, of the row that Medusa infers from a model: an amount is text that loses nothing,
 * and JSON has the shape its writer gave it.
 *
 * @typeParam Model what `InferTypeOf` says of the model
 * @typeParam Read the columns that read otherwise than Medusa infers
 */
export type StoredRow<Model, Read extends Partial<Record<keyof Model, unknown>>> = Omit<
  Model,
  keyof Read | "deleted_at" | `raw_${string}`
> &
  Read

/**
 * The columns of an amount. Medusa keeps one twice: as a number, and as text that loses nothing.
 *
 * @param value decimal major units
 */
export const amountColumns = (name: string, value: string): Record<string, string> => ({
  [name]: value,
  [`raw_${name}`]: JSON.stringify({ value, precision: 20 }),
})

/** PostgreSQL's code for a row that would break a unique index. */
const UNIQUE_VIOLATION = "23505"

/** Whether the database refused a change because a unique index forbids it. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION

/** Items by a key of theirs; keys and items in the order in which they came. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) {
      group.push(item)
    } else {
      groups.set(key, [item])
    }
  }
  return groups
}

/** How long a process may work on a row it leased, in milliseconds. */
const LEASE = 5 * 60_000

type Due = {
  table: string
  /** Narrows down which rows count. */
  only: (rows: Knex.QueryBuilder) => Knex.QueryBuilder
  now: Date
  limit: number
}

type Taken = Due & {
  /** What is read of them; every column by default. */
  columns?: readonly string[]
}

/**
 * Leases rows whose `next_check_at` has come for five minutes, the longest waiting first. Processes that lease at once get
 * different rows.
 */
export async function takeDue<Row>(
  database: Knex,
  { columns = ["*"], ...which }: Taken
): Promise<Row[]> {
  // Read apart: as a part of the update it may be read once for each row, and more are leased than the limit.
  const next = due(database, which).forUpdate().skipLocked().select("id")
  const rows: unknown[] = await database(which.table)
    .withMaterialized("next", next)
    .whereIn("id", database("next").select("id"))
    .update({ next_check_at: new Date(which.now.getTime() + LEASE) })
    .returning([...columns])
  // The caller names columns and type together.
  return rows as Row[]
}

/** Reads one column of rows that are due and not leased, the longest waiting first. Leases none. */
export async function readDue(
  database: Knex,
  { column, ...which }: Due & { column: string }
): Promise<string[]> {
  const values: unknown[] = await due(database, which).whereNotNull(column).pluck(column)
  return values.map(String)
}

const due = (database: Knex, { table, only, now, limit }: Due) =>
  only(database(table))
    .where("next_check_at", "<=", now)
    .whereNull("deleted_at")
    .orderBy("next_check_at")
    .limit(limit)
