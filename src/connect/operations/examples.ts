/**
 * What the examples of the catalogue's entries share. The number of the person is synthetic (80 is added to the month),
 * and its phone, mail address and hosts reach no one.
 */

/** Identifiers as the service gives them. */
export const exampleIds = {
  order: "ODR1234567890",
  reservation: "RES1234567890",
  subscription: "SUB1234567890",
  customer: "CSRT1234567890",
  creditCheck: "CRC1234567890",
  /** Of a capture of the reservation. */
  capture: "CAP123",
  /** Of the record's one line. */
  line: 7,
}

/** Organization number of a company. */
export const exampleCompanyId = "999888777"

const address = { street: "Storgata 1", zip: "0155", city: "Oslo", country: "NO" }

/** How a customer is reached. */
export const exampleContact = {
  countryCode: "+47",
  msisdn: "40000000",
  email: "kari@example.com",
  name: "Kari Nordmann",
  preferredLanguage: "no" as const,
  address,
}

export const examplePersonalNumber = "17819010188"

export const examplePerson = {
  ...exampleContact,
  type: "private" as const,
  personalNumber: examplePersonalNumber,
}

export const exampleCompany = {
  ...exampleContact,
  name: "Nordmann AS",
  organizationId: exampleCompanyId,
}

/** What is sold, and when; amounts in major units. */
export const exampleLines = {
  products: [
    {
      name: "Membership fee",
      productId: "fee-1",
      quantity: 1,
      rate: 500,
      discount: 0,
      tax: 25,
      amount: 500,
    },
  ],
  orderSummary: {
    subTotal: "400.00",
    totalTax: "100.00",
    totalDiscount: "0.00",
    grandTotal: "500.00",
  },
  orderDate: "1795219200",
}

/** Where the service reports what becomes of a record. */
export const exampleCallback = { callbackUrl: "https://shop.example/hooks/e-invoice/abc" }

/** Where the service sends the customer. */
export const exampleRedirects = {
  success: "https://shop.example/paid",
  failure: "https://shop.example/failed",
}

/** A part of a record's money, by its lines. */
export const exampleShares = {
  grandTotal: "500.00",
  products: [{ id: exampleIds.line, amount: "500.00" }],
}

/** What an operation answers that creates an order. */
export const exampleCreated = {
  uuid: exampleIds.order,
  customerUuid: exampleIds.customer,
}

/** What an operation answers that opens a page of the service for the customer. */
export const exampleSession = {
  orderUuid: exampleIds.order,
  customerUuid: exampleIds.customer,
  paymentUrl: "https://pay.example/1",
}

export const exampleReservation = {
  products: [{ name: "Room", rate: 500, tax: 25, amount: 500 }],
  orderSummary: { subTotal: "400.00", totalTax: "100.00", grandTotal: "500.00" },
  orderDate: "1795219200",
  customerDetails: examplePerson,
}

export const exampleSubscription = {
  products: exampleLines.products,
  billingFrequency: "month",
  numberOfRepeats: 3,
  orderSummary: { ...exampleLines.orderSummary, payablePerCycle: "500.00" },
  subscriptionStartDate: "21 Nov, 2026",
  subscriptionEndsDate: "21 Feb, 2027",
  customerDetails: examplePerson,
}

/** An order as the service shows it: numbers come as numbers or as text. */
export const exampleOrder = {
  type: "regular",
  orderUuid: exampleIds.order,
  invoiceNumber: 10001234,
  status: "Invoiced",
  orderDate: "21.08.2025",
  productList: [{ name: "Fee", productId: "1", quantity: "2", rate: "50.5", tax: 25, amount: 101 }],
  orderSummary: { subTotal: "80.80", tax: "20.20", discount: 0, grandTotal: "101.00" },
  customerDetails: { type: "Private", uuid: exampleIds.customer },
}

/** The same, read. */
export const exampleOrderRead = {
  orderUuid: exampleIds.order,
  invoiceNumber: "10001234",
  status: "Invoiced",
  productList: [{ productId: "1", quantity: 2, rate: 50.5, amount: 101 }],
  orderSummary: { subTotal: 80.8, totalTax: 20.2, totalDiscount: 0, grandTotal: 101 },
}

export const exampleProfile = {
  name: "Kari Hansen",
  email: "kari.hansen@example.com",
  countryCode: "+47",
  msisdn: "41000000",
  preferredLanguage: "no" as const,
  addresses: { billing: address },
}

export const exampleCreditCheck = {
  date: "21.08.2025",
  type: "Private",
  personalNumber: "178190*****",
  score: "441",
  riskLevel: "Moderate",
}

export const exampleCreditCheckRead = { ...exampleCreditCheck, score: 441 }
