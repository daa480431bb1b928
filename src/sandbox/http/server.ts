import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

import { createAdaptorServer, type HttpBindings } from "@hono/node-server"
import { Hono, type MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { getPath } from "hono/utils/url"

import { failure, notFound } from "../answers"
import { consoleRoutes } from "../console/console-routes"
import { controlRoutes } from "../control/control-routes"
import type { Engine } from "../engine"
import { payRoutes } from "../pay/pay-routes"
import type { Sandbox } from "../sandbox"
import { MAX_BODY_BYTES, RateCounter, serveCall } from "./serve-call"
import { operationRoutes } from "./route-paths"

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

/** Everything the sandbox serves: the emulated interface, the control routes under /sandbox, and the console. */
function sandboxApp(engine: Engine, sandbox: Sandbox, host: string) {
  const app = new Hono<{ Bindings: HttpBindings }>({ getPath: pathOf })
  app.route("/", connectRoutes(engine))
  app.use(ownPagesOnly(host))
  app.route("/sandbox", controlRoutes(sandbox))
  app.route("/pay", payRoutes(engine))
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
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => {
        const tooLarge = failure(413, "Payload Too Large", "payloadTooLarge", [])
        return context.json(tooLarge.body, 413)
      },
    })
  )
  for (const { id, method, path } of operationRoutes()) {
    app.on(method, path, (context) => serveCall(engine, rate, id, context))
  }
  return app
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Keeps other web sites off the console and the control routes: a page elsewhere may not post to them through the
 * visitor's browser, nor reach a loopback sandbox under a name of its own (DNS rebinding). Callers that are no browser
 * send neither `Origin` nor `Sec-Fetch-Site` and are let through.
 *
 * @param boundTo host the server listens on
 */
function ownPagesOnly(boundTo: string): MiddlewareHandler {
  return async (context, next) => {
    const url = new URL(context.req.url)
    if (isLoopback(boundTo) && !isLoopback(url.hostname)) {
      return context.json({ error: "This sandbox answers on its loopback address only." }, 403)
    }
    const site = context.req.header("sec-fetch-site")
    const origin = context.req.header("origin")
    const isOwn = site
      ? site === "same-origin" || site === "none"
      : origin === undefined || origin === url.origin
    if (!SAFE_METHODS.has(context.req.method) && !isOwn) {
      return context.json({ error: "This address takes no posts from other sites." }, 403)
    }
    await next()
  }
}

function isLoopback(hostname: string): boolean {
  return (
    ["localhost", "::1", "[::1]"].includes(hostname) ||
    hostname.endsWith(".localhost") ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
