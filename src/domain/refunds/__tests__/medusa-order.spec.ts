import {
  isOfCancelledOrder,
  mayBeCancelling,
  ORDER_CANCELLED,
  ORDER_CHANGE_ACTIVE,
  orderNowOf,
  type RefundedOrder,
  refundedOrderOf,
  refuseWhereCancelled,
  refuseWhereNetted,
  refuseWhereUncaptured,
  refuseWhileChanging,
  RETURN_UNREFUNDED,
} from "../medusa-order"
import { QueryStandIn } from "./query-stand-in"

const placed = (id: string, more: object = {}) => ({
  id,
  status: "pending",
  canceled_at: null,
  ...more,
})

/** A Medusa that has one payment, of these orders, and a cancelled order of another. */
function medusa({
  orders = [placed("order_1")],
  changes = [],
  fulfillments = [],
  now = {},
  capturedAt = "2026-03-01",
}: {
  orders?: object[] | null
  changes?: object[]
  fulfillments?: unknown
  now?: object
  capturedAt?: string | null
} = {}) {
  const other = placed("order_9", { status: "canceled" })
  return new QueryStandIn({
    payment: [
      { id: "pay_9", payment_collection: { order: [other] } },
      { id: "pay_1", captured_at: capturedAt, payment_collection: { order: orders } },
      { id: "pay_alone", payment_collection: null },
    ],
    order_change: [
      { order_id: "order_9", status: "requested", change_type: "edit" },
      ...changes.map((change) => ({ order_id: "order_1", status: "requested", ...change })),
    ],
    order: [
      { id: "order_9", fulfillments: [{ id: "ful_9", canceled_at: null }] },
      { id: "order_1", fulfillments, ...now },
    ],
  }) as QueryStandIn & Parameters<typeof refundedOrderOf>[0]
}

describe("refundedOrderOf", () => {
  it("is the order that counts the payment, and says nothing of others", async () => {
    expect(await refundedOrderOf(medusa(), "pay_1")).toEqual({
      id: "order_1",
      cancelled: false,
      isLeftOfTwo: false,
      changing: false,
      fulfilled: false,
      captured: true,
    })
  })

  it.each([[null], [[]]])("is none of a payment of no order: %p", async (orders) => {
    expect(await refundedOrderOf(medusa({ orders }), "pay_1")).toBeUndefined()
  })

  it.each(["pay_alone", "pay_gone"])("is none of %s, which is of no collection", async (id) => {
    expect(await refundedOrderOf(medusa(), id)).toBeUndefined()
  })

  it.each<[Parameters<typeof medusa>[0], Partial<RefundedOrder>]>([
    [
      { orders: [placed("order_1", { status: "canceled" })] },
      { cancelled: true, isLeftOfTwo: false },
    ],
    [{ orders: [placed("order_1", { canceled_at: "2026-03-01" })] }, { cancelled: true }],
    [
      { orders: [placed("order_1"), placed("order_2", { canceled_at: "x" })] },
      { isLeftOfTwo: true },
    ],
    [{ orders: [placed("order_1"), placed("order_2")] }, { isLeftOfTwo: false }],
    [{ changes: [{ change_type: "edit" }] }, { changing: true }],
    // Medusa records no credit meanwhile, whatever the change is.
    [{ changes: [{ change_type: "transfer" }] }, { changing: true }],
    [{ fulfillments: [{ canceled_at: null }] }, { fulfilled: true }],
    [{ changes: [{ change_type: "edit", status: "pending" }] }, { changing: true }],
    [{ changes: [{ change_type: "edit", status: "confirmed" }] }, { changing: false }],
    [{ fulfillments: [null, { canceled_at: "2026-03-01" }] }, { fulfilled: false }],
    [{ fulfillments: null }, { fulfilled: false }],
    [{ capturedAt: null }, { captured: false }],
  ])("of %j is %j", async (given, expected) => {
    expect(await refundedOrderOf(medusa(given), "pay_1")).toMatchObject(expected)
  })
})

it.each<[object[] | null, boolean]>([
  [[placed("order_1")], false],
  [[placed("order_1", { status: "canceled" })], true],
  [[placed("order_1"), placed("order_2", { status: "canceled" })], false],
  [null, false],
])("a payment of %j is of a cancelled order: %p", async (orders, is) => {
  const query = medusa({ orders })

  expect(await isOfCancelledOrder(query, "pay_1")).toBe(is)
  expect(query.asked).toEqual(["payment"])
})

describe("orderNowOf", () => {
  const mug = {
    id: "item_1",
    title: "Mug",
    quantity: 2,
    unit_price: 74.5,
    total: 149,
    original_total: 149,
    tax_lines: [{ rate: 25 }],
  }
  const order = { currency_code: "nok", items: [mug], shipping_methods: [] }

  it("is its lines, and what Medusa owes", async () => {
    const now = { ...order, summary: { pending_difference: -12.5 } }

    expect(await orderNowOf(medusa({ now }), "order_1")).toMatchObject({
      orderId: "order_1",
      markedPaidOre: 0n,
      owedOre: 1_250n,
      lines: [{ id: "item_1", quantity: 2, vatRate: 25, grossOre: 14_900n }],
    })
  })

  it("owes less than nothing while it waits for money", async () => {
    const now = { ...order, summary: { pending_difference: 12.5 } }

    expect(await orderNowOf(medusa({ now }), "order_1")).toMatchObject({ owedOre: -1_250n })
  })

  it("is none where there is no such order", async () => {
    expect(await orderNowOf(medusa(), "order_gone")).toBeUndefined()
  })

  it("is not known where no invoice can be made of what it holds", async () => {
    const listedTwice = { ...order, items: [mug, mug] }

    expect(await orderNowOf(medusa({ now: listedTwice }), "order_1")).toBeUndefined()
  })

  it.each<[string, object]>([
    ["of Medusa's", { graph: () => Promise.reject(new TypeError("a bug")) }],
    ["to read its answer", medusa({ now: { ...order, version: "a bug" } })],
  ])("lets a failure %s through", async (_what, query) => {
    await expect(orderNowOf(query as never, "order_1")).rejects.toThrow()
  })
})

describe("what refuses a refund", () => {
  const standing: RefundedOrder = {
    id: "order_1",
    cancelled: false,
    isLeftOfTwo: false,
    changing: false,
    fulfilled: false,
    captured: true,
  }
  const codeOf = (refuse: () => void) => {
    try {
      refuse()
    } catch (error) {
      return (error as { code?: string }).code ?? error
    }
    return undefined
  }

  it("is an open change", () => {
    expect(codeOf(() => refuseWhileChanging({ ...standing, changing: true }, "No"))).toBe(
      ORDER_CHANGE_ACTIVE
    )
    expect(codeOf(() => refuseWhileChanging(standing, "No"))).toBeUndefined()
    expect(codeOf(() => refuseWhileChanging(undefined, "No"))).toBeUndefined()
  })

  it("is a cancelled order, by Medusa's own button", () => {
    expect(codeOf(() => refuseWhereCancelled({ ...standing, cancelled: true }))).toBe(
      ORDER_CANCELLED
    )
    expect(codeOf(() => refuseWhereCancelled(standing))).toBeUndefined()
    expect(codeOf(() => refuseWhereCancelled(undefined))).toBeUndefined()
  })

  it("is a payment whose capture has not ended, by Medusa's own button", () => {
    expect(codeOf(() => refuseWhereUncaptured({ ...standing, captured: false }))).toBe(
      "not_captured"
    )
    expect(codeOf(() => refuseWhereUncaptured(standing))).toBeUndefined()
    expect(codeOf(() => refuseWhereUncaptured(undefined))).toBeUndefined()
  })

  it.each([
    [["return_unrefunded"], 1_000n, 1_000n, undefined],
    [["return_unrefunded"], 1_000n, 1_001n, RETURN_UNREFUNDED],
    [["return_unrefunded"], undefined, 1n, RETURN_UNREFUNDED],
    [[], 0n, 1_000n, undefined],
  ] as const)(
    "with flags %j, %s øre owed and %s asked for: %s",
    (flags, owedOre, amountOre, code) => {
      const now =
        owedOre === undefined
          ? undefined
          : { orderId: "order_1", markedPaidOre: 0n, owedOre, lines: [] }

      expect(codeOf(() => refuseWhereNetted({ flags: [...flags] }, { now, amountOre }))).toBe(code)
    }
  )

  it.each([
    ["0.00", false, 14_900n, true],
    ["49.00", false, 10_000n, true],
    ["49.00", false, 9_999n, false],
    ["0.00", true, 14_900n, false],
  ])(
    "looks like a cancellation with %s refunded of 149, packed %p, and %s øre asked for: %p",
    (refundedTotal, fulfilled, amountOre, may) => {
      const invoice = { grandTotal: "149.00", refundedTotal }

      expect(mayBeCancelling(invoice, { fulfilled }, amountOre)).toBe(may)
      expect(mayBeCancelling(invoice, undefined, amountOre)).toBe(may || fulfilled)
    }
  )
})
