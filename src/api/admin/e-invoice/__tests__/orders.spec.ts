import { filtersByFlag } from "../orders"

it("finds an order by any of its flags, and by any of those that are asked for", () => {
  expect(filtersByFlag({ state: "succeeded", attention: "refund_failed" })).toEqual({
    state: "succeeded",
    $or: [{ attention: { $like: "%refund_failed%" } }],
  })
  expect(filtersByFlag({ attention: ["second_order", "cancel_failed"] })).toEqual({
    $or: [{ attention: { $like: "%second_order%" } }, { attention: { $like: "%cancel_failed%" } }],
  })
})

it("leaves other filters as they are", () => {
  expect(filtersByFlag({ id: "einvord_1" })).toEqual({ id: "einvord_1" })
})
