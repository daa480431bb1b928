import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { defineConfig, MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { MedusaApp } from "@medusajs/framework/modules-sdk"
import {
  ContainerRegistrationKeys,
  createPgConnection,
  CustomDBMigrator,
  isSharedConnectionSymbol,
  Modules,
} from "@medusajs/framework/utils"

import { E_INVOICE_MODULE } from "../../src/modules/e-invoice"
import type { JobName } from "../../src/modules/e-invoice/jobs"
import type EInvoiceModuleService from "../../src/modules/e-invoice/service"
import { simulation } from "./simulation"

type ModuleCradle = ConstructorParameters<typeof EInvoiceModuleService>[0]

/** Connections that stand open from the start: none is opened while a history is played. */
const CONNECTIONS = 24

/** Where statements that are not rewritten take the time from, such as a column's default. */
const CLOCK = "simulated_clock"

const PRESENT =
  /\b(?:pg_catalog\.)?(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_timestamp(?:\(\d\))?/gi

type Statement = { sql?: string } | string

type Client = {
  query(connection: unknown, statement: Statement): Promise<unknown>
}

export type Database = {
  readonly connection: Knex
  /** What Medusa gives the module's service; `own` stands in for some of it. */
  cradle(own: Record<string, unknown>): ModuleCradle
  /** Tables of the plugin. */
  readonly tables: readonly string[]
  empty(): Promise<void>
  close(): Promise<void>
}

/**
 * Makes a database with the plugin's own migrations. Each statement of an act is a crossing, and the present is the
 * simulation's, in statements and defaults alike.
 *
 * @param options the module's
 */
export async function openDatabase(
  name: string,
  options: Record<string, unknown>
): Promise<Database> {
  await recreate(name)
  await migrate(name)
  const connection = createPgConnection({
    clientUrl: urlOf(name),
    pool: { min: CONNECTIONS, max: CONNECTIONS, idleTimeoutMillis: 3_600_000 },
  })
  const app = await MedusaApp({
    modulesConfig: {
      [E_INVOICE_MODULE]: {
        resolve: `${process.cwd()}/src/modules/e-invoice`,
        options: {
          ...options,
          database: { clientUrl: urlOf(name) },
          [isSharedConnectionSymbol]: true,
        },
      },
    },
    injectedDependencies: {
      [ContainerRegistrationKeys.PG_CONNECTION]: connection,
      [Modules.EVENT_BUS]: { emit: async () => undefined },
      [ContainerRegistrationKeys.LOGGER]: quietLogger,
      [ContainerRegistrationKeys.CONFIG_MODULE]: { modules: {} },
    },
    cwd: process.cwd(),
  } as Parameters<typeof MedusaApp>[0])
  const tables = await tablesOf(connection)
  await useSimulatedTime(connection)
  await openAll(connection)
  gate(connection)
  return {
    connection,
    cradle: (own) =>
      new Proxy(Reflect.get(app.modules[E_INVOICE_MODULE] ?? {}, "__container__"), {
        get: (target, name) => Reflect.get(own, name) ?? Reflect.get(target, name),
      }) as ModuleCradle,
    tables,
    empty: async () => {
      lastMoment = -1
      // Of few rows that is quicker than to truncate.
      await connection.raw(tables.map((table) => `delete from "${table}"`).join("; "))
      // A store's first sweep takes all changes for followed: it ran when the plugin was installed.
      await connection("einvoice_job").insert({
        name: "sweep" satisfies JobName,
        memory: { last_change_followed: "" },
      })
    },
    close: async () => {
      await app.onApplicationShutdown()
      await connection.destroy()
    },
  }
}

export const quietLogger = Object.fromEntries(
  ["debug", "info", "warn", "error", "log", "panic", "activity"].map((level) => [
    level,
    () => undefined,
  ])
)

/** Turns each statement of an act into a crossing; those of a transaction come in one go. */
function gate(connection: Knex): void {
  const main = connection.client as Client
  const shared = Object.getPrototypeOf(main) as Client
  const query = shared.query
  shared.query = async function (this: Client, wire, statement) {
    const { current } = simulation
    if (!current?.kernel.actHere) {
      return query.call(this, wire, statement)
    }
    const { kernel } = current
    const text = typeof statement === "string" ? statement : (statement.sql ?? "")
    const run = async () => {
      await keepTime(main, query, kernel.now, text)
      return query.call(this, wire, presentOf(statement, kernel.now))
    }
    if (/^rollback/i.test(text)) {
      return kernel.cleanUp(run)
    }
    return kernel.cross("database", labelOf(text), run, {
      atOnce: this !== main,
    })
  }
}

let lastMoment = -1

/** Of a job or a lease nothing asks when its row was made. */
const DEFAULTS_MATTER = /insert into (?!"?einvoice_(?:job|lease)\b)/i

/** Only what is inserted takes the time from a default. */
async function keepTime(
  main: Client,
  query: Client["query"],
  now: number,
  text: string
): Promise<void> {
  if (now !== lastMoment && DEFAULTS_MATTER.test(text)) {
    lastMoment = now
    const { client } = { client: main as Client & ConnectionSource }
    const wire = await client.acquireConnection()
    try {
      await query.call(main, wire, {
        sql: `update ${CLOCK} set at = '${new Date(now).toISOString()}'`,
      })
    } finally {
      await client.releaseConnection(wire)
    }
  }
}

type ConnectionSource = {
  acquireConnection(): Promise<unknown>
  releaseConnection(connection: unknown): Promise<void>
}

function presentOf(statement: Statement, now: number): Statement {
  const moment = `'${new Date(now).toISOString()}'::timestamptz`
  if (typeof statement === "string") {
    return statement.replace(PRESENT, moment)
  }
  if (statement.sql) {
    statement.sql = statement.sql.replace(PRESENT, moment)
  }
  return statement
}

/** The kind of statement and its first table. */
function labelOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "statement"
  const table = /"?((?:einvoice|locking)\w*)"?/.exec(sql)?.[1]
  const state = /"state" = \$/.test(sql) ? " (by state)" : ""
  return `${verb} ${table ?? ""}${state}`
}

async function useSimulatedTime(connection: Knex): Promise<void> {
  await connection.raw(
    `create table ${CLOCK} (at timestamptz not null);
     insert into ${CLOCK} values (now());
     create function simulated_now() returns timestamptz language sql volatile as 'select at from ${CLOCK}'`
  )
  const { rows } = await connection.raw<{
    rows: { table_name: string; column_name: string }[]
  }>(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default ilike '%now()%'`
  )
  for (const { table_name: table, column_name: column } of rows) {
    await connection.raw(
      `alter table "${table}" alter column "${column}" set default simulated_now()`
    )
  }
}

async function openAll(connection: Knex): Promise<void> {
  const client = connection.client as ConnectionSource
  const all = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => client.acquireConnection())
  )
  await Promise.all(all.map((wire) => client.releaseConnection(wire)))
}

async function tablesOf(connection: Knex): Promise<string[]> {
  const { rows } = await connection.raw<{ rows: { tablename: string }[] }>(
    "select tablename from pg_tables where schemaname = 'public' and tablename like 'einvoice%' order by 1"
  )
  return rows.map(({ tablename }) => tablename)
}

async function migrate(name: string): Promise<void> {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: urlOf(name),
      entities: [],
      discovery: { warnWhenNoEntities: false },
      migrations: {
        path: `${process.cwd()}/src/modules/e-invoice/migrations`,
        silent: true,
        snapshot: false,
      },
      extensions: [CustomDBMigrator],
    })
  )
  try {
    await orm.getMigrator().up()
  } finally {
    await orm.close()
  }
}

async function recreate(name: string): Promise<void> {
  const admin = createPgConnection({ clientUrl: urlOf("postgres") })
  try {
    await admin.raw(`drop database if exists "${name}" with (force)`)
    await admin.raw(`create database "${name}"`)
  } finally {
    await admin.destroy()
  }
}

function urlOf(name: string): string {
  const { DB_USERNAME, DB_PASSWORD, DB_HOST, DB_PORT } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}`
}
