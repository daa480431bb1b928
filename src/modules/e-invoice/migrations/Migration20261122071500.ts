import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122071500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_processed_at" ON "einvoice_callback" ("processed_at") WHERE state = 'processed' AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_callback_processed_at";`)
  }
}
