import type { AdminOrder } from "@medusajs/framework/types"

import { orderRevision } from "../order-revision"

const order = (payment: object, status = "pending"): AdminOrder =>
  JSON.parse(
    JSON.stringify({
      id: "order_1",
      status,
      payment_collections: [{ payments: [{ id: "pay_1", ...payment }] }],
    })
  )

describe("orderRevision", () => {
  const before = orderRevision(order({ refunds: [] }))

  it("stays while nothing about the payment changes", () => {
    expect(orderRevision(order({ refunds: [], amount: 1 }))).toBe(before)
  })

  it.each([
    ["capture", order({ refunds: [], captured_at: "2026-11-21" })],
    ["cancellation", order({ refunds: [], canceled_at: "2026-11-21" })],
    ["refund", order({ refunds: [{ id: "ref_1" }] })],
    ["cancelled order", order({ refunds: [] }, "canceled")],
  ])("changes with a %s", (_, after) => {
    expect(orderRevision(after)).not.toBe(before)
  })

  it("reads an order without payments", () => {
    expect(orderRevision({ ...order({}), payment_collections: [] })).toBe("pending")
  })
})
