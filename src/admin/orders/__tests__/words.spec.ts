import type { EInvoiceOrderSummary } from "../data"
import {
  hasLeftFirstStatus,
  isCallbackOverdue,
  isEndedUnpaid,
  isOpenAtService,
  observerText,
  type OrderInMedusa,
  paidTotal,
  parseActor,
  statusWords,
  warningFor,
  warningsFor,
} from "../words"

const JOURNAL_STATES = ["prepared", "sending", "rejected", "in_doubt", "abandoned"]

const SERVICE_STATUSES = [
  "SENT",
  "PAID",
  "CANCELLED",
  "EXPIRED",
  "INVOICED",
  "REFUNDED",
  "PARTIAL REFUNDED",
  "PURRING",
  "INKASSO",
  "REMINDER",
  "REFUND PENDING",
  "COMPLETED",
  "CREDITED",
]

describe("statusWords", () => {
  it.each(JOURNAL_STATES)("has words for the state %s", (state) => {
    expect(statusWords({ state, remote_status: null })?.text).toMatch(/^status\./)
  })

  it.each(SERVICE_STATUSES)("has words for the status %s", (remote_status) => {
    expect(statusWords({ state: "succeeded", remote_status })?.text).toMatch(/^status\./)
  })

  it("trusts how far sending came over a status from an earlier life", () => {
    expect(statusWords({ state: "in_doubt", remote_status: "SENT" })?.text).toBe("status.inDoubt")
  })

  it("knows that an order was sent before its status is known", () => {
    expect(statusWords({ state: "succeeded", remote_status: null })?.text).toBe("status.created")
  })

  it("has no words for a status nobody has told of", () => {
    expect(statusWords({ state: "succeeded", remote_status: "FROZEN" })).toBeUndefined()
  })
})

describe("paidTotal", () => {
  const MOMENT = "2026-11-21T00:00:00.000Z"

  it.each([
    ["SENT", null, 0],
    ["INVOICED", null, 0],
    ["CANCELLED", null, 0],
    ["PAID", null, 250],
    ["PAID", MOMENT, 250],
    ["PARTIAL REFUNDED", MOMENT, 250],
    ["REFUNDED", MOMENT, 250],
    ["REFUNDED", null, 0],
    ["CREDITED", null, 0],
  ])("of an order that is %s, paid at %s, is %d", (remote_status, paid_at, paid) => {
    expect(paidTotal({ remote_status, paid_at, grand_total: 250 })).toBe(paid)
  })
})

describe("isOpenAtService", () => {
  it.each(SERVICE_STATUSES)("never counts %s twice", (remote_status) => {
    const order = {
      state: "succeeded",
      remote_status,
      paid_at: null,
      grand_total: 1,
    }
    const claims = [isOpenAtService(order), isEndedUnpaid(order), paidTotal(order) === 1]
    expect(claims.filter(Boolean).length).toBeLessThanOrEqual(1)
  })

  it("is false for an order the service does not have", () => {
    expect(isOpenAtService({ state: "rejected", remote_status: "SENT" })).toBe(false)
  })
})

describe("parseActor", () => {
  it("tells a colleague by id", () => {
    expect(parseActor("admin:user_01")).toEqual({ kind: "user", id: "user_01" })
  })

  it.each(["shopper", "service", "schedule", "medusa"])("has words for %s", (raw) => {
    expect(parseActor(raw)).toEqual({ kind: "party", text: `actors.${raw}` })
  })

  it("keeps what it has no words for", () => {
    expect(parseActor("robot")).toEqual({ kind: "unnamed", raw: "robot" })
  })
})

describe("observerText", () => {
  it.each(["callback", "sweep", "admin", "payment"])("has words for %s", (observer) => {
    expect(observerText(observer)).toBe(`checkedBy.${observer}`)
  })

  it("has none for another", () => {
    expect(observerText("robot")).toBeUndefined()
  })
})

const status = (actor: string) => ({
  action: "status",
  actor,
  outcome: "done",
})

describe("a message that did not come", () => {
  it("is overdue when the regular check brought the last news", () => {
    expect(isCallbackOverdue([status("service"), status("schedule")])).toBe(true)
  })

  it.each(["service", "admin:user_1"])("is not when %s did", (actor) => {
    expect(isCallbackOverdue([status("schedule"), status(actor)])).toBe(false)
  })

  it("judges news of the status alone", () => {
    expect(
      isCallbackOverdue([
        { action: "create", actor: "shopper", outcome: "done" },
        status("service"),
        status("schedule"),
        { action: "status", actor: "service", outcome: "failed" },
        { action: "capture", actor: "service", outcome: "done" },
      ])
    ).toBe(true)
  })

  it("is not while there is no news", () => {
    expect(isCallbackOverdue([])).toBe(false)
    expect(
      ["SENT", null].map((remote_status) =>
        hasLeftFirstStatus({ state: "succeeded", remote_status })
      )
    ).toEqual([false, false])
    expect(hasLeftFirstStatus({ state: "succeeded", remote_status: "PAID" })).toBe(true)
  })
})

const order = (changes: Partial<EInvoiceOrderSummary> = {}): EInvoiceOrderSummary => ({
  id: "einvord_1",
  order_id: "order_1",
  payment_id: "pay_1",
  reference_no: "1001",
  currency_code: "nok",
  grand_total: 100,
  refunded_total: 0,
  state: "succeeded",
  remote_order_uuid: "ODR1",
  remote_status: "SENT",
  attention: null,
  attempt: 1,
  flags: [],
  cancel_requested_at: null,
  invoice_number: null,
  failure: null,
  last_checked_at: null,
  last_checked_by: null,
  paid_at: null,
  created_at: null,
  ...changes,
})

const inMedusa = (
  status: OrderInMedusa["status"],
  payment: { id?: string; canceled_at?: string } = {}
): OrderInMedusa => ({
  id: "order_1",
  status,
  payment_collections: [
    {
      id: "pay_col_1",
      currency_code: "nok",
      amount: 100,
      status: "authorized",
      payment_providers: [],
      payments: [
        {
          id: "pay_1",
          amount: 100,
          currency_code: "nok",
          provider_id: "pp_e-invoice_private",
          ...payment,
        },
      ],
    },
  ],
})

const titleFor = (changes: Partial<EInvoiceOrderSummary>, medusa: OrderInMedusa) =>
  warningFor(order(changes), medusa)?.title

const CANCELED_AT = "2026-11-21T00:00:00.000Z"

describe("warningFor", () => {
  it("compares what was sent with the payment, to the øre", () => {
    expect(titleFor({ grand_total: 99.99 }, inMedusa("pending"))).toBe(
      "warnings.totalDiffers.title"
    )
    expect(titleFor({ grand_total: 100.004 }, inMedusa("pending"))).toBe(undefined)
    expect(titleFor({ grand_total: 50 }, inMedusa("pending", { id: "pay_other" }))).toBe(undefined)
  })

  it("says nothing while all is well", () => {
    expect(warningFor(order(), inMedusa("pending"))).toBeUndefined()
    expect(warningFor(order({ remote_status: "PAID" }), inMedusa("completed"))).toBeUndefined()
    expect(
      warningFor(
        order({ remote_status: "CANCELLED" }),
        inMedusa("canceled", { canceled_at: CANCELED_AT })
      )
    ).toBeUndefined()
  })

  it.each(["pending", "canceled"] as const)("warns of an order in doubt, %s or not", (status) => {
    expect(titleFor({ state: "in_doubt" }, inMedusa(status))).toBe("warnings.inDoubt.title")
  })

  it.each([
    ["CANCELLED", null, "warnings.cancelledByService.title"],
    ["CANCELLED", CANCELED_AT, "warnings.cancelledByStore.title"],
    ["EXPIRED", null, "warnings.expiredAtService.title"],
  ])(
    "says who ended an open order that is %s at the service (asked for here: %s)",
    (remote_status, cancel_requested_at, title) => {
      const ended = { remote_status, cancel_requested_at }

      expect(titleFor(ended, inMedusa("pending"))).toBe(title)
      expect(titleFor({ ...ended, attention: "cancelled_at_service" }, inMedusa("pending"))).toBe(
        title
      )
    }
  )

  it.each(["SENT", "INVOICED", "PURRING", "INKASSO"])(
    "warns when a cancelled order is still %s at the service",
    (remote_status) => {
      expect(titleFor({ remote_status }, inMedusa("canceled"))).toBe("warnings.openAtService.title")
    }
  )

  it("warns when the payment of an open order is cancelled", () => {
    expect(titleFor({}, inMedusa("pending", { canceled_at: CANCELED_AT }))).toBe(
      "warnings.paymentCancelled.title"
    )
  })

  it("does not mind another payment's cancellation", () => {
    expect(
      titleFor({}, inMedusa("pending", { id: "pay_2", canceled_at: CANCELED_AT }))
    ).toBeUndefined()
  })

  it.each([
    ["rejected", "warnings.rejected.title"],
    ["abandoned", "warnings.abandoned.title"],
  ])("warns when an open order's e-invoice is %s", (state, title) => {
    expect(titleFor({ state }, inMedusa("pending"))).toBe(title)
    expect(titleFor({ state }, inMedusa("canceled"))).toBeUndefined()
  })

  it.each([
    ["cancelled_at_service", "warnings.cancelledAtService.title"],
    ["cancelled_after_capture", "warnings.cancelledAfterCapture.title"],
    ["paid_after_cancel", "warnings.paidAfterCancel.title"],
    ["invoiced_after_cancel", "warnings.invoicedAfterCancel.title"],
    ["refunded_at_service", "warnings.refundedAtService.title"],
    ["refund_in_doubt", "warnings.refundInDoubt.title"],
    ["refund_failed", "warnings.refundFailed.title"],
    ["placed_unbilled", "warnings.placedUnbilled.title"],
    ["second_order", "warnings.secondOrder.title"],
    ["cancel_failed", "warnings.cancelFailed.title"],
    ["order_missing", "warnings.orderMissing.title"],
    ["payment_missing", "warnings.paymentMissing.title"],
  ])("puts the server's flag %s in words", (attention, title) => {
    expect(titleFor({ attention }, inMedusa("pending"))).toBe(title)
  })

  it("puts all that the server flags in words, the gravest first", () => {
    const flagged = order({
      attention: "second_order",
      flags: ["second_order", "refund_failed"],
    })
    expect(warningsFor(flagged, inMedusa("pending")).map(({ title }) => title)).toEqual([
      "warnings.secondOrder.title",
      "warnings.refundFailed.title",
    ])
    expect(warningsFor(order({}), inMedusa("pending"))).toEqual([])
  })

  it("does not keep quiet about a flag it has no words for", () => {
    expect(titleFor({ attention: "new_one" }, inMedusa("pending"))).toBe("warnings.unnamed.title")
  })
})
