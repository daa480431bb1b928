import { MedusaError } from "@medusajs/framework/utils"

import { MalformedAnswerError } from "../../../connect"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import type { Judgement } from "../../../modules/e-invoice/orders/order-status"
import { lookUpStatus, reconcileStatus, reportOf, type StatusReport } from "../reconcile-status"

const now = new Date("2026-03-01T12:00:00Z")
const context = { by: "payment", actor: "medusa", now } as const

const known = {
  id: "einvord_1",
  orderId: "order_1",
  orderUuid: "ODR1",
  status: "SENT",
  storedStatus: "SENT",
  paid: false,
  paidAt: null,
} as unknown as FollowedOrder

/** An order, and processes that store something first so many times. */
function scene({
  order = {},
  overtaken = 0,
  callbacks = [],
  callbackSecret,
}: {
  order?: Partial<FollowedOrder> | null
  overtaken?: number
  callbacks?: Record<string, string>[]
  callbackSecret?: string
} = {}) {
  let row = order && { ...known, ...order }
  const told: unknown[] = []
  const noted: unknown[] = []
  const events: unknown[] = []
  const stored: unknown[] = []
  let asked = 0
  const dependencies = {
    orders: {
      statuses: {
        find: async () => row ?? undefined,
        advance: async (
          _order: FollowedOrder,
          { verdict: _verdict, ...to }: Judgement,
          ...by: unknown[]
        ) => {
          asked++
          if (asked <= overtaken || !row) {
            return false
          }
          row = { ...row, ...to }
          stored.push(by)
          return true
        },
      },
    },
    timeline: {
      record: async (...entry: unknown[]) => told.push(entry),
      recordOnce: async (...entry: unknown[]) => noted.push(entry),
    },
    inbox: { parametersOf: async (id: string) => (id === known.id ? callbacks : []) },
    events: { emit: async (...event: unknown[]) => void events.push(event) },
    options: { callbackSecret, previousCallbackSecrets: [] },
  } as unknown as Parameters<typeof reconcileStatus>[0]
  const reconcile = (report: StatusReport) =>
    reconcileStatus(dependencies, "einvord_1", report, context)
  return { reconcile, told, noted, events, stored, asked: () => asked }
}

describe("reconcileStatus", () => {
  it("stores news once, and tells timeline and store", async () => {
    const { reconcile, told, events, stored, noted } = scene()

    expect(await reconcile(reportOf("INVOICED"))).toMatchObject({
      verdict: "advanced",
      order: { status: "INVOICED", paid: false },
    })
    expect(stored).toEqual([["payment", now]])
    expect(told).toEqual([
      [
        {
          eInvoiceOrderId: "einvord_1",
          actor: "medusa",
          action: "status",
          outcome: "done",
          detail: { from: "SENT", to: "INVOICED" },
        },
        now,
      ],
    ])
    expect(events).toEqual([
      [
        "e_invoice.status_changed",
        {
          id: "einvord_1",
          order_id: "order_1",
          status: "INVOICED",
          previous_status: "SENT",
          paid: false,
        },
      ],
    ])
    expect(noted).toEqual([])
  })

  it.each<[string, Partial<FollowedOrder>, string, object]>([
    ["that it was paid", {}, "PAID", { from: "SENT", to: "PAID", paid: true }],
    [
      "what was heard where another word stays",
      { status: "PARTIAL REFUNDED" },
      "PAID",
      { from: "PARTIAL REFUNDED", to: "PARTIAL REFUNDED", paid: true, heard: "PAID" },
    ],
    ["where nothing was known before", { status: undefined }, "INVOICED", { from: null }],
    [
      "nothing of a payment that is known",
      { status: "PAID", paid: true },
      "REFUNDED",
      { from: "PAID", to: "REFUNDED" },
    ],
  ])("tells %s", async (_what, order, word, detail) => {
    const { reconcile, told } = scene({ order })
    await reconcile(reportOf(word))

    expect(told).toMatchObject([[{ detail }, now]])
    const [[entry]] = told as [[{ detail: object }]]
    expect(Object.keys(entry.detail)).toEqual(
      expect.arrayContaining(Object.keys({ to: "", ...detail }))
    )
    expect("heard" in entry.detail).toBe("heard" in detail)
    expect("paid" in entry.detail).toBe("paid" in detail)
  })

  it("tells nothing that is repeated", async () => {
    const { reconcile, told, noted, events, asked } = scene()

    expect(await reconcile(reportOf("SENT"))).toMatchObject({ verdict: "repeated" })
    expect([told, noted, events, asked()]).toEqual([[], [], [], 0])
  })

  it.each<[string, Partial<FollowedOrder>, string]>([
    ["a word that is none of an order", {}, "FROZEN"],
    ["a step back", { status: "PAID", paid: true }, "SENT"],
  ])("notes %s, and lets the status stay", async (_what, order, word) => {
    const { reconcile, told, noted, events } = scene({ order })
    const { verdict, order: after } = await reconcile(reportOf(word))

    expect(["advanced", "repeated"]).not.toContain(verdict)
    expect(after.status).toBe(order.status ?? "SENT")
    expect(noted).toEqual([
      [
        {
          eInvoiceOrderId: "einvord_1",
          actor: "medusa",
          action: "status-without-effect",
          outcome: "note",
          detail: { heard: word, stays: order.status ?? "SENT" },
        },
        now,
      ],
    ])
    expect([told, events]).toEqual([[], []])
  })

  describe("of a refund without a word that it was paid before", () => {
    const paid = { orderUuid: "ODR1", status: "PAID" }

    it.each<[string, Parameters<typeof scene>[0], string, boolean]>([
      ["a callback said so", { callbacks: [paid] }, "REFUNDED", true],
      ["no callback came", {}, "REFUNDED", false],
      [
        "a callback of another order said so",
        { callbacks: [{ ...paid, orderUuid: "ODR2" }] },
        "REFUNDED",
        false,
      ],
      [
        "a callback said so that no checksum vouches for",
        { callbacks: [paid], callbackSecret: "secret" },
        "REFUNDED",
        false,
      ],
      ["a callback said so, and nothing was refunded", { callbacks: [paid] }, "INVOICED", false],
    ])("counts as paid where %s", async (_what, given, word, isPaid) => {
      const { reconcile } = scene(given)

      expect((await reconcile(reportOf(word))).order.paid).toBe(isPaid)
    })
  })

  it("decides anew where another process stored something first, and gives up after ten times", async () => {
    const soon = scene({ overtaken: 9 })
    expect(await soon.reconcile(reportOf("PAID"))).toMatchObject({ verdict: "advanced" })
    expect(soon.told).toHaveLength(1)

    const never = scene({ overtaken: 10 })
    await expect(never.reconcile(reportOf("PAID"))).rejects.toMatchObject({
      type: MedusaError.Types.CONFLICT,
    })
    expect([never.asked(), never.told]).toEqual([10, []])
  })

  it("knows no order that there is not", async () => {
    await expect(scene({ order: null }).reconcile(reportOf("PAID"))).rejects.toMatchObject({
      type: MedusaError.Types.NOT_FOUND,
    })
  })
})

describe("lookUpStatus", () => {
  const asking = (uuid: string) => {
    const calls: unknown[] = []
    const call = async (...asked: unknown[]) => {
      calls.push(asked)
      return { data: { uuid, status: "partial_refunded", refundedAmount: 10.5 }, httpStatus: 200 }
    }
    return { calls, result: lookUpStatus({ call } as never, "ODR1") }
  }

  it("asks for one order, and reads any spelling", async () => {
    const { calls, result } = asking("ODR1")

    expect(await result).toEqual({
      status: "PARTIAL REFUNDED",
      word: "partial_refunded",
      refunded: 10.5,
    })
    expect(calls).toEqual([["orders.status", { params: { order_uuid: "ODR1" } }]])
  })

  it("believes no answer about another order", async () => {
    const error = await asking("ODR2").result.catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({
      operationId: "orders.status",
      httpStatus: 200,
      outcomeUnknown: false,
    })
  })
})

it("cuts a word to a readable length", () => {
  expect(reportOf("x".repeat(99))).toEqual({
    status: undefined,
    word: "x".repeat(60),
    refunded: undefined,
  })
})
