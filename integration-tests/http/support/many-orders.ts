import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { OrderStatus } from "../../../src/connect"
import type { Sandbox } from "../../../src/sandbox"
import type { EInvoiceSuite } from "./e-invoice-suite"

const uuidOf = (number: number) => `ODR${String(number).padStart(10, "0")}`

/**
 * Seeds orders that are open, due for their daily look, and known as SENT: in Medusa and the plugin by SQL, at the service as
 * state. A checkout of each would take hours.
 *
 * @param statusAtService of each order by its number, from 1 on
 */
export async function seedOpenOrders(
  suite: EInvoiceSuite,
  count: number,
  statusAtService: (number: number) => OrderStatus
): Promise<void> {
  await openOrdersInStore(suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION), count)
  openOrdersAtService(suite.sandbox, count, statusAtService)
}

/** The orders as the service has them. */
export function openOrdersAtService(
  sandbox: Pick<Sandbox, "restore" | "snapshot">,
  count: number,
  statusAtService: (number: number) => OrderStatus
): void {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  sandbox.restore({
    ...sandbox.snapshot(),
    orders: numbers.map((number) => serviceOrder(number, statusAtService)),
  })
}

/** The orders as Medusa and the plugin have them. */
export async function openOrdersInStore(database: Knex, count: number): Promise<void> {
  const amount = `100, '{"value":"100","precision":20}'`
  const statements = [
    `insert into "order" (id, currency_code, status, version, is_draft_order, updated_at)
     select 'order_' || n, 'nok', 'pending', 1, false, now() - interval '1 day' from generate_series(1, ?) n`,
    `insert into order_summary (id, order_id, version, totals)
     select 'ordsum_' || n, 'order_' || n, 1,
       '{"pending_difference":100,"raw_pending_difference":{"value":"100","precision":20}}' from generate_series(1, ?) n`,
    `insert into payment_collection (id, currency_code, amount, raw_amount)
     select 'pay_col_' || n, 'nok', ${amount} from generate_series(1, ?) n`,
    `insert into order_payment_collection (id, order_id, payment_collection_id)
     select 'ordpay_' || n, 'order_' || n, 'pay_col_' || n from generate_series(1, ?) n`,
    `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, status, payment_collection_id)
     select 'payses_' || n, 'nok', ${amount}, 'pp_e-invoice_private', 'authorized', 'pay_col_' || n from generate_series(1, ?) n`,
    `insert into payment (id, currency_code, amount, raw_amount, provider_id, payment_collection_id, payment_session_id)
     select 'pay_' || n, 'nok', ${amount}, 'pp_e-invoice_private', 'pay_col_' || n, 'payses_' || n from generate_series(1, ?) n`,
    `insert into einvoice_order (id, payment_session_id, payment_collection_id, payment_id, order_id, currency_code,
       grand_total, raw_grand_total, refunded_total, raw_refunded_total, state, remote_order_uuid, remote_status,
       callback_token_hash, check_count, next_check_at)
     select 'einvord_' || n, 'payses_' || n, 'pay_col_' || n, 'pay_' || n, 'order_' || n, 'nok',
       ${amount}, 0, '{"value":"0","precision":20}', 'succeeded', 'ODR' || lpad(n::text, 10, '0'), 'SENT',
       'token of ' || n, 10, now() - interval '1 hour' + n * interval '1 microsecond' from generate_series(1, ?) n`,
    `analyze`,
  ]
  for (const statement of statements) {
    await database.raw(statement, statement.includes("?") ? [count] : [])
  }
}

const serviceOrder = (number: number, statusAtService: (number: number) => OrderStatus) => ({
  uuid: uuidOf(number),
  kind: "e-invoice" as const,
  customerUuid: null,
  status: statusAtService(number),
  createdAt: 1_795_219_200,
  orderDate: 1_795_219_200,
  dueAt: null,
  lines: [],
  subTotalOre: 8_000,
  totalTaxOre: 2_000,
  totalDiscountOre: 0,
  grandTotalOre: 10_000,
  receivedOre: 0,
  refundedOre: 0,
  creditedOre: 0,
  refundedAt: [],
  invoiceNumber: String(number),
  paymentMethod: "invoice",
  referenceNo: null,
  customerReference: null,
  invoiceTerms: null,
  callbackUrl: null,
  redirects: null,
  planned: null,
  history: [],
})
