import { Client } from "@medusajs/framework/pg"
import {
  closeWaitingroomClient,
  createPostgresDatabaseTemplate,
  dropDatabase,
  dropPostgresDatabaseTemplate,
  restorePostgresDatabaseFromTemplate,
  TestDatabaseUtils,
} from "@medusajs/test-utils"

import { storeTemplate } from "../template/store-template"

/** A table as it was at the start. */
type KeptTable = { table: string; columns: string[]; rows: string[] }

type Kept = {
  /** Of a transaction after which nothing was written yet. */
  transaction: string
  tables: KeptTable[]
  sequences: { sequence: string; value: string; called: boolean }[]
  catalogue: string
}

/**
 * The database of a suite: a copy of the template.
 *
 * To put it back to what it was, the tables that a test wrote to are filled again. Making the whole database anew takes
 * several times as long, and leaves every connection to learn two hundred tables once more.
 */
export class StoreDatabase {
  #client: Client | undefined
  #kept: Kept | undefined

  private constructor(private readonly name: string) {}

  static async make(name: string): Promise<StoreDatabase> {
    await copyDatabase(storeTemplate().database, name)
    return new StoreDatabase(name)
  }

  get url(): string {
    return TestDatabaseUtils.getDatabaseURL(this.name)
  }

  /** Puts the database back to what it was when this was first called. */
  async restore(): Promise<void> {
    if (!this.#kept) {
      await copyDatabase(this.name, this.copy)
      this.#kept = await keep(await this.connect())
      return
    }
    if (!(await this.putBack(this.#kept))) {
      await this.disconnect()
      await restorePostgresDatabaseFromTemplate({
        databaseName: this.name,
        templateName: this.copy,
      })
    }
  }

  async drop(): Promise<void> {
    await this.disconnect()
    await dropPostgresDatabaseTemplate(this.copy)
    await closeWaitingroomClient()
    const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
    await dropDatabase(
      { databaseName: this.name },
      { host: DB_HOST, port: Number(DB_PORT), user: DB_USERNAME, password: DB_PASSWORD }
    )
  }

  private get copy(): string {
    return `${this.name}-at-start`
  }

  /** @returns false where that takes more: something is under way or locked, or this user may not pass foreign keys by */
  private async putBack(kept: Kept): Promise<boolean> {
    try {
      return await putBack(await this.connect(), kept)
    } catch {
      return false
    }
  }

  private async connect(): Promise<Client> {
    if (!this.#client) {
      const client = new Client({ connectionString: this.url })
      // A test that ends all connections ends this one too.
      client.on("error", () => (this.#client = undefined))
      await client.connect()
      this.#client = client
    }
    return this.#client
  }

  private async disconnect(): Promise<void> {
    await this.#client?.end()
    this.#client = undefined
  }
}

/** Any number: who copies a database holds the lock of it. */
const COPYING = 20_261_125

/** Copies one at a time on a server: Medusa closes the source to connections meanwhile, which two at once cannot. */
async function copyDatabase(source: string, copy: string): Promise<void> {
  const client = new Client({ connectionString: TestDatabaseUtils.getDatabaseURL("postgres") })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [COPYING])
    await createPostgresDatabaseTemplate({ databaseName: source, templateName: copy })
  } finally {
    await client.end()
  }
}

/** What DDL writes to. */
const CATALOGUE = ["pg_class", "pg_attribute", "pg_constraint", "pg_proc", "pg_trigger"]

async function keep(client: Client): Promise<Kept> {
  const one = async <Row extends object>(query: string): Promise<Row[]> =>
    (await client.query<Row>(query)).rows
  const [now] = await one<{ transaction: string }>(
    "select pg_current_xact_id()::text as transaction"
  )
  const named = await one<{ table: string; columns: string[] }>(`
    select format('%I.%I', nspname, relname) as table,
      array_agg(format('%I', attname)::text order by attnum) as columns
    from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by nspname, relname`)
  const tables: KeptTable[] = []
  for (const { table, columns } of named) {
    const rows = await one<{ row: string }>(`select kept::text as row from ${table} as kept`)
    tables.push({ table, columns, rows: rows.map(({ row }) => row) })
  }
  return {
    transaction: now?.transaction ?? "",
    tables,
    sequences: await one(`
      select format('%I.%I', schemaname, sequencename) as sequence,
        coalesce(last_value, start_value)::text as value, last_value is not null as called
      from pg_sequences`),
    catalogue: await catalogueOf(client),
  }
}

/**
 * Fills again what was written to, or changes nothing.
 *
 * @returns false where other sessions are at work, or tables changed their shape
 */
async function putBack(client: Client, kept: Kept): Promise<boolean> {
  if (!(await isQuiet(client)) || (await catalogueOf(client)) !== kept.catalogue) {
    return false
  }
  const written = await writtenSince(client, kept)
  const statements = [
    "begin",
    "set local lock_timeout = '2s'",
    // Foreign keys need not hold between the tables, only in the end.
    "set local session_replication_role = 'replica'",
    ...written.flatMap(({ table, columns, rows }) => [
      `delete from ${table}`,
      ...(rows.length > 0
        ? [
            `insert into ${table} (${columns.join()}) overriding system value
             select ${columns.map((column) => `kept.${column}`).join()}
             from unnest(array[${rows.map((row) => client.escapeLiteral(row)).join()}]::${table}[]) as kept`,
          ]
        : []),
    ]),
    ...kept.sequences.map(
      ({ sequence, value, called }) => `select setval('${sequence}', ${value}, ${called})`
    ),
    "commit",
  ]
  await client.query(statements.join(";\n"))
  return true
}

/** Whether no other session is in the middle of something, or keeps something locked. */
async function isQuiet(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and backend_type = 'client backend'
    ) or exists (
      select from pg_locks
      where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())
    ) as busy`)
  return rows[0]?.busy === false
}

/** Changes with every change of a table's shape, a trigger or a function. */
async function catalogueOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ catalogue: string }>(
    `select concat_ws(' ', ${CATALOGUE.map(
      (table) => `(select count(*) || '/' || max(xmin::text::bigint) from ${table})`
    ).join()}) as catalogue`
  )
  return rows[0]?.catalogue ?? ""
}

/** The tables with rows that are new or changed, or without some that were there. */
async function writtenSince(client: Client, { transaction, tables }: Kept): Promise<KeptTable[]> {
  const { rows } = await client.query<{ table: string }>({
    name: "written-since",
    text: tables
      .map(({ table, rows }) =>
        rows.length === 0
          ? `select '${table}' as table where exists (select from ${table})`
          : `select '${table}' from ${table}
             having count(*) <> ${rows.length} or max(xmin::text::bigint) > ${transaction}`
      )
      .join(" union all "),
  })
  const written = new Set(rows.map(({ table }) => table))
  return tables.filter(({ table }) => written.has(table))
}
