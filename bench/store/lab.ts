import { mkdirSync } from "node:fs"
import path from "node:path"

import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"

import { type SeededStore, seededStoreSchema } from "../../demo/seed/seeded-store"
import { DurablePostgres } from "../../integration-tests/faults/lab/durable-postgres"
import { freePort } from "../../demo/postgres/free-port"
import type { EInvoiceOptionsInput } from "../../src/options"
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox"
import { BENCH_FOLDER } from "../harness/children"
import { buildStores, type StoreKind } from "./build"
import { StoreProcess } from "./store-process"

const TEMPLATE = "bench_template"

/** Locks and events as a single server has them. */
export type SceneSettings = {
  /** Names the database. */
  name: string
  sandbox?: SandboxOptions
  options?: Partial<EInvoiceOptionsInput>
  /** Settings of the Medusa project, and its modules. */
  medusa?: Record<string, unknown>
}

/** One PostgreSQL server that writes to disk as in production, and a filled store in it that every ratio gets a copy of. */
export class StoreLab {
  private constructor(
    readonly postgres: DurablePostgres,
    /** What is in each store at first. */
    readonly contents: SeededStore
  ) {}

  static async open(step: (text: string) => void): Promise<StoreLab> {
    step("building the store")
    await buildStores()
    mkdirSync(path.join(BENCH_FOLDER, "logs"), { recursive: true })
    step("starting PostgreSQL")
    const postgres = await DurablePostgres.start()
    try {
      await inServer(postgres, `create database ${TEMPLATE}`)
      step("filling a store")
      const { store, greeting } = await StoreProcess.start({
        kind: "plugin",
        port: await freePort(),
        env: {
          ...environment(postgres.url(TEMPLATE), "http://127.0.0.1:1"),
          BENCH_STORE_IS_NEW: "true",
        },
        logFile: logOf("template"),
      })
      await store.stop()
      return new StoreLab(postgres, seededStoreSchema.parse(greeting))
    } catch (error) {
      postgres.stop()
      throw error
    }
  }

  close(): void {
    this.postgres.stop()
  }

  /** Makes a database with a filled store, and a sandbox of the service; no store runs yet. */
  async scene(settings: SceneSettings): Promise<Scene> {
    const name = `bench_${settings.name}`
    await inServer(
      this.postgres,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`
    )
    await inServer(this.postgres, `create database ${name} template ${TEMPLATE}`)
    const sandbox = createSandbox({ logSize: 100_000, ...settings.sandbox })
    const { url } = await sandbox.listen()
    return new Scene(settings, this.contents, this.postgres.url(name), sandbox, url)
  }
}

/** A database, a sandbox of the service, and the stores that run on them. */
export class Scene {
  readonly database: Knex
  readonly #stores: StoreProcess[] = []

  constructor(
    readonly settings: SceneSettings,
    /** What is in the store. */
    readonly store: SeededStore,
    readonly databaseUrl: string,
    readonly sandbox: Sandbox,
    private readonly sandboxUrl: string
  ) {
    this.database = knex({
      client: "pg",
      connection: databaseUrl,
      pool: { min: 0, max: 4 },
    })
  }

  async start(kind: StoreKind = "plugin"): Promise<{ store: StoreProcess; milliseconds: number }> {
    const port = await freePort()
    const { medusa = {}, options = {}, name } = this.settings
    const started = await StoreProcess.start({
      kind,
      port,
      env: {
        ...environment(this.databaseUrl, this.sandboxUrl),
        E_INVOICE_CALLBACK_BASE_URL: `http://127.0.0.1:${port}`,
        E_INVOICE_OPTIONS: JSON.stringify(options),
        MEDUSA_SETTINGS: JSON.stringify(medusa),
      },
      logFile: logOf(name),
    })
    this.#stores.push(started.store)
    return started
  }

  async close(): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.stop()))
    await this.database.destroy()
    await this.sandbox.close()
  }
}

const environment = (databaseUrl: string, sandboxUrl: string) => ({
  DATABASE_URL: databaseUrl,
  E_INVOICE_BASE_URL: sandboxUrl,
  E_INVOICE_TOKEN: "sandbox-token",
  E_INVOICE_CALLBACK_BASE_URL: "http://127.0.0.1:9000",
})

const logOf = (name: string) => path.join(BENCH_FOLDER, "logs", `store-${name}.log`)

async function inServer(postgres: DurablePostgres, statement: string): Promise<void> {
  const server = knex({ client: "pg", connection: postgres.url("postgres") })
  try {
    await server.raw(statement)
  } finally {
    await server.destroy()
  }
}
