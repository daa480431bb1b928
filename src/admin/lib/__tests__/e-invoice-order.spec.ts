import { oldestFirst, isWorthShowing, parseOrderDetail, parseOrderList } from "../e-invoice-order"

const row = {
  id: "einvord_1",
  order_id: "order_1",
  payment_id: "pay_1",
  reference_no: "1001",
  currency_code: "nok",
  grand_total: 435.88,
  refunded_total: 0,
  state: "created",
  remote_order_uuid: "ODR1",
  remote_status: "SENT",
  paid_at: null,
  attention: null,
  attempts: 1,
  flags: [],
  cancel_requested_at: null,
  invoice_number: null,
  failure: null,
  last_checked_at: "2026-11-21T00:00:00.000Z",
  last_checked_by: "callback",
  created_at: "2026-11-20T23:00:00.000Z",
}

describe("parseOrderList", () => {
  it("reads what the server sends", () => {
    expect(
      parseOrderList({
        e_invoice_orders: [row],
        count: 1,
        offset: 0,
        limit: 20,
      })
    ).toEqual([row])
  })

  it("reads amounts in text", () => {
    const [order] = parseOrderList({
      e_invoice_orders: [{ ...row, grand_total: "435.88" }],
    })
    expect(order?.grand_total).toBe(435.88)
  })

  it("knows no amount rather than a wrong one", () => {
    const [order] = parseOrderList({
      e_invoice_orders: [{ ...row, grand_total: { value: "435.88" } }],
    })
    expect(order?.grand_total).toBeNull()
  })

  it("reads an order of a server that knows fewer or more fields", () => {
    const [order] = parseOrderList({
      e_invoice_orders: [{ id: "einvord_2", currency_code: "nok", state: "created", more: 1 }],
    })
    expect(order).toMatchObject({
      id: "einvord_2",
      remote_status: null,
      attention: null,
      flags: [],
    })
  })

  it("leaves out what is no order", () => {
    expect(parseOrderList({ e_invoice_orders: [row, "?"] })).toHaveLength(1)
  })

  it("refuses an answer that is not an object", () => {
    expect(() => parseOrderList("<!doctype html>")).toThrow()
  })
})

describe("oldestFirst", () => {
  it("puts an order edit's e-invoice after the order's own", () => {
    const edit = { ...row, id: "einvord_2", created_at: "2026-11-21T08:00:00Z" }
    expect(oldestFirst([edit, row]).map(({ id }) => id)).toEqual(["einvord_1", "einvord_2"])
  })
})

describe("parseOrderDetail", () => {
  const entry = {
    id: "einvtl_1",
    at: "2026-11-21T00:00:00.000Z",
    actor: "shopper",
    action: "create",
    outcome: "done",
    detail: null,
  }
  const request = {
    products: [
      {
        name: "Kaffe",
        productId: "variant_1",
        quantity: "2",
        rate: "99.90",
        discount: "0.00",
        tax: "15",
        amount: "199.80",
      },
    ],
    orderSummary: {
      subTotal: "173.74",
      totalTax: "26.06",
      totalDiscount: "0.00",
      grandTotal: "199.80",
    },
    orderDate: "1795305600",
    referenceNo: "1001",
  }

  it("reads the timeline and the sent request", () => {
    const order = parseOrderDetail({
      e_invoice_order: {
        ...row,
        timeline: [entry],
        refunds: [],
        sent_request: request,
      },
    })
    expect(order.timeline).toEqual([entry])
    expect(order.sent_request?.products[0]).toMatchObject({
      name: "Kaffe",
      quantity: 2,
      rate: 99.9,
    })
    expect(order.sent_request?.orderDate).toBe(1795305600)
  })

  it("does without a sent request, a timeline and refunds", () => {
    expect(parseOrderDetail({ e_invoice_order: row })).toMatchObject({
      timeline: [],
      sent_request: null,
    })
  })
})

describe("isWorthShowing", () => {
  const rejected = { state: "rejected", payment_id: null, attention: null }
  const worth = (changes: object) =>
    isWorthShowing({
      ...parseOrderDetail({ e_invoice_order: row }),
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
    { state: "created" },
  ])("shows one with %j", (changes) => {
    expect(worth(changes)).toBe(true)
  })
})
