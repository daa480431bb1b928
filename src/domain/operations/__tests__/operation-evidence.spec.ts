import { type OperationId, UnavailableError } from "../../../connect"
import { exampleReservation } from "../../../connect/operations/examples"
import type { AnyRequest, OperationRow } from "../../../modules/e-invoice/operations/operation"
import { ACCOUNT } from "../../creation/__tests__/doubtful-creation"
import { judgeRecords, recordCandidates, sentAmount, shownMovement } from "../operation-evidence"
import { cancellation, details, HOUR, OperationScene } from "./operation-scene"

const DAY = 24 * HOUR
const unreached = new UnavailableError(details)

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

/** Rows as the log holds them, of operations that were sent. */
async function sentRow(values: Partial<OperationRow>): Promise<OperationRow> {
  const { id } = await scene.prepare("reservations.cancel", cancellation)
  return scene.journal.patch(id, {
    state: "in_doubt",
    sending_at: scene.clock.now(),
    ...values,
  })
}

const asking = (grandTotal: string | undefined, source?: string): AnyRequest => ({
  body: { grandTotal, source },
})

describe("what the service shows that was moved", () => {
  const paid = {
    capturedAmount: 10,
    chargedAmount: 20,
    amountRefunded: { fromCaptured: 30, fromCharge: 40 },
  }

  const shownOf = async (
    operation_id: OperationId,
    request: AnyRequest = asking("5.00"),
    more: Partial<OperationRow> = {}
  ) => shownMovement(scene.eInvoice, await sentRow({ operation_id, request, ...more }))

  it.each<[OperationId, string | undefined, bigint]>([
    ["reservations.capture", undefined, 1_000n],
    ["reservations.charge", undefined, 2_000n],
    ["reservations.refund", "captured", 3_000n],
    ["reservations.refund", "charged", 4_000n],
    ["reservations.refund", undefined, 3_000n],
  ])("of %s from %p", async (id, source, shownOre) => {
    scene.answers["reservations.details"] = { reservationUuid: "RES1", paymentDetails: paid }

    expect(await shownOf(id, asking("5.00", source))).toEqual({
      shownOre,
      recordedOre: 0n,
      coversIt: true,
      excludesIt: false,
    })
    expect(scene.calls).toEqual([
      ["reservations.details", { params: { reservation_uuid: "RES1" } }],
    ])
  })

  it.each<[OperationId, object | undefined]>([
    ["reservations.capture", undefined],
    ["reservations.capture", {}],
    ["reservations.charge", undefined],
    ["reservations.charge", {}],
    ["reservations.refund", undefined],
    ["reservations.refund", {}],
  ])("is unknown where it names no amount: of %s in %j", async (id, paymentDetails) => {
    scene.answers["reservations.details"] = { reservationUuid: "RES1", paymentDetails }

    expect(await shownOf(id)).toBeUndefined()
    expect(await shownOf(id, asking("5.00", "charged"))).toBeUndefined()
  })

  it.each<[string, object[], boolean, boolean]>([
    ["covers it", [{ isRefunded: true, refundedAmount: 5 }], true, false],
    ["excludes it where every amount is named", [{ isRefunded: false }], false, true],
    ["says neither where one is not", [{ isRefunded: true }], false, false],
  ])("of a subscription's cycles %s", async (_what, cycles, coversIt, excludesIt) => {
    scene.answers["subscriptions.details"] = { subscriptionCycles: cycles }
    const request = { body: { amount: 5 } }
    const subject = { subject_kind: "subscription", subject_uuid: "SUB1" }

    expect(await shownOf("subscriptions.refund-cycle", request, subject)).toMatchObject({
      coversIt,
      excludesIt,
    })
    expect(scene.calls).toEqual([
      ["subscriptions.details", { params: { subscriptionUuid: "SUB1" } }],
    ])
  })

  it.each<[string, OperationId, AnyRequest, Partial<OperationRow>]>([
    ["moves nothing that is shown", "orders.refund", asking("5.00"), {}],
    ["names no amount", "reservations.capture", asking(undefined), {}],
    ["names no record", "reservations.capture", asking("5.00"), { subject_uuid: null }],
    ["names no kind of record", "reservations.capture", asking("5.00"), { subject_kind: null }],
  ])("asks for nothing where the operation %s", async (_what, id, request, more) => {
    expect(await shownOf(id, request, more)).toBeUndefined()
    expect(scene.calls).toEqual([])
  })

  it("is unknown where the service cannot say", async () => {
    scene.answers["reservations.details"] = unreached

    await expect(shownOf("reservations.capture")).rejects.toBe(unreached)
  })

  it("is told apart from what is recorded of the same operation, record and source", async () => {
    scene.answers["reservations.details"] = { reservationUuid: "RES1", paymentDetails: paid }
    const id = { operation_id: "reservations.refund", state: "succeeded" } as const
    await sentRow({ ...id, request: asking("7.00", "captured") })
    await sentRow({ ...id, request: asking("8.00", "captured") })
    await sentRow({ ...id, request: asking(undefined, "captured") })
    await sentRow({ ...id, request: null })
    await sentRow({ ...id, request: asking("1.00", "charged") })
    await sentRow({ ...id, request: asking("1.00", "captured"), state: "in_doubt" })
    await sentRow({ ...id, request: asking("1.00", "captured"), subject_uuid: "RES2" })
    await sentRow({ ...id, request: asking("1.00"), operation_id: "reservations.capture" })

    const shown = (amount: string) =>
      shownOf("reservations.refund", asking(amount, "captured"), { state: "succeeded" })
    expect(await shown("15.00")).toMatchObject({ recordedOre: 1_500n, coversIt: true })
    // The row itself is not counted; the earlier one is by now.
    expect(await shown("0.01")).toMatchObject({
      recordedOre: 3_000n,
      coversIt: false,
      excludesIt: true,
    })
  })
})

describe("the records that a creation in doubt may have made", () => {
  it("are orders that were listed around it and belong to nothing here", async () => {
    const row = await sentRow({
      operation_id: "orders.create-invoice",
      request: { body: { referenceNo: "12", orderSummary: { grandTotal: "149.00" } } },
    })
    scene.orders.push({ id: "einvord_1", order_id: null, remote_order_uuid: "ODR3" })
    scene.records.add({ kind: "order", remote_uuid: "ODR4" })
    scene.answers["orders.details-by-date-range"] = [
      { orderUuid: "ODR1", status: "odd", orderSummary: { grandTotal: 99 } },
      {
        orderUuid: "ODR2",
        status: "Partial Refunded",
        orderSummary: { grandTotal: 149 },
        orderDate: "01 Mar, 2026",
        referenceNo: "12",
        customerDetails: { name: "Kari Nordmann" },
      },
      { orderUuid: "ODR3", status: "SENT" },
      { orderUuid: "ODR4", status: "SENT" },
    ]

    expect(await recordCandidates(scene.eInvoice, row)).toEqual({
      isWhole: true,
      candidates: [
        {
          kind: "order",
          uuid: "ODR2",
          status: "PARTIAL REFUNDED",
          amount: 149,
          date: "01 Mar, 2026",
          reference: "12",
          customer: "Kari Nordmann",
          contradictions: [],
        },
        {
          kind: "order",
          uuid: "ODR1",
          status: "odd",
          amount: 99,
          date: null,
          reference: null,
          customer: null,
          contradictions: ["amount"],
        },
      ],
    })
  })

  it.each<[string, number, number]>([
    ["just now", 0, 0],
    ["an hour ago", HOUR, HOUR],
    ["a week ago", 7 * DAY, DAY],
    ["in an hour, by a clock that was set back", -HOUR, 0],
  ])("are looked for a day around it: sent %s", async (_when, ago, until) => {
    const sentAt = scene.clock.now().getTime() - ago
    const row = await sentRow({
      operation_id: "orders.create-invoice",
      sending_at: new Date(sentAt),
      created_at: new Date(0),
    })
    scene.answers["orders.details-by-date-range"] = []
    scene.around = { page: { lastPage: 2 } as never }

    expect(await recordCandidates(scene.eInvoice, row)).toEqual({ candidates: [], isWhole: false })
    const [[, { query }] = ["", {}]] = scene.calls as unknown as [string, AnyRequest][]
    expect(query).toEqual({
      startTimestamp: (sentAt - DAY) / 1000 - 300,
      endTimestamp: (sentAt + until) / 1000 + 300,
    })
  })

  it.each([
    ["shows none that is known of it", false, undefined],
    ["shows one that is known of it", true, "elsewhere"],
    ["shows one of the present account", false, ACCOUNT],
  ])(
    "of an attempt that was sent to another account: the list %s",
    async (_what, isWhole, known) => {
      const row = await sentRow({
        operation_id: "orders.create-invoice",
        account_hash: "elsewhere",
      })
      scene.answers["orders.details-by-date-range"] = []
      scene.answered =
        known === undefined ? [] : [{ orderUuid: "ODR9", sentAt: new Date(), accountHash: known }]

      expect(await recordCandidates(scene.eInvoice, row)).toMatchObject({ isWhole })
    }
  )

  const listed = (uuid: string, changes: object = {}) => ({
    subscriptionUuid: uuid,
    status: "SENT",
    ...changes,
  })

  it("are subscriptions that were listed around it, of every page", async () => {
    const row = await sentRow({ operation_id: "subscriptions.create", sending_at: null })
    scene.records.add({ kind: "subscription", remote_uuid: "SUB3" })
    scene.answers["subscriptions.list"] = ({ query }: AnyRequest) =>
      query?.["page"] === 1
        ? [listed("SUB1", { amount: 149, createdAt: "01 Mar, 2026", customerName: "Kari" })]
        : [listed("SUB2"), listed("SUB3")]
    scene.around = { page: { lastPage: 2 } as never }

    expect(await recordCandidates(scene.eInvoice, row)).toEqual({
      isWhole: true,
      candidates: [
        {
          kind: "subscription",
          uuid: "SUB1",
          status: "SENT",
          amount: 149,
          date: "01 Mar, 2026",
          reference: null,
          customer: "Kari",
          contradictions: [],
        },
        expect.objectContaining({ uuid: "SUB2", amount: null, date: null, customer: null }),
      ],
    })
    const days = { startDate: "2026-02-28", endDate: "2026-03-02" }
    expect(scene.calls.map(([, { query }]) => query)).toEqual([
      { ...days, page: 1 },
      { ...days, page: 2 },
    ])
  })

  it.each<[number | undefined, number, boolean]>([
    [undefined, 1, true],
    [20, 20, true],
    [21, 20, false],
  ])("are read from 20 pages at most: of %p", async (lastPage, read, isWhole) => {
    const row = await sentRow({ operation_id: "subscriptions.create" })
    scene.answers["subscriptions.list"] = []
    scene.around = lastPage === undefined ? {} : { page: { lastPage } as never }

    expect(await recordCandidates(scene.eInvoice, row)).toEqual({ candidates: [], isWhole })
    expect(scene.calls).toHaveLength(read)
  })

  it("are read within the time of one request", async () => {
    const row = await sentRow({ operation_id: "subscriptions.create" })
    scene.options.requestBudget = 0
    scene.answers["subscriptions.list"] = []
    await recordCandidates(scene.eInvoice, row)
    scene.options.requestBudget = 60_000
    await recordCandidates(scene.eInvoice, row)

    const [none = 0, enough = 0] = scene.budgets
    expect(none).toBe(1)
    expect(enough).toBeGreaterThan(50_000)
    expect(enough).toBeLessThanOrEqual(60_000)
  })

  it.each<OperationId>(["reservations.submit", "companies.check", "reservations.capture"])(
    "are unknown of %s",
    async (operation_id) => {
      expect(
        await recordCandidates(scene.eInvoice, await sentRow({ operation_id }))
      ).toBeUndefined()
      expect(scene.calls).toEqual([])
    }
  )

  it("are unknown to the caller, too, where the list cannot be had", async () => {
    const row = await sentRow({ operation_id: "subscriptions.create" })
    scene.answers["subscriptions.list"] = unreached

    await expect(recordCandidates(scene.eInvoice, row)).rejects.toBe(unreached)
  })
})

describe("what contradicts that a record is what was sent", () => {
  const sentAt = new Date("2026-03-01T12:00:00Z")
  const request = {
    body: { referenceNo: "12", orderSummary: { grandTotal: "447.00", payablePerCycle: 149 } },
  }
  const listed = (uuid: string, changes: object = {}) => ({
    kind: "subscription" as const,
    uuid,
    status: "SENT",
    amount: 149,
    date: "01 Mar, 2026",
    reference: "12",
    customer: "Kari Nordmann",
    ...changes,
  })

  it.each<[string, object, string[]]>([
    ["all as it was sent", {}, []],
    ["the amount of all cycles", { amount: 447 }, []],
    ["another amount", { amount: 99 }, ["amount"]],
    ["another reference and day", { reference: "13", date: "21 Feb, 2026" }, ["reference", "date"]],
    ["what the service does not say", { amount: null, date: null, reference: null }, []],
  ])("%s", (_what, changes, contradictions) => {
    expect(judgeRecords(request, [listed("SUB1", changes)], sentAt)).toMatchObject([
      { uuid: "SUB1", contradictions },
    ])
  })

  it("compares an order's day with the one that it was given, not with that of its sending", () => {
    const dated = { body: { ...request.body, orderDate: "1768478400" } }
    const day = (date: string) =>
      judgeRecords(dated, [listed("ODR1", { kind: "order", date })], sentAt)[0]?.contradictions

    expect(day("15.01.2026")).toEqual([])
    expect(day("01.03.2026")).toEqual(["date"])
  })

  it("puts the likeliest first, and shows 20", () => {
    const others = Array.from({ length: 20 }, (_, at) => listed(`SUB${at}`, { amount: 99 }))
    const shown = judgeRecords(request, [...others, listed("SUB99")], sentAt)

    expect(shown[0]?.uuid).toBe("SUB99")
    expect(shown).toHaveLength(20)
  })

  it.each([
    null,
    {},
    { body: {} },
    { body: { referenceNo: null, orderSummary: { grandTotal: null } } },
  ])("is nothing where the request says nothing: %j", (said) => {
    expect(judgeRecords(said, [listed("SUB1")], sentAt)).toMatchObject([{ contradictions: [] }])
    expect(sentAmount(said)).toBeUndefined()
  })

  it.each<[object, string | undefined]>([
    [exampleReservation.orderSummary, "500.00"],
    [request.body.orderSummary, "149"],
    [{ grandTotal: 0, payablePerCycle: null }, "0"],
  ])("the amount that was sent in %j is %p", (orderSummary, amount) => {
    expect(sentAmount({ body: { orderSummary } })).toBe(amount)
  })
})
