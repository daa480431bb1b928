import { createAdaptorServer } from "@hono/node-server"
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Engine } from "../engine"
import type { Sandbox } from "../sandbox"
import { sandboxApp } from "./app"

const DUE_CHECK_MS = 500

export type RunningServer = {
  /** The specification's `{base_url}`. */
  url: string
  close(): Promise<void>
}

/**
 * Serves a sandbox over HTTP.
 *
 * @throws the system's error (`code` such as EADDRINUSE) when the address cannot be taken
 */
export async function startServer(
  engine: Engine,
  sandbox: Sandbox,
  port: number,
  host: string
): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: sandboxApp(engine, sandbox, host).fetch,
  }) as Server
  server.listen(port, host)
  await once(server, "listening")
  const dueCheck = setInterval(() => engine.runDue(), DUE_CHECK_MS).unref()
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: async () => {
      clearInterval(dueCheck)
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
