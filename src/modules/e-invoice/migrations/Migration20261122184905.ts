import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122184905 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_operation" add column if not exists "settled_at" timestamptz null, add column if not exists "contradicted_at" timestamptz null, add column if not exists "same_as" text null, add column if not exists "repeat_confirmed" boolean not null default false;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "einvoice_operation" drop column if exists "settled_at", drop column if exists "contradicted_at", drop column if exists "same_as", drop column if exists "repeat_confirmed";`
    )
  }
}
