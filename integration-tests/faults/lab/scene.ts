import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"

import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"

import type { SeededStore } from "../../../demo/seed/seeded-store"
import type { OrderRow } from "../../../src/modules/e-invoice/orders/order-row"
import { Leases } from "../../../src/modules/e-invoice/leases"
import type { EInvoiceOptionsInput } from "../../../src/options"
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox"
import type { HttpClient } from "../../http/support/http-client"
import { freePort } from "../../../demo/postgres/free-port"
import type { FaultLab } from "./fault-lab"
import { StoreProcess } from "./store-process"
import { TcpGate } from "./tcp-gate"

const MINUTE = 60_000

/** Longer than the lease of a killed process lives, in milliseconds. */
const LEASE_PATIENCE = 60_000

export type SceneSettings = {
  options?: Partial<EInvoiceOptionsInput>
  sandbox?: SandboxOptions
  /** Settings of the Medusa project, and its modules. */
  medusa?: Record<string, unknown>
}

/** A database, a sandbox of the service, and the store processes between them. */
export class Scene {
  readonly database: Knex
  readonly stores: StoreProcess[] = []
  #starts = 0

  private constructor(
    private readonly lab: FaultLab,
    readonly name: string,
    private readonly settings: SceneSettings,
    private readonly databaseUrl: string,
    private readonly port: number,
    readonly service: TcpGate,
    readonly sandbox: Sandbox
  ) {
    this.database = knex({
      client: "pg",
      connection: databaseUrl,
      pool: { min: 0, max: 4 },
    })
  }

  /** Makes all but the stores. */
  static async open(lab: FaultLab, name: string, settings: SceneSettings = {}): Promise<Scene> {
    const sandbox = createSandbox({ logSize: 20_000, ...settings.sandbox })
    const { url } = await sandbox.listen()
    return new Scene(
      lab,
      name,
      settings,
      await lab.newDatabase(`faults_${name}`),
      await freePort(),
      await TcpGate.open(await freePort(), Number(new URL(url).port)),
      sandbox
    )
  }

  /** The store that came last, as a shopper or a merchant reaches it. */
  get http(): HttpClient {
    return this.current.http
  }

  get store(): SeededStore {
    return this.lab.store
  }

  get current(): StoreProcess {
    const store = this.stores.at(-1)
    if (!store) {
      throw new Error("No store is running.")
    }
    return store
  }

  /** Starts the store at the address that callbacks go to, anew after it was killed. */
  async startStore(): Promise<StoreProcess> {
    return this.startStoreAt(this.port, this.settings.medusa)
  }

  async startStoreAt(port: number, medusa: Record<string, unknown> = {}): Promise<StoreProcess> {
    const store = await StoreProcess.start({
      port,
      env: {
        DATABASE_URL: this.databaseUrl,
        MEDUSA_SETTINGS: JSON.stringify(medusa),
        E_INVOICE_BASE_URL: this.service.url,
        E_INVOICE_TOKEN: "sandbox-token",
        E_INVOICE_CALLBACK_BASE_URL: `http://127.0.0.1:${this.port}`,
        E_INVOICE_OPTIONS: JSON.stringify(this.settings.options ?? {}),
      },
      logFile: this.lab.logOf(`${this.name}-${++this.#starts}`),
    })
    this.stores.push(store)
    return store
  }

  async killStore(): Promise<void> {
    await this.current.kill()
    this.stores.pop()
  }

  async close(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.kill()))
    await this.database.destroy()
    await this.sandbox.close()
    await this.service.shut()
  }

  /** Has the store sweep as if so many minutes had passed; the lease of a sweep that was killed has to end before. */
  async sweep(minutes = 3): Promise<void> {
    await this.until(
      "a sweep begins",
      async () => (await this.current.sweep(new Date(Date.now() + minutes * MINUTE))) !== null,
      LEASE_PATIENCE
    )
  }

  /**
   * Keeps every store from sweeping by itself, as if another were at it all the time.
   *
   * @returns what lets them sweep again
   */
  async holdSweeps(): Promise<() => Promise<void>> {
    const resumed = new AbortController()
    let held: Promise<unknown> = Promise.resolve()
    await this.until(
      "a sweep under way ends",
      () =>
        new Promise<boolean>((resolve) => {
          held = new Leases(this.database)
            .hold("sweep", async () => {
              resolve(true)
              await once(resumed.signal, "abort")
            })
            .then(() => resolve(false))
        }),
      LEASE_PATIENCE
    )
    return async () => {
      resumed.abort()
      await held
    }
  }

  /** The journal, oldest row first. */
  journal(): Promise<OrderRow[]> {
    return this.database<OrderRow>("einvoice_order").orderBy(["created_at", "id"])
  }

  /** Waits for something that has to come. @throws when it does not within the patience */
  async within(what: string, event: Promise<void>, patienceMs = 60_000): Promise<void> {
    const late = new AbortController()
    try {
      await Promise.race([
        event,
        pause(patienceMs, undefined, { signal: late.signal }).then(() => {
          throw new Error(`Not within ${patienceMs} ms: ${what}`)
        }),
      ])
    } finally {
      late.abort()
    }
  }

  /** Waits until something is so. @throws when it is not within the patience */
  async until(
    what: string,
    isSo: () => Promise<boolean> | boolean,
    patienceMs = 60_000
  ): Promise<void> {
    const deadline = performance.now() + patienceMs
    while (!(await isSo())) {
      if (performance.now() > deadline) {
        throw new Error(`Not within ${patienceMs} ms: ${what}`)
      }
      await pause(50)
    }
  }
}
