import { model } from "@medusajs/framework/utils"

import { INTENT_STATES, type IntentState } from "../intent"

/** States of a creation that came to nothing, as far as is known: no invoice stands for its Medusa order. */
export const ENDED_CREATIONS: readonly IntentState[] = ["prepared", "rejected", "abandoned"]

/**
 * The journal: one row per payment session, written before the one POST that creates the e-invoice order.
 * Totals are decimal major units. `attention` names what staff have to look at (docs/status.md), the most severe first and
 * with spaces between; `invoiced_at` is when the service first reported an invoice; `other_orders` are further orders at the service for the same payment, by identifier; a set `cancel_requested_at` is a cancellation the service has not confirmed yet; a set
 * `order_changed_at` is a change of the Medusa order that the invoice has not followed yet, and `credited_total` what was credited
 * because of such changes. A row with `hold_until` stands for a checkout that is billed when it is shipped: it is never sent itself,
 * and `shopper_data_id` names what its parcels are billed with, at the latest until then; a row with `fulfillment_id` bills that parcel.
 * `account_hash` tells with which address and token the attempt was sent: see `accountHash`. Nothing personal is
 * kept here: `customer_fingerprint` is a keyed hash of e-mail and phone, by which an order found at the service is
 * recognised.
 */
const EInvoiceOrder = model
  .define(
    { name: "e_invoice_order", tableName: "einvoice_order" },
    {
      id: model.id({ prefix: "einvord" }).primaryKey(),
      payment_session_id: model.text().unique(),
      payment_collection_id: model.text().nullable(),
      payment_id: model.text().nullable(),
      order_id: model.text().searchable().nullable(),
      cart_id: model.text().nullable(),
      reference_no: model.text().searchable().nullable(),
      currency_code: model.text(),
      grand_total: model.bigNumber(),
      refunded_total: model.bigNumber().default(0),
      credited_total: model.bigNumber().default(0),
      state: model.enum([...INTENT_STATES]).default("prepared"),
      attempt: model.number().default(0),
      sending_at: model.dateTime().nullable(),
      account_hash: model.text().nullable(),
      remote_order_uuid: model.text().searchable().nullable(),
      remote_customer_uuid: model.text().nullable(),
      remote_status: model.text().nullable(),
      invoiced_at: model.dateTime().nullable(),
      paid_at: model.dateTime().nullable(),
      attention: model.text().nullable(),
      other_orders: model.json().nullable(),
      cancel_requested_at: model.dateTime().nullable(),
      order_changed_at: model.dateTime().nullable(),
      hold_until: model.dateTime().nullable(),
      fulfillment_id: model.text().nullable(),
      invoice_number: model.text().searchable().nullable(),
      callback_token_hash: model.text().unique(),
      shopper_data_id: model.text().nullable(),
      customer_fingerprint: model.text().nullable(),
      sent_request: model.json().nullable(),
      failure: model.json().nullable(),
      last_checked_at: model.dateTime().nullable(),
      last_checked_by: model.text().nullable(),
      next_check_at: model.dateTime().nullable(),
      check_count: model.number().default(0),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_order_remote_order_uuid",
      on: ["remote_order_uuid"],
      unique: true,
      where: "remote_order_uuid IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_order_payment_collection_id",
      on: ["payment_collection_id"],
    },
    {
      name: "IDX_einvoice_order_open",
      on: ["payment_collection_id"],
      unique: true,
      where: "state IN ('sending', 'in_doubt') AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_order_shopper_data_id",
      on: ["shopper_data_id"],
      where: "shopper_data_id IS NOT NULL AND deleted_at IS NULL",
    },
    { name: "IDX_einvoice_order_by_created_at", on: ["created_at", "id"] },
    {
      name: "IDX_einvoice_order_by_updated_at",
      on: ["updated_at", "created_at", "id"],
    },
    {
      name: "IDX_einvoice_order_by_remote_status",
      on: ["remote_status", "created_at", "id"],
    },
    { name: "IDX_einvoice_order_by_state", on: ["state", "created_at", "id"] },
    {
      name: "IDX_einvoice_order_by_grand_total",
      on: ["grand_total", "created_at", "id"],
    },
    {
      name: "IDX_einvoice_order_by_last_checked_at",
      on: ["last_checked_at", "created_at", "id"],
    },
    {
      name: "IDX_einvoice_order_without_order",
      on: ["created_at", "id", "cart_id"],
      where:
        "cart_id IS NOT NULL AND deleted_at IS NULL AND (order_id IS NULL OR state <> 'succeeded' OR attention IS NOT NULL)",
    },
    { name: "IDX_einvoice_order_order_id", on: ["order_id"] },
    { name: "IDX_einvoice_order_payment_id", on: ["payment_id"] },
    {
      name: "IDX_einvoice_order_next_check_at",
      on: ["next_check_at"],
      where: "next_check_at IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_order_attention",
      on: ["attention"],
      where: "attention IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_order_reference_no",
      on: ["reference_no"],
    },
    {
      name: "IDX_einvoice_order_invoice_number",
      on: ["invoice_number"],
    },
    {
      name: "IDX_einvoice_order_counted",
      on: ["state", "remote_status"],
    },
    {
      name: "IDX_einvoice_order_outstanding",
      on: ["remote_status", "currency_code", "created_at", "grand_total", "refunded_total"],
      where: "state = 'succeeded' AND paid_at IS NULL AND deleted_at IS NULL",
    },
  ])

export default EInvoiceOrder
