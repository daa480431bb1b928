import { z } from "zod"

import {
  type ChecksumFormula,
  checksumFormulas,
  LONGEST_DELAY_MS,
  MOST_COPIES,
} from "../callbacks/notice"
import { type Context, Hono } from "../http/hono"
import { openApiDocument } from "../openapi/openapi-document"
import { faultRuleSchema } from "../options"
import { quirksSchema } from "../options"
import type { Sandbox } from "../sandbox"
import { SandboxStateError, snapshotSchema, UnknownRecordError } from "../world/world"

/**
 * The library's controls over HTTP, as JSON, for tests and tools in another process.
 *
 * @param publicUrl where others reach the sandbox; the address that a call came to when absent
 */
export function controlRoutes(sandbox: Sandbox, publicUrl?: string) {
  const app = new Hono()

  app.get("/orders", (context) => context.json(sandbox.orders()))
  app.get("/orders/:uuid", (context) => context.json(sandbox.order(context.req.param("uuid"))))
  for (const [slug, act] of orderControls(sandbox)) {
    app.post(`/orders/:uuid/${slug}`, async (context) => {
      const { note } = await read(context, noteInput)
      return context.json(act(context.req.param("uuid"), note))
    })
  }

  for (const [path, list, actions] of recordLists(sandbox)) {
    app.get(`/${path}`, (context) => context.json(list()))
    for (const [slug, act] of actions) {
      app.post(`/${path}/:uuid/${slug}`, (context) => {
        act(context.req.param("uuid"))
        return context.json(list())
      })
    }
  }

  app.get("/openapi.json", (context) =>
    context.json(openApiDocument({ url: publicUrl ?? new URL(context.req.url).origin }))
  )
  app.get("/requests", (context) => context.json(sandbox.requests()))
  app.get("/audit", (context) => context.json(sandbox.audit()))

  app.get("/callbacks", (context) => context.json(sandbox.callbacks.list()))
  app.post("/callbacks/release", (context) => {
    sandbox.callbacks.release()
    return context.json(sandbox.callbacks.list())
  })
  app.get("/callbacks/:number{[0-9]+}/address", (context) =>
    context.json({
      address: sandbox.callbacks.addressOf(Number(context.req.param("number"))) ?? null,
    })
  )
  app.post("/callbacks/:number{[0-9]+}/resend", (context) => {
    sandbox.callbacks.resend(Number(context.req.param("number")))
    return context.json(sandbox.callbacks.list())
  })
  app.get("/callbacks/chaos", (context) => context.json(sandbox.callbacks.chaos))
  app.put("/callbacks/chaos", async (context) => {
    sandbox.callbacks.setChaos(await read(context, chaosInput))
    return context.json(sandbox.callbacks.chaos)
  })

  app.get("/faults", (context) => context.json(sandbox.faults.list()))
  app.post("/faults", async (context) =>
    context.json(sandbox.faults.add(await read(context, faultRuleSchema)), 201)
  )
  app.delete("/faults", (context) => {
    sandbox.faults.clear()
    return context.json([])
  })
  app.delete("/faults/:id", (context) => {
    const id = context.req.param("id")
    if (!sandbox.faults.remove(id)) {
      throw new UnknownRecordError("fault", id)
    }
    return context.json(sandbox.faults.list())
  })

  app.get("/quirks", (context) => context.json(sandbox.quirks))
  app.put("/quirks", async (context) => {
    sandbox.setQuirks(await read(context, quirksSchema))
    return context.json(sandbox.quirks)
  })
  app.get("/delayed-refunds", (context) => context.json(sandbox.delayedRefunds.list()))
  app.post("/delayed-refunds/carry-out", async (context) => {
    const { record } = await read(context, carryOutInput)
    return context.json({ carriedOut: sandbox.delayedRefunds.carryOut(record) })
  })

  app.get("/clock", (context) => context.json({ now: sandbox.clock.now() }))
  app.post("/clock/advance", async (context) => {
    const step = await read(context, clockStepInput)
    return context.json({ now: sandbox.clock.advance(step) })
  })
  app.put("/clock", async (context) => {
    const input = await read(context, clockSetInput)
    const now =
      "to" in input ? sandbox.clock.set(new Date(input.to)) : sandbox.clock.skew(input.skew)
    return context.json({ now })
  })

  app.get("/snapshot", (context) => context.json(sandbox.snapshot()))
  app.put("/snapshot", async (context) => {
    sandbox.restore(await read(context, snapshotSchema))
    return context.json({ restored: true })
  })
  app.post("/reset", (context) => {
    sandbox.reset()
    return context.json({ reset: true })
  })

  app.onError((error, context) => {
    if (error instanceof UnknownRecordError) {
      return context.json({ error: error.message }, 404)
    }
    if (error instanceof SandboxStateError) {
      return context.json({ error: error.message }, 409)
    }
    if (error instanceof z.ZodError) {
      return context.json({ error: z.prettifyError(error) }, 400)
    }
    if (error instanceof RangeError || error instanceof SyntaxError) {
      return context.json({ error: error.message }, 400)
    }
    throw error
  })
  return app
}

/** What can be made to happen to an order, by its name in addresses. */
export function orderControls(sandbox: Sandbox) {
  return new Map([
    ["pay", sandbox.pay],
    ["invoice", sandbox.invoice],
    ["cancel", sandbox.cancel],
    ["expire", sandbox.expire],
    ["remind", sandbox.remind],
    ["collect-debt", sandbox.collectDebt],
  ])
}

type RecordList = readonly [
  path: string,
  list: () => unknown[],
  actions: ReadonlyMap<string, (uuid: string) => void>,
]

/** The records beside orders, and what can be made to happen to them, by their names in addresses. */
export function recordLists(sandbox: Sandbox): readonly RecordList[] {
  const { companyChecks, refundApprovals, reservations, subscriptions } = sandbox
  return [
    [
      "reservations",
      reservations.list,
      new Map([
        ["confirm", reservations.confirm],
        ["decline", reservations.decline],
      ]),
    ],
    [
      "subscriptions",
      subscriptions.list,
      new Map([
        ["start", subscriptions.start],
        ["pay-failed", subscriptions.payFailed],
      ]),
    ],
    [
      "refund-approvals",
      refundApprovals.list,
      new Map([
        ["approve", refundApprovals.approve],
        ["reject", refundApprovals.reject],
      ]),
    ],
    [
      "company-checks",
      companyChecks.list,
      new Map([
        ["verify", companyChecks.verify],
        ["fail", companyChecks.fail],
      ]),
    ],
    ["credit-checks", sandbox.creditChecks, new Map()],
    ["customers", sandbox.customers, new Map()],
    ["users", sandbox.users, new Map()],
  ]
}

async function read<Schema extends z.ZodType>(
  { req }: Context,
  schema: Schema
): Promise<z.output<Schema>> {
  const text = await req.text()
  return schema.parse(text.trim() === "" ? {} : JSON.parse(text))
}

const part = z.number().min(0).optional()
const whole = z.int().min(0).optional()
const copies = z.int().min(0).max(MOST_COPIES).optional()
const formulas = Object.keys(checksumFormulas) as ChecksumFormula[]

const noteInput = z.strictObject({
  note: z.string().max(500).optional(),
})

export const clockStepInput = z.strictObject({
  days: part,
  hours: part,
  minutes: part,
  seconds: part,
})

export const skewInput = z.strictObject({ skew: z.number() })

const clockSetInput = z.union([z.strictObject({ to: z.iso.datetime({ offset: true }) }), skewInput])

const carryOutInput = z.strictObject({ record: z.string().optional() })

export const chaosInput = z.strictObject({
  drop: z
    .union([z.boolean(), z.number().min(0).max(1)])
    .optional()
    .describe("Lose all callbacks, or with this probability."),
  delayMs: z
    .int()
    .min(0)
    .max(LONGEST_DELAY_MS)
    .optional()
    .describe("Real milliseconds before one is sent."),
  duplicates: copies.describe("Further copies, sent one after the other."),
  burst: copies.describe("Further copies, all sent at once."),
  reorder: whole.describe("Hold callbacks until so many wait, then send the newest first."),
  beforeResponse: z
    .boolean()
    .optional()
    .describe("Deliver before the call that caused it is answered."),
  orderUuid: z.string().max(64).optional().describe("Send this identifier."),
  status: z
    .enum(["success"])
    .optional()
    .describe("Send this status, as in the service's printed sample."),
  checksum: z.enum(["wrong", "missing"]).optional().describe("Send a wrong checksum, or none."),
  formula: z.enum(formulas).optional().describe("Send another revision's checksum."),
  times: whole.describe("Only for so many callbacks."),
})
