import { model } from "@medusajs/framework/utils"

import { INTENT_STATES } from "../intent"

/**
 * One row per intent to change something at the service, written before it is sent, so that the same idempotency key never
 * sends twice. Nothing personal is kept: the request itself lies encrypted in `sealed_request` until `sealed_until`, and
 * is erased when the service answered; `request_hash`, by which the same request is recognised, is erased at
 * `sealed_until`, or when it is known what became of the request; `request` and `answer` hold what may be shown. Of what
 * moves money on one record, at most one is under way or in doubt: the database itself refuses a second. A row with
 * `same_as` is a further key of the operation named there, and is never sent. `account_hash` tells with which address and token the attempt was sent. `lines` are what the products of an order that
 * is reserved were made of: the request names no items. `settled_at` is when a doubt ended, before `sending_at` that about
 * an earlier attempt, which staff found without effect; `contradicted_at` is when the service showed that staff had settled
 * it wrongly.
 */
const EInvoiceOperation = model
  .define(
    { name: "e_invoice_operation", tableName: "einvoice_operation" },
    {
      id: model.id({ prefix: "einvop" }).primaryKey(),
      operation_id: model.text(),
      idempotency_key: model.text(),
      request_hash: model.text(),
      may_repeat: model.boolean(),
      moves_money: model.boolean().default(false),
      subject_kind: model.text().nullable(),
      subject_uuid: model.text().searchable().nullable(),
      record_id: model.text().nullable(),
      e_invoice_order_id: model.text().nullable(),
      order_id: model.text().searchable().nullable(),
      customer_id: model.text().nullable(),
      actor: model.text(),
      settled_by: model.text().nullable(),
      settled_at: model.dateTime().nullable(),
      contradicted_at: model.dateTime().nullable(),
      same_as: model.text().nullable(),
      repeat_confirmed: model.boolean().default(false),
      state: model.enum([...INTENT_STATES]).default("prepared"),
      attempt: model.number().default(0),
      sending_at: model.dateTime().nullable(),
      account_hash: model.text().nullable(),
      sealed_request: model.json().nullable(),
      sealed_before: model.json().nullable(),
      sealed_until: model.dateTime().nullable(),
      request: model.json().nullable(),
      lines: model.json().nullable(),
      answer: model.json().nullable(),
      failure: model.json().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_einvoice_operation_idempotency_key",
      on: ["idempotency_key"],
      unique: true,
    },
    {
      name: "IDX_einvoice_operation_open",
      on: ["operation_id", "request_hash"],
      unique: true,
      where: "state IN ('sending', 'in_doubt') AND may_repeat = false AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_operation_money",
      on: ["subject_kind", "subject_uuid"],
      unique: true,
      where: "state IN ('sending', 'in_doubt') AND moves_money = true AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_operation_subject",
      on: ["subject_uuid", "created_at"],
    },
    { name: "IDX_einvoice_operation_order_id", on: ["order_id"] },
    { name: "IDX_einvoice_operation_customer_id", on: ["customer_id"] },
    { name: "IDX_einvoice_operation_record_id", on: ["record_id"] },
    {
      name: "IDX_einvoice_operation_e_invoice_order_id",
      on: ["e_invoice_order_id"],
    },
    { name: "IDX_einvoice_operation_by_created_at", on: ["created_at", "id"] },
    {
      name: "IDX_einvoice_operation_by_state",
      on: ["state", "created_at", "id"],
    },
    {
      name: "IDX_einvoice_operation_by_operation_id",
      on: ["operation_id", "created_at", "id"],
    },
    {
      name: "IDX_einvoice_operation_sealed_until",
      on: ["sealed_until"],
      where: "sealed_until IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_einvoice_operation_contradicted",
      on: ["contradicted_at"],
      where: "contradicted_at IS NOT NULL AND deleted_at IS NULL",
    },
  ])

export default EInvoiceOperation
