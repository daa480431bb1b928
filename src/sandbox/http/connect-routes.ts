import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { failure } from "../answers"
import type { Engine } from "../engine"
import { RateCounter } from "./rate-counter"
import { MAX_BODY_BYTES } from "./read-body"
import { operationRoutes } from "./route-paths"
import { serveCall } from "./serve-call"

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
