import { createHash } from "node:crypto"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Does something unless the same is being done already, by this process or by any other on the same database.
 *
 * The lock belongs to a transaction that stays open meanwhile, so it ends with the process that holds it: nothing
 * expires too early, and nothing a killed process held has to be taken from it. It needs no locking module that all
 * server instances share.
 *
 * @param name what is done; the same name never runs twice at once
 * @returns undefined when it is being done already
 */
export async function exclusively<Result>(
  database: Knex,
  name: string,
  work: () => Promise<Result>
): Promise<Result | undefined> {
  const transaction = await database.transaction()
  try {
    const { rows } = await transaction.raw<{ rows: { held: boolean }[] }>(
      "select pg_try_advisory_xact_lock(?::bigint) as held",
      [lockNumber(name)]
    )
    return rows[0]?.held ? await work() : undefined
  } finally {
    // The connection may be gone by now, and the lock with it.
    await transaction.rollback().catch(() => undefined)
  }
}

/** PostgreSQL names advisory locks by 64-bit numbers. */
const lockNumber = (name: string): string =>
  createHash("sha256")
    .update(`medusa-plugin-einvoice:${name}`)
    .digest()
    .readBigInt64BE()
    .toString()
