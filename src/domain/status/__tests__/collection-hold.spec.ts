import { MedusaError } from "@medusajs/framework/utils"

import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { heldError, holdOf, isLive } from "../collection-hold"

const created: Pick<FollowedOrder, "state" | "status" | "holdUntil"> = {
  state: "succeeded",
  status: "SENT",
  holdUntil: null,
}

describe("isLive", () => {
  it.each<[Partial<FollowedOrder>, boolean]>([
    [{}, true],
    [{ status: "PAID" }, true],
    [{ status: "PARTIAL REFUNDED" }, true],
    [{ status: "REFUNDED" }, false],
    [{ status: "CANCELLED" }, false],
    [{ state: "sending" }, true],
    [{ state: "in_doubt" }, true],
    [{ state: "prepared" }, false],
    [{ state: "rejected" }, false],
    [{ state: "abandoned" }, false],
    [{ state: "prepared", holdUntil: new Date() }, true],
  ])("of %p is %p", (order, live) => {
    expect(isLive({ ...created, ...order })).toBe(live)
  })
})

describe("holdOf", () => {
  const held = (
    orders: Partial<FollowedOrder>[],
    order: { status: string; canceled_at: string | null } | null | undefined
  ) => {
    const asked: object[] = []
    const statuses = {
      ofCollections: async (ids: string[]) =>
        ids.join() === "paycol_1" ? orders.map((one) => ({ ...created, ...one })) : [],
    }
    const graph = async (question: object) => {
      asked.push(question)
      return { data: order === undefined ? [] : [{ order }] }
    }
    const result = holdOf(
      { orders: { statuses } } as unknown as Parameters<typeof holdOf>[0],
      { graph } as unknown as Parameters<typeof holdOf>[1],
      "paycol_1"
    )
    return { asked, result }
  }
  const placed = { status: "pending", canceled_at: null }

  it("asks Medusa nothing where no invoice is live", async () => {
    const { asked, result } = held([{ status: "CANCELLED" }], placed)

    expect(await result).toBeUndefined()
    expect(asked).toEqual([])
  })

  it.each<[string, Partial<FollowedOrder>[], Parameters<typeof held>[1], string | undefined]>([
    ["a placed order that a live invoice pays", [{}], placed, "placed"],
    ["a placed order whose invoice is being made", [{ state: "sending" }], placed, "placed"],
    ["a cart whose checkout failed", [{}], undefined, undefined],
    ["a link to no order", [{}], null, undefined],
    ["an order cancelled by its date", [{}], { ...placed, canceled_at: "2026-03-01" }, undefined],
    ["an order cancelled by its status", [{}], { ...placed, status: "canceled" }, undefined],
    ["an invoice being made", [{}, { state: "sending" }], undefined, "in-flight"],
    ["a doubtful invoice of a cart", [{ state: "in_doubt" }], undefined, undefined],
  ])("of %s", async (_what, orders, order, hold) => {
    const { asked, result } = held(orders, order)

    expect(await result).toBe(hold)
    expect(asked).toMatchObject([
      {
        entity: "order_payment_collection",
        fields: ["order.id", "order.status", "order.canceled_at"],
        filters: { payment_collection_id: "paycol_1" },
      },
    ])
  })
})

it("refuses another session as something that is not allowed", () => {
  expect(heldError("placed")).toMatchObject({ type: MedusaError.Types.NOT_ALLOWED })
  expect(heldError("placed").message).not.toBe(heldError("in-flight").message)
})
