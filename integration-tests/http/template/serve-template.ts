import { container } from "@medusajs/framework"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import start from "@medusajs/medusa/commands/start"

import { serveParent } from "../../../demo/children/serve-parent"
import { migrateDatabase } from "../../../demo/migrate-database"
import { seedNorwegianStore } from "../../../demo/seed/norwegian-store"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"

const directory = process.cwd()

let gracefulShutDown: (() => void) | undefined

/** Fills the database that the specs' own are copies of, and serves its store for as long as more is put in. */
serveParent({
  start: async () => {
    await migrateDatabase(directory)
    // No sweep that begins by the clock leaves its traces in every test.
    Object.assign(WorkflowScheduler.prototype, { scheduleWorkflow: async () => undefined })
    const started = await start({ directory, host: "127.0.0.1", port: Number(process.env.PORT) })
    gracefulShutDown = started?.gracefulShutDown
    container.resolve<EInvoiceModuleService>(E_INVOICE_MODULE).timers.stop()
    return seedNorwegianStore(container)
  },
  stop: () =>
    new Promise((resolve) => {
      if (!gracefulShutDown) {
        return resolve()
      }
      // It ends the process itself when it is through.
      gracefulShutDown()
    }),
})
