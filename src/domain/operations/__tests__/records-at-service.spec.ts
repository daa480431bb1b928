import {
  NotFoundError,
  OperationDisabledError,
  type OperationId,
  type RecordKind,
  recordKinds,
  UnavailableError,
} from "../../../connect"
import type { AnyRequest } from "../../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../../modules/e-invoice/operations/remote-records"
import {
  keepWhatWasRead,
  reconcileRecord,
  mayBeOfAmount,
  recordAtService,
  recordShown,
  tryToReconcileRecord,
} from "../records-at-service"
import { details, MINUTE, OperationScene } from "./operation-scene"

const unreached = new UnavailableError(details)

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

const remembered = (kind: RecordKind, values: Partial<RecordRow> = {}): RecordRow =>
  scene.records.add({ kind, remote_uuid: "X1", order_id: "order_1", ...values })

const reconcile = (row: RecordRow, changed = false) =>
  reconcileRecord(scene.eInvoice, row, "sweep", changed)

const stored = () => scene.records.all[0]

describe("what has become of a record", () => {
  const paymentDetails = {
    reservedAt: "01.03.2026 12:30",
    capturedAmount: 100,
    chargedAmount: 20.5,
    amountRefunded: { fromCaptured: 30, fromCharge: 10.25 },
  }

  it.each<[RecordKind, OperationId, AnyRequest, unknown, object]>([
    [
      "order",
      "orders.status",
      { params: { order_uuid: "X1" } },
      { status: "partial_refunded" },
      { status: "PARTIAL REFUNDED" },
    ],
    [
      "reservation",
      "reservations.details",
      { params: { reservation_uuid: "X1" } },
      { status: "Captured", grandTotal: 500, paymentDetails },
      {
        status: "CAPTURED",
        amount: "500.00",
        kept: 8_025,
        held: undefined,
        reservedAt: new Date("2026-03-01T11:30:00Z"),
        refunded: "40.25",
      },
    ],
    [
      "reservation",
      "reservations.details",
      { params: { reservation_uuid: "X1" } },
      { status: "Sent" },
      {
        status: "SENT",
        amount: undefined,
        kept: 0,
        held: undefined,
        reservedAt: undefined,
        refunded: "0.00",
      },
    ],
    [
      "reservation",
      "reservations.details",
      { params: { reservation_uuid: "X1" } },
      { status: "Sent", paymentDetails: { amountRefunded: null, capturedAmount: null } },
      {
        status: "SENT",
        amount: undefined,
        kept: 0,
        held: undefined,
        reservedAt: undefined,
        refunded: "0.00",
      },
    ],
    [
      "reservation",
      "reservations.details",
      { params: { reservation_uuid: "X1" } },
      { status: "Sent", paymentDetails: { capturedAmount: 5, amountRefunded: {} } },
      {
        status: "SENT",
        amount: undefined,
        kept: 500,
        held: undefined,
        reservedAt: undefined,
        refunded: "0.00",
      },
    ],
    [
      "reservation",
      "reservations.details",
      { params: { reservation_uuid: "X1" } },
      {
        status: "Captured",
        // The first says what was held at first, the second what still is.
        productList: [
          { amount: 100, captured: 40, reserved: 100 },
          { amount: 50, captured: 30, reserved: 20 },
          { amount: 10, captured: 10, reserved: 0 },
        ],
        paymentDetails: { capturedAmount: 80 },
      },
      {
        status: "CAPTURED",
        amount: undefined,
        kept: 8_000,
        held: "80.00",
        reservedAt: undefined,
        refunded: "0.00",
      },
    ],
    [
      "subscription",
      "subscriptions.details",
      { params: { subscriptionUuid: "X1" } },
      {
        status: "ongoing",
        subscriptionSummary: { subscriptionAmount: 149 },
        customerDetails: { customerUuid: "CSRT1" },
        subscriptionCycles: [],
      },
      { status: "ONGOING", amount: "149.00", customerUuid: "CSRT1" },
    ],
    [
      "subscription",
      "subscriptions.details",
      { params: { subscriptionUuid: "X1" } },
      { status: "sent", subscriptionSummary: {}, subscriptionCycles: [] },
      { status: "SENT", amount: undefined, customerUuid: undefined },
    ],
    [
      "subscription",
      "subscriptions.details",
      { params: { subscriptionUuid: "X1" } },
      { status: "sent", subscriptionCycles: [] },
      { status: "SENT", amount: undefined, customerUuid: undefined },
    ],
  ])("is asked for and kept: %s by %s", async (kind, id, request, data, report) => {
    scene.answers[id] = data

    expect(await reconcile(remembered(kind))).toEqual(report)
    expect(scene.calls).toEqual([[id, request]])
    const { status } = report as { status: string }
    expect(stored()).toMatchObject({ status, last_checked_at: scene.clock.now() })
  })

  it.each<[RecordKind, string, OperationId]>([
    ["order", "e_invoice.record_changed", "orders.status"],
    ["reservation", "e_invoice.reservation_changed", "reservations.details"],
    ["subscription", "e_invoice.subscription_changed", "subscriptions.details"],
  ])("is told where it is news: of an %s", async (kind, event, id) => {
    scene.answers[id] = { status: "SENT", subscriptionCycles: [] }
    await reconcile(remembered(kind, { status: "EARLIER" }))

    const told = { id: "einvrec_1", uuid: "X1", order_id: "order_1", cause: "sweep" }
    expect(scene.events).toEqual([[event, { ...told, status: "SENT", previous_status: "EARLIER" }]])
  })

  it.each([true, false])("is told in any case where something changed: %p", async (changed) => {
    scene.answers["orders.status"] = { status: "SENT" }
    const row = remembered("order", { status: "SENT", check_count: 3 })

    expect(await reconcile(row, changed)).toEqual({ status: "SENT" })
    expect(scene.events).toHaveLength(changed ? 1 : 0)
    expect(stored()).toMatchObject({ check_count: 4 })
  })

  it.each<[string, RecordKind, Partial<RecordRow>]>([
    ["the service has not named", "order", { remote_uuid: null, status: "SENT" }],
    ["it shows by no operation", "company-check", { status: "SENT" }],
  ])("is asked for no record that %s; a change is told", async (_what, kind, values) => {
    const row = remembered(kind, values)

    expect(await reconcile(row)).toBeUndefined()
    expect(scene.events).toEqual([])
    expect(await reconcile(row, true)).toBeUndefined()
    expect(scene.calls).toEqual([])
    expect(scene.events).toMatchObject([
      ["e_invoice.record_changed", { status: "SENT", previous_status: "SENT" }],
    ])
  })

  it("is kept as of a moment that is given", async () => {
    const now = new Date("2026-01-01T00:00:00Z")
    scene.answers["orders.status"] = { status: "SENT" }
    await reconcileRecord(scene.eInvoice, remembered("order"), "sweep", false, now)

    expect(stored()).toMatchObject({ last_checked_at: now })
  })

  it("is asked for again where another process stored a report in between", async () => {
    const row = remembered("order", { status: "SENT" })
    scene.answers["orders.status"] = () => {
      if (scene.calls.length === 1) {
        scene.records.change(row.id, { status: "PAID" })
        return { status: "SENT" }
      }
      return { status: "REFUNDED" }
    }

    expect(await reconcile(row)).toEqual({ status: "REFUNDED" })
    expect(scene.sent("orders.status")).toBe(2)
    expect(scene.events).toMatchObject([
      ["e_invoice.record_changed", { status: "REFUNDED", previous_status: "PAID" }],
    ])
  })

  it.each([true, false])("is given up after five; told where it changed: %p", async (changed) => {
    const row = remembered("order", { status: "SENT" })
    scene.answers["orders.status"] = () => {
      scene.records.change(row.id, { status: `NO ${scene.calls.length}` })
      return { status: "PAID" }
    }

    expect(await reconcile(row, changed)).toBeUndefined()
    expect(scene.sent("orders.status")).toBe(5)
    expect(scene.events).toMatchObject(
      changed ? [["e_invoice.record_changed", { status: "NO 5" }]] : []
    )
  })

  it("of one that is gone meanwhile is given up, too", async () => {
    const row = remembered("order", { status: "SENT" })
    scene.records.all.length = 0
    scene.answers["orders.status"] = { status: "PAID" }

    expect(await reconcile(row)).toBeUndefined()
  })

  it("is not known where the service cannot say", async () => {
    await expect(reconcile(remembered("order"))).rejects.toThrow(UnavailableError)
    expect(scene.events).toEqual([])
  })
})

describe("after an operation changed a record", () => {
  it("what follows is waited for anew, and told", async () => {
    scene.answers["orders.status"] = { status: "SENT" }
    const row = remembered("order", { status: "SENT", check_count: 30 })

    await tryToReconcileRecord(scene.eInvoice, row, "orders.cancel")
    expect(stored()).toMatchObject({ check_count: 1 })
    expect(scene.events).toMatchObject([["e_invoice.record_changed", { cause: "orders.cancel" }]])
  })

  it("the sweep asks at once where the service cannot say; it is told", async () => {
    scene.answers["orders.status"] = unreached
    scene.clock.pass(MINUTE)
    const row = remembered("order", { status: "SENT" })

    await tryToReconcileRecord(scene.eInvoice, row, "orders.cancel")
    expect(stored()).toMatchObject({ next_check_at: scene.clock.now(), status: "SENT" })
    expect(scene.events).toMatchObject([
      ["e_invoice.record_changed", { cause: "orders.cancel", status: "SENT" }],
    ])
  })

  it("a failure of our own is let through", async () => {
    scene.answers["orders.status"] = new TypeError("bug")

    await expect(
      tryToReconcileRecord(scene.eInvoice, remembered("order"), "orders.cancel")
    ).rejects.toThrow("bug")
    expect(scene.events).toEqual([])
  })
})

describe("what an operation read", () => {
  const keep = (id: OperationId, data: unknown) => keepWhatWasRead(scene.eInvoice, id, data)

  it.each<[OperationId, RecordKind, object]>([
    ["orders.status", "order", { uuid: "X1" }],
    ["orders.details", "order", { orderUuid: "X1" }],
    ["reservations.details", "reservation", { reservationUuid: "X1" }],
    ["subscriptions.details", "subscription", { subscriptionUuid: "X1" }],
  ])("is kept, and told where it is news: %s", async (id, kind, named) => {
    remembered(kind, { status: "SENT" })
    const paymentDetails = { capturedAmount: 100, amountRefunded: { fromCaptured: 100 } }
    const read = { ...named, status: "Captured", paymentDetails }

    await keep(id, read)
    await keep(id, read)
    expect(scene.events).toMatchObject([
      [expect.any(String), { status: "CAPTURED", previous_status: "SENT", cause: id }],
    ])
    expect(stored()).toMatchObject({ status: "CAPTURED", check_count: 1 })
    expect([stored()?.refunded_total, stored()?.is_over]).toEqual(
      kind === "reservation" ? ["100.00", true] : [undefined, undefined]
    )
  })

  it.each<[string, OperationId, unknown]>([
    ["of another kind", "reservations.details", { uuid: "X1", status: "PAID" }],
    ["of an operation that shows no record", "orders.cancel", { uuid: "X1", status: "PAID" }],
    ["of another record", "orders.status", { uuid: "X2", status: "PAID" }],
    ["without a name", "orders.status", { status: "PAID" }],
    ["without a status", "orders.status", { uuid: "X1" }],
    ["nothing", "orders.status", null],
  ])("is not kept: %s", async (_what, id, data) => {
    const row = remembered("order", { status: "SENT" })
    await keep(id, data)

    expect(stored()).toEqual(row)
    expect(scene.events).toEqual([])
  })

  it("is the name of a company", async () => {
    scene.records.add({ kind: "company-check", organization_id: "1" })
    scene.records.add({ kind: "company-check", organization_id: "2" })
    scene.records.add({ kind: "company-check", organization_id: "3" })
    const read = (companyId?: string, companyName?: string) => ({ companyId, companyName })

    await keep("companies.information", read("1", "One AS"))
    await keep("companies.invoice-fee", [
      read("2", "Two AS"),
      read("3"),
      read(undefined, "No"),
      null,
    ])
    const names = scene.records.all.map(({ company_name: name }) => name)
    expect(names).toEqual(["One AS", "Two AS", undefined])
    await keep("companies.information", { ...read("1", "Other AS"), status: "SENT", uuid: "X1" })
    expect(scene.events).toEqual([])
  })
})

describe("a record that is looked up by its identifier", () => {
  const look = (kind: RecordKind) => recordAtService(scene.eInvoice, kind, "X1")
  const shown = (kind: RecordKind) => recordShown(scene.eInvoice, kind, "X1")

  const shownBy = {
    order: ["orders.details", "orderUuid", { orderSummary: { grandTotal: 5 } }, { total: 5 }],
    reservation: ["reservations.details", "reservationUuid", { grandTotal: 5 }, { total: 5 }],
    subscription: ["subscriptions.details", "subscriptionUuid", { amount: 5 }, {}],
  } as const
  const kinds = ["order", "reservation", "subscription"] as const

  it.each(kinds)("is shown with its total: %s", async (kind) => {
    const [id, name, data, expected] = shownBy[kind]
    scene.answers[id] = { [name]: "X1", ...data }

    expect(await look(kind)).toEqual(expected)
    expect(await shown(kind)).toEqual(expected)
    const [, { params = {} }] = scene.calls[0] ?? ["", {}]
    expect(Object.values(params)).toEqual(["X1"])
    expect(Object.keys(params)).toEqual([
      { order: "order_uuid", reservation: "reservation_uuid", subscription: "subscriptionUuid" }[
        kind
      ],
    ])
  })

  it("is shown without a total where the service names none", async () => {
    scene.answers["orders.details"] = { orderUuid: "X1" }

    expect(await look("order")).toEqual({ total: undefined })
  })

  it.each(kinds)("is not shown where another is, or none: %s", async (kind) => {
    const [id, name, data] = shownBy[kind]
    for (const answer of [{ [name]: "X2", ...data }, new NotFoundError(details)]) {
      scene.answers[id] = answer
      expect(await look(kind)).toBeUndefined()
      expect(await shown(kind)).toBe("none")
    }
  })

  it.each(kinds)("is unknown where the service cannot be asked: %s", async (kind) => {
    const [id] = shownBy[kind]
    scene.answers[id] = unreached

    await expect(look(kind)).rejects.toBe(unreached)
    expect(await shown(kind)).toBe("unknown")
    scene.answers[id] = new OperationDisabledError(id)
    expect(await look(kind)).toBeUndefined()
  })

  it.each(recordKinds)(
    "is unknown where it may not be asked, or has no way to: %s",
    async (kind) => {
      scene.options.operations = Object.fromEntries(
        kinds.map((one) => [shownBy[one][0], { enabled: false }])
      )

      expect(await shown(kind)).toBe("unknown")
      expect(scene.calls).toEqual([])
    }
  )

  it("is asked for where the option says so, and no company check is", async () => {
    scene.options.operations = { "orders.details": { enabled: true } }
    scene.answers["orders.details"] = { orderUuid: "X1" }

    expect(await shown("order")).toEqual({ total: undefined })
    expect(await look("company-check")).toBeUndefined()
    expect(scene.sent("orders.details")).toBe(1)
  })

  it("lets failures of our own through", async () => {
    scene.answers["orders.details"] = new TypeError("bug")

    await expect(look("order")).rejects.toThrow("bug")
    await expect(shown("order")).rejects.toThrow("bug")
  })
})

describe("mayBeOfAmount", () => {
  it.each<[RecordKind, string | null, number | undefined, boolean]>([
    ["order", "100.00", 100, true],
    ["order", "100.00", 135, true],
    ["order", "100.00", 99.99, false],
    ["reservation", "100.00", 100, true],
    ["reservation", "100.00", 100.01, false],
    ["reservation", "100.00", 99.99, false],
    ["order", null, 1, true],
    ["reservation", "100.00", undefined, true],
  ])("judges an asked %s of %s by a total of %s", (kind, asked, total, expected) => {
    expect(mayBeOfAmount(kind, asked, { total })).toBe(expected)
  })
})
