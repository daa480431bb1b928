import { model } from "@medusajs/framework/utils"

import { recordKinds } from "../../../connect/operation"
import { RECORD_FLAGS } from "../orders/flags"

/** Which records a list shows: those that the service has named. */
const LISTED = "remote_uuid IS NOT NULL AND deleted_at IS NULL"

/** Which reservations hold money on a card. */
const HELD = "(status = 'RESERVED' OR held_total > 0)"

/**
 * What the plugin remembers of a record that was created, or first touched, from Medusa Admin or a workflow of the store:
 * the service has no list of its reservations, and a callback has to find its record. Written before the creation is
 * sent, so that a callback that is faster than the answer finds it. Of a company, `organization_id` is its organization number,
 * and `company_name` what the service calls it. Amounts are decimal major units. `is_over`: it asks the
 * customer for nothing, and nothing of their money is kept; `reserved_at`, `refunded_total` and `held_total` (not captured, and still held on the
 * card) are what the service says of a reservation; `order_cancelled_at` is set once its Medusa order is cancelled,
 * and staff are called while it is not over. `attention` calls staff to a Medusa order that reservations alone pay for, on the newest of
 * them: why, how much it is of, in decimal major units, and since when.
 */
const EInvoiceRecord = model
  .define(
    { name: "e_invoice_record", tableName: "einvoice_record" },
    {
      id: model.id({ prefix: "einvrec" }).primaryKey(),
      kind: model.enum([...recordKinds]),
      remote_uuid: model.text().searchable().nullable(),
      remote_customer_uuid: model.text().searchable().nullable(),
      created_by_operation: model.text().nullable(),
      order_id: model.text().searchable().nullable(),
      customer_id: model.text().nullable(),
      organization_id: model.text().searchable().nullable(),
      company_name: model.text().searchable().nullable(),
      amount: model.bigNumber().nullable(),
      currency_code: model.text().nullable(),
      status: model.text().nullable(),
      reserved_at: model.dateTime().nullable(),
      refunded_total: model.bigNumber().nullable(),
      held_total: model.bigNumber().nullable(),
      payment_url: model.text().nullable(),
      order_cancelled_at: model.dateTime().nullable(),
      attention: model.enum([...RECORD_FLAGS]).nullable(),
      attention_amount: model.text().nullable(),
      attention_at: model.dateTime().nullable(),
      is_over: model.boolean().default(false),
      callback_token_hash: model.text().nullable(),
      last_checked_at: model.dateTime().nullable(),
      next_check_at: model.dateTime().nullable(),
      check_count: model.number().default(0),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_record_remote_uuid",
      on: ["kind", "remote_uuid"],
      unique: true,
      where: LISTED,
    },
    {
      name: "IDX_einvoice_record_callback_token_hash",
      on: ["callback_token_hash"],
      unique: true,
      where: "callback_token_hash IS NOT NULL AND deleted_at IS NULL",
    },
    { name: "IDX_einvoice_record_order_id", on: ["order_id"] },
    { name: "IDX_einvoice_record_customer_id", on: ["customer_id"] },
    {
      name: "IDX_einvoice_record_by_created_at",
      on: ["created_at", "id"],
      where: LISTED,
    },
    {
      name: "IDX_einvoice_record_by_kind",
      on: ["kind", "created_at", "id"],
      where: LISTED,
    },
    {
      name: "IDX_einvoice_record_by_status",
      on: ["kind", "status", "created_at", "id"],
      where: LISTED,
    },
    {
      name: "IDX_einvoice_record_by_reserved_at",
      on: ["reserved_at"],
      where: `kind = 'reservation' AND ${HELD} AND is_over = false AND ${LISTED}`,
    },
    {
      name: "IDX_einvoice_record_by_amount",
      on: ["kind", "amount", "created_at", "id"],
      where: LISTED,
    },
    {
      name: "IDX_einvoice_record_by_last_checked_at",
      on: ["kind", "last_checked_at", "created_at", "id"],
      where: LISTED,
    },
    {
      name: "IDX_einvoice_record_after_cancel",
      on: ["order_cancelled_at"],
      where: "order_cancelled_at IS NOT NULL AND is_over = false AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_record_attention",
      on: ["attention_at"],
      where: "attention IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_record_next_check_at",
      on: ["next_check_at"],
      where: "next_check_at IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_record_by_remote_uuid",
      on: ["remote_uuid"],
    },
    {
      name: "IDX_einvoice_record_remote_customer_uuid",
      on: ["remote_customer_uuid"],
    },
    { name: "IDX_einvoice_record_organization_id", on: ["organization_id"] },
    { name: "IDX_einvoice_record_company_name", on: ["company_name"] },
  ])

export default EInvoiceRecord
