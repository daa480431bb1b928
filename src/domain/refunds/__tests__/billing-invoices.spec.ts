import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { hasBilled, invoicesOf, isOfBilledParcel, mayStillAsk } from "../changed-order"
import { CANCELLED_PAYMENT, RefundScene } from "./refund-scene"

const invoice = (more: Partial<FollowedOrder>) =>
  ({
    state: "succeeded",
    status: "SENT",
    paymentId: "pay_1",
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
    [{ status: "REFUNDED" }, { billed: true, bills: true, asks: true }],
    [
      { status: "REFUNDED", paymentId: null },
      { billed: true, bills: true, asks: true },
    ],
    [
      { status: "REFUNDED", paymentId: CANCELLED_PAYMENT },
      { billed: true, bills: false, asks: false },
    ],
    [
      { status: "PARTIAL REFUNDED", paymentId: CANCELLED_PAYMENT },
      { billed: true, bills: true, asks: true },
    ],
  ])("of %j: %j", async (more, { billed, bills, asks }) => {
    const one = invoice(more)
    const { medusaRefunds, orders } = new RefundScene().dependencies
    const statuses = { ...orders.statuses, ofOrder: async () => [one] }
    const dependencies = {
      medusaRefunds,
      orders: { ...orders, statuses } as unknown as typeof orders,
    }

    expect(hasBilled(one)).toBe(billed)
    expect(await invoicesOf(dependencies, "order_1")).toEqual(bills ? [one] : [])
    expect(await invoicesOf(dependencies, "order_1", mayStillAsk)).toEqual(asks ? [one] : [])
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
