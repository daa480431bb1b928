import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122112233 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_refund" drop constraint if exists "einvoice_refund_state_check";`
    )
    this.addSql(
      `alter table if exists "einvoice_refund" add column if not exists "attempt" integer not null default 1, add column if not exists "sending_at" timestamptz null, add column if not exists "settled_at" timestamptz null;`
    )
    this.addSql(
      `alter table if exists "einvoice_refund" alter column "state" set default 'prepared', add constraint "einvoice_refund_state_check" check ("state" in ('prepared', 'sending', 'done', 'rejected', 'in_doubt'));`
    )
    this.addSql(`drop index if exists "IDX_einvoice_refund_open";`)
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
      `alter table if exists "einvoice_operation" add column if not exists "moves_money" boolean not null default false;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_einvoice_operation_money" ON "einvoice_operation" ("subject_kind", "subject_uuid") WHERE state IN ('sending', 'in_doubt') AND moves_money = true AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_operation_money";`)
    this.addSql(
      `alter table if exists "einvoice_operation" drop column if exists "moves_money";`
    )
    this.addSql(`drop table if exists "einvoice_refund_key" cascade;`)
    this.addSql(`drop index if exists "IDX_einvoice_refund_open";`)
    this.addSql(
      `alter table if exists "einvoice_refund" drop constraint if exists "einvoice_refund_state_check";`
    )
    this.addSql(
      `alter table if exists "einvoice_refund" drop column if exists "attempt", drop column if exists "sending_at", drop column if exists "settled_at";`
    )
  }
}
