import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import type { Clock } from "../../modules/e-invoice/database"
import { ERASED_HASH } from "../../modules/e-invoice/operations/operation-request"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type { RecordRow } from "../../modules/e-invoice/operations/record-row"
import { Timeline, type TimelineActor } from "../../modules/e-invoice/timeline"

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

/** States in which nobody knows yet what became of a request: what recognises its customer is still needed. */
const OPEN = ["sending", "in_doubt"]

/** What was erased, as numbers of rows, and what has to wait. */
export type CustomerErasure = {
  readonly customer_id: string
  readonly erased: {
    readonly checkout_data: number
    readonly e_invoice_orders: number
    readonly callbacks: number
    readonly operations: number
    readonly records: number
  }
  /** Of these nobody knows yet what became of them at the service: settle them, and erase again. */
  readonly waiting: readonly {
    readonly kind: "e_invoice_order" | "operation"
    readonly id: string
  }[]
}

/**
 * Erases what tells of a customer, and leaves what bookkeeping must keep (docs/privacy.md): amounts, lines, dates,
 * statuses, invoice numbers, and the ids by which the vouchers are found. Erasing again does no harm.
 */
export async function eraseCustomer(
  database: Knex,
  links: CustomerLinks,
  { actor, clock, now = clock.now() }: { actor: TimelineActor; clock: Clock; now?: Date }
): Promise<CustomerErasure> {
  return database.transaction(async (transaction) => {
    const traces = await customerTraces(transaction, links)
    const checkoutData = await eraseCheckoutData(transaction, traces)
    const orders = traces.orders.filter(({ state }) => !OPEN.includes(state))
    await eraseOrders(transaction, idsOf(orders), now)
    const callbacks = await eraseCallbacks(transaction, [
      ...idsOf(traces.orders),
      ...idsOf(traces.records),
    ])
    const operations = traces.operations.filter(({ state }) => !OPEN.includes(state))
    await eraseOperations(transaction, operations, now)
    await eraseRecords(transaction, idsOf(traces.records), now)
    const timeline = new Timeline(transaction, clock)
    for (const { id } of orders) {
      await timeline.recordOnce(
        {
          eInvoiceOrderId: id,
          actor,
          action: "erase-personal-data",
          outcome: "done",
        },
        now
      )
    }
    return {
      customer_id: links.customerId,
      erased: {
        checkout_data: checkoutData,
        e_invoice_orders: orders.length,
        callbacks,
        operations: operations.length,
        records: traces.records.length,
      },
      waiting: [
        ...traces.orders
          .filter((row) => !orders.includes(row))
          .map(({ id }) => ({ kind: "e_invoice_order" as const, id })),
        ...traces.operations
          .filter((row) => !operations.includes(row))
          .map(({ id }) => ({ kind: "operation" as const, id })),
      ],
    }
  })
}

async function eraseCheckoutData(
  database: Knex,
  { shopperDataIds }: CustomerTraces
): Promise<number> {
  const given = [...shopperDataIds]
  await database("einvoice_order")
    .whereIn("shopper_data_id", given)
    .update({ shopper_data_id: null })
  return database("einvoice_shopper_data").whereIn("id", given).delete()
}

/** What a person wrote in their own words may tell of the customer; what was done, when and by whom stays. */
async function eraseOrders(database: Knex, orderIds: string[], now: Date): Promise<void> {
  await database("einvoice_order").whereIn("id", orderIds).update({
    customer_fingerprint: null,
    remote_customer_uuid: null,
    failure: null,
    updated_at: now,
  })
  await database("einvoice_timeline_entry")
    .whereIn("e_invoice_order_id", orderIds)
    .whereNotNull("detail")
    .update({ detail: database.raw("detail - 'note'"), updated_at: now })
}

/** The service decides what a callback says. One that is not processed yet is needed, and forgotten later. */
const eraseCallbacks = (database: Knex, ownerIds: string[]): Promise<number> =>
  database("einvoice_callback")
    .whereIn("e_invoice_order_id", ownerIds)
    .where({ state: "processed" })
    .delete()

async function eraseOperations(
  database: Knex,
  operations: CustomerTraces["operations"],
  now: Date
): Promise<void> {
  for (const { id, request, answer } of operations) {
    await database("einvoice_operation")
      .where({ id })
      .update({
        customer_id: null,
        request: JSON.stringify(requestForTheBooks(request)),
        answer:
          answer &&
          JSON.stringify({
            httpStatus: answer.httpStatus,
            messageKey: answer.messageKey,
            data: null,
          }),
        failure: null,
        request_hash: ERASED_HASH,
        sealed_request: null,
        sealed_before: null,
        sealed_until: null,
        updated_at: now,
      })
  }
}

async function eraseRecords(database: Knex, recordIds: string[], now: Date): Promise<void> {
  await database("einvoice_record").whereIn("id", recordIds).update({
    customer_id: null,
    remote_customer_uuid: null,
    payment_url: null,
    updated_at: now,
  })
}

/** Members of a request's body that a voucher is made of: what was sold or paid back, for how much, and when. */
const OF_A_VOUCHER = new Set([
  "products",
  "orderSummary",
  "orderDate",
  "grandTotal",
  "amount",
  "type",
])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What of a stored request must outlive its customer's data. */
export function requestForTheBooks(request: unknown): { body?: object } {
  const body = isObject(request) ? request["body"] : undefined
  return isObject(body)
    ? {
        body: Object.fromEntries(Object.entries(body).filter(([name]) => OF_A_VOUCHER.has(name))),
      }
    : {}
}

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
type CustomerTraces = {
  readonly orders: readonly JournalRow[]
  readonly operations: readonly OperationRow[]
  readonly records: readonly RecordRow[]
  readonly shopperDataIds: readonly string[]
}

/** Finds what the plugin keeps about a customer: by their orders, carts and payment sessions, and by what names them. */
async function customerTraces(
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
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
