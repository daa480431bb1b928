import { randomBytes } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"

import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { clearInstances, configLoaderOverride, startApp } from "@medusajs/test-utils"

import { migrateDatabase } from "../../../demo/migrate-database"
import { freePort } from "../../../demo/postgres/free-port"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import { JOB_NAMES, type JobName } from "../../../src/modules/e-invoice/jobs"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import type { EInvoiceOptionsInput } from "../../../src/options"
import { StoreDatabase } from "./store-database"

const PAUSE_MS = 20
const PATIENCE_MS = 60_000

/** What a store is booted with. */
export type StoreSettings = {
  /** Whether this Medusa has modules with tables that the template lacks. */
  furtherModules: boolean
}

/** Stores of this process, by their settings. */
const stores = new Map<string, RunningStore>()

/** Medusa in this process. Its own runner for tests would migrate an empty database, and boot twice. */
export class RunningStore {
  readonly container: MedusaContainer
  /** Jobs that had a timer once Medusa had started. */
  readonly armedTimers: readonly JobName[]

  private constructor(
    readonly address: string,
    readonly database: StoreDatabase,
    private readonly app: Awaited<ReturnType<typeof startApp>>
  ) {
    this.container = app.container
    const { eInvoice } = this
    this.armedTimers = JOB_NAMES.filter((name) => eInvoice.timers.isArmed(name))
    eInvoice.timers.stop()
  }

  /** The store with these settings: booted, unless one of this process has them. */
  static async of(settings: StoreSettings): Promise<RunningStore> {
    const key = JSON.stringify(settings)
    const store = stores.get(key) ?? (await RunningStore.boot(settings))
    stores.set(key, store)
    return store
  }

  static async stopAll(): Promise<void> {
    const running = [...stores.values()]
    stores.clear()
    for (const store of running) {
      await store.stop()
    }
  }

  /** Says where everything is before Medusa reads its configuration. */
  private static async boot({ furtherModules }: StoreSettings): Promise<RunningStore> {
    const directory = process.cwd()
    const port = await freePort()
    Object.assign(process.env, {
      PORT: String(port),
      E_INVOICE_TOKEN: "sandbox-token",
      E_INVOICE_CALLBACK_BASE_URL: `http://localhost:${port}`,
      E_INVOICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    })
    // A sweep that begins by the clock, be it while Medusa boots, would turn a test's own away, or be ahead of it.
    Object.assign(WorkflowScheduler.prototype, { scheduleWorkflow: async () => undefined })
    const database = await StoreDatabase.make(`medusa-${process.pid}-${port}`)
    await configLoaderOverride(directory, { clientUrl: database.url })
    if (furtherModules) {
      await migrateDatabase(directory)
    }
    return new RunningStore(
      `http://localhost:${port}`,
      database,
      await startApp({ cwd: directory })
    )
  }

  /**
   * Has the plugin be as it is in a store that starts with these options: all that it keeps in memory, and all that it makes
   * of its options, its module's constructor makes. So suites with other options share a store.
   *
   * @param options that differ from those of `medusa-config.ts`
   */
  async configure(options: Partial<EInvoiceOptionsInput>): Promise<void> {
    const { eInvoice } = this
    const { modules } = this.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
    const declared = modules?.[E_INVOICE_MODULE] as { options: EInvoiceOptionsInput }
    const { constructor: Service, __container__: cradle } = eInvoice as unknown as {
      constructor: typeof EInvoiceModuleService
      __container__: ConstructorParameters<typeof EInvoiceModuleService>[0]
    }
    const started = new Service(cradle, { ...declared.options, ...options })
    // Its hooks are of the instance that Medusa calls.
    Object.assign(eInvoice, started, { __hooks: eInvoice.__hooks, connection: undefined })
    await eInvoice.clock.read()
  }

  /** Waits for what runs in the background. */
  async workflowsFinished(): Promise<void> {
    const workflows = this.container.resolve(Modules.WORKFLOW_ENGINE)
    const deadline = performance.now() + PATIENCE_MS
    const unfinished = { state: { $nin: ["not_started", "done", "reverted", "failed"] } }
    while ((await workflows.listWorkflowExecutions(unfinished)).length > 0) {
      if (performance.now() > deadline) {
        throw new Error("Workflows did not finish")
      }
      await delay(PAUSE_MS)
    }
  }

  private get eInvoice(): EInvoiceModuleService {
    return this.container.resolve(E_INVOICE_MODULE)
  }

  private async stop(): Promise<void> {
    await this.app.shutdown()
    await clearInstances()
    await this.database.drop()
  }
}
