import { subjectTarget } from "../subject-target"

const subject = {
  kind: "checkout",
  id: "einvord_1",
  order_id: null,
  remote_uuid: "ODR1",
}

describe("what a callback is about", () => {
  it.each([
    ["checkout", {}, "/e-invoice/orders/einvord_1"],
    ["reservation", {}, "/e-invoice/reservations/ODR1"],
    ["subscription", {}, "/e-invoice/subscriptions/ODR1"],
    ["order", { order_id: "order_1" }, "/orders/order_1"],
    ["order", {}, undefined],
    ["reservation", { remote_uuid: null }, undefined],
  ])("leads to the page of a %s with %j", (kind, changes, page) => {
    expect(subjectTarget({ ...subject, kind, ...changes })).toBe(page)
  })
})
