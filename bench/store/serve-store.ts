import { once } from "node:events"
import { Server } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"

import { filesLoaded, filesRun, followFiles } from "./files-run"
import { type StoreMemory, type StoreReport, type StoreTask, storeTaskSchema } from "./messages"

/*
 * A store as it is started from a build, with a wire to the bench. The folder it runs in decides whether it has the
 * plugin; nothing of the plugin is loaded by this file unless it is asked for.
 */

const directory = process.cwd()

const tell = (report: StoreReport) => process.send?.(report)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function serve(): Promise<unknown> {
  const isNew = process.env.BENCH_STORE_IS_NEW === "true"
  if (isNew) {
    const { migrateDatabase } = await import("../../demo/migrate-database.js")
    await migrateDatabase(directory)
  }
  const started = await start({
    directory,
    host: "127.0.0.1",
    port: Number(process.env.PORT),
  })
  // Medusa says that it has started just before it listens.
  const server: unknown = started && started.server
  if (server instanceof Server && !server.listening) {
    await once(server, "listening")
  }
  if (!isNew) {
    return null
  }
  const { seedNorwegianStore } = await import("../../demo/seed/norwegian-store.js")
  return seedNorwegianStore(container)
}

async function done(task: StoreTask): Promise<unknown> {
  switch (task.type) {
    case "sweep": {
      const { sweepEInvoiceOrders } =
        await import("../../src/workflows/sweep/sweep-e-invoice-orders.js")
      return sweepEInvoiceOrders(container, { now: new Date(task.now) })
    }
    case "memory":
      return memory()
    case "files-loaded":
      return filesLoaded()
    case "follow-files":
      return followFiles()
    case "files-run":
      return filesRun()
  }
}

/** The resident set alone says how seldom Node collects what is garbage, not what is kept. */
function memory(): StoreMemory {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  return {
    peak: process.resourceUsage().maxRSS * 1024,
    live: process.memoryUsage().heapUsed,
  }
}

process.on("message", (message) => {
  const { number, task } = storeTaskSchema.parse(message)
  done(task).then(
    (value) => tell({ type: "done", number, value }),
    (error) => tell({ type: "not-done", number, message: messageOf(error) })
  )
})
process.on("disconnect", () => process.exit(1))

serve().then(
  (value) => tell({ type: "ready", value }),
  (error: unknown) => {
    console.error(error)
    tell({ type: "failed", message: messageOf(error) })
    process.exit(1)
  }
)
