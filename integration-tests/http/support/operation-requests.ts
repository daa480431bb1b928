import { PERSONAL_NUMBER } from "./shopper"

const address = {
  street: "Storgata 1",
  zip: "0155",
  city: "Oslo",
  country: "NO",
}

export const contact = {
  countryCode: "+47",
  msisdn: "40000000",
  email: "kari@example.com",
  name: "Kari Nordmann",
  preferredLanguage: "no" as const,
  address,
}

export const person = {
  ...contact,
  type: "private" as const,
  personalNumber: PERSONAL_NUMBER,
}

const company = { ...contact, name: "Nordmann AS", organizationId: "999888777" }

const lines = {
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

export const redirects = {
  success: "https://shop.example/paid",
  failure: "https://shop.example/failed",
}

export const paymentLink = { ...lines, customerDetails: person }

export const invoice = {
  ...lines,
  customerDetails: { ...company, type: "corporate" as const },
  invoiceFeeApplicable: false,
}

export const ehfInvoice = {
  ...lines,
  customerDetails: company,
  invoiceFeeApplicable: false,
}

export const eInvoice = {
  ...lines,
  customerDetails: { ...contact, personalNumber: PERSONAL_NUMBER },
  invoiceFeeApplicable: false,
}

export const checkoutSession = {
  ...lines,
  orderSummary: { ...lines.orderSummary, shippingCost: "0.00" },
  customerDetails: person,
  submitPayment: { via: "visa" },
  callback: redirects,
}

export const invoiceSession = { ...invoice, callback: redirects }

export const hostedCheckout = {
  ...lines,
  customerDetails: contact,
  callback: redirects,
}

export const reservation = {
  products: [{ name: "Room", rate: 500, tax: 25, amount: 500 }],
  orderSummary: {
    subTotal: "400.00",
    totalTax: "100.00",
    grandTotal: "500.00",
  },
  orderDate: "1795219200",
  customerDetails: person,
}

export const reservationSession = {
  ...reservation,
  submitPayment: { via: "visa" },
  callback: redirects,
}

export const subscription = {
  products: lines.products,
  billingFrequency: "month",
  numberOfRepeats: 3,
  orderSummary: { ...lines.orderSummary, payablePerCycle: "500.00" },
  subscriptionStartDate: "21 Nov, 2026",
  subscriptionEndsDate: "21 Feb, 2027",
  customerDetails: person,
}

export const subscriptionSession = {
  ...subscription,
  submitPayment: { via: "visa", currency: "NOK" },
  callback: redirects,
}

export const profile = {
  name: "Kari Hansen",
  email: "kari.hansen@example.com",
  countryCode: "+47",
  msisdn: "41000000",
  preferredLanguage: "no" as const,
  addresses: { billing: address },
}

export const user = {
  name: "Ola Nordmann",
  email: "ola@example.com",
  countryCode: "+47",
  msisdn: "42000000",
}
