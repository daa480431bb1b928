import { mkdirSync, rmSync } from "node:fs"
import path from "node:path"

import { knex } from "@medusajs/framework/mikro-orm/knex"

import { type SeededStore, seededStoreSchema } from "../../../demo/seed/seeded-store"
import { freePort } from "../../../demo/postgres/free-port"
import { DurablePostgres } from "./durable-postgres"
import { locksInPostgres } from "./shared-modules"
import { StoreProcess } from "./store-process"

/** The database that every case begins with a copy of. */
const TEMPLATE = "faults_template"

/** One PostgreSQL server, and a filled store in it that every case gets a copy of. */
export class FaultLab {
  readonly logFolder = path.resolve(__dirname, "../../../test-output/fault-stores")
  #postgres: DurablePostgres | undefined
  #store: SeededStore | undefined

  get postgres(): DurablePostgres {
    return ready(this.#postgres)
  }

  /** What is in each store at first. */
  get store(): SeededStore {
    return ready(this.#store)
  }

  async open(): Promise<void> {
    rmSync(this.logFolder, { recursive: true, force: true })
    mkdirSync(this.logFolder, { recursive: true })
    this.#postgres = await DurablePostgres.start()
    await this.#inServer(`create database ${TEMPLATE}`)
    const first = await StoreProcess.start({
      port: await freePort(),
      env: {
        STORE_IS_NEW: "true",
        DATABASE_URL: this.postgres.url(TEMPLATE),
        // Has the tables made that locks are kept in.
        MEDUSA_SETTINGS: JSON.stringify({ modules: [locksInPostgres] }),
      },
      logFile: this.logOf("template"),
    })
    this.#store = seededStoreSchema.parse(await first.greeting)
    await first.kill()
  }

  close(): void {
    this.#postgres?.stop()
  }

  /** Makes a database with a filled store. @returns its address */
  async newDatabase(name: string): Promise<string> {
    // What the store that filled it was doing when it ended may not have ended yet.
    await this.#inServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`
    )
    await this.#inServer(`create database ${name} template ${TEMPLATE}`)
    return this.postgres.url(name)
  }

  logOf(store: string): string {
    return path.join(this.logFolder, `${store}.log`)
  }

  async #inServer(statement: string): Promise<void> {
    const server = knex({
      client: "pg",
      connection: this.postgres.url("postgres"),
    })
    try {
      await server.raw(statement)
    } finally {
      await server.destroy()
    }
  }
}

function ready<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("The lab is not open yet: use it within a test.")
  }
  return value
}
