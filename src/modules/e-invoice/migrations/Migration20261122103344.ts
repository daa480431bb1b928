import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122103344 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_order" add column if not exists "other_orders" jsonb null;`
    )
    this.addSql(
      `alter table if exists "einvoice_operation" add column if not exists "attempts" integer not null default 0;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_order" drop column if exists "other_orders";`
    )
    this.addSql(
      `alter table if exists "einvoice_operation" drop column if exists "attempts";`
    )
  }
}
