import { container } from "@medusajs/framework"
import start from "@medusajs/medusa/commands/start"
import { serveParent } from "./children/serve-parent"
import { seedNorwegianStore } from "./seed/norwegian-store"
import { migrateDatabase } from "./migrate-database"

const directory = process.cwd()

let gracefulShutDown: (() => void) | undefined

serveParent({
  start: async (report) => {
    if (process.env.DEMO_IS_MIGRATED !== "true") {
      report("Creating Medusa's tables")
      await migrateDatabase(directory)
    }
    report("Booting Medusa with the plugin")
    const started = await start({
      directory,
      host: "127.0.0.1",
      port: Number(process.env.PORT),
    })
    gracefulShutDown = started?.gracefulShutDown
    if (process.env.DEMO_IS_SEEDED === "true") {
      return null
    }
    report("Filling the store: goods, prices, VAT, delivery, people")
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
