import { setTimeout as delay } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { clearInstances, configLoaderOverride, startApp } from "@medusajs/test-utils"

import { migrateDatabase } from "../../../demo/migrate-database"
import { StoreDatabase } from "./store-database"

const PAUSE_MS = 20
const PATIENCE_MS = 60_000

/** Medusa in this process. Its own runner for tests would migrate an empty database, and boot twice. */
export class RunningStore {
  private constructor(
    readonly database: StoreDatabase,
    readonly container: MedusaContainer,
    private readonly shutdown: () => Promise<void>
  ) {}

  /**
   * @param name of the database
   * @param migrate whether modules need tables that the template lacks
   */
  static async start(name: string, { migrate }: { migrate: boolean }): Promise<RunningStore> {
    const directory = process.cwd()
    const database = await StoreDatabase.make(name)
    await configLoaderOverride(directory, { clientUrl: database.url })
    if (migrate) {
      await migrateDatabase(directory)
    }
    const { container, shutdown } = await startApp({ cwd: directory })
    return new RunningStore(database, container, shutdown)
  }

  async stop(): Promise<void> {
    await this.shutdown()
    await clearInstances()
    await this.database.drop()
  }

  /** Waits for what runs in the background. */
  async workflowsFinished(): Promise<void> {
    const workflows = this.container.resolve(Modules.WORKFLOW_ENGINE)
    const deadline = Date.now() + PATIENCE_MS
    const unfinished = { state: { $nin: ["not_started", "done", "reverted", "failed"] } }
    while ((await workflows.listWorkflowExecutions(unfinished)).length > 0) {
      if (Date.now() > deadline) {
        throw new Error("Workflows did not finish")
      }
      await delay(PAUSE_MS)
    }
  }
}
