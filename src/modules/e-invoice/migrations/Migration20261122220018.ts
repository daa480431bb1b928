import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122220018 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "einvoice_callback" ("id" text not null, "e_invoice_order_id" text not null, "content_hash" text not null, "parameters" jsonb not null, "state" text check ("state" in ('received', 'processed', 'failed')) not null default 'received', "attempts" integer not null default 0, "due_at" timestamptz not null, "outcome" text null, "processed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_callback_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_deleted_at" ON "einvoice_callback" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_callback_content" ON "einvoice_callback" ("e_invoice_order_id", "content_hash") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_order" ON "einvoice_callback" ("e_invoice_order_id", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_by_created_at" ON "einvoice_callback" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_by_state" ON "einvoice_callback" ("state", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_due" ON "einvoice_callback" ("due_at") WHERE state <> 'processed' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_processed_at" ON "einvoice_callback" ("processed_at") WHERE state = 'processed' AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_case" ("id" text not null, "taken_by" text null, "taken_at" timestamptz null, "handled_by" text null, "handled_at" timestamptz null, "handled_version" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_case_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_case_deleted_at" ON "einvoice_case" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_job" ("name" text not null, "started_at" timestamptz null, "finished_at" timestamptz null, "duration_ms" integer null, "server" text null, "failure" text null, "result" jsonb null, "memory" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_job_pkey" primary key ("name"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_job_deleted_at" ON "einvoice_job" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_lease" ("name" text not null, "holder" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_lease_pkey" primary key ("name"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_lease_deleted_at" ON "einvoice_lease" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_operation" ("id" text not null, "operation_id" text not null, "idempotency_key" text not null, "request_hash" text not null, "may_repeat" boolean not null, "moves_money" boolean not null default false, "subject_kind" text null, "subject_uuid" text null, "record_id" text null, "e_invoice_order_id" text null, "order_id" text null, "customer_id" text null, "actor" text not null, "settled_by" text null, "settled_at" timestamptz null, "contradicted_at" timestamptz null, "same_as" text null, "repeat_confirmed" boolean not null default false, "state" text check ("state" in ('prepared', 'sending', 'succeeded', 'rejected', 'in_doubt', 'abandoned')) not null default 'prepared', "attempt" integer not null default 0, "sending_at" timestamptz null, "account_hash" text null, "sealed_request" jsonb null, "sealed_before" jsonb null, "sealed_until" timestamptz null, "request" jsonb null, "lines" jsonb null, "answer" jsonb null, "failure" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_operation_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_deleted_at" ON "einvoice_operation" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_operation_idempotency_key" ON "einvoice_operation" ("idempotency_key") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_operation_open" ON "einvoice_operation" ("operation_id", "request_hash") WHERE state IN ('sending', 'in_doubt') AND may_repeat = false AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_operation_money" ON "einvoice_operation" ("subject_kind", "subject_uuid") WHERE state IN ('sending', 'in_doubt') AND moves_money = true AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_subject" ON "einvoice_operation" ("subject_uuid", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_order_id" ON "einvoice_operation" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_customer_id" ON "einvoice_operation" ("customer_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_record_id" ON "einvoice_operation" ("record_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_e_invoice_order_id" ON "einvoice_operation" ("e_invoice_order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_by_created_at" ON "einvoice_operation" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_by_state" ON "einvoice_operation" ("state", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_by_operation_id" ON "einvoice_operation" ("operation_id", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_sealed_until" ON "einvoice_operation" ("sealed_until") WHERE sealed_until IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_contradicted" ON "einvoice_operation" ("contradicted_at") WHERE contradicted_at IS NOT NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_order" ("id" text not null, "payment_session_id" text not null, "payment_collection_id" text null, "payment_id" text null, "order_id" text null, "cart_id" text null, "reference_no" text null, "currency_code" text not null, "grand_total" numeric not null, "refunded_total" numeric not null default 0, "credited_total" numeric not null default 0, "state" text check ("state" in ('prepared', 'sending', 'succeeded', 'rejected', 'in_doubt', 'abandoned')) not null default 'prepared', "attempt" integer not null default 0, "sending_at" timestamptz null, "account_hash" text null, "remote_order_uuid" text null, "remote_customer_uuid" text null, "remote_status" text null, "invoiced_at" timestamptz null, "paid_at" timestamptz null, "attention" text null, "other_orders" jsonb null, "cancel_requested_at" timestamptz null, "order_changed_at" timestamptz null, "hold_until" timestamptz null, "fulfillment_id" text null, "invoice_number" text null, "callback_token_hash" text not null, "shopper_data_id" text null, "customer_fingerprint" text null, "sent_request" jsonb null, "failure" jsonb null, "last_checked_at" timestamptz null, "last_checked_by" text null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "raw_grand_total" jsonb not null, "raw_refunded_total" jsonb not null default '{"value":"0","precision":20}', "raw_credited_total" jsonb not null default '{"value":"0","precision":20}', "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_order_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_order_payment_session_id_unique" ON "einvoice_order" ("payment_session_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_order_callback_token_hash_unique" ON "einvoice_order" ("callback_token_hash") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_deleted_at" ON "einvoice_order" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_order_remote_order_uuid" ON "einvoice_order" ("remote_order_uuid") WHERE remote_order_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_payment_collection_id" ON "einvoice_order" ("payment_collection_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_order_open" ON "einvoice_order" ("payment_collection_id") WHERE state IN ('sending', 'in_doubt') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_shopper_data_id" ON "einvoice_order" ("shopper_data_id") WHERE shopper_data_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_by_created_at" ON "einvoice_order" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_by_updated_at" ON "einvoice_order" ("updated_at", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_by_remote_status" ON "einvoice_order" ("remote_status", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_by_state" ON "einvoice_order" ("state", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_by_grand_total" ON "einvoice_order" ("grand_total", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_by_last_checked_at" ON "einvoice_order" ("last_checked_at", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_order_id" ON "einvoice_order" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_payment_id" ON "einvoice_order" ("payment_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_next_check_at" ON "einvoice_order" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_attention" ON "einvoice_order" ("attention") WHERE attention IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_reference_no" ON "einvoice_order" ("reference_no") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_invoice_number" ON "einvoice_order" ("invoice_number") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_without_order" ON "einvoice_order" ("created_at", "id", "cart_id") WHERE cart_id IS NOT NULL AND deleted_at IS NULL AND (order_id IS NULL OR state <> 'succeeded' OR attention IS NOT NULL);`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_counted" ON "einvoice_order" ("state", "remote_status") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_outstanding" ON "einvoice_order" ("remote_status", "currency_code", "created_at", "grand_total", "refunded_total") WHERE state = 'succeeded' AND paid_at IS NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_record" ("id" text not null, "kind" text check ("kind" in ('order', 'reservation', 'subscription', 'company-check')) not null, "remote_uuid" text null, "remote_customer_uuid" text null, "created_by_operation" text null, "order_id" text null, "customer_id" text null, "organization_id" text null, "company_name" text null, "amount" numeric null, "currency_code" text null, "status" text null, "reserved_at" timestamptz null, "refunded_total" numeric null, "held_total" numeric null, "payment_url" text null, "order_cancelled_at" timestamptz null, "attention" text check ("attention" in ('overbilled', 'reservation_overcharged', 'reservation_ended', 'change_unbilled', 'cancelled_at_service')) null, "attention_amount" text null, "attention_at" timestamptz null, "is_over" boolean not null default false, "callback_token_hash" text null, "last_checked_at" timestamptz null, "next_check_at" timestamptz null, "check_count" integer not null default 0, "raw_amount" jsonb null, "raw_refunded_total" jsonb null, "raw_held_total" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_record_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_deleted_at" ON "einvoice_record" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_record_remote_uuid" ON "einvoice_record" ("kind", "remote_uuid") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_record_callback_token_hash" ON "einvoice_record" ("callback_token_hash") WHERE callback_token_hash IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_order_id" ON "einvoice_record" ("order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_customer_id" ON "einvoice_record" ("customer_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_created_at" ON "einvoice_record" ("created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_kind" ON "einvoice_record" ("kind", "created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_status" ON "einvoice_record" ("kind", "status", "created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_reserved_at" ON "einvoice_record" ("reserved_at") WHERE kind = 'reservation' AND (status = 'RESERVED' OR held_total > 0) AND is_over = false AND remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_amount" ON "einvoice_record" ("kind", "amount", "created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_last_checked_at" ON "einvoice_record" ("kind", "last_checked_at", "created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_after_cancel" ON "einvoice_record" ("order_cancelled_at") WHERE order_cancelled_at IS NOT NULL AND is_over = false AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_attention" ON "einvoice_record" ("attention_at") WHERE attention IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_next_check_at" ON "einvoice_record" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_remote_uuid" ON "einvoice_record" ("remote_uuid") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_remote_customer_uuid" ON "einvoice_record" ("remote_customer_uuid") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_organization_id" ON "einvoice_record" ("organization_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_company_name" ON "einvoice_record" ("company_name") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_refund" ("id" text not null, "e_invoice_order_id" text not null, "refund_id" text not null, "attempt" integer not null default 1, "amount" numeric not null, "down_to" text null, "purpose" text check ("purpose" in ('refund', 'credit')) not null default 'refund', "type" text null, "status_before" text null, "products" jsonb null, "goods" jsonb null, "state" text check ("state" in ('prepared', 'sending', 'succeeded', 'rejected', 'in_doubt', 'abandoned')) not null default 'prepared', "failure" jsonb null, "sending_at" timestamptz null, "settled_at" timestamptz null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_refund_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_refund_e_invoice_order_id" ON "einvoice_refund" ("e_invoice_order_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_refund_refund_id_unique" ON "einvoice_refund" ("refund_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_refund_deleted_at" ON "einvoice_refund" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_refund_open" ON "einvoice_refund" ("e_invoice_order_id") WHERE state IN ('prepared', 'sending', 'in_doubt') AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_refund_key" ("id" text not null, "e_invoice_refund_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_refund_key_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_refund_key_e_invoice_refund_id" ON "einvoice_refund_key" ("e_invoice_refund_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_refund_key_deleted_at" ON "einvoice_refund_key" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_shopper_data" ("id" text not null, "ciphertext" text not null, "key_id" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_shopper_data_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_shopper_data_expires_at" ON "einvoice_shopper_data" ("expires_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_shopper_data_deleted_at" ON "einvoice_shopper_data" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "einvoice_timeline_entry" ("id" text not null, "e_invoice_order_id" text not null, "actor" text not null, "action" text not null, "outcome" text check ("outcome" in ('done', 'refused', 'failed', 'note')) not null, "detail" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_timeline_entry_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_timeline_entry_deleted_at" ON "einvoice_timeline_entry" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_timeline_entry_order" ON "einvoice_timeline_entry" ("e_invoice_order_id", "created_at") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "einvoice_callback" cascade;`)

    this.addSql(`drop table if exists "einvoice_case" cascade;`)

    this.addSql(`drop table if exists "einvoice_job" cascade;`)

    this.addSql(`drop table if exists "einvoice_lease" cascade;`)

    this.addSql(`drop table if exists "einvoice_operation" cascade;`)

    this.addSql(`drop table if exists "einvoice_order" cascade;`)

    this.addSql(`drop table if exists "einvoice_record" cascade;`)

    this.addSql(`drop table if exists "einvoice_refund" cascade;`)

    this.addSql(`drop table if exists "einvoice_refund_key" cascade;`)

    this.addSql(`drop table if exists "einvoice_shopper_data" cascade;`)

    this.addSql(`drop table if exists "einvoice_timeline_entry" cascade;`)
  }
}
