import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { orderLockKey } from "../order-lock"

/** Where Medusa's PostgreSQL locking provider keeps its locks, in a store that uses it. */
const TABLE = "locking"

/**
 * Frees locks of orders whose time has passed. Medusa's other locking providers do so themselves; the one for PostgreSQL
 * refuses an expired lock for ever, so that nobody could work on an order again whose process was killed.
 */
export async function freeExpiredLocks(container: MedusaContainer): Promise<void> {
  const database: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  if (await database.schema.hasTable(TABLE)) {
    await database(TABLE)
      .whereLike("id", `${orderLockKey("")}%`)
      .where("expiration", "<", database.fn.now())
      .delete()
  }
}
