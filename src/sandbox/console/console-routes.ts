import { z } from "zod"

import {
  chaosInput,
  clockStepInput,
  orderControls,
  recordLists,
  skewInput,
} from "../control/control-routes"
import { type Context, Hono, secureHeaders } from "../http/hono"
import { faultRuleSchema } from "../options"
import { quirksSchema } from "../options"
import type { Sandbox } from "../sandbox"
import { SandboxStateError, UnknownRecordError } from "../world/world"
import { auditPage, clockPage, faultsPage, requestsPage } from "./log-pages"
import { callbackPage, callbacksPage, orderPage, ordersPage } from "./order-pages"
import { errorPage, type PagePath, styleHash } from "./page"
import {
  approvalsPage,
  checksPage,
  peoplePage,
  reservationsPage,
  subscriptionsPage,
} from "./record-pages"

/** The console: its pages, and the posts their buttons make. */
export function consoleRoutes(sandbox: Sandbox) {
  const app = new Hono()
  app.use(pageHeaders)

  app.get("/", (context) => context.html(ordersPage(sandbox.orders(), context.req.query("status"))))
  app.get("/orders/:uuid", (context) => {
    const order = sandbox.order(context.req.param("uuid"))
    const callbacks = sandbox.callbacks.list().filter(({ recordUuid }) => recordUuid === order.uuid)
    return context.html(orderPage(order, callbacks))
  })
  for (const [slug, act] of orderControls(sandbox)) {
    app.post(`/orders/:uuid/${slug}`, (context) => {
      const { uuid } = act(context.req.param("uuid"))
      return context.redirect(`/orders/${uuid}`, 303)
    })
  }

  app.get("/reservations", (context) => context.html(reservationsPage(sandbox)))
  app.get("/subscriptions", (context) => context.html(subscriptionsPage(sandbox)))
  app.get("/refund-approvals", (context) => context.html(approvalsPage(sandbox)))
  app.get("/checks", (context) => context.html(checksPage(sandbox)))
  app.get("/people", (context) => context.html(peoplePage(sandbox)))
  for (const [path, , actions] of recordLists(sandbox)) {
    for (const [slug, act] of actions) {
      app.post(`/${path}/:uuid/${slug}`, (context) => {
        act(context.req.param("uuid"))
        return context.redirect(pageOf(path), 303)
      })
    }
  }

  app.get("/callbacks", (context) => {
    const { callbacks } = sandbox
    return context.html(callbacksPage(callbacks.list(), callbacks.chaos))
  })
  app.post("/callbacks/chaos", async (context) => {
    sandbox.callbacks.setChaos(chaosInput.parse(await formOf(context)))
    return context.redirect("/callbacks", 303)
  })
  app.post("/callbacks/release", (context) => {
    sandbox.callbacks.release()
    return context.redirect("/callbacks", 303)
  })
  app.get("/callbacks/:number{[0-9]+}", (context) => {
    const { callbacks } = sandbox
    const number = Number(context.req.param("number"))
    const address = callbacks.addressOf(number)
    const record = callbacks.list().find((one) => one.number === number)
    return context.html(callbackPage(number, address, record))
  })
  app.post("/callbacks/:number{[0-9]+}/resend", (context) => {
    sandbox.callbacks.resend(Number(context.req.param("number")))
    return context.redirect("/callbacks", 303)
  })

  app.get("/requests", (context) => context.html(requestsPage(sandbox.requests())))
  app.get("/audit", (context) => context.html(auditPage(sandbox.audit())))

  app.get("/faults", (context) => context.html(faultsPage(sandbox.faults.list(), sandbox.quirks)))
  app.post("/faults", async (context) => {
    const { commit = "", kind, ...rule } = await formOf(context)
    sandbox.faults.add(faultRuleSchema.parse({ ...rule, fault: `${commit}${kind}` }))
    return context.redirect("/faults", 303)
  })
  app.post("/faults/:id/remove", (context) => {
    sandbox.faults.remove(context.req.param("id"))
    return context.redirect("/faults", 303)
  })

  app.get("/clock", (context) =>
    context.html(clockPage(sandbox.clock.now(), sandbox.delayedRefunds.list()))
  )
  app.post("/clock/advance", async (context) => {
    sandbox.clock.advance(clockStepInput.parse(await formOf(context)))
    return context.redirect("/clock", 303)
  })
  app.post("/clock/skew", async (context) => {
    sandbox.clock.skew(skewInput.parse(await formOf(context)).skew)
    return context.redirect("/clock", 303)
  })
  app.post("/delayed-refunds/carry-out", (context) => {
    sandbox.delayedRefunds.carryOut()
    return context.redirect("/clock", 303)
  })
  app.post("/quirks", async (context) => {
    sandbox.setQuirks(quirksSchema.parse(await formOf(context)))
    return context.redirect("/faults", 303)
  })
  app.post("/reset", (context) => {
    sandbox.reset()
    return context.redirect("/clock", 303)
  })

  app.onError((error, context) => {
    const sentence = sentenceFor(error)
    if (sentence === undefined) {
      throw error
    }
    const status = error instanceof UnknownRecordError ? 404 : 409
    return context.html(errorPage(sentence, sectionOf(context.req.path)), status)
  })
  return app
}

const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: [styleHash],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  // The console is served over plain HTTP on loopback.
  strictTransportSecurity: false,
  referrerPolicy: "same-origin",
})

/** A posted form with what was left empty left out, and numbers and flags read. */
async function formOf({ req }: Context): Promise<Record<string, string | number | boolean>> {
  const fields = Object.entries(await req.parseBody())
  const filled = fields.flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== ""
      ? [[name, readField(name, value.trim())] as const]
      : []
  )
  return Object.fromEntries(filled)
}

// These take text that may look like a number.
const TEXT_FIELDS = new Set(["kind", "commit", "operation", "orderUuid", "checksum", "formula"])

function readField(name: string, text: string): string | number | boolean {
  if (TEXT_FIELDS.has(name)) {
    return text
  }
  return text === "true" || (Number.isNaN(Number(text)) ? text : Number(text))
}

function sentenceFor(error: Error): string | undefined {
  if (error instanceof z.ZodError) {
    return z.prettifyError(error)
  }
  const isExpected =
    error instanceof UnknownRecordError ||
    error instanceof SandboxStateError ||
    error instanceof RangeError
  return isExpected ? error.message : undefined
}

function sectionOf(path: string): PagePath {
  const sections = [
    "/reservations",
    "/subscriptions",
    "/refund-approvals",
    "/callbacks",
    "/faults",
    "/clock",
  ] as const
  return sections.find((section) => path.startsWith(section)) ?? "/"
}

function pageOf(records: string): string {
  return records === "company-checks" ? "/checks" : `/${records}`
}
