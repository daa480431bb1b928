import type { Outstanding } from "../outstanding-of-order"
import { notBillable, whyNotBillable } from "../why-not-billable"

const outstanding = (changed: Partial<Outstanding>): Outstanding => ({
  order: {
    id: "order_1",
    version: 1,
    currency_code: "nok",
    status: "pending",
    canceled_at: false,
    created_at: new Date(),
  },
  version: 1,
  currencyCode: "nok",
  pending: "100",
  authorised: "0",
  markedPaid: "0",
  credited: "0",
  isPaidOtherwise: false,
  open: [],
  billable: "100",
  isCancelled: false,
  isBeingChanged: false,
  isPaymentUnderWay: false,
  isListedTwice: false,
  isCreditMissing: false,
  isCreditOpen: false,
  isCreditAwaited: false,
  isBeingPlaced: false,
  unpaidCollection: undefined,
  placeholders: [],
  ...changed,
})

describe("whyNotBillable", () => {
  it("finds nothing in the way of what is outstanding", () => {
    expect(whyNotBillable(outstanding({}))).toBeUndefined()
  })

  it.each([
    ["cancelled", { isCancelled: true }],
    ["draft", { order: { ...outstanding({}).order, status: "draft" } }],
    ["listed-twice", { isListedTwice: true }],
    ["credit-missing", { isCreditMissing: true }],
    ["credit-open", { isCreditOpen: true }],
    ["credit-awaited", { isCreditAwaited: true }],
    ["checkout-open", { isBeingPlaced: true }],
    [
      "unsettled",
      {
        open: [{ source: "unsettled", id: "einvord_1", amount: "40" }],
        billable: "60",
      },
    ],
    [
      "open-bill",
      {
        open: [{ source: "e-invoice", id: "pay_1", amount: "100" }],
        billable: "0",
      },
    ],
    ["order-change-active", { isBeingChanged: true }],
    ["payment-under-way", { isPaymentUnderWay: true }],
    ["nothing-outstanding", { isBeingChanged: true, pending: "0", billable: "0" }],
    ["nothing-outstanding", { pending: "0", billable: "0" }],
    ["nothing-outstanding", { pending: "-20", billable: "0" }],
  ] as const)("says %s", (reason, changed) => {
    expect(whyNotBillable(outstanding(changed))).toBe(reason)
    expect(notBillable(reason)).toMatchObject({ code: "not_billable", values: { reason } })
  })
})
