import { UnavailableError, NotFoundError } from "../../../connect"
import type { OrderRow } from "../../../modules/e-invoice/orders/order-row"
import type { ListedOrder } from "../recognise-order"
import { flagSecondOrder, resolveInDoubt } from "../resolve-in-doubt"
import {
  control,
  controls,
  doubtful,
  journalOf,
  later,
  listed,
  MINUTE,
  SENDER_LIFETIME,
} from "./doubtful-creation"

const now = later(10 * MINUTE)
const sentAtText = later(0).toISOString()

type Scene = {
  row?: Partial<OrderRow>
  /** What the service lists; an error where it gives no list. */
  shows?: ListedOrder[] | Error
  at?: Date
  /** What happens to the row while the service is asked. */
  meanwhile?: (journal: ReturnType<typeof journalOf>) => void
}

function resolve({ row = {}, shows = controls, at = now, meanwhile }: Scene) {
  const journal = journalOf({ ...doubtful, ...row })
  const known = journal.fenced.row
  let asked = 0
  const connect = {
    call: async () => {
      asked++
      meanwhile?.(journal)
      if (shows instanceof Error) {
        throw shows
      }
      return { httpStatus: 200, messageKey: "ok", raw: {}, data: shows, clockSkewMs: 0 }
    },
  }
  const result = resolveInDoubt(
    { ...journal.dependencies, connect } as unknown as Parameters<typeof resolveInDoubt>[0],
    known,
    { actor: "medusa", now: at, budgetMs: 1_000 }
  )
  return { ...journal, result, asked: () => asked }
}

describe("resolveInDoubt", () => {
  it.each(["prepared", "rejected", "succeeded", "abandoned"] as const)(
    "asks nothing about a row that is %s",
    async (state) => {
      const { result, asked } = resolve({ row: { state } })

      expect(await result).toMatchObject({ open: false, row: { state } })
      expect(asked()).toBe(0)
    }
  )

  it("leaves a creation alone that may be under way", async () => {
    const { result, asked, fenced } = resolve({
      row: { state: "sending" },
      at: later(SENDER_LIFETIME - 1),
    })

    expect(await result).toMatchObject({ open: true, reason: "in-flight" })
    expect([asked(), fenced.moves]).toEqual([0, []])
  })

  it("takes up one whose sender has ended", async () => {
    const { result, fenced } = resolve({ row: { state: "sending" }, shows: [listed("ODR1")] })

    expect(await result).toMatchObject({ open: false, row: { remote_order_uuid: "ODR1" } })
    expect(fenced.moves).toEqual(["lease: in_doubt", "look-up: succeeded"])
  })

  it.each<[string, Partial<OrderRow>, object]>([
    ["answered", { state: "succeeded" }, { open: false, row: { state: "succeeded" } }],
    ["sent anew", { state: "sending", attempt: 2 }, { open: true, reason: "in-flight" }],
  ])("asks nothing where it was %s meanwhile", async (_what, values, outcome) => {
    const journal = journalOf({ ...doubtful, state: "sending" })
    const known = journal.fenced.row
    journal.fenced.row = { ...known, ...values }
    const call = jest.fn()

    expect(
      await resolveInDoubt({ ...journal.dependencies, connect: { call } } as never, known, {
        actor: "medusa",
        now,
        budgetMs: 1_000,
      })
    ).toMatchObject(outcome)
    expect(call).not.toHaveBeenCalled()
    expect(journal.fenced.moves).toEqual([])
  })

  it("adopts the order that it finds, and erases what the shopper entered", async () => {
    const { result, told, erased, fenced } = resolve({
      shows: [...controls, listed("ODR1", { status: "INVOICED" })],
    })

    expect(await result).toMatchObject({ open: false, row: { state: "succeeded" } })
    expect(fenced.row).toMatchObject({ remote_order_uuid: "ODR1", remote_status: "INVOICED" })
    expect(erased).toEqual(["einvshop_1", "link to einvshop_1"])
    expect(told).toEqual([
      {
        eInvoiceOrderId: "einvord_1",
        actor: "medusa",
        action: "resolve",
        outcome: "done",
        detail: { found: true, order_uuid: "ODR1" },
      },
    ])
  })

  it.each([
    ["PAID", [{ status: "PAID", previous_status: null, paid: true }]],
    ["INVOICED", [{ status: "INVOICED", previous_status: null, paid: false }]],
    ["SENT", []],
  ])("tells subscribers of an order that was %s when it was found", async (status, told) => {
    const { result, emitted } = resolve({
      row: { order_id: "order_1", paid_at: null },
      shows: [...controls, listed("ODR1", { status })],
    })

    await result
    expect(emitted).toEqual(
      told.map((data) => [
        "e_invoice.status_changed",
        { id: "einvord_1", order_id: "order_1", ...data },
      ])
    )
  })

  it("adopts one of a status it does not know, and erases nothing where nothing is kept", async () => {
    const { result, erased, fenced } = resolve({
      row: { shopper_data_id: null },
      shows: [listed("ODR1", { status: "NEWS" })],
    })

    expect(await result).toMatchObject({ open: false })
    expect(fenced.row).toMatchObject({ remote_status: "SENT" })
    expect(erased).toEqual([])
  })

  it("lets a further attempt be sent where it is proven that there is no order", async () => {
    const { result, fenced, told } = resolve({})

    expect(await result).toMatchObject({ open: false, row: { state: "rejected" } })
    expect(fenced.moves).toEqual(["look-up: rejected"])
    expect(fenced.row.failure).toMatchObject({
      kind: "ambiguous",
      lookup: { result: "none", orderUuids: [], at: now.toISOString() },
    })
    expect(told).toMatchObject([
      { action: "resolve", outcome: "done", detail: { found: false }, actor: "medusa" },
    ])
  })

  it.each<[string, Partial<OrderRow>, object, string | undefined]>([
    ["sent anew", { state: "sending", attempt: 2 }, { open: true, reason: "in-flight" }, undefined],
    ["in doubt anew", { attempt: 2 }, { open: true, reason: "in-flight" }, undefined],
    ["answered", { state: "succeeded", remote_order_uuid: "ODR1" }, { open: false }, undefined],
  ])("concludes nothing of an attempt after which it was %s", async (_what, values, outcome) => {
    const { result, fenced, told } = resolve({
      meanwhile: (journal) => {
        journal.fenced.row = { ...journal.fenced.row, ...values }
      },
    })

    expect(await result).toMatchObject(outcome)
    expect([fenced.moves, told]).toEqual([[], []])
  })

  describe("an order that is found too late", () => {
    const found = [listed("ODR1")]

    it("is flagged where the row names another by now", async () => {
      const { result, others, told } = resolve({
        shows: found,
        meanwhile: ({ fenced }) => {
          fenced.row = { ...fenced.row, state: "succeeded", remote_order_uuid: "ODR2" }
        },
      })

      expect(await result).toMatchObject({ open: false, row: { remote_order_uuid: "ODR2" } })
      expect(others).toEqual(["ODR1"])
      expect(told).toMatchObject([
        {
          action: "second-order",
          outcome: "failed",
          detail: { second_order_uuid: "ODR1", found_by: "look-up" },
        },
      ])
    })

    it("is flagged where a further attempt is in doubt", async () => {
      const { result, others } = resolve({
        shows: found,
        meanwhile: ({ fenced }) => {
          fenced.row = { ...fenced.row, attempt: 2 }
        },
      })

      expect(await result).toMatchObject({ open: true, reason: "in-flight" })
      expect(others).toEqual(["ODR1"])
    })

    it("is not where it belongs to another row, whose list it came from", async () => {
      const { result, others, creations } = resolve({
        shows: found,
        meanwhile: (journal) => {
          journal.creations.succeeded = async () => undefined
        },
      })

      expect(await result).toMatchObject({ open: true, reason: "unclear" })
      expect(others).toEqual([])
      expect(await creations.find()).toMatchObject({ state: "in_doubt" })
    })
  })

  it.each<[string, Scene, string, Date, object]>([
    [
      "it is too early",
      { at: later(MINUTE) },
      "quiet-period",
      later(2 * MINUTE),
      { result: "unclear", missing: ["quiet-period"] },
    ],
    [
      "it was never claimed, and it is too early",
      { at: later(MINUTE), row: { sending_at: null, created_at: later(-10_000) } },
      "quiet-period",
      later(2 * MINUTE - 10_000),
      { result: "unclear", missing: ["quiet-period"] },
    ],
    [
      "the list proves nothing",
      { shows: [control("ODR0")] },
      "unclear",
      later(15 * MINUTE),
      { result: "unclear", missing: ["no-control"], orderUuids: [] },
    ],
    [
      "two orders fit",
      { shows: [listed("ODR1"), listed("ODR2")] },
      "unclear",
      later(15 * MINUTE),
      { result: "unclear", orderUuids: ["ODR1", "ODR2"] },
    ],
    [
      "the service cannot be asked",
      {
        shows: new UnavailableError({
          operationId: "orders.details-by-date-range",
          message: "gone",
          advice: "",
        }),
      },
      "failed",
      later(15 * MINUTE),
      { result: "failed", orderUuids: [] },
    ],
  ])("keeps the evidence where %s", async (_why, scene, reason, nextLook, evidence) => {
    const { result, kept, told, fenced } = resolve(scene)

    expect(await result).toMatchObject({ open: true, reason, row: { state: "in_doubt" } })
    expect(kept).toMatchObject([{ nextLook, failure: { kind: "ambiguous", lookup: evidence } }])
    expect([fenced.moves, told]).toEqual([[], []])
  })

  it("keeps why the creation was in doubt beside the evidence", async () => {
    const failure = { kind: "timeout", message: "no answer", at: sentAtText }
    const { result, kept } = resolve({ row: { failure }, shows: [control("ODR0")] })
    await result

    expect(kept).toMatchObject([
      { failure: { kind: "timeout", at: sentAtText, lookup: { at: now.toISOString() } } },
    ])
    expect(kept[0]?.failure.lookup).not.toHaveProperty("error")
  })

  it("says nothing of what a list holds that could not be had", async () => {
    const { result, kept } = resolve({
      shows: new NotFoundError({
        operationId: "orders.details-by-date-range",
        message: "unknown",
        advice: "",
      }),
    })

    expect(await result).toMatchObject({ reason: "failed", error: expect.any(NotFoundError) })
    expect(kept[0]?.failure.lookup).toEqual({
      at: now.toISOString(),
      result: "failed",
      orderUuids: [],
      reason: expect.any(String),
    })
  })
})

describe("flagSecondOrder", () => {
  it("tells once which of two is one too many", async () => {
    const { dependencies, told } = journalOf(doubtful)
    const flag = () =>
      flagSecondOrder(dependencies, "einvord_1", "ODR2", {
        foundBy: "callback",
        actor: "service",
        second: "ODR1",
      })
    await flag()
    await flag()

    expect(told).toEqual([
      {
        eInvoiceOrderId: "einvord_1",
        actor: "service",
        action: "second-order",
        outcome: "failed",
        detail: { second_order_uuid: "ODR1", found_by: "callback" },
      },
    ])
  })
})
