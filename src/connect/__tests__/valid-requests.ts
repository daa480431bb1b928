import type { RequestOf } from "../catalogue"

/** A request that keeps every rule of the specification; the personal number is synthetic (month + 80). */
export const validEInvoice: RequestOf<"orders.create-e-invoice">["body"] = {
  products: [
    {
      name: "Membership fee",
      productId: "fee-1",
      quantity: "1",
      rate: 4500,
      discount: 0,
      tax: "12",
      amount: 4500,
    },
  ],
  orderSummary: {
    subTotal: "4017.86",
    totalTax: "482.14",
    totalDiscount: "0.00",
    grandTotal: "4500.00",
  },
  orderDate: "1755764131",
  customerDetails: {
    countryCode: "+47",
    msisdn: "40000000",
    email: "kari@example.com",
    name: "Kari Nordmann",
    preferredLanguage: "no",
    personalNumber: "01819012345",
    address: {
      street: "Storgata 1",
      zip: "0155",
      city: "Oslo",
      country: "NO",
    },
  },
  invoiceInterval: 0,
  invoiceMaturity: 10,
  invoiceFeeApplicable: true,
  separateInvoices: true,
  referenceNo: null,
  customerReference: "1001",
  callback: { callbackUrl: "https://shop.example/hooks/e-invoice/abc" },
}
