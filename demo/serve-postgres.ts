import { startPostgres, type RunningPostgres } from "./postgres/embedded-postgres"
import { serveParent } from "./children/serve-parent"

let server: RunningPostgres | undefined

// A process of its own, so that the server is ended even when the demo itself is killed.
serveParent({
  start: async () => {
    server = await startPostgres({
      dataDirectory: process.env.DEMO_POSTGRES_DATA,
    })
    // The database every server begins with: no other process uses this one.
    return { databaseUrl: server.url("postgres") }
  },
  stop: () => server?.stop(),
})
