import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { amountColumns } from "../amount-columns"
import type { Attempt, NewJournalRow, RemoteOrder } from "./journal-row"
import { withoutFlags } from "../status/flags"

/** How long after a creation its status is asked for the first time, when no callback came; milliseconds. */
const FIRST_STATUS_CHECK = 60_000

/** Columns of a row that is yet to be written, but for its state. */
export const columnsOfNewRow = (input: NewJournalRow) => ({
  id: input.id,
  payment_session_id: input.paymentSessionId,
  payment_collection_id: input.paymentCollectionId,
  currency_code: input.currencyCode,
  ...amountColumns("grand_total", input.grandTotal),
  ...amountColumns("refunded_total", "0"),
  callback_token_hash: input.callbackTokenHash,
})

/** What a row says of an attempt that is about to be sent, but for their number. */
export const columnsOfAttempt = (attempt: Attempt, now: Date, senderLifetime: number) => ({
  order_id: attempt.orderId,
  cart_id: attempt.cartId,
  reference_no: attempt.referenceNo,
  ...amountColumns("grand_total", attempt.grandTotal),
  callback_token_hash: attempt.callbackTokenHash,
  shopper_data_id: attempt.shopperDataId,
  customer_fingerprint: attempt.customerFingerprint,
  sent_request: JSON.stringify(attempt.sentRequest),
  sending_at: now,
  next_check_at: new Date(now.getTime() + senderLifetime),
})

/** What a row says of an order that exists at the service: its Medusa order is billed, whatever was said before. */
export const columnsOfCreation = (database: Knex, remote: RemoteOrder, now: Date) => ({
  remote_order_uuid: remote.orderUuid,
  remote_customer_uuid: remote.customerUuid ?? null,
  remote_status: remote.status,
  failure: null,
  attention: withoutFlags(database, ["placed_unbilled"]),
  other_orders: database.raw("other_orders - ?::text", [remote.orderUuid]),
  check_count: 0,
  next_check_at: new Date(now.getTime() + FIRST_STATUS_CHECK),
})
