import { type OperationId, operationOf } from "../../connect"
import { usablePersonalNumber } from "../magic-inputs"
import { send } from "./client"
import { connected, type Connected } from "./connect"

/*
 * What real callers send: the samples of the published pages and of the client library, and the requests recorded against
 * the demo environment. Names, numbers and addresses that could be real are replaced by made-up ones.
 */

const ids: Readonly<Record<string, string>> = {
  order_uuid: "ODR123456789",
  reservation_uuid: "RES1234567890",
  subscriptionUuid: "SUB1234567890",
  customer_uuid: "CSRT1234567890",
}

type Row = {
  what: string
  id: OperationId
  /** Where it was sent, when not to the entry's own path. */
  path?: string
  body: unknown
  /** How the service answered, or is expected to. */
  status: number
  /** Its findings, where it refused the request: recorded ones unless said otherwise. */
  errors?: readonly string[]
  /** What the plugin's own client does not send: members that the interface no longer has, or forms that are not its own. */
  unsent?: readonly string[]
}

const address = { street: "Storgata 1", zip: "0155", city: "Oslo", country: "NO" }
const contact = {
  countryCode: "+47",
  msisdn: "40000000",
  email: "kari@example.com",
  name: "Kari Nordmann",
  preferredLanguage: "en",
}
const wash = {
  name: "Hair Wash",
  productId: "VFDDF",
  quantity: "1",
  rate: 51,
  discount: 0,
  tax: "0",
  amount: 51,
}
const summary = {
  subTotal: "51.00",
  totalTax: "0.00",
  totalDiscount: "0.00",
  grandTotal: "51.00",
}
const callback = { callbackUrl: "http://127.0.0.1:9/callback" }
const redirects = { success: "https://shop.example/paid", failure: "https://shop.example/failed" }

/** The body of e-invoices as the pages print it. */
const eInvoice = {
  products: [wash],
  orderSummary: summary,
  orderDate: "1703040812",
  customerDetails: { ...contact, personalNumber: "12345678901", address },
  invoiceInterval: 0,
  invoiceMaturity: 10,
  invoiceFeeApplicable: true,
  separateInvoices: true,
  referenceNo: null,
  customerReference: null,
  callback,
}

/** What requests of 2023 carried besides, and the client library still sends. */
const earlier = {
  dueDateForPaymentLink: "1703040812",
  sendOrderBy: { sms: true, email: false, invoice: false },
  invoiceAsPaymentOption: false,
  isCreditCheckAvailable: false,
  invoiceReferences: { referenceNo: "A1", customerReference: "3500", receiptNo: "B1", tnc: "none" },
  internalReferences: { referenceNo: "A1", notes: "3500" },
}
const someone = {
  ...contact,
  type: "private",
  customerUuid: "CSRT3672053467",
  personalNumber: null,
  organizationId: null,
  address,
}

const reserved = {
  products: { "0": { name: "Test", productId: null, rate: 1000, tax: 0, amount: 1000 } },
  orderSummary: { subTotal: 1000, totalTax: 0, grandTotal: 1000 },
  orderDate: "1703040812",
  dueDateForPaymentLink: "1703040812",
  customerDetails: {
    ...contact,
    uuid: null,
    type: "private",
    personalNumber: "",
    organizationId: "",
    address,
  },
  referenceNo: null,
  customerReference: null,
  sendOrderBy: { sms: false, email: true },
  chargeValidity: null,
  customerNotes: "",
  tnc: "",
  settings: { secureDetails: false, isChargePartiallyRefundable: true },
}

const subscribed = {
  products: {
    "0": {
      name: "product 3",
      productId: null,
      quantity: "1",
      rate: "2000",
      discount: 0,
      tax: "0",
      amount: 2000,
    },
  },
  orderSummary: {
    subTotal: "2000.00",
    totalTax: "0.00",
    totalDiscount: "0.00",
    grandTotal: "2000.00",
    payablePerCycle: "2000.00",
  },
  billingFrequency: "month",
  numberOfRepeats: 12,
  subscriptionStartDate: "21 Feb, 2023",
  subscriptionEndsDate: "21 Feb, 2024",
  dueDateForPaymentLink: "1677047770.652",
  customerDetails: { ...someone, customerUuid: "CSRT3798554634", preferredLanguage: "no" },
  customerNotes: "test",
}

const session = {
  products: [
    {
      name: "Router",
      productId: "R_1",
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
  ...earlier,
  invoiceReferences: null,
  internalReferences: null,
  invoiceInterval: 0,
  separateInvoices: true,
  submitPayment: { via: "invoice", currency: "NOK" },
  customerDetails: {
    ...contact,
    type: "private",
    personalNumber: null,
    organizationId: null,
    address,
  },
}

/** What the recorded invoices have in common: a day that is written with one digit. */
const recorded = {
  products: { "0": wash },
  orderSummary: summary,
  orderDate: "5 Dec, 2023",
}
const notADay = "The order date does not match the format d M, Y."

const rows: Row[] = [
  {
    what: "send e-faktura, as printed",
    id: "orders.create-e-invoice",
    body: eInvoice,
    status: 201,
  },
  {
    what: "send e-faktura, revision 1206: index keys",
    id: "orders.create-e-invoice",
    body: { ...eInvoice, products: { "0": wash } },
    status: 201,
    unsent: ["products"],
  },
  {
    what: "send payment link, as printed",
    id: "orders.create-payment-link",
    body: {
      products: [wash],
      orderSummary: summary,
      sendOrderBy: { sms: false, email: false },
      orderDate: "1703040812",
      customerDetails: {
        ...contact,
        type: "private",
        firstName: "",
        personalNumber: "12345678901",
        address,
      },
      invoiceAsPaymentOption: true,
      referenceNo: null,
      customerReference: null,
      secureDetails: true,
      callback,
    },
    status: 201,
  },
  {
    what: "send EHF invoice, as printed",
    id: "orders.create-ehf-invoice",
    body: {
      ...eInvoice,
      customerDetails: { ...contact, organizationId: "999999999", address },
    },
    status: 201,
  },
  {
    what: "create session for invoice order, as printed",
    id: "checkout.create-invoice-session",
    body: {
      ...eInvoice,
      customerDetails: {
        ...contact,
        type: "private",
        personalNumber: "12345678901",
        organizationId: "",
        address,
      },
      callback: { ...callback, ...redirects },
    },
    status: 201,
    unsent: ["customerDetails.organizationId"],
  },
  {
    what: "submit reservation, as printed",
    id: "reservations.submit",
    body: reserved,
    status: 201,
    unsent: [
      "products",
      "customerDetails.uuid",
      "customerDetails.personalNumber",
      "customerDetails.organizationId",
    ],
  },
  {
    what: "create session for reservation, as printed",
    id: "reservations.create-session",
    body: {
      ...reserved,
      submitPayment: { via: "visa" },
      callback: { ...callback, ...redirects },
    },
    status: 201,
    unsent: [
      "products",
      "customerDetails.uuid",
      "customerDetails.personalNumber",
      "customerDetails.organizationId",
    ],
  },
  {
    what: "create subscription, revision 301",
    id: "subscriptions.create",
    path: "/api/v1/connect/subscription/submit",
    body: {
      ...subscribed,
      paymentLink: "https://pay.example",
      termsAndConditions: "terms and conditions",
      sendOrderBy: { sms: false, email: true },
      submitPayment: { currency: "NOK" },
    },
    status: 201,
    unsent: ["products", "dueDateForPaymentLink", "paymentLink"],
  },
  {
    what: "create session for subscription payment, as printed",
    id: "subscriptions.create-session",
    body: {
      ...subscribed,
      submitPayment: { via: "visa", currency: "NOK" },
      callback: redirects,
    },
    status: 201,
    unsent: ["products", "dueDateForPaymentLink"],
  },
  {
    what: "create session for one-time payment link, recorded and accepted",
    id: "checkout.create-session",
    body: {
      ...session,
      products: [{ ...session.products[0], tax: 0 }],
      orderSummary: { ...session.orderSummary, shippingCost: "0.00" },
      orderDate: "02 Aug, 2023",
      customerDetails: { ...session.customerDetails, personalNumber: "12345678901" },
      callback: { ...callback, ...redirects },
    },
    status: 201,
    unsent: [
      "orderDate",
      "submitPayment.currency",
      "dueDateForPaymentLink",
      "sendOrderBy",
      "invoiceAsPaymentOption",
      "isCreditCheckAvailable",
      "invoiceReferences",
      "internalReferences",
      "invoiceInterval",
      "separateInvoices",
    ],
  },
  {
    what: "create session for one-time payment link, recorded and refused",
    id: "checkout.create-session",
    body: {
      ...session,
      products: [
        { name: "Router", productId: "P-1", quantity: "1", discount: 0, tax: 0, amount: 1 },
      ],
      orderDate: "2 Aug, 2023",
      customerDetails: { ...session.customerDetails, email: "[email protected]" },
      callback: { ...callback, ...redirects },
    },
    status: 417,
    errors: [
      "The order summary.shipping cost field is required.",
      "The order date does not match the format d M, Y.",
      "The customer details.email must be a valid email address.",
      "The customer details.personal number field is required when submit payment.via is invoice.",
      "The products.0.rate field is required.",
    ],
  },
  {
    what: "create session for invoice order, recorded and refused",
    id: "checkout.create-session",
    body: { ...session, orderDate: "2 Aug, 2023", callback: redirects },
    status: 417,
    errors: [
      "The order summary.shipping cost field is required.",
      "The order date does not match the format d M, Y.",
      "The customer details.personal number field is required when submit payment.via is invoice.",
    ],
  },
  {
    what: "send e-faktura, recorded and refused",
    id: "orders.create-e-invoice",
    path: "/api/v1/connect/orders/invoice/create/faktura",
    body: {
      ...earlier,
      ...recorded,
      customerDetails: { ...someone, personalNumber: "12345678901" },
    },
    status: 417,
    errors: [notADay],
  },
  {
    what: "send e-faktura, as recorded but for its day",
    id: "orders.create-e-invoice",
    path: "/api/v1/connect/orders/invoice/create/faktura",
    body: {
      ...earlier,
      ...recorded,
      orderDate: "05 Dec, 2023",
      customerDetails: { ...someone, personalNumber: "12345678901" },
    },
    status: 201,
    unsent: [
      "callback",
      "customerDetails.customerUuid",
      "customerDetails.organizationId",
      "customerDetails.type",
      "dueDateForPaymentLink",
      "internalReferences",
      "invoiceAsPaymentOption",
      "invoiceFeeApplicable",
      "invoiceReferences",
      "isCreditCheckAvailable",
      "orderDate",
      "products",
      "sendOrderBy",
    ],
  },
  {
    what: "send EHF invoice, recorded and refused",
    id: "orders.create-ehf-invoice",
    path: "/api/v1/connect/orders/invoice/create/ehf",
    body: {
      ...recorded,
      customerDetails: {
        ...contact,
        type: "corporate",
        preferredLanguage: undefined,
        organizationId: "999999999",
        address,
      },
      invoiceReferences: {
        referenceNo: "66346334",
        customerReference: "350530",
        receiptNo: "3535353345",
        invoiceInterval: 0,
        separateInvoices: true,
        invoiceMaturity: 10,
      },
    },
    status: 417,
    errors: [
      notADay,
      "The send order by.sms field is required.",
      "The send order by.email field is required.",
      "The send order by.invoice field is required.",
      "The is credit check available field is required.",
      "The invoice as payment option field is required.",
      "The customer details.preferred language field is required.",
    ],
  },
  {
    what: "send invoice, recorded and refused for its day; the newest page wants two members more",
    id: "orders.create-invoice",
    body: { ...earlier, ...recorded, customerDetails: someone, separateInvoices: true },
    status: 417,
    errors: [
      notADay,
      "The invoice fee applicable field is required.",
      "The callback.callback url field is required.",
    ],
  },
  {
    what: "send payment link, recorded and refused for its day; the newest page wants a member more",
    id: "orders.create-payment-link",
    body: { ...earlier, ...recorded, customerDetails: someone },
    status: 417,
    errors: [notADay, "The callback.callback url field is required."],
  },
  {
    what: "refund order, recorded",
    id: "orders.refund",
    body: {
      type: "regular",
      grandTotal: 55,
      products: [
        { id: 451, amount: 30 },
        { id: 452, amount: 25 },
      ],
      source: null,
      reference: null,
    },
    status: 404,
    unsent: ["source", "reference"],
  },
  {
    what: "resend payment link, recorded",
    id: "orders.resend-payment-link",
    body: { countryCode: "+47", msisdn: "40000000", email: "kari@example.com" },
    status: 404,
  },
  {
    what: "cancel order, recorded",
    id: "orders.cancel",
    body: { cancellationNote: "Order cancelled by customer" },
    status: 404,
  },
  {
    what: "capture reservation, as printed",
    id: "reservations.capture",
    body: {
      products: { "0": { id: 298, amount: 500 }, "1": { id: "299", amount: "1500" } },
      grandTotal: 2000,
      additionalText: null,
    },
    status: 404,
    unsent: ["products", "additionalText"],
  },
  {
    what: "charge reservation, as printed",
    id: "reservations.charge",
    body: {
      products: { "0": { name: "More", productId: "", rate: 1500, tax: 0, amount: 1500 } },
      grandTotal: 1500,
      additionalText: "",
    },
    status: 404,
    unsent: ["products"],
  },
  {
    what: "complete reservation, as printed",
    id: "reservations.complete",
    body: { note: "Service completed" },
    status: 404,
  },
  {
    what: "refund reservation, as printed",
    id: "reservations.refund",
    body: {
      type: "reservation",
      grandTotal: 500,
      products: [{ id: 451, amount: 300 }],
      source: "charged",
      reference: "CHA3852658817",
    },
    status: 404,
  },
  {
    what: "request refund approval, as the client library has it",
    id: "refunds.request-approval",
    body: {
      type: "regular",
      grandTotal: 55,
      products: [{ id: 451, amount: 55 }],
      message: "refundRejectionForWeeklyThresholdExceed",
      source: null,
      reference: null,
    },
    status: 404,
    unsent: ["source", "reference"],
  },
  {
    what: "cancel subscription, as printed",
    id: "subscriptions.cancel",
    body: { note: "Customer requested cancellation" },
    status: 404,
  },
  {
    what: "resend subscription, as the client library has it",
    id: "subscriptions.resend",
    body: { orderUuid: "ODR123456789", countryCode: "+47", msisdn: "40000000", email: null },
    status: 404,
  },
  {
    what: "refund subscription cycle, as printed",
    id: "subscriptions.refund-cycle",
    body: { cycles: { "0": "Cycle 1", "1": "Cycle 2" }, amount: 200 },
    status: 404,
    unsent: ["cycles"],
  },
  {
    what: "update private customer, as printed: nine digits, against the page's own rule",
    id: "customers.update-private",
    body: {
      ...contact,
      personalNumber: "123456789",
      addresses: { billing: address, shipping: null },
    },
    status: 417,
    errors: ["The personal number must be exactly 11 digits."],
  },
  {
    what: "update corporate customer, as printed: a number, and contacts under index keys",
    id: "customers.update-corporate",
    body: {
      ...contact,
      organizationId: 999999999,
      addresses: { billing: address, shipping: [] },
      additionalContact: {
        "0": {
          name: "Ola",
          email: "ola@example.com",
          designation: "",
          countryCode: "+47",
          msisdn: "42000000",
          note: null,
        },
      },
    },
    status: 404,
    unsent: ["addresses.shipping", "additionalContact"],
  },
  {
    what: "company check, as printed",
    id: "companies.check",
    body: { companyId: "999999999", callback: { ...callback, ...redirects } },
    status: 201,
  },
  {
    what: "credit check, private customer, with a usable number",
    id: "credit-checks.private",
    body: { personalId: usablePersonalNumber, countryCode: "", msisdn: null },
    status: 200,
    unsent: ["countryCode", "msisdn"],
  },
]

let service: Connected

beforeAll(async () => {
  service = await connected()
})

afterAll(() => service.close())

const pathOf = ({ id, path = operationOf(id).path }: Row) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? name)

it.each(rows)("takes what the service takes: $what", async (row) => {
  const { status, json } = await send(
    operationOf(row.id).method as "POST",
    service.url + pathOf(row),
    { body: row.body }
  )

  expect({ status, errors: json.errors }).toEqual({ status: row.status, errors: row.errors })
})

it.each(rows)("names what the client itself does not send: $what", (row) => {
  const names = fieldsRefused(row.id, row.body)

  if (row.errors) {
    expect(names.length).toBeGreaterThan(0)
  } else {
    expect(names.sort()).toEqual([...(row.unsent ?? [])].sort())
  }
})

/** The members for which the client would not send a request. */
function fieldsRefused(id: OperationId, body: unknown): string[] {
  const { error } = operationOf(id).body?.safeParse(body) ?? {}
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [...issue.path, key].join("."))
      : issue.path.join(".")
  )
}

it.each([
  ["orders/status/", 200, "Order Status Retrieved Successfully"],
  ["subscriptions/list/", 200, "subscriptionRetrieveSuccessfully"],
  ["subscriptions/list/ongoing/?page=&customerName=", 200, "subscriptionRetrieveSuccessfully"],
  ["reservations/history//", 200, "reservationRetrievedSuccessfully"],
  ["reservations/history/1706674723/", 200, "reservationRetrievedSuccessfully"],
  ["orders/status?type=paid", 404, "Order Not Found"],
])("passes over empty segments at the end of a path: %s", async (path, status, message) => {
  const reply = await send("GET", `${service.url}/api/v1/connect/${path}`)

  expect(reply).toMatchObject({ status, json: { message } })
})
