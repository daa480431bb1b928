import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type { RecordRow } from "../../modules/e-invoice/operations/record-row"
import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"

/** What Medusa knows a customer by. */
export type CustomerLinks = {
  readonly customerId: string
  /** Orders and carts of the customer. */
  readonly orderIds: readonly string[]
  readonly cartIds: readonly string[]
  /** Ids of shopper data in payment sessions of the customer's carts. */
  readonly shopperDataIds: readonly string[]
}

/** Rows of the plugin that are about one customer. */
export type CustomerTraces = {
  readonly orders: readonly JournalRow[]
  readonly operations: readonly OperationRow[]
  readonly records: readonly RecordRow[]
  readonly shopperDataIds: readonly string[]
}

/** Finds what the plugin keeps about a customer: by their orders, carts and payment sessions, and by what names them. */
export async function customerTraces(
  database: Knex,
  { customerId, orderIds, cartIds, shopperDataIds }: CustomerLinks
): Promise<CustomerTraces> {
  const live = (table: string) => database(table).whereNull("deleted_at")
  const orders: JournalRow[] = await live("einvoice_order")
    .where((either) => {
      void either.whereIn("order_id", [...orderIds]).orWhereIn("cart_id", [...cartIds])
    })
    .orderBy(["created_at", "id"])
  const records: RecordRow[] = await live("einvoice_record")
    .where((either) => {
      void either.where({ customer_id: customerId }).orWhereIn("order_id", [...orderIds])
    })
    .orderBy(["created_at", "id"])
  const atService = [...orders, ...records].flatMap((row) =>
    row.remote_customer_uuid === null ? [] : [row.remote_customer_uuid]
  )
  const operations: OperationRow[] = await live("einvoice_operation")
    .where((either) => {
      void either
        .where({ customer_id: customerId })
        .orWhereIn("order_id", [...orderIds])
        .orWhereIn("e_invoice_order_id", idsOf(orders))
        .orWhereIn("record_id", idsOf(records))
        .orWhere((customer) => {
          void customer.where({ subject_kind: "customer" }).whereIn("subject_uuid", atService)
        })
    })
    .orderBy(["created_at", "id"])
  return {
    orders,
    records,
    operations,
    shopperDataIds: [
      ...new Set([...shopperDataIds, ...orders.flatMap((row) => row.shopper_data_id ?? [])]),
    ],
  }
}

/** Their ids. */
export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
