import { NotFoundError, OperationDisabledError, UnavailableError } from "../../../connect"
import type { CallbackParameters } from "../../../modules/e-invoice/callbacks/callback"
import {
  OPERATION_TRANSITIONS,
  type OperationRow,
} from "../../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../../modules/e-invoice/operations/remote-records"
import type { OrderRow } from "../../../modules/e-invoice/orders/order-row"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { FencedRow } from "../../__tests__/fenced-row"
import {
  doubtful,
  journalOf,
  later,
  listed,
  MINUTE,
  SENDER_LIFETIME,
} from "../../creation/__tests__/doubtful-creation"
import { takeUpNamedOrder, takeUpNamedRecord } from "../named-by-callback"

const now = later(10 * MINUTE)
const gone = { operationId: "orders.details", message: "gone", advice: "" } as const

type Answers = Record<
  string,
  (request: { params: Record<string, string>; query?: object }) => unknown
>

/** A service that answers some operations, and knows nothing by the others. */
function service(answers: Answers) {
  const calls: string[] = []
  const call = async (id: string, request: { params: Record<string, string>; query?: object }) => {
    calls.push(id)
    const answer = answers[id]?.(request)
    if (answer instanceof Error) {
      throw answer
    }
    if (answer === undefined) {
      throw new NotFoundError(gone)
    }
    return { httpStatus: 200, messageKey: "ok", raw: {}, ...answer }
  }
  return { calls, connect: { call } }
}

describe("takeUpNamedOrder", () => {
  const details: Answers = {
    "orders.details": ({ params }) => ({ data: listed(params["order_uuid"] ?? "") }),
  }

  function takeUp(
    row: Partial<OrderRow> = {},
    {
      answers = details,
      parameters = { orderUuid: "ODR1" },
      at = now,
    }: { answers?: Answers; parameters?: CallbackParameters; at?: Date } = {}
  ) {
    const journal = journalOf({ ...doubtful, ...row })
    const { calls, connect } = service(answers)
    const dependencies = { ...journal.dependencies, connect } as unknown as EInvoiceModuleService
    return {
      ...journal,
      calls,
      result: takeUpNamedOrder(dependencies, journal.fenced.row, parameters, at),
    }
  }

  it.each(["in_doubt", "rejected", "abandoned"] as const)(
    "adopts the order of a creation that is %s",
    async (state) => {
      const { result, fenced, told, others } = takeUp({ state })

      expect(await result).toBe(true)
      expect(fenced.moves).toEqual(["callback: succeeded"])
      expect(fenced.row.remote_order_uuid).toBe("ODR1")
      expect(told).toMatchObject([
        { action: "resolve", outcome: "done", actor: "service", detail: { found: true } },
      ])
      expect(others).toEqual([])
    }
  )

  it("leaves one alone that may be under way", async () => {
    const { result, calls } = takeUp({ state: "sending" }, { at: later(SENDER_LIFETIME - 1) })

    expect(await result).toBe(false)
    expect(calls).toEqual([])
  })

  it("adopts the order of one whose sender has ended", async () => {
    const { result, fenced } = takeUp({ state: "sending" })

    expect(await result).toBe(true)
    expect(fenced.moves).toEqual(["lease: in_doubt", "callback: succeeded"])
  })

  it("goes by what became of the row meanwhile", async () => {
    const journal = journalOf({ ...doubtful, state: "sending" })
    const known = journal.fenced.row
    journal.fenced.row = { ...known, state: "succeeded", remote_order_uuid: "ODR1" }
    const { connect, calls } = service(details)
    const dependencies = { ...journal.dependencies, connect } as unknown as EInvoiceModuleService

    expect(await takeUpNamedOrder(dependencies, known, { orderUuid: "ODR1" }, now)).toBe(true)
    expect([calls, journal.others]).toEqual([[], []])
  })

  it.each<[string, Partial<OrderRow>, CallbackParameters]>([
    ["names no order", {}, { status: "PAID" }],
    ["names an order that another row has", {}, { orderUuid: "ODR9" }],
    [
      "names an order that is flagged already",
      { other_orders: { ODR1: { state: "open" } } as never },
      { orderUuid: "ODR1" },
    ],
  ])("asks nothing where the callback %s", async (_what, row, parameters) => {
    const { result, calls, fenced } = takeUp(row, { parameters })

    expect(await result).toBe(false)
    expect([calls, fenced.moves]).toEqual([[], []])
  })

  it("knows the order that the row names already", async () => {
    const { result, calls } = takeUp({ state: "succeeded", remote_order_uuid: "ODR1" })

    expect(await result).toBe(true)
    expect(calls).toEqual([])
  })

  it("takes nothing up of a row of which nothing was ever sent", async () => {
    const { result, others, fenced } = takeUp({ state: "prepared", attempt: 0 })

    expect(await result).toBe(false)
    expect([others, fenced.moves]).toEqual([[], []])
  })

  it.each<[string, Partial<OrderRow>, Answers, boolean]>([
    ["a row that names another", { state: "succeeded", remote_order_uuid: "ODR2" }, details, true],
    [
      "a row that asked for something else",
      {},
      {
        "orders.details": () => ({
          data: listed("ODR1", { referenceNo: "77", orderSummary: { grandTotal: 1 } }),
        }),
      },
      false,
    ],
  ])("flags an order that the service confirms for %s", async (_what, row, answers, isKnown) => {
    const { result, others, told } = takeUp(row, { answers })

    expect(await result).toBe(isKnown)
    expect(others).toEqual(["ODR1"])
    expect(told).toMatchObject([
      {
        action: "second-order",
        outcome: "failed",
        actor: "service",
        detail: { second_order_uuid: "ODR1", found_by: "callback" },
      },
    ])
  })

  it.each<[string, Answers]>([
    ["does not know", {}],
    [
      "is not asked about",
      { "orders.details": () => new OperationDisabledError("orders.details") },
    ],
    ["answers with another for", { "orders.details": () => ({ data: listed("ODR5") }) }],
  ])("believes no callback of an order that the service %s", async (_what, answers) => {
    const { result, others, fenced } = takeUp({}, { answers })

    expect(await result).toBe(false)
    expect([others, fenced.moves]).toEqual([[], []])
  })

  it("is tried again where the service cannot be asked", async () => {
    const { result } = takeUp(
      {},
      { answers: { "orders.details": () => new UnavailableError(gone) } }
    )

    await expect(result).rejects.toBeInstanceOf(UnavailableError)
  })

  describe("an order that staff declared foreign", () => {
    const foreignRow = { other_orders: { ODR1: { state: "foreign" } } as never }
    const status = (word: string): Answers => ({
      "orders.status": ({ params }) => ({ data: { uuid: params["order_uuid"], status: word } }),
    })

    it("is told of once it is paid", async () => {
      const { result, foreign, told } = takeUp(foreignRow, { answers: status("PAID") })

      expect(await result).toBe(false)
      expect(foreign).toEqual(["ODR1"])
      expect(told).toEqual([
        {
          eInvoiceOrderId: "einvord_1",
          actor: "service",
          action: "second-order",
          outcome: "failed",
          detail: { second_order_uuid: "ODR1", status: "PAID", found_by: "callback" },
        },
      ])
    })

    it.each<[string, Answers]>([
      ["not paid", status("INVOICED")],
      ["unknown to the service", {}],
    ])("is no news while it is %s", async (_what, answers) => {
      const { result, foreign, told } = takeUp(foreignRow, { answers })

      expect(await result).toBe(false)
      expect([foreign, told]).toEqual([[], []])
    })

    it("is told of once", async () => {
      const journal = takeUp(foreignRow, { answers: status("PAID") })
      journal.foreign.push("ODR1")
      await journal.result

      expect(journal.told).toEqual([])
    })
  })
})

describe("takeUpNamedRecord", () => {
  const creation = {
    id: "einvop_1",
    operation_id: "reservations.submit",
    attempt: 1,
    state: "in_doubt",
    actor: "usr_1",
    record_id: "einvrec_1",
    order_id: "order_1",
    e_invoice_order_id: null,
    subject_uuid: null,
    created_at: later(-MINUTE),
    sending_at: later(0),
  } as unknown as OperationRow

  const shown: Answers = {
    "reservations.details": ({ params }) => ({
      data: { reservationUuid: params["reservation_uuid"], grandTotal: 149, status: "RESERVED" },
    }),
    "orders.details": ({ params }) => ({ data: listed(params["order_uuid"] ?? "") }),
    "subscriptions.details": ({ params }) =>
      params["subscriptionUuid"] === "SUB1"
        ? { data: { subscriptionUuid: "SUB1", status: "ONGOING", subscriptionCycles: [] } }
        : undefined,
  }

  function takeUp({
    record = {},
    operation = {},
    answers = shown,
    named = "RES1",
    known,
    linked = [],
    isSenderLost = true,
  }: {
    record?: Partial<RecordRow>
    operation?: Partial<OperationRow> | null
    answers?: Answers
    named?: string | null
    known?: RecordRow
    linked?: string[]
    isSenderLost?: boolean
  } = {}) {
    const row = {
      id: "einvrec_1",
      kind: "reservation",
      amount: "149.00",
      remote_uuid: null,
      order_id: "order_1",
      status: null,
      ...record,
    } as unknown as RecordRow
    const journal = new FencedRow({ ...creation, ...operation }, OPERATION_TRANSITIONS)
    const events: string[] = []
    const decisions: unknown[] = []
    let uuid: string | undefined
    const { calls, connect } = service(answers)
    const eInvoice = {
      clock: { now: () => now },
      connect,
      events: { emit: async (name: string) => void events.push(name) },
      orders: { creations: { linkedOrders: async () => new Set(linked) } },
      operations: {
        ofRecord: async () => (operation === null ? undefined : journal.row),
        senderLost: async () => {
          const moved = isSenderLost && ({ by: "lease", to: "in_doubt", values: {} } as const)
          return moved && journal.move(journal.row, moved) !== undefined
        },
        decide: async (
          of: OperationRow,
          by: "callback",
          tookEffect: boolean,
          { answer, created }: { answer: OperationRow["answer"]; created: { uuid: string } }
        ) => {
          decisions.push([of.attempt, by, tookEffect, answer, created])
          return journal.move(of, { by, to: "succeeded", values: { answer } })
        },
      },
      records: {
        find: async () => ({ ...row, remote_uuid: uuid ?? null }),
        ofUuid: async () => known,
        named: async (_row: RecordRow, name: { uuid: string }) => {
          uuid = name.uuid
        },
        reported: async () => "news",
        lookAt: async () => undefined,
      },
    } as unknown as EInvoiceModuleService
    const parameters: CallbackParameters = named === null ? {} : { orderUuid: named }
    return {
      journal,
      calls,
      events,
      decisions,
      result: takeUpNamedRecord(eInvoice, row, parameters),
    }
  }

  it.each(["in_doubt", "rejected"] as const)(
    "names the record of a creation that is %s",
    async (state) => {
      const { result, decisions, events, journal } = takeUp({ operation: { state } })

      expect(await result).toMatchObject({ remote_uuid: "RES1" })
      expect(journal.moves).toEqual(["callback: succeeded"])
      expect(decisions).toEqual([
        [
          1,
          "callback",
          true,
          { httpStatus: 0, messageKey: "confirmedAfterACallback", data: { uuid: "RES1" } },
          { kind: "reservation", uuid: "RES1" },
        ],
      ])
      expect(events).toEqual(["e_invoice.reservation_changed"])
    }
  )

  it("names the record of one whose sender has ended", async () => {
    const { result, journal } = takeUp({ operation: { state: "sending" } })

    expect(await result).toMatchObject({ remote_uuid: "RES1" })
    expect(journal.moves[0]).toBe("lease: in_doubt")
  })

  it("follows nothing that another decided meanwhile", async () => {
    const { result, events, journal } = takeUp()
    journal.row = { ...journal.row, attempt: 2 }

    await result
    expect(events).toEqual([])
  })

  it.each<[string, Parameters<typeof takeUp>[0]]>([
    ["the callback names nothing", { named: null }],
    ["no creation is known of it", { operation: null }],
    ["its creation is settled", { operation: { state: "succeeded" } }],
    ["its creation may be under way", { operation: { state: "sending" }, isSenderLost: false }],
    ["it is remembered as another", { known: { id: "einvrec_2" } as RecordRow }],
    ["it is the order of a checkout", { linked: ["RES1"] }],
    ["the service does not show it", { answers: {} }],
    ["the service shows another amount", { record: { amount: "148.99" } as never }],
    [
      "an order's is less than was asked for",
      { record: { kind: "order", amount: "149.01" } as never },
    ],
  ])("names nothing where %s", async (_why, scene) => {
    const { result, decisions } = takeUp(scene)

    expect(await result).toBeUndefined()
    expect(decisions).toEqual([])
  })

  it.each<[string, Partial<RecordRow>, Answers]>([
    ["an order with a fee on top", { kind: "order", amount: "120.00" as never }, shown],
    ["an order of the same amount", { kind: "order", amount: "149.00" as never }, shown],
    ["one of no known amount", { amount: null }, shown],
    [
      "one of which the service shows no total",
      {},
      {
        "reservations.details": () => ({ data: { reservationUuid: "RES1", status: "RESERVED" } }),
      },
    ],
  ])("takes %s for it", async (_what, record, answers) => {
    const { result } = takeUp({ record, answers })

    expect(await result).toMatchObject({ remote_uuid: "RES1" })
  })

  describe("of a subscription", () => {
    const record = { kind: "subscription" } as const
    const rows = (...names: [string, string][]) =>
      names.map(([orderUuid, subscriptionUuid]) => ({ orderUuid, subscriptionUuid }))

    it("is named by its own identifier", async () => {
      const { result, calls } = takeUp({ record, named: "SUB1" })

      expect(await result).toMatchObject({ remote_uuid: "SUB1" })
      expect(calls).not.toContain("subscriptions.list")
    })

    it("is found by the order of a cycle, in the list of the days around its creation", async () => {
      const asked: unknown[] = []
      const list: Answers = {
        "subscriptions.list": ({ query }) => {
          asked.push(query)
          const { page } = query as { page: number }
          return {
            data: page === 2 ? rows(["ODR7", "SUB1"]) : rows(["ODR6", "SUB6"]),
            page: { lastPage: 3 },
          }
        },
      }
      const { result } = takeUp({ record, named: "ODR7", answers: { ...shown, ...list } })

      expect(await result).toMatchObject({ remote_uuid: "SUB1" })
      const days = { startDate: "2026-02-28", endDate: "2026-03-02" }
      expect(asked).toEqual([
        { ...days, page: 1 },
        { ...days, page: 2 },
      ])
    })

    it.each([
      ["once without pages", undefined, 1],
      ["ten pages at most", 99, 10],
    ])("reads the list %s", async (_what, lastPage, pages) => {
      const list: Answers = {
        "subscriptions.list": () => ({ data: [], ...(lastPage && { page: { lastPage } }) }),
      }
      const { result, calls } = takeUp({ record, named: "ODR7", answers: { ...shown, ...list } })

      expect(await result).toBeUndefined()
      expect(calls.filter((id) => id === "subscriptions.list")).toHaveLength(pages)
    })

    it("goes by when its creation was written where it was never claimed", async () => {
      let asked: unknown
      const list: Answers = {
        "subscriptions.list": ({ query }) => {
          asked = query
          return { data: [] }
        },
      }
      await takeUp({
        record,
        named: "ODR7",
        operation: { sending_at: null, created_at: new Date("2026-01-10T12:00:00Z") },
        answers: { ...shown, ...list },
      }).result

      expect(asked).toMatchObject({ startDate: "2026-01-09", endDate: "2026-01-11" })
    })

    it("is not known where the list is switched off, and asked again where it cannot be had", async () => {
      const off = takeUp({
        record,
        named: "ODR7",
        answers: {
          ...shown,
          "subscriptions.list": () => new OperationDisabledError("orders.details"),
        },
      })
      expect(await off.result).toBeUndefined()

      const down = takeUp({
        record,
        named: "ODR7",
        answers: { ...shown, "subscriptions.list": () => new UnavailableError(gone) },
      })
      await expect(down.result).rejects.toBeInstanceOf(UnavailableError)
    })
  })
})
