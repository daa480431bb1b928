import { serverWords } from "../../../lib/__tests__/server-words"
import { orderFilters } from "../order-filters"
import { orderTarget, parseOrderPage } from "../order-list"

const order = {
  id: "einvord_1",
  order_id: "order_1",
  state: "created",
  flags: [],
}

describe("the list of invoice orders", () => {
  it("leads to the Medusa order", () => {
    expect(orderTarget(order)).toBe("/orders/order_1")
  })

  it.each([
    ["no order in Medusa", { order_id: null }],
    ["a checkout that failed", { state: "in_doubt" }],
    ["a checkout that was refused", { state: "rejected" }],
    ["a checkout that did not finish", { flags: ["second_order", "order_missing"] }],
  ])("leads to a page of ours after %s", (_what, changes) => {
    expect(orderTarget({ ...order, ...changes })).toBe("/e-invoice/orders/einvord_1")
  })

  it("reads a page, and how many there are", () => {
    const page = parseOrderPage({
      e_invoice_orders: [{ id: "einvord_1", currency_code: "nok", state: "created" }],
      count: 7,
    })

    expect(page).toMatchObject({ rows: [{ id: "einvord_1" }], count: 7 })
  })

  it.each([
    ["remote_status", "status/order-status-machine.ts", "STATUS_LADDER"],
    ["state", "models/e-invoice-order.ts", "JOURNAL_STATES"],
    ["attention", "status/flags.ts", "ATTENTION"],
  ])("can be narrowed by every %s that the server knows", (id, file, name) => {
    const known = serverWords(`modules/e-invoice/${file}`, name)
    const filter = orderFilters((key) => key).find((one) => one.id === id)
    const values = filter && "options" in filter ? filter.options.map(({ value }) => value) : []

    expect([...values].sort()).toEqual([...known].sort())
  })
})
