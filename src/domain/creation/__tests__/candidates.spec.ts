import type { SentRequest } from "../../../modules/e-invoice/orders/order-row"
import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"
import { isLikely, isOfAnotherDay, judgeCandidates } from "../look-up-order"
import { customerFingerprint, type ListedOrder } from "../recognise-order"

const keys = keyRing(Buffer.alloc(32, 1).toString("base64"))
const kari = { email: "kari@example.com", countryCode: "+47", msisdn: "40000000" }
const ola = { ...kari, email: "ola@example.com" }
const sentAt = new Date("2026-03-01T23:30:00Z")

const row = {
  reference_no: "12",
  customer_fingerprint: customerFingerprint(keys, kari),
  sent_request: {
    products: [{ name: "Mug", quantity: 1, rate: 149, tax: 25, amount: 149 }],
    orderSummary: { subTotal: 119.2, totalTax: 29.8, totalDiscount: 0, grandTotal: 149 },
    orderDate: "1772366400",
  } satisfies SentRequest,
}

const listed = (orderUuid: string, changes: Partial<ListedOrder> = {}): ListedOrder => ({
  orderUuid,
  status: "SENT",
  referenceNo: "12",
  orderDate: "01 Mar, 2026",
  productList: [{ name: "Mug", quantity: 1, amount: 149 }],
  orderSummary: { grandTotal: 149 },
  customerDetails: kari,
  ...changes,
})
const dearer: Partial<ListedOrder> = {
  productList: [{ name: "Pot", quantity: 1, amount: 99 }],
  orderSummary: { grandTotal: 99 },
}

const judged = (...orders: ListedOrder[]) =>
  judgeCandidates(row, orders, keys, sentAt).map(({ order, contradictions, isOther }) => [
    order.orderUuid,
    contradictions.join(),
    isOther,
  ])

describe("judgeCandidates", () => {
  it.each<[string, Partial<ListedOrder>, string, boolean]>([
    ["the order as it was sent", {}, "", false],
    ["another reference", { referenceNo: "13" }, "reference", true],
    ["another amount", dearer, "amount", false],
    ["another customer", { customerDetails: ola }, "customer", false],
    ["another day", { orderDate: "21 Feb, 2026" }, "date", false],
    [
      "the amount alone in common",
      { referenceNo: "13", customerDetails: ola },
      "reference,customer",
      true,
    ],
    ["nothing to compare its customer by", { customerDetails: undefined }, "", false],
  ])("says what contradicts: %s", (_what, changes, contradictions, isOther) => {
    expect(judged(listed("ODR1", changes))).toEqual([["ODR1", contradictions, isOther]])
  })

  it("leaves out what agrees in nothing", () => {
    expect(judged(listed("ODR1", { ...dearer, referenceNo: "13", customerDetails: ola }))).toEqual(
      []
    )
  })

  it("puts the likeliest first, and what cannot be adopted last", () => {
    expect(
      judged(
        listed("ODR1", { referenceNo: "13" }),
        listed("ODR2", { customerDetails: ola }),
        listed("ODR3")
      ).map(([uuid]) => uuid)
    ).toEqual(["ODR3", "ODR2", "ODR1"])
  })
})

describe("isLikely", () => {
  it.each<[string, Partial<ListedOrder>, boolean]>([
    ["the order as it was sent", {}, true],
    ["another customer, as the service may know more of them", { customerDetails: ola }, true],
    ["another customer and day", { customerDetails: ola, orderDate: "21 Feb, 2026" }, false],
    [
      "another customer, without a reference",
      { customerDetails: ola, referenceNo: undefined },
      true,
    ],
    ["another customer and amount", { ...dearer, customerDetails: ola }, false],
    ["another reference", { referenceNo: "13" }, false],
    ["an order that was cancelled", { status: "CANCELLED" }, false],
  ])("says whether staff have to exclude it: %s", (_what, changes, expected) => {
    const candidates = judgeCandidates(row, [listed("ODR1", changes)], keys, sentAt)
    expect(candidates.some(isLikely)).toBe(expected)
  })
})

describe("isOfAnotherDay", () => {
  it.each([
    ["02 Mar, 2026", false],
    ["28 Feb, 2026", true],
    ["1772366400", false],
    ["1771000000", true],
    ["02.03.2026", false],
    ["01.03.2026", false],
    ["01.03.2026 23:59", false],
    ["03.01.2026", true],
    ["12.03.2026", true],
    ["28.02.2026", true],
    ["03/12/2026", false],
    [undefined, false],
    ["some day", false],
  ])("of %s is %s", (written, expected) => {
    expect(isOfAnotherDay(written, sentAt)).toBe(expected)
  })
})
