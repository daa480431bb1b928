import type { Server } from "node:http"
import { configManager } from "@medusajs/framework/config"
import { build as buildBundle, serve } from "@medusajs/admin-bundler"
import { getResolvedPlugins } from "@medusajs/framework/utils"
import loadAdmin from "@medusajs/medusa/loaders/admin"
import { initializeContainer } from "@medusajs/medusa/loaders/index"
import express, { type Express } from "express"
import { serveParent } from "./children/serve-parent"

const directory = process.cwd()
const port = Number(process.env.PORT)
/** Where to build Admin for a live store; absent, it is built page by page as they are opened. */
const outDir = process.env.DEMO_ADMIN_BUILD

let server: Server | undefined

// A process of its own: building Admin takes all of a core for a while, and the store has shoppers to serve.
serveParent({
  start: async () => {
    await initializeContainer(directory, { skipDbConnection: true })
    const { path } = configManager.config.admin
    const app = express()
    app.get("/", (_request, response) => response.redirect(path))
    const building = build(app)
    // A visitor who comes before Admin is built waits for it.
    app.use((_request, _response, next) => {
      building.then(() => next(), next)
    })
    await new Promise<void>((resolve, reject) => {
      server = app.listen(port, "127.0.0.1", resolve).once("error", reject)
    })
    if (outDir === undefined) {
      void building.then(() => warmUp(`http://127.0.0.1:${port}${path}`))
    }
    return null
  },
  stop: () => {
    server?.closeAllConnections()
    server?.close()
  },
})

async function build(app: Express) {
  const configModule = configManager.config
  const plugins = await getResolvedPlugins(directory, configModule, true)
  if (outDir === undefined) {
    await loadAdmin({ app, configModule, rootDirectory: directory, plugins })
    return
  }
  const { admin } = configModule
  const sources = plugins.flatMap(({ admin: extension }) =>
    extension?.type === "local" ? [extension.resolve] : []
  )
  await buildBundle({ ...admin, sources, plugins: [], outDir })
  app.use(admin.path, await serve({ outDir }))
}

/** The first page sets off most of the building; this way it has begun before the first visit. */
async function warmUp(url: string) {
  await fetch(`${url}/`)
  await fetch(`${url}/entry.jsx`)
}
