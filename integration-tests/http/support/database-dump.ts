import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { EInvoiceSuite } from "./e-invoice-suite"

/** Everything in the database as text, table by table: every row and column of every schema that is not PostgreSQL's. */
export async function dumpDatabase({
  container,
}: EInvoiceSuite): Promise<{ place: string; text: string }[]> {
  const database: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const tables: { table_schema: string; table_name: string }[] = await database(
    "information_schema.tables"
  )
    .where({ table_type: "BASE TABLE" })
    .whereNotIn("table_schema", ["pg_catalog", "information_schema"])
    .select("table_schema", "table_name")
  const dump: { place: string; text: string }[] = []
  for (const { table_schema, table_name } of tables) {
    const { rows } = await database.raw<{ rows: { row: string }[] }>(
      "select to_jsonb(kept)::text as row from ??.?? as kept",
      [table_schema, table_name]
    )
    dump.push(...rows.map(({ row }) => ({ place: `table ${table_name}`, text: row })))
  }
  return dump
}
