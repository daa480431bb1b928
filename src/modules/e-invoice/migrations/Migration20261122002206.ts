import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122002206 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_callback_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_callback_state";`)

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_by_created_at" ON "einvoice_callback" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_by_state" ON "einvoice_callback" ("state", "created_at", "id") WHERE deleted_at IS NULL;`
    )

    this.addSql(`drop index if exists "IDX_einvoice_operation_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_operation_state";`)
    this.addSql(`drop index if exists "IDX_einvoice_operation_operation_id";`)

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_by_created_at" ON "einvoice_operation" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_by_state" ON "einvoice_operation" ("state", "created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_by_operation_id" ON "einvoice_operation" ("operation_id", "created_at", "id") WHERE deleted_at IS NULL;`
    )

    this.addSql(`drop index if exists "IDX_einvoice_order_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_updated_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_remote_status";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_state";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_grand_total";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_last_checked_at";`)

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

    this.addSql(`drop index if exists "IDX_einvoice_record_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_list";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_status";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_amount";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_last_checked_at";`)

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
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_amount" ON "einvoice_record" ("kind", "amount", "created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_by_last_checked_at" ON "einvoice_record" ("kind", "last_checked_at", "created_at", "id") WHERE remote_uuid IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_einvoice_callback_by_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_callback_by_state";`)

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_created_at" ON "einvoice_callback" ("created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_callback_state" ON "einvoice_callback" ("state", "created_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(`drop index if exists "IDX_einvoice_operation_by_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_operation_by_state";`)
    this.addSql(
      `drop index if exists "IDX_einvoice_operation_by_operation_id";`
    )

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_created_at" ON "einvoice_operation" ("created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_state" ON "einvoice_operation" ("state", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_operation_operation_id" ON "einvoice_operation" ("operation_id", "created_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(`drop index if exists "IDX_einvoice_order_by_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_by_updated_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_by_remote_status";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_by_state";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_by_grand_total";`)
    this.addSql(`drop index if exists "IDX_einvoice_order_by_last_checked_at";`)

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_created_at" ON "einvoice_order" ("created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_updated_at" ON "einvoice_order" ("updated_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_remote_status" ON "einvoice_order" ("remote_status", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_state" ON "einvoice_order" ("state", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_grand_total" ON "einvoice_order" ("grand_total", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_order_last_checked_at" ON "einvoice_order" ("last_checked_at", "created_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(`drop index if exists "IDX_einvoice_record_by_created_at";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_by_kind";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_by_status";`)
    this.addSql(`drop index if exists "IDX_einvoice_record_by_amount";`)
    this.addSql(
      `drop index if exists "IDX_einvoice_record_by_last_checked_at";`
    )

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_created_at" ON "einvoice_record" ("created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_list" ON "einvoice_record" ("kind", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_status" ON "einvoice_record" ("kind", "status", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_amount" ON "einvoice_record" ("kind", "amount", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_einvoice_record_last_checked_at" ON "einvoice_record" ("kind", "last_checked_at", "created_at") WHERE deleted_at IS NULL;`
    )
  }
}
