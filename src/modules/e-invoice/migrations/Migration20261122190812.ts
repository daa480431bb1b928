import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122190812 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_record" add column if not exists "order_cancelled_at" timestamptz null, add column if not exists "is_over" boolean not null default false;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_after_cancel" ON "einvoice_record" ("order_cancelled_at") WHERE order_cancelled_at IS NOT NULL AND is_over = false AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_record_after_cancel";`)
    this.addSql(
      `alter table if exists "einvoice_record" drop column if exists "order_cancelled_at", drop column if exists "is_over";`
    )
  }
}
