import type { MedusaContainer } from "@medusajs/framework/types"

import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import { followPlacedOrder } from "../follow-placed-order"

const created = {
  id: "einvord_1",
  state: "succeeded",
  status: "SENT",
  flags: [] as FollowedOrder["flags"],
  orderUuid: "ODR1",
  paymentSessionId: "payses_1",
} as FollowedOrder

const payment = {
  id: "pay_1",
  payment_session_id: "payses_1",
  canceled_at: null as string | null,
  captured_at: null as string | null,
}

/** A store in which an order was placed, and what was done about it. */
function storeWith({
  named = [],
  paid = [],
  payments = [payment],
}: {
  named?: FollowedOrder[]
  paid?: FollowedOrder[]
  payments?: (typeof payment)[]
}) {
  const asked: string[] = []
  const linked: unknown[] = []
  const emitted: unknown[] = []
  const flagged: unknown[] = []
  const dueNow: string[] = []
  const eInvoice = {
    orders: {
      statuses: {
        ofOrder: async () => named,
        ofCollections: async (ids: string[]) => (ids.includes("paycol_1") ? paid : []),
        link: async (...link: unknown[]) => linked.push(link),
        flag: async (...flag: unknown[]) => flagged.push(flag),
        lookSoon: async (id: string) => dueNow.push(id),
      },
    },
    events: { emit: async (...event: unknown[]) => emitted.push(event) },
    inbox: { dueNow: async () => 0 },
    timeline: { recordOnce: async () => true },
  }
  const query = {
    graph: async ({ entity }: { entity: string }) => {
      asked.push(entity)
      return {
        data: entity === "payment" ? payments : [{ payment_collection_id: "paycol_1" }],
      }
    },
  }
  const registered = { eInvoice, query, logger: { error: () => undefined } }
  const container = {
    resolve: (name: keyof typeof registered) => registered[name],
  } as unknown as MedusaContainer
  return { container, asked, linked, emitted, flagged, dueNow }
}

const link = ["einvord_1", { orderId: "order_1", paymentId: "pay_1" }]

describe("after a Medusa order was placed", () => {
  it("the e-invoice order that names it is linked to its payment, and told of", async () => {
    const store = storeWith({ named: [created] })

    await followPlacedOrder(store.container, "order_1")

    expect(store.linked).toEqual([link])
    expect(store.emitted).toEqual([
      ["e_invoice.order_created", { id: "einvord_1", order_id: "order_1", order_uuid: "ODR1" }],
    ])
    expect(store.flagged).toEqual([])
    expect(store.asked).toEqual(["payment"])
  })

  it("on the payment of an earlier attempt, its e-invoice order is found by what it pays", async () => {
    const store = storeWith({
      paid: [created],
      payments: [{ ...payment, canceled_at: "2026-11-22T00:00:00Z" }],
    })

    await followPlacedOrder(store.container, "order_1")

    expect(store.linked).toEqual([link])
    expect(store.flagged).toEqual([["einvord_1", "placed_unbilled"]])
  })

  it("on a payment that was captured while Medusa cancelled it, it is paid for", async () => {
    const store = storeWith({
      paid: [created],
      payments: [
        {
          ...payment,
          canceled_at: "2026-11-22T00:00:00Z",
          captured_at: "2026-11-22T00:00:00Z",
        },
      ],
    })

    await followPlacedOrder(store.container, "order_1")

    expect(store.linked).toEqual([link])
    expect(store.flagged).toEqual([])
  })

  it.each([
    ["was left by an attempt that Medusa has no payment of", created, [created.id]],
    ["was not created", { ...created, state: "in_doubt" } as FollowedOrder, []],
  ])("an e-invoice order that %s is left to the sweep", async (_what, order, due) => {
    const store = storeWith({ paid: [order], payments: [] })

    await followPlacedOrder(store.container, "order_1")

    expect(store.linked).toEqual([])
    expect(store.emitted).toEqual([])
    expect(store.dueNow).toEqual(due)
  })

  it("that was paid in another way, nothing is done", async () => {
    const store = storeWith({})

    await followPlacedOrder(store.container, "order_1")

    expect(store.asked).toEqual(["order_payment_collection"])
    expect(store.linked).toEqual([])
  })
})
