import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "../../modules/e-invoice/database-clock"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { Timeline } from "../../modules/e-invoice/timeline"
import { type CustomerLinks, type CustomerTraces, customerTraces, idsOf } from "./customer-traces"
import { ERASED_HASH } from "../../modules/e-invoice/operations/operation-request"
import { requestForTheBooks } from "./request-for-the-books"

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
