import { createdEhfOrder, createdOrder, orderRecord, orderStatusRow } from "../order"
import { reservationEvent, reservationRecord } from "../reservation"
import {
  failedPaymentRecord,
  failedPaymentRow,
  subscriptionRecord,
  subscriptionRow,
} from "../subscription"

/** A value of each kind as the service may send it, and what is made of it. */
const number = "12.50"
const flag = "1"
const text = 7
const read = { number: 12.5, flag: true, text: "7" }
const address = { zip: text }
const readAddress = { zip: read.text }

/** Amounts and flags come in text, numbers for text, lists as objects: each record of an answer reads them. */
const records: [
  name: string,
  schema: () => { parse(value: unknown): unknown },
  sent: object,
  made: object,
][] = [
  [
    "order that was made",
    createdOrder,
    { orderUuid: text, customerUuid: text },
    { uuid: read.text, customerUuid: read.text },
  ],
  [
    "EHF order that was made",
    createdEhfOrder,
    { orderUuid: text, customerUuid: text },
    { uuid: read.text, customerUuid: read.text },
  ],
  [
    "status of an order",
    orderStatusRow,
    { orderUuid: text, status: "PAID", refundedAmount: number },
    { uuid: read.text, status: "PAID", refundedAmount: read.number },
  ],
  [
    "order",
    orderRecord,
    {
      uuid: "ODR1",
      status: "PAID",
      invoiceNumber: text,
      products: { 0: { productName: "Fee", amount: number } },
      orderSummary: { grandTotal: number, tax: number, discount: number },
      customerDetails: { customerUuid: text, address },
    },
    {
      orderUuid: "ODR1",
      invoiceNumber: read.text,
      productList: [{ name: "Fee", amount: read.number }],
      orderSummary: {
        grandTotal: read.number,
        totalTax: read.number,
        totalDiscount: read.number,
      },
      customerDetails: { uuid: read.text, address: readAddress },
    },
  ],
  ["order without a list", orderRecord, { uuid: "ODR1", status: "PAID" }, { productList: [] }],
  [
    "reservation",
    reservationRecord,
    {
      uuid: "RES1",
      status: "CAPTURED",
      isPaid: flag,
      productList: { 0: { id: number, captured: number } },
      sendOrderBy: { sms: flag },
      customerDetails: { msisdn: text, address },
      paymentDetails: { capturedAmount: number, amountRefunded: { fromCharge: number } },
      paymentHistory: {
        captured: { 0: { amount: number, products: { 0: { id: number, amount: number } } } },
        charged: [{ amount: number }],
      },
    },
    {
      reservationUuid: "RES1",
      isPaid: read.flag,
      productList: [{ id: read.number, captured: read.number }],
      sendOrderBy: { sms: read.flag },
      customerDetails: { msisdn: read.text, address: readAddress },
      paymentDetails: { capturedAmount: read.number, amountRefunded: { fromCharge: read.number } },
      paymentHistory: {
        reserved: [],
        captured: [{ amount: read.number, products: [{ id: read.number, amount: read.number }] }],
        charged: [{ amount: read.number, products: [] }],
      },
    },
  ],
  [
    "reservation without a list",
    reservationRecord,
    { uuid: "RES1", status: "SENT" },
    { productList: [] },
  ],
  [
    "event of a reservation",
    reservationEvent,
    { isRefundable: flag, amount: number },
    { isRefundable: read.flag, amount: read.number },
  ],
  [
    "row of a subscription",
    subscriptionRow,
    { uuid: "SUB1", status: "ONGOING", amount: number },
    { subscriptionUuid: "SUB1", amount: read.number },
  ],
  [
    "subscription",
    subscriptionRecord,
    {
      uuid: "SUB1",
      status: "ONGOING",
      subscriptionSummary: { amountPaid: number, currentCycle: text },
      productList: { 0: { name: "Fee", amount: number } },
      sendOrderBy: { email: flag },
      customerDetails: { msisdn: text, address },
      organizationDetails: { name: text },
      subscriptionCycles: { "Cycle 1": { amount: number, isRefunded: flag }, "Cycle 2": "odd" },
    },
    {
      subscriptionUuid: "SUB1",
      subscriptionSummary: { amountPaid: read.number, currentCycle: read.text },
      productList: [{ productName: "Fee", amount: read.number }],
      sendOrderBy: { email: read.flag },
      customerDetails: { msisdn: read.text, address: readAddress },
      organizationDetails: { name: read.text },
      subscriptionCycles: [{ name: "Cycle 1", amount: read.number, isRefunded: read.flag }],
    },
  ],
  [
    "subscription without lists",
    subscriptionRecord,
    { uuid: "SUB1", status: "SENT" },
    { productList: [], subscriptionCycles: [] },
  ],
  [
    "row of a failed payment",
    failedPaymentRow,
    { uuid: "ODR1", amount: number },
    { orderUuid: "ODR1", amount: read.number },
  ],
  [
    "failed payment",
    failedPaymentRecord,
    { isInvoiced: flag, zip: text, totalTax: number, products: { 0: { name: "Fee" } } },
    {
      isInvoiced: read.flag,
      zip: read.text,
      totalTax: read.number,
      products: [{ productName: "Fee" }],
    },
  ],
  ["failed payment without a list", failedPaymentRecord, {}, { products: [] }],
]

it("each record of an answer is read from what the service may send", () => {
  for (const [name, schema, sent, made] of records) {
    expect({ name, ...Object(schema().parse(sent)) }).toMatchObject({ name, ...made })
  }
})
