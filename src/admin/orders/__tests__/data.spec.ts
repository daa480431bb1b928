import type { AdminOrder, AdminOrderAddress } from "@medusajs/framework/types"

import { serverWords } from "../../lib/__tests__/server-words"
import {
  contactOf,
  type EInvoiceOrderSummary,
  hasPhone,
  isMedusaBehind,
  isPaidByEInvoice,
  isWorthShowing,
  oldestFirst,
  orderRevision,
  orderTarget,
  paidTotal,
  refundedTotal,
} from "../data"
import { orderFilters } from "../words"

const row: EInvoiceOrderSummary = {
  id: "einvord_1",
  order_id: "order_1",
  order_number: "1001",
  due_at: null,
  is_overdue: false,
  invoiced_at: null,
  customer: { id: "cus_1", name: "Kari Nordmann", email: "kari@example.com", company: null },
  payment_id: "pay_1",
  reference_no: "1001",
  currency_code: "nok",
  grand_total: 435.88,
  refunded_total: 0,
  credited_total: 0,
  cart_id: null,
  warnings: [],
  can: {},
  next_check_at: null,
  updated_at: "2026-11-20T23:00:00.000Z",
  state: "succeeded",
  remote_order_uuid: "ODR1",
  remote_status: "SENT",
  paid_at: null,
  attention: null,
  attempt: 1,
  flags: [],
  cancel_requested_at: null,
  hold_until: null,
  fulfillment_id: null,
  invoice_number: null,
  failure: null,
  last_checked_at: "2026-11-21T00:00:00.000Z",
  last_checked_by: "callback",
  created_at: "2026-11-20T23:00:00.000Z",
}

describe("oldestFirst", () => {
  it("puts an order edit's e-invoice after the order's own", () => {
    const edit = { ...row, id: "einvord_2", created_at: "2026-11-21T08:00:00Z" }
    expect(oldestFirst([edit, row]).map(({ id }) => id)).toEqual(["einvord_1", "einvord_2"])
  })
})

describe("isWorthShowing", () => {
  const rejected = { state: "rejected" as const, payment_id: null, attention: null }
  const worth = (changes: object) =>
    isWorthShowing({
      ...row,
      ...rejected,
      ...changes,
    })

  it("leaves out a bill that the service refused", () => {
    expect(worth({})).toBe(false)
  })

  it.each([
    { payment_id: "pay_1" },
    { attention: "placed_unbilled" },
    { state: "in_doubt" },
    { state: "succeeded" },
  ])("shows one with %j", (changes) => {
    expect(worth(changes)).toBe(true)
  })
})

const orderAfter = (payment: object, status = "pending"): AdminOrder =>
  JSON.parse(
    JSON.stringify({
      id: "order_1",
      status,
      payment_collections: [{ payments: [{ id: "pay_1", ...payment }] }],
    })
  )

describe("orderRevision", () => {
  const before = orderRevision(orderAfter({ refunds: [] }))

  it("stays while nothing about the payment changes", () => {
    expect(orderRevision(orderAfter({ refunds: [], amount: 1 }))).toBe(before)
  })

  it.each([
    ["capture", orderAfter({ refunds: [], captured_at: "2026-11-21" })],
    ["cancellation", orderAfter({ refunds: [], canceled_at: "2026-11-21" })],
    ["refund", orderAfter({ refunds: [{ id: "ref_1" }] })],
    ["cancelled order", orderAfter({ refunds: [] }, "canceled")],
  ])("changes with a %s", (_, after) => {
    expect(orderRevision(after)).not.toBe(before)
  })

  it("reads an order without payments", () => {
    expect(orderRevision({ ...orderAfter({}), payment_collections: [] })).toBe("pending")
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
    expect(paidTotal({ remote_status, paid_at, grand_total: 250, credited_total: 0 })).toBe(paid)
  })

  it("is less by what was credited", () => {
    const order = {
      remote_status: "PAID",
      paid_at: MOMENT,
      grand_total: 348.7,
      credited_total: 99.9,
    }

    expect(paidTotal(order)).toBe(248.8)
  })
})

describe("refundedTotal", () => {
  it.each([
    [10.5, 0, 10.5],
    [199.8, 199.8, 0],
    [300.3, 199.8, 100.5],
    [0, 199.8, 0],
  ])(
    "of %d at the service, %d of it credited, is %d",
    (refunded_total, credited_total, refunded) => {
      expect(refundedTotal({ refunded_total, credited_total })).toBe(refunded)
    }
  )
})

describe("isMedusaBehind", () => {
  const paid = {
    payment_id: "pay_1",
    paid_at: "2026-11-21",
    refunded_total: 0,
    credited_total: 0,
    flags: [],
  }
  const COUNTED = { captured_amount: 435.88, refunded_amount: 10.3 }
  const medusa = (payment: object, collection: object = COUNTED) =>
    orderWith({ payments: [{ id: "pay_1", ...payment }], ...collection })
  const captured = { captured_at: "2026-11-21" }

  it.each([
    ["a payment that stands open", {}, true],
    ["a captured payment", captured, false],
    ["a cancelled payment", { canceled_at: "2026-11-21" }, false],
    ["another payment", { id: "pay_2" }, false],
  ])("judges a paid invoice of %s", (_, payment, expected) => {
    expect(isMedusaBehind(medusa(payment), [paid])).toBe(expected)
  })

  it("awaits no capture for an invoice that is not paid", () => {
    expect(isMedusaBehind(medusa({}), [{ ...paid, paid_at: null }])).toBe(false)
  })

  it.each([
    ["a refund that Medusa lacks", {}, [], true],
    ["a refund that Medusa has in parts", {}, [{ amount: 10.1 }, { amount: 0.2 }], false],
    ["a refund that Medusa has a part of", {}, [{ amount: 10.1 }], true],
    ["a credit of before it was paid", { credited_total: 10.3 }, [], false],
    ["a refund that staff are told of", { flags: ["refund_in_doubt" as const] }, [], false],
  ])("judges %s", (_, invoice, refunds, expected) => {
    expect(
      isMedusaBehind(medusa({ ...captured, refunds }), [
        { ...paid, refunded_total: 10.3, ...invoice },
      ])
    ).toBe(expected)
  })

  it.each([
    ["counted", COUNTED, false],
    ["not counted in the payment's collection yet", { captured_amount: 435.88 }, true],
    ["counted in part", { ...COUNTED, refunded_amount: 10.1 }, true],
    ["of a capture that is not counted yet", { refunded_amount: 10.3 }, true],
  ])("judges a recorded refund that is %s", (_, collection, expected) => {
    const refunds = [{ amount: 10.1 }, { amount: 0.2 }]
    expect(
      isMedusaBehind(medusa({ ...captured, refunds }, collection), [
        { ...paid, refunded_total: 10.3 },
      ])
    ).toBe(expected)
  })
})

const orderWith = (collection: object): AdminOrder =>
  JSON.parse(JSON.stringify({ payment_collections: [collection] }))

describe("isPaidByEInvoice", () => {
  it("recognises a payment of ours", () => {
    expect(
      isPaidByEInvoice(orderWith({ payments: [{ provider_id: "pp_e-invoice_private" }] }))
    ).toBe(true)
  })

  it("recognises a payment session of ours", () => {
    expect(
      isPaidByEInvoice(
        orderWith({
          payment_sessions: [{ provider_id: "pp_e-invoice_private" }],
        })
      )
    ).toBe(true)
  })

  it("leaves other providers' orders alone", () => {
    expect(isPaidByEInvoice(orderWith({ payments: [{ provider_id: "pp_system_default" }] }))).toBe(
      false
    )
  })
})

const address = (phone: string | null, country?: string) =>
  ({ phone, country_code: country ?? null }) as AdminOrderAddress

const withPhone = (phone: string, country?: string) => ({
  email: "kari@example.com",
  billing_address: address(phone, country),
})

describe("contactOf", () => {
  it.each([
    ["400 00 000", undefined],
    ["400 00 000", "no"],
    ["400 00 000", "NO"],
    ["+47 400 00 000", undefined],
    ["+4740000000", "dk"],
    ["004740000000", "no"],
    ["0047 400 00 000", "se"],
  ])("takes %s of an address in %s for a Norwegian number", (phone, country) => {
    expect(contactOf(withPhone(phone, country))).toEqual({
      email: "kari@example.com",
      countryCode: "+47",
      msisdn: "40000000",
    })
  })

  it.each([
    ["+46 70 123 45 67", undefined],
    ["0046 70 123 45 67", "no"],
    ["20 12 34 56", "dk"],
    ["070-123 45 67", "se"],
  ])("leaves %s of an address in %s to the person", (phone, country) => {
    expect(contactOf(withPhone(phone, country))).toMatchObject({
      countryCode: "",
      msisdn: "",
    })
  })

  it("takes the number and the country of the same address", () => {
    expect(
      contactOf({
        email: null,
        billing_address: address("", "dk"),
        shipping_address: address("400 00 000", "no"),
      })
    ).toMatchObject({ countryCode: "+47", msisdn: "40000000" })
  })

  it("makes do with nothing", () => {
    expect(contactOf({ email: null })).toEqual({
      email: "",
      countryCode: "+47",
      msisdn: "",
    })
    expect(contactOf({ email: null, billing_address: address(null, "dk") })).toMatchObject({
      countryCode: "",
      msisdn: "",
    })
  })
})

describe("hasPhone", () => {
  it("counts a number of any country", () => {
    expect(
      ["20 12 34 56", "+46 70 123 45 67", " ", ""].map((phone) => hasPhone(withPhone(phone, "dk")))
    ).toEqual([true, true, false, false])
    expect(hasPhone({ email: null })).toBe(false)
  })
})

const order: Parameters<typeof orderTarget>[0] = {
  id: "einvord_1",
  order_id: "order_1",
  order_number: "112",
  state: "succeeded",
}

describe("the list of invoice orders", () => {
  it("leads to the Medusa order", () => {
    expect(orderTarget(order)).toBe("/orders/order_1")
  })

  it.each<[string, Partial<EInvoiceOrderSummary>]>([
    ["no order in Medusa", { order_id: null }],
    ["a checkout that failed", { state: "in_doubt" }],
    ["a checkout that was refused", { state: "rejected" }],
    ["a checkout that did not finish", { order_number: null }],
  ])("leads to a page of ours after %s", (_what, changes) => {
    expect(orderTarget({ ...order, ...changes })).toBe("/e-invoice/orders/einvord_1")
  })

  it.each([
    ["remote_status", "orders/order-status.ts", "STATUS_LADDER"],
    ["state", "intent.ts", "INTENT_STATES"],
    ["attention", "orders/flags.ts", "ATTENTION"],
  ])("can be narrowed by every %s that the server knows", (id, file, name) => {
    const known = serverWords(`modules/e-invoice/${file}`, name)
    const filter = orderFilters((key) => key).find((one) => one.id === id)
    const values = filter && "options" in filter ? filter.options.map(({ value }) => value) : []

    expect([...values].sort()).toEqual([...known].sort())
  })
})
