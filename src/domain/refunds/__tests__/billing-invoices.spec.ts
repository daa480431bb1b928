import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { billsLines, hasBilled, isOfBilledParcel, mayStillAsk } from "../changed-order"

const invoice = (more: Partial<FollowedOrder>) =>
  ({
    state: "succeeded",
    status: "SENT",
    grandTotal: "348.70",
    creditedTotal: "0",
    fulfillmentId: null,
    cancelRequestedAt: null,
    ...more,
  }) as FollowedOrder

describe("an invoice beside others of its order", () => {
  it.each<[Partial<FollowedOrder>, { billed: boolean; bills: boolean; asks: boolean }]>([
    [{}, { billed: true, bills: true, asks: true }],
    [{ state: "in_doubt" }, { billed: false, bills: false, asks: false }],
    [{ status: "CANCELLED" }, { billed: false, bills: false, asks: false }],
    [{ status: "EXPIRED" }, { billed: false, bills: false, asks: true }],
    [
      { status: "EXPIRED", state: "in_doubt" },
      { billed: false, bills: false, asks: false },
    ],
    [
      { status: "EXPIRED", cancelRequestedAt: new Date("2026-03-01") },
      { billed: false, bills: false, asks: false },
    ],
    [
      { status: "CANCELLED", cancelRequestedAt: null },
      { billed: false, bills: false, asks: false },
    ],
    [
      { status: "CREDITED", creditedTotal: "348.70" },
      { billed: true, bills: false, asks: false },
    ],
    [
      { status: "REFUNDED", creditedTotal: "348.71" },
      { billed: true, bills: false, asks: false },
    ],
    [
      { status: "CREDITED", creditedTotal: "348.69" },
      { billed: true, bills: true, asks: true },
    ],
    [
      { status: "SENT", creditedTotal: "348.70" },
      { billed: true, bills: true, asks: true },
    ],
  ])("of %j: %j", (more, expected) => {
    const one = invoice(more)
    expect({ billed: hasBilled(one), bills: billsLines(one), asks: mayStillAsk(one) }).toEqual(
      expected
    )
  })

  it.each<[Partial<FollowedOrder>, boolean]>([
    [{ fulfillmentId: "ful_1" }, true],
    [{ fulfillmentId: "ful_1", status: "CANCELLED" }, true],
    [{ fulfillmentId: "ful_1", state: "rejected" }, false],
    [{ fulfillmentId: null }, false],
  ])("of a parcel, %j: %p", (more, is) => {
    expect(isOfBilledParcel(invoice(more))).toBe(is)
  })
})
