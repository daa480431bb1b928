import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122101010 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "einvoice_job" ("name" text not null, "started_at" timestamptz null, "finished_at" timestamptz null, "server" text null, "failure" text null, "result" jsonb null, "memory" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "einvoice_job_pkey" primary key ("name"));`
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
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "einvoice_job" cascade;`)
    this.addSql(`drop table if exists "einvoice_lease" cascade;`)
  }
}
