import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long whoever took a row may work on it before another may take it, in milliseconds. */
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
 * Takes rows whose `next_check_at` has come, the longest waiting first. Of many who take at once each is given others.
 * Nobody is given a row again for five minutes, and then somebody is, should the process that took it have died.
 */
export async function takeDue<Row>(
  database: Knex,
  { columns = ["*"], ...which }: Taken
): Promise<Row[]> {
  const ids = due(database, which).forUpdate().skipLocked().select("id")
  const rows: unknown[] = await database(which.table)
    .whereIn("id", ids)
    .update({ next_check_at: new Date(which.now.getTime() + LEASE) })
    .returning([...columns])
  // The caller names columns and type together.
  return rows as Row[]
}

/** Reads one column of rows that are due and that nobody has taken, the longest waiting first. Takes none. */
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
