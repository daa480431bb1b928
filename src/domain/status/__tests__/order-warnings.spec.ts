import { ATTENTION } from "../../../modules/e-invoice/orders/flags"
import {
  isCallbackOverdue,
  isInDebtCollection,
  type OrderInMedusa,
  type OrderWarning,
  orderWarnings,
  type WarnedOrder,
  whyNotCancellable,
} from "../order-warnings"

const ASKED_AT = new Date("2026-11-21T00:00:00Z")

const order = (changes: Partial<WarnedOrder> = {}): WarnedOrder => ({
  state: "succeeded",
  flags: [],
  remote_status: "SENT",
  cancel_requested_at: null,
  order_changed_at: null,
  payment_id: "pay_1",
  grand_total: 100,
  credited_total: 0,
  ...changes,
})

const inMedusa = (
  payment: Partial<OrderInMedusa["payments"][number]> = {},
  cancelled = false
): OrderInMedusa => ({
  cancelled,
  payments: [{ id: "pay_1", amount: "100", cancelled: false, ...payment }],
})

const cancelledOrder = inMedusa({ cancelled: true }, true)

describe("warnings of an order", () => {
  it("are none while all is well", () => {
    expect(orderWarnings(order(), inMedusa())).toEqual([])
    expect(orderWarnings(order({ remote_status: "PAID" }), inMedusa())).toEqual([])
    expect(orderWarnings(order({ remote_status: "CANCELLED" }), cancelledOrder)).toEqual([])
    expect(orderWarnings(order({ state: "rejected" }), undefined)).toEqual([])
  })

  it.each<[sent: number, paid: string, OrderWarning[]]>([
    [99.99, "100", ["total_differs"]],
    [100.01, "100", ["total_differs"]],
    [100.004, "100", []],
    [0.3, "0.29", ["total_differs"]],
    [90071992547409.9, "90071992547409.91", ["total_differs"]],
  ])("compare %p, sent, with a payment of %s to the øre", (grand_total, amount, warnings) => {
    expect(orderWarnings(order({ grand_total }), inMedusa({ amount }))).toEqual(warnings)
  })

  it("do not compare with another payment", () => {
    const other = inMedusa({ id: "pay_2", amount: "1", cancelled: true })

    expect(orderWarnings(order(), other)).toEqual([])
  })

  it.each([inMedusa(), cancelledOrder, undefined])("say that it is in doubt (%#)", (medusa) => {
    expect(orderWarnings(order({ state: "in_doubt", remote_status: null }), medusa)).toEqual([
      "in_doubt",
    ])
  })

  it.each<[status: string, asked: Date | null, OrderWarning]>([
    ["CANCELLED", null, "cancelled_by_service"],
    ["CANCELLED", ASKED_AT, "cancelled_by_store"],
    ["EXPIRED", null, "expired_at_service"],
    ["REFUNDED", null, "credited_in_full"],
  ])(
    "say who ended what is %s at the service (asked for here: %p), while it is flagged",
    (remote_status, cancel_requested_at, warning) => {
      const ended = order({ remote_status, cancel_requested_at })

      expect(orderWarnings({ ...ended, flags: ["cancelled_at_service"] }, undefined)).toEqual([
        warning,
      ])
      expect(orderWarnings(ended, inMedusa({ cancelled: true }))).toEqual([])
    }
  )

  it.each(["SENT", "INVOICED", "REMINDER", "PURRING", "INKASSO"])(
    "say that a cancelled order is still %s at the service",
    (remote_status) => {
      expect(orderWarnings(order({ remote_status }), cancelledOrder)).toEqual(["open_at_service"])
    }
  )

  it("say that the payment of an open order is cancelled, but for one that follows a change", () => {
    expect(orderWarnings(order(), inMedusa({ cancelled: true }))).toEqual(["payment_cancelled"])
    const following = order({ order_changed_at: new Date() })
    expect(orderWarnings(following, inMedusa({ cancelled: true }))).toEqual([])
  })

  it.each(["rejected", "abandoned"] as const)("say that its invoice is %s", (state) => {
    const ended = order({ state, remote_status: null })

    expect(orderWarnings(ended, inMedusa())).toEqual([state])
    expect(orderWarnings(ended, cancelledOrder)).toEqual([])
  })

  it("are all that is flagged, most severe first", () => {
    expect(
      orderWarnings(
        order({ state: "in_doubt", flags: ["order_missing", "second_order"] }),
        undefined
      )
    ).toEqual(["second_order", "in_doubt", "order_missing"])
    for (const flag of ATTENTION) {
      expect(orderWarnings(order({ flags: [flag] }), undefined)).toEqual([flag])
    }
  })
})

describe("a callback that did not come", () => {
  const status = (actor: string) => ({ action: "status", actor, outcome: "done" })

  it("is overdue when the regular check brought the latest news", () => {
    expect(isCallbackOverdue([status("service"), status("schedule")])).toBe(true)
  })

  it.each(["service", "admin:user_1"])("is not when %s did", (actor) => {
    expect(isCallbackOverdue([status("schedule"), status(actor)])).toBe(false)
  })

  it("is judged by news of the status alone", () => {
    expect(
      isCallbackOverdue([
        { action: "create", actor: "shopper", outcome: "done" },
        status("service"),
        status("schedule"),
        { action: "status", actor: "service", outcome: "failed" },
        { action: "capture", actor: "service", outcome: "done" },
      ])
    ).toBe(true)
    expect(isCallbackOverdue([])).toBe(false)
  })
})

describe("an invoice that was credited in part", () => {
  const credited = { remote_status: "PARTIAL REFUNDED", paid_at: null }
  const heard = [{ detail: null }, { detail: { heard: "Inkasso", stays: "PARTIAL REFUNDED" } }]

  it.each([
    ["the service said so since", heard],
    ["it was before", [{ detail: { from: "INVOICED", to: "INKASSO" } }]],
  ])("is in debt collection where %s", (_when, timeline) => {
    expect(isInDebtCollection(credited, timeline)).toBe(true)
  })

  it("is not where no status says so, it was paid, or another status says it all", () => {
    expect(isInDebtCollection(credited, [{ detail: { heard: "PURRING" } }])).toBe(false)
    expect(isInDebtCollection({ ...credited, paid_at: new Date() }, heard)).toBe(false)
    expect(isInDebtCollection({ ...credited, remote_status: "REFUNDED" }, heard)).toBe(false)
  })
})

describe("whether an order can be cancelled", () => {
  it("is known from its state and status", () => {
    expect(whyNotCancellable(order())).toBeUndefined()
    expect(whyNotCancellable(order({ state: "in_doubt", remote_status: null }))).toBeUndefined()
    expect(whyNotCancellable(order({ state: "abandoned", remote_status: null }))).toBe(
      "nothing_there"
    )
    expect(whyNotCancellable(order({ remote_status: "CREDITED" }))).toBe("status")
  })
})
