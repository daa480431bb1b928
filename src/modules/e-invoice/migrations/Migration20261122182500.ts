import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122182500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_reference_no" ON "einvoice_order" ("reference_no") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_invoice_number" ON "einvoice_order" ("invoice_number") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_counted" ON "einvoice_order" ("state", "remote_status") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_outstanding" ON "einvoice_order" ("remote_status", "currency_code", "created_at", "grand_total", "refunded_total") WHERE state = 'created' AND paid_at IS NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_remote_uuid" ON "einvoice_record" ("remote_uuid") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_remote_customer_uuid" ON "einvoice_record" ("remote_customer_uuid") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_order_reference_no";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_invoice_number";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_counted";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_outstanding";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_by_remote_uuid";`)
    this.addSql(
      `drop index if exists "IDX_einvoice_record_remote_customer_uuid";`
    )
  }
}
