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
  refuseWhileChanging,
  RETURN_UNREFUNDED,
} from "../medusa-order"

type Question = { entity: string; filters: Record<string, unknown> }

const placed = (id: string, more: object = {}) => ({
  id,
  status: "pending",
  canceled_at: null,
  ...more,
})

/** A Medusa that has one payment, of these orders. */
function medusa({
  orders = [placed("order_1")],
  changes = [],
  fulfillments = [],
  now,
}: {
  orders?: object[] | null
  changes?: object[]
  fulfillments?: unknown
  now?: object
} = {}) {
  const asked: Question[] = []
  const graph = async (question: Question) => {
    asked.push(question)
    switch (question.entity) {
      case "payment":
        return { data: orders ? [{ id: "pay_1", payment_collection: { order: orders } }] : [] }
      case "order_change":
        return { data: changes }
      default:
        return { data: now ? [now] : [{ id: "order_1", fulfillments }] }
    }
  }
  return { asked, query: { graph } as unknown as Parameters<typeof refundedOrderOf>[0] }
}

describe("refundedOrderOf", () => {
  it("is the order that counts the payment, and asks about that one", async () => {
    const { query, asked } = medusa()

    expect(await refundedOrderOf(query, "pay_1")).toEqual({
      id: "order_1",
      cancelled: false,
      isLeftOfTwo: false,
      changing: false,
      fulfilled: false,
    })
    expect(asked.map(({ entity, filters }) => [entity, filters])).toEqual([
      ["payment", { id: "pay_1" }],
      ["order_change", { order_id: "order_1", status: ["pending", "requested"] }],
      ["order", { id: "order_1" }],
    ])
  })

  it.each([[null], [[]]])("is none of a payment of no order: %p", async (orders) => {
    expect(await refundedOrderOf(medusa({ orders }).query, "pay_1")).toBeUndefined()
  })

  it.each<[Parameters<typeof medusa>[0], Partial<RefundedOrder>]>([
    [{ orders: [placed("order_1", { status: "canceled" })] }, { cancelled: true }],
    [
      { orders: [placed("order_1"), placed("order_2", { canceled_at: "x" })] },
      { isLeftOfTwo: true },
    ],
    [{ orders: [placed("order_1"), placed("order_2")] }, { isLeftOfTwo: false }],
    [{ changes: [{ change_type: "edit" }] }, { changing: true }],
    // Medusa records no credit meanwhile, whatever the change is.
    [{ changes: [{ change_type: "transfer" }] }, { changing: true }],
    [{ fulfillments: [{ canceled_at: null }] }, { fulfilled: true }],
    [{ fulfillments: [null, { canceled_at: "2026-03-01" }] }, { fulfilled: false }],
    [{ fulfillments: null }, { fulfilled: false }],
  ])("of %j is %j", async (given, expected) => {
    expect(await refundedOrderOf(medusa(given).query, "pay_1")).toMatchObject(expected)
  })
})

it.each<[object[] | null, boolean]>([
  [[placed("order_1")], false],
  [[placed("order_1", { status: "canceled" })], true],
  [[placed("order_1"), placed("order_2", { status: "canceled" })], false],
  [null, false],
])("a payment of %j is of a cancelled order: %p", async (orders, is) => {
  const { query, asked } = medusa({ orders })

  expect(await isOfCancelledOrder(query, "pay_1")).toBe(is)
  expect(asked).toHaveLength(1)
})

describe("orderNowOf", () => {
  const order = { id: "order_1", currency_code: "nok", items: [], shipping_methods: [] }

  it("is its lines, and what Medusa owes", async () => {
    const now = { ...order, summary: { pending_difference: -12.5 } }

    expect(await orderNowOf(medusa({ now }).query, "order_1")).toEqual({
      orderId: "order_1",
      owedOre: 1250n,
      lines: [],
    })
  })

  it("is not known where no invoice can be made of what it holds", async () => {
    const item = { id: "item_1", title: "Mug", quantity: 1 }
    const listedTwice = { ...order, items: [item, item] }

    expect(await orderNowOf(medusa({ now: listedTwice }).query, "order_1")).toBeUndefined()
  })

  it("lets a failure of Medusa's through", async () => {
    const graph = () => Promise.reject(new TypeError("a bug"))

    await expect(orderNowOf({ graph } as never, "order_1")).rejects.toThrow("a bug")
  })
})

describe("what refuses a refund", () => {
  const standing: RefundedOrder = {
    id: "order_1",
    cancelled: false,
    isLeftOfTwo: false,
    changing: false,
    fulfilled: false,
  }
  const codeOf = (refuse: () => void) => {
    try {
      refuse()
    } catch (error) {
      return (error as { code?: string }).code
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

  it.each([
    [["return_unrefunded"], 1_000n, 1_000n, undefined],
    [["return_unrefunded"], 1_000n, 1_001n, RETURN_UNREFUNDED],
    [["return_unrefunded"], undefined, 1n, RETURN_UNREFUNDED],
    [[], 0n, 1_000n, undefined],
  ] as const)(
    "with flags %j, %s øre owed and %s asked for: %s",
    (flags, owedOre, amountOre, code) => {
      const now = owedOre === undefined ? undefined : { orderId: "order_1", owedOre, lines: [] }

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
