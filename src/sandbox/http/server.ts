import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

import { failure, notFound, unknownOperation } from "../answers"
import { consoleRoutes } from "../console/console-routes"
import { controlRoutes } from "../control/control-routes"
import type { Engine } from "../engine"
import { payRoutes } from "../pay/pay-routes"
import type { ListenOptions, Listening, Sandbox } from "../sandbox"
import { StateFile } from "../world/state-file"
import { SandboxStateError } from "../world/world"
import { controlGuard, isLoopback, newControlToken, ownPagesOnly, RateCounter } from "./guards"
import { bodyLimit, createAdaptorServer, getPath, Hono, type HttpBindings } from "./hono"
import { tellAnswers } from "./request-log"
import { operationRoutes } from "./route-paths"
import { MAX_BODY_BYTES, serveCall } from "./serve-call"

const DUE_CHECK_MS = 500

/** Where all operations of the service stand. */
const CONNECT_PATH = "/api/v1/connect"

export type RunningServer = Listening & { close(): Promise<void> }

/**
 * Serves a sandbox over HTTP.
 *
 * @throws the system's error (`code` such as EADDRINUSE) when the address cannot be taken
 * @throws StateFileError when the file of the state holds something else, cannot be written, or another sandbox keeps it
 */
export async function startServer(
  engine: Engine,
  sandbox: Sandbox,
  { port = 0, host = "127.0.0.1", state, ...given }: ListenOptions
): Promise<RunningServer> {
  const { publicUrl } = engine.settings
  const isPrivate = [host, publicUrl && new URL(publicUrl).hostname].every(
    (name) => name === undefined || isLoopback(name)
  )
  const controlToken = given.controlToken ?? (isPrivate ? undefined : newControlToken())
  const file = state === undefined ? undefined : stateFile(engine, state)
  await file?.open()
  const server = createAdaptorServer({
    fetch: sandboxApp(engine, sandbox, host, controlToken).fetch,
  }) as Server
  server.listen(port, host)
  try {
    await once(server, "listening")
  } catch (error) {
    engine.changed = () => undefined
    file?.close()
    throw error
  }
  file?.resumeCallbacks()
  const dueCheck = setInterval(() => engine.runDue(), DUE_CHECK_MS).unref()
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    ...(controlToken !== undefined && { controlToken }),
    close: async () => {
      clearInterval(dueCheck)
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
      engine.changed = () => undefined
      file?.close()
    },
  }
}

function stateFile(engine: Engine, file: string): StateFile {
  const { callbacks, settings, world } = engine
  if (settings.allowRealPersonalNumbers) {
    throw new SandboxStateError(
      "A state on disk holds personal numbers: it cannot be kept where real ones are allowed."
    )
  }
  const kept = new StateFile(world, callbacks, file)
  engine.changed = () => kept.changed()
  return kept
}

/** Everything the sandbox serves: the emulated interface, the control routes under /sandbox, and the console. */
function sandboxApp(
  engine: Engine,
  sandbox: Sandbox,
  host: string,
  controlToken: string | undefined
) {
  const app = new Hono<{ Bindings: HttpBindings }>({ getPath: pathOf })
  app.route("/", connectRoutes(engine))
  app.all(`${CONNECT_PATH}/*`, (context) =>
    context.json(unknownOperation(context.req.method, context.req.path).body, 404)
  )
  app.use(limited, ownPagesOnly(host, engine.settings.publicUrl))
  app.use(async (_, next) => {
    await next()
    engine.changed()
  })
  app.get("/sandbox/health", (context) => context.json({ healthy: true }))
  app.route("/pay", payRoutes(engine))
  if (controlToken !== undefined) {
    app.use(controlGuard(controlToken))
  }
  app.route("/sandbox", controlRoutes(sandbox, engine.settings.publicUrl))
  app.route("/", consoleRoutes(sandbox))
  app.notFound((context) => context.json(notFound("notFound").body, 404))
  app.onError((error, context) => {
    engine.settings.log(`The sandbox failed: ${error.message}`)
    return context.json(failure(500, "Internal Server Error", "sandboxFailed", []).body, 500)
  })
  return app
}

/** A request's path without empty segments at its end, which the service passes over. */
const pathOf = (request: Request): string => getPath(request).replace(/(?<=.)\/+$/, "")

/** The emulated interface: one route for each operation of the catalogue, at its own method and path. */
export function connectRoutes(engine: Engine) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const rate = new RateCounter(engine.settings.rateLimit.perMinute)
  for (const route of operationRoutes()) {
    const { method, path } = route
    const inRouter = path.replace(/\{(\w+)\}/g, ":$1")
    app.on(method, inRouter, tellAnswers(method, path), limited, (context) =>
      serveCall(engine, rate, route, context)
    )
  }
  return app
}

const limited = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: (context) =>
    context.json(failure(413, "Payload Too Large", "payloadTooLarge", []).body, 413),
})
