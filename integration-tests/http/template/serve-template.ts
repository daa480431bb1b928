import { container } from "@medusajs/framework"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import start from "@medusajs/medusa/commands/start"

import { serveParent } from "../../../demo/children/serve-parent"
import { migrateDatabase } from "../../../demo/migrate-database"
import { seedNorwegianStore } from "../../../demo/seed/norwegian-store"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import { HttpClient } from "../support/http-client"
import { Shopper, type Visit, visitKey } from "../support/shopper"
import type { FilledStore } from "./store-template"

const directory = process.cwd()

/**
 * What many tests fill a cart with, and as many of it as most of them need. Filling a cart costs Medusa twice what the payment and
 * the order cost.
 */
const STANDING: readonly (readonly [count: number, visit: Visit])[] = [
  [4, {}],
  [2, { email: "other@example.com" }],
  [2, { basket: { "COFFEE-250": 1, "MUG-35": 1 } }],
  [2, { basket: { "COFFEE-250": 60 } }],
  [2, { basket: { "MUG-35": 2, "PASS-YOUTH": 1 } }],
  [1, { basket: { "COFFEE-250": 1, "MUG-35": 2 } }],
  [1, { basket: { "COFFEE-250": 3, "MUG-35": 1 } }],
  [1, { basket: { "MUG-35": 1, "COFFEE-250": 2 } }],
  [1, { basket: { "MUG-35": 2, "COFFEE-250": 3 } }],
]

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
    return fill()
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

async function fill(): Promise<FilledStore> {
  const store = await seedNorwegianStore(container)
  const http = new HttpClient(() => `http://127.0.0.1:${process.env.PORT}`)
  const carts: FilledStore["carts"] = []
  for (const [count, visit] of STANDING) {
    for (let filled = 0; filled < count; filled++) {
      const { cartId } = await Shopper.arrive({ http, store }, visit)
      carts.push({ id: cartId, of: visitKey(visit) })
    }
  }
  return { store, carts }
}
