import {
  isCancelledPayment,
  orderCounting,
  orderMeant,
  type PlacedOrder,
  placedOrdersSchema,
  standingOrders,
} from "../medusa-orders"

const stands = { id: "order_1", cancelled: false }
const alsoStands = { id: "order_2", cancelled: false }
const cancelled = { id: "order_3", cancelled: true }

describe("placedOrdersSchema", () => {
  const raw = { id: "order_1", status: "pending", canceled_at: null }

  it.each<[string, unknown, Partial<PlacedOrder>[]]>([
    ["none", undefined, []],
    ["null", null, []],
    ["an order as it is", raw, [stands]],
    [
      "a list of a cart that was ordered twice",
      [raw, { ...raw, id: "order_2" }],
      [stands, alsoStands],
    ],
    ["a list with gaps", [null, raw, undefined], [stands]],
    ["one cancelled by its date", { ...raw, canceled_at: "2026-03-01" }, [{ cancelled: true }]],
    ["one cancelled by its status", { ...raw, status: "canceled" }, [{ cancelled: true }]],
    [
      "when it was written last",
      { ...raw, updated_at: "2026-03-01T12:00:00Z" },
      [{ updatedAt: new Date("2026-03-01T12:00:00Z") }],
    ],
  ])("reads %s", (_what, given, orders) => {
    const read = placedOrdersSchema.parse(given)

    expect(read).toHaveLength(orders.length)
    expect(read).toMatchObject(orders)
  })
})

it("leaves out those that are cancelled", () => {
  expect(standingOrders([cancelled, stands])).toEqual([stands])
})

describe("orderMeant", () => {
  it.each<[string, PlacedOrder[], string | null, PlacedOrder | undefined]>([
    ["the one that is named", [stands, alsoStands], "order_2", alsoStands],
    [
      "the first that stands, where none is named",
      [cancelled, alsoStands, stands],
      null,
      alsoStands,
    ],
    ["one that stands rather than the one that is named", [cancelled, stands], "order_3", stands],
    ["a cancelled one where none stands", [cancelled], "order_1", cancelled],
    ["none where there is none", [], "order_1", undefined],
  ])("takes %s", (_what, placed, named, meant) => {
    expect(orderMeant(placed, named)).toBe(meant)
  })
})

it("has the first order count what is captured, whether or not it stands", () => {
  expect(orderCounting([cancelled, stands])).toBe(cancelled)
})

it.each([
  [null, null, false],
  [new Date(), null, true],
  [null, new Date(), false],
  [new Date(), new Date(), false],
])("of a payment cancelled %p and captured %p: cancelled is %p", (canceled_at, captured_at, is) => {
  expect(isCancelledPayment({ canceled_at, captured_at })).toBe(is)
})
