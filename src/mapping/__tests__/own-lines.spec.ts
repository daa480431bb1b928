import { buildOrderRequest } from "../build-order-request"
import type { MappableOrder } from "../order-entry"
import { ownLinesOf } from "../read-order"
import { sampleOrder, sampleSettings } from "./sample-order"

const requestOf = (order: MappableOrder) =>
  buildOrderRequest({
    ...ownLinesOf(order),
    currencyCode: "nok",
    kind: "order",
    settings: sampleSettings,
  })

describe("ownLinesOf", () => {
  it.each([
    ["in part", "100"],
    ["by more than its lines", "1000000"],
  ])("bears no credit of an order that was refunded %s", (_how, amount) => {
    const refunded = {
      ...sampleOrder,
      total: 0,
      raw_total: { value: "0" },
      credit_lines: [{ amount: Number(amount), raw_amount: { value: amount } }],
    }

    expect(requestOf(refunded)).toEqual(requestOf(sampleOrder))
    expect(requestOf(refunded).totals.grandTotalOre).toBeGreaterThan(0n)
  })
})
