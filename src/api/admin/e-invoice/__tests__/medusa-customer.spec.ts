import { serviceCustomers } from "../medusa-customer"

const met = (uuid: string | null, orderId: string | null, at: string) => ({
  uuid,
  orderId,
  at: new Date(at),
})

it("gathers orders by customer at the service, the one met last first", () => {
  expect(
    serviceCustomers([
      met("CSRT1", "order_1", "2026-11-01"),
      met("CSRT2", "order_2", "2026-11-03"),
      met("CSRT1", "order_3", "2026-11-02"),
      met("CSRT1", "order_3", "2026-11-02"),
      met(null, "order_4", "2026-11-04"),
      met("CSRT2", null, "2026-11-01"),
    ])
  ).toEqual([
    {
      uuid: "CSRT2",
      last_seen_at: "2026-11-03T00:00:00.000Z",
      order_ids: ["order_2"],
    },
    {
      uuid: "CSRT1",
      last_seen_at: "2026-11-02T00:00:00.000Z",
      order_ids: ["order_1", "order_3"],
    },
  ])
})
