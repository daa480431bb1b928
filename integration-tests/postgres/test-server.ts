import { type RunningPostgres, startPostgres } from "../../demo/postgres/embedded-postgres"
import { folderInMemory } from "./folder-in-memory"

let server: RunningPostgres | undefined

/**
 * Makes sure that the tests find a PostgreSQL server where Medusa's test runner
 * looks for it: in DB_HOST, DB_PORT, DB_USERNAME and DB_PASSWORD. A server that
 * these variables name already is used as it is.
 */
export async function provideTestServer() {
  if (process.env.DB_PORT) {
    return
  }
  const temporaryFolder = folderInMemory()
  server = await startPostgres(temporaryFolder ? { temporaryFolder } : {})
  Object.assign(process.env, {
    // The runner asks for TLS when this is anything but this very word.
    DB_HOST: server.host,
    DB_PORT: String(server.port),
    DB_USERNAME: server.user,
    DB_PASSWORD: server.password,
  })
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => process.exit(128 + number))
  }
}

/** Ends the server that {@link provideTestServer} started, if it did. */
export function withdrawTestServer() {
  server?.stop()
  server = undefined
}
