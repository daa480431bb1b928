import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { failure, notFound } from "../answers"
import type { Engine } from "../engine"
import { consoleRoutes } from "../console/console-routes"
import { controlRoutes } from "../control/control-routes"
import { payRoutes } from "../pay/pay-routes"
import type { Sandbox } from "../sandbox"
import { connectRoutes } from "./connect-routes"
import { ownPagesOnly } from "./own-pages-only"

/** Everything the sandbox serves: the emulated interface, the control routes under /sandbox, and the console. */
export function sandboxApp(engine: Engine, sandbox: Sandbox, host: string) {
  const app = new Hono<{ Bindings: HttpBindings }>()
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
