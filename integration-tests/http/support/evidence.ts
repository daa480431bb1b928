import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { OrderRow } from "../../../src/modules/e-invoice/orders/order-row"
import type { EInvoiceSuite } from "./e-invoice-suite"

export const databaseOf = ({ container }: EInvoiceSuite): Knex =>
  container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

/** The journal, oldest row first. */
export async function journalOf(suite: EInvoiceSuite): Promise<OrderRow[]> {
  return databaseOf(suite)<OrderRow>("einvoice_order").orderBy("created_at")
}

export async function onlyJournalRow(suite: EInvoiceSuite): Promise<OrderRow> {
  const [row, ...others] = await journalOf(suite)
  if (!row || others.length > 0) {
    throw new Error(`Expected one journal row, found ${others.length + (row ? 1 : 0)}`)
  }
  return row
}

/** How many shoppers' data is kept, encrypted. */
export async function shopperDataCount(suite: EInvoiceSuite): Promise<number> {
  const [row] = await databaseOf(suite)("einvoice_shopper_data").count({
    count: "*",
  })
  return Number(row?.["count"])
}

/** Every place in the database that holds a text, as `table.column`. */
export async function placesHolding(suite: EInvoiceSuite, text: string): Promise<string[]> {
  const database = databaseOf(suite)
  const columns: { table_name: string; column_name: string }[] = await database(
    "information_schema.columns"
  )
    .where({ table_schema: "public" })
    .whereIn("data_type", ["text", "character varying", "jsonb", "json", "ARRAY"])
    .select("table_name", "column_name")
  const places: string[] = []
  for (const { table_name, column_name } of columns) {
    const found = await database(table_name)
      .whereRaw("??::text like ?", [column_name, `%${text}%`])
      .first(database.raw("1"))
    if (found) {
      places.push(`${table_name}.${column_name}`)
    }
  }
  return places
}

/** What payment sessions and payments carry; a cart's or an order's id is enough to read it. */
export async function paymentDataOf(
  suite: EInvoiceSuite
): Promise<{ sessions: unknown[]; payments: unknown[] }> {
  const database = databaseOf(suite)
  const [sessions, payments] = await Promise.all([
    database("payment_session").whereNull("deleted_at").pluck("data"),
    database("payment").whereNull("deleted_at").pluck("data"),
  ])
  return { sessions, payments }
}

/** Requests that reached the operation that creates an order. */
export const creationsSent = ({ sandbox }: EInvoiceSuite): number =>
  sandbox.requests().filter(({ operationId }) => operationId === "orders.create-e-invoice").length
