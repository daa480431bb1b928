import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122184905 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_operation" add column if not exists "settled_at" timestamptz null, add column if not exists "contradicted_at" timestamptz null, add column if not exists "same_as" text null, add column if not exists "repeat_confirmed" boolean not null default false;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_contradicted" ON "einvoice_operation" ("contradicted_at") WHERE contradicted_at IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_operation_contradicted";`)
    this.addSql(
      `alter table if exists "einvoice_operation" drop column if exists "settled_at", drop column if exists "contradicted_at", drop column if exists "same_as", drop column if exists "repeat_confirmed";`
    )
  }
}
