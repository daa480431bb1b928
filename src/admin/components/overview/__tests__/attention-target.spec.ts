import { attentionTarget } from "../attention-target"

const item = {
  kind: "order",
  id: "einvord_1",
  order_id: "order_1",
  display_id: 12,
  subject_kind: "order",
  remote_uuid: "ODR1",
}

describe("where somebody sees to what waits", () => {
  it("is the Medusa order", () => {
    expect(attentionTarget(item)).toBe("/orders/order_1")
  })

  it("is a page of its own where Medusa took the order back", () => {
    expect(attentionTarget({ ...item, display_id: null })).toBe(
      "/e-invoice/orders/einvord_1"
    )
  })

  it.each([
    ["reservation", "/e-invoice/reservations/RES%201"],
    ["subscription", "/e-invoice/subscriptions/RES%201"],
    ["customer", undefined],
  ])("is the page of an operation's %s", (subject_kind, page) => {
    expect(
      attentionTarget({
        kind: "operation",
        id: "einvop_1",
        order_id: null,
        display_id: null,
        subject_kind,
        remote_uuid: "RES 1",
      })
    ).toBe(page)
  })
})
