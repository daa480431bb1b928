import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122003000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_operation" add column if not exists "settled_by" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_operation" drop column if exists "settled_by";`
    )
  }
}
