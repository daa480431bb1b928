import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"

/** The demo's own database, for what no API lets happen. */
export const createDatabase = (url: string): Knex =>
  knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } })
