import {
  compareOrder,
  customerFingerprint,
  isAdoptable,
  type ListedOrder,
  recogniseOrder,
} from "../recognise-order"
import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"
import type { SentRequest } from "../../../modules/e-invoice/orders/order-row"

const keys = keyRing(Buffer.alloc(32, 1).toString("base64"))
const otherKeys = keyRing(Buffer.alloc(32, 2).toString("base64"))
const contact = {
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
}

const sent: SentRequest = {
  products: [
    { name: "Coffee", quantity: 3, rate: 99.9, tax: 15, amount: 299.7 },
    { name: "Shipping", quantity: "1", rate: 49, tax: 25, amount: 49 },
  ],
  orderSummary: {
    subTotal: "299.81",
    totalTax: "48.89",
    totalDiscount: "0.00",
    grandTotal: "348.70",
  },
  orderDate: "1764547200",
}

const row = (reference: string | null = "12") => ({
  reference_no: reference,
  customer_fingerprint: customerFingerprint(keys, contact),
  sent_request: sent,
})

const lines: ListedOrder["productList"] = [
  { name: "Shipping", quantity: 1, amount: 49 },
  { name: "Coffee", quantity: 3, amount: 299.7 },
]

const listed = (changes: Partial<ListedOrder> = {}): ListedOrder => ({
  orderUuid: "ODR1",
  status: "SENT",
  referenceNo: "12",
  productList: lines,
  orderSummary: { grandTotal: 348.7 },
  customerDetails: contact,
  ...changes,
})

const otherCustomer = { ...contact, email: "ola@example.com" }
const hiddenCustomer = { ...contact, email: "k***@example.com" }
const without = (part: keyof typeof contact) => ({ ...contact, [part]: undefined })
const hiddenPhone = { ...contact, msisdn: "400***00" }
const withFee = {
  productList: [...lines, { name: "Fee", quantity: 1, amount: 35 }],
  orderSummary: { grandTotal: 383.7 },
}
const withoutAmounts = {
  productList: lines.map(({ name, quantity }) => ({ name, quantity })),
}
const otherMoney = {
  productList: [{ name: "Mug", quantity: 1, amount: 149 }],
  orderSummary: { grandTotal: 149 },
}

describe("isAdoptable", () => {
  it.each<[string, Partial<ListedOrder>, boolean]>([
    ["as it was sent", {}, true],
    [
      "of the same total whose lines are listed otherwise",
      { productList: otherMoney.productList },
      true,
    ],
    ["with something on top", withFee, true],
    ["without a total", { orderSummary: undefined }, true],
    ["of an øre less", { orderSummary: { grandTotal: 348.69 } }, false],
    ["of the same reference but less money", otherMoney, false],
    ["with another reference", { referenceNo: "13" }, false],
  ])("judges an order %s", (_how, changes, expected) => {
    expect(isAdoptable(row(), listed(changes), keys)).toBe(expected)
  })

  it("takes any order for a row that tells of no request", () => {
    const untold = { ...row(), sent_request: null }
    expect(isAdoptable(untold, listed(otherMoney), keys)).toBe(true)
  })
})

describe("recogniseOrder", () => {
  it.each([
    ["without a reference", null, "perhaps"],
    ["with its reference", "12", "same"],
    ["with another reference", "13", "other"],
  ])("says nothing of the customer once the key is lost: %s", (_how, reference, expected) => {
    const lost = {
      ...row(reference),
      customer_fingerprint: customerFingerprint(otherKeys, contact),
    }
    expect(recogniseOrder(lost, listed(), keys)).toBe(expected)
  })

  it.each<[string, Partial<ListedOrder>]>([
    ["as it was sent", {}],
    ["without its reference", { referenceNo: undefined }],
    ["with its customer's e-mail address hidden", { customerDetails: hiddenCustomer }],
    ["with its customer's phone number hidden", { customerDetails: hiddenPhone }],
    ["with no customer", { customerDetails: undefined }],
    ["without its customer's e-mail address", { customerDetails: without("email") }],
    ["without its customer's calling code", { customerDetails: without("countryCode") }],
    ["without its customer's phone number", { customerDetails: without("msisdn") }],
    ["without its lines", { productList: [] }],
    ["with its reference as a long number", { referenceNo: "00012" }],
    ["with space around its reference", { referenceNo: " 12 " }],
    ["with nothing but space for its reference", { referenceNo: " " }],
  ])("recognises the order %s", (_how, changes) => {
    expect(recogniseOrder(row(), listed(changes), keys)).toBe("same")
  })

  it.each<[string, Partial<ListedOrder>]>([
    ["of another customer and other goods", { customerDetails: otherCustomer, ...otherMoney }],
    ["with another reference", { referenceNo: "13" }],
    ["with another reference and a fee", { referenceNo: "13", ...withFee }],
    ["of other goods, without a reference", { referenceNo: undefined, ...otherMoney }],
    [
      "of other goods that cost more, without a reference",
      {
        referenceNo: undefined,
        productList: [{ name: "Mug", quantity: 1, amount: 500 }],
        orderSummary: { grandTotal: 500 },
      },
    ],
    [
      "of the same total but other lines, without a reference",
      {
        referenceNo: undefined,
        productList: [{ name: "Mug", quantity: 1, amount: 348.7 }],
      },
    ],
  ])("tells an order %s apart", (_how, changes) => {
    expect(recogniseOrder(row(), listed(changes), keys)).toBe("other")
  })

  it.each<[string, Partial<ListedOrder>]>([
    ["with something on top, as when the service adds its fee", withFee],
    ["with a fee and without a reference", { referenceNo: undefined, ...withFee }],
    ["with a fee and without lines", { productList: [], orderSummary: { grandTotal: 383.7 } }],
    ["of the same reference but other money", otherMoney],
    [
      "of the same reference and money, whose customer is listed otherwise",
      { customerDetails: otherCustomer },
    ],
    [
      "with a fee and nothing that says whose it is",
      { referenceNo: undefined, customerDetails: undefined, ...withFee },
    ],
    ["without a total", { orderSummary: undefined }],
    ["without a total or a reference", { orderSummary: undefined, referenceNo: undefined }],
    ["whose lines have no amounts", withoutAmounts],
    [
      "whose lines have no amounts, without a reference",
      { referenceNo: undefined, ...withoutAmounts },
    ],
    [
      "whose lines have no amounts, with a fee",
      {
        referenceNo: undefined,
        ...withoutAmounts,
        orderSummary: { grandTotal: 383.7 },
      },
    ],
    [
      "whose lines have no quantity",
      {
        referenceNo: undefined,
        productList: lines.map(({ amount }) => ({ amount })),
      },
    ],
    [
      "whose lines are listed without VAT",
      {
        referenceNo: undefined,
        productList: [
          { name: "Shipping", quantity: 1, amount: 39.2 },
          { name: "Coffee", quantity: 3, amount: 260.61 },
        ],
      },
    ],
    [
      "of the same money and nothing that says whose it is",
      { referenceNo: undefined, customerDetails: hiddenCustomer },
    ],
  ])("leaves an order %s to staff", (_how, changes) => {
    expect(recogniseOrder(row(), listed(changes), keys)).toBe("perhaps")
  })

  it.each([
    ["A-012", "A-12"],
    ["0012-A", "12-A"],
  ])("tells the reference %s from %s", (sentAs, referenceNo) => {
    expect(recogniseOrder(row(sentAs), listed({ referenceNo }), keys)).toBe("other")
  })

  it.each<[string, Partial<ListedOrder>]>([
    ["as it was to be", {}],
    ["with another reference", { referenceNo: "13" }],
    ["of another customer", { customerDetails: otherCustomer, referenceNo: undefined }],
  ])("leaves an order %s to staff when it is not known what was sent", (_how, changes) => {
    expect(recogniseOrder({ ...row(), sent_request: null }, listed(changes), keys)).toBe("perhaps")
  })

  it("needs no reference where none was sent", () => {
    expect(recogniseOrder(row(null), listed(), keys)).toBe("same")
    expect(recogniseOrder(row(null), listed({ customerDetails: otherCustomer }), keys)).toBe(
      "perhaps"
    )
  })
})

describe("compareOrder", () => {
  it("says what cannot be told, for staff to see", () => {
    const unknown = { reference_no: null, customer_fingerprint: null, sent_request: null }
    expect(compareOrder(unknown, listed(), keys)).toEqual({
      reference: "unknown",
      customer: "unknown",
      money: "unclear",
    })
  })
})
