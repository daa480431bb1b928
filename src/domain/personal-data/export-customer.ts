import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { type CustomerLinks, customerTraces } from "./customer-traces"

type Row = Readonly<Record<string, unknown>>

/** Everything the plugin keeps about a customer, as it may be handed over. Amounts are decimal major units in text. */
export type CustomerExport = {
  readonly customer_id: string
  readonly e_invoice_orders: readonly (Row & {
    timeline: Row[]
    callbacks: Row[]
    refunds: Row[]
  })[]
  readonly operations: readonly Row[]
  readonly records: readonly Row[]
  /**
   * What a shopper entered at a checkout that is still under way. It is kept encrypted, for minutes, and its values are
   * shown to nobody: neither are they here.
   */
  readonly checkout_data: readonly { id: string; erased_at_latest: Date }[]
}

/** Columns of no meaning to a customer, or that would be a key to something. */
const LEFT_OUT = new Set([
  "callback_token_hash",
  "request_hash",
  "idempotency_key",
  "sealed_request",
  "sealed_before",
  "sealed_until",
  "deleted_at",
  "raw_grand_total",
  "raw_refunded_total",
  "raw_amount",
])

/** Gathers what the plugin keeps about a customer. */
export async function exportCustomer(
  database: Knex,
  links: CustomerLinks
): Promise<CustomerExport> {
  const traces = await customerTraces(database, links)
  const { orders, operations, records, shopperDataIds } = traces
  const ids = orders.map(({ id }) => id)
  const of = (table: string): Promise<Row[]> =>
    database(table)
      .whereNull("deleted_at")
      .whereIn("e_invoice_order_id", ids)
      .orderBy(["created_at", "id"])
  const [timeline, callbacks, refunds] = await Promise.all(
    ["einvoice_timeline_entry", "einvoice_callback", "einvoice_refund"].map(of)
  )
  const kept: { id: string; expires_at: Date }[] = await database("einvoice_shopper_data")
    .whereIn("id", [...shopperDataIds])
    .select("id", "expires_at")
  return {
    customer_id: links.customerId,
    e_invoice_orders: orders.map((order) => ({
      ...shown(order),
      timeline: ofOrder(timeline, order.id).map(shown),
      callbacks: ofOrder(callbacks, order.id).map(shown),
      refunds: ofOrder(refunds, order.id).map(shown),
    })),
    operations: operations.map(shown),
    records: records.map(shown),
    checkout_data: kept.map(({ id, expires_at }) => ({
      id,
      erased_at_latest: expires_at,
    })),
  }
}

const shown = (row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT.has(column)))

const ofOrder = (rows: readonly Row[] | undefined, id: string): Row[] =>
  (rows ?? []).filter((row) => row["e_invoice_order_id"] === id)
