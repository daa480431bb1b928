import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long whoever took a row may work on it before another may take it, in milliseconds. */
const LEASE = 5 * 60_000

type Due = {
  table: string
  /** Narrows down which rows count. */
  only: (rows: Knex.QueryBuilder) => Knex.QueryBuilder
  /** What is read of them; every column by default. */
  columns?: readonly string[]
  now: Date
  limit: number
}

/**
 * Takes rows whose `next_check_at` has come, the longest waiting first. Of many who take at once each is given others.
 * Nobody is given a row again for five minutes, and then somebody is, should the process that took it have died.
 */
export async function takeDue<Row>(
  database: Knex,
  { table, only, columns = ["*"], now, limit }: Due
): Promise<Row[]> {
  const due = only(database(table))
    .where("next_check_at", "<=", now)
    .whereNull("deleted_at")
    .orderBy("next_check_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .select("id")
  const rows: unknown[] = await database(table)
    .whereIn("id", due)
    .update({ next_check_at: new Date(now.getTime() + LEASE) })
    .returning([...columns])
  // The caller names columns and type together.
  return rows as Row[]
}
