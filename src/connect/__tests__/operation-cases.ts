import type { OperationId, RequestOf } from ".."
import { validEInvoice } from "./valid-requests"

/** One operation on the wire: a request, where it must arrive, what is answered, what is read, and a bad request. */
type Case<Id extends OperationId> = {
  request: RequestOf<Id>
  /** Path and query below `/api/v1`. */
  url: string
  /** The answer's `data` as documented. */
  answered: unknown
  /** What the call must give, at least. */
  read: unknown
  /** A request that breaks one rule, and the field that must be named. */
  bad: { request: object; field: string }
}

const order = { order_uuid: "ODR1234567890" }
const reservation = { reservation_uuid: "RES1234567890" }
const subscription = { subscriptionUuid: "SUB1234567890" }
const customer = { customer_uuid: "CSRT1234567890" }
const company = { company_id: "999888777" }
const missing = { params: {} }

const { products, orderSummary, orderDate, callback, customerDetails } = validEInvoice
const { personalNumber, ...contact } = customerDetails
const address = customerDetails.address
const privatePerson = { ...contact, type: "private" as const, personalNumber }
const organization = {
  ...contact,
  type: "corporate" as const,
  organizationId: "999888777",
}
const session = {
  callbackUrl: "https://shop.example/hook",
  success: "https://shop.example/paid?order_identifier=1",
  failure: "https://shop.example/failed",
}
const shares = { grandTotal: "40.50", products: [{ id: 7, amount: "40.50" }] }
const invoice = {
  products,
  orderSummary,
  orderDate,
  invoiceFeeApplicable: false,
  callback,
}
const reservationBody = {
  products: [{ name: "Room", rate: 100, tax: 25, amount: 100 }],
  orderSummary: { subTotal: 80, totalTax: 20, grandTotal: 100 },
  orderDate,
  customerDetails: privatePerson,
  chargeValidity: "30",
}
const subscriptionBody = {
  products,
  billingFrequency: "month",
  numberOfRepeats: 12,
  orderSummary: { ...orderSummary, payablePerCycle: "375.00" },
  subscriptionStartDate: "21 Feb, 2025",
  subscriptionEndsDate: "21 Feb, 2026",
  customerDetails: { ...privatePerson, email: null },
}
const ids = { uuid: "ODR1234567890", customerUuid: "CSRT1234567890" }
const sessionIds = {
  orderUuid: "ODR1234567890",
  customerUuid: "CSRT1234567890",
  paymentUrl: "https://pay.example/1",
}
const orderRecord = {
  type: "regular",
  orderUuid: "ODR1234567890",
  invoiceNumber: 10001234,
  status: "Invoiced",
  orderDate: "21.08.2025",
  productList: [
    {
      name: "Fee",
      productId: "1",
      quantity: "2",
      rate: "50.5",
      tax: 25,
      amount: 101,
    },
  ],
  orderSummary: {
    subTotal: "80.80",
    tax: "20.20",
    discount: 0,
    grandTotal: "101.00",
  },
  customerDetails: { type: "Private", uuid: "CSRT1234567890" },
}
const readOrder = {
  invoiceNumber: "10001234",
  productList: [{ quantity: 2, rate: 50.5, amount: 101 }],
  orderSummary: { totalTax: 20.2, totalDiscount: 0, grandTotal: 101 },
}
const creditCheck = {
  date: "21.08.2025",
  type: "Private",
  score: "441",
  riskLevel: "Moderate",
}
const profile = {
  name: "Kari Nordmann",
  email: "kari@example.com",
  countryCode: "+47",
  msisdn: "40000000",
  preferredLanguage: "no" as const,
  addresses: { billing: address, shipping: null },
}

export const operationCases: { [Id in OperationId]: Case<Id> } = {
  "orders.create-e-invoice": {
    request: { body: validEInvoice },
    url: "/connect/orders/faktura/create",
    answered: ids,
    read: ids,
    bad: {
      request: { body: { ...validEInvoice, invoiceMaturity: 30 } },
      field: "invoiceMaturity",
    },
  },
  "orders.create-payment-link": {
    request: {
      body: {
        products,
        orderSummary,
        orderDate,
        sendOrderBy: { sms: true, email: false },
        customerDetails: privatePerson,
        invoiceAsPaymentOption: true,
        callback,
      },
    },
    url: "/connect/orders/payment-link/create",
    answered: ids,
    read: ids,
    bad: {
      request: {
        body: {
          products,
          orderSummary,
          orderDate,
          customerDetails: { ...contact, type: "corporate" },
          callback,
        },
      },
      field: "customerDetails.organizationId",
    },
  },
  "orders.update-payment-link": {
    request: { params: order, body: { dueDateForPaymentLink: "1755764131" } },
    url: "/connect/orders/ODR1234567890/update-payment-link",
    answered: null,
    read: null,
    bad: { request: { params: order, body: {} }, field: "" },
  },
  "orders.resend-payment-link": {
    request: {
      params: order,
      body: { countryCode: "+47", msisdn: "40000000" },
    },
    url: "/connect/orders/resend/ODR1234567890",
    answered: null,
    read: null,
    bad: {
      request: { params: order, body: { msisdn: "40000000" } },
      field: "countryCode",
    },
  },
  "orders.create-invoice": {
    request: { body: { ...invoice, customerDetails: organization } },
    url: "/connect/orders/invoice/create",
    answered: ids,
    read: ids,
    bad: {
      request: { body: { ...invoice, customerDetails: { type: "person" } } },
      field: "customerDetails.type",
    },
  },
  "orders.create-ehf-invoice": {
    request: {
      body: {
        ...invoice,
        customerDetails: { ...contact, organizationId: "999888777" },
      },
    },
    url: "/connect/orders/ehf/create",
    answered: { orderUuid: "ODR1234567890", customerUuid: "CSRT1234567890" },
    read: ids,
    bad: {
      request: {
        body: {
          ...invoice,
          customerDetails: { ...contact, organizationId: "12" },
        },
      },
      field: "customerDetails.organizationId",
    },
  },
  "orders.status": {
    request: { params: order },
    url: "/connect/orders/status/ODR1234567890",
    answered: { uuid: "ODR1234567890", status: "SENT", refundedAmount: "0" },
    read: { status: "SENT", refundedAmount: 0 },
    bad: { request: { params: { order_uuid: "../1" } }, field: "order_uuid" },
  },
  "orders.status-list": {
    request: { query: { type: "PARTIAL REFUNDED" } },
    url: "/connect/orders/status?type=PARTIAL+REFUNDED",
    answered: { 0: { uuid: "ODR1", status: "PAID" } },
    read: [{ uuid: "ODR1", status: "PAID" }],
    bad: { request: { query: { type: "OPEN" } }, field: "type" },
  },
  "orders.details": {
    request: { params: order },
    url: "/connect/orders/details/ODR1234567890",
    answered: orderRecord,
    read: readOrder,
    bad: { request: missing, field: "order_uuid" },
  },
  "orders.details-by-date-range": {
    request: {
      query: { startTimestamp: 1755764131, endTimestamp: 1755767731 },
    },
    url: "/connect/orders/details?startTimestamp=1755764131&endTimestamp=1755767731",
    answered: [orderRecord],
    read: [readOrder],
    bad: {
      request: { query: { startTimestamp: 2, endTimestamp: 1 } },
      field: "endTimestamp",
    },
  },
  "orders.invoice-number": {
    request: { params: order },
    url: "/connect/orders/invoice-number/ODR1234567890",
    answered: { orderUuid: "ODR1234567890", invoiceNumber: 10001234 },
    read: { invoiceNumber: "10001234" },
    bad: { request: { params: { order_uuid: "a/b" } }, field: "order_uuid" },
  },
  "orders.cancel": {
    request: { params: order, body: { cancellationNote: "Ordered twice" } },
    url: "/connect/orders/cancel/ODR1234567890",
    answered: null,
    read: null,
    bad: {
      request: { params: order, body: { cancellationNote: "" } },
      field: "cancellationNote",
    },
  },
  "orders.refund": {
    request: { params: order, body: { type: "regular", ...shares } },
    url: "/connect/orders/refund/ODR1234567890",
    answered: null,
    read: null,
    bad: {
      request: { params: order, body: { ...shares, type: "partial" } },
      field: "type",
    },
  },
  "orders.delayed-charge": {
    request: { params: order },
    url: "/connect/orders/delayed/charge/ODR1234567890",
    answered: null,
    read: null,
    bad: { request: { params: order, body: {} }, field: "body" },
  },
  "checkout.create-session": {
    request: {
      body: {
        products,
        orderSummary: { ...orderSummary, shippingCost: "0.00" },
        orderDate,
        withCustomer: true,
        customerDetails: privatePerson,
        submitPayment: { via: "visa" },
        callback: session,
      },
    },
    url: "/connect/orders/regular/submit",
    answered: sessionIds,
    read: sessionIds,
    bad: {
      request: {
        body: {
          products,
          orderSummary: { ...orderSummary, shippingCost: 0 },
          orderDate,
          submitPayment: { via: "invoice" },
          callback: session,
        },
      },
      field: "customerDetails.personalNumber",
    },
  },
  "checkout.create-invoice-session": {
    request: {
      body: { ...invoice, customerDetails: organization, callback: session },
    },
    url: "/connect/orders/invoice/submit",
    answered: { ...ids, url: "https://verify.example/1" },
    read: {
      orderUuid: "ODR1234567890",
      paymentUrl: "https://verify.example/1",
    },
    bad: {
      request: {
        body: {
          ...invoice,
          customerDetails: organization,
          callback: { success: "https://shop.example" },
        },
      },
      field: "callback.failure",
    },
  },
  "checkout.create-hosted": {
    request: {
      body: {
        products,
        orderSummary,
        orderDate,
        customerDetails,
        checkoutLanguage: "en",
        callback: session,
      },
    },
    url: "/connect/hosted/orders/payment-link/create",
    answered: sessionIds,
    read: sessionIds,
    bad: {
      request: {
        body: {
          products,
          orderSummary,
          orderDate,
          customerDetails,
          checkoutLanguage: "nb",
          callback: session,
        },
      },
      field: "checkoutLanguage",
    },
  },
  "reservations.submit": {
    request: { body: reservationBody },
    url: "/connect/reservations/submit",
    answered: { uuid: "RES1234567890", paymentUrl: "https://pay.example/1" },
    read: { reservationUuid: "RES1234567890" },
    bad: {
      request: { body: { ...reservationBody, chargeValidity: "a month" } },
      field: "chargeValidity",
    },
  },
  "reservations.create-session": {
    request: {
      body: {
        ...reservationBody,
        submitPayment: { via: "visa" },
        callback: session,
      },
    },
    url: "/connect/reservations/create",
    answered: {
      reservationUuid: "RES1234567890",
      paymentUrl: "https://pay.example/1",
    },
    read: { paymentUrl: "https://pay.example/1" },
    bad: {
      request: {
        body: {
          ...reservationBody,
          submitPayment: { via: "vipps" },
          callback: session,
        },
      },
      field: "submitPayment.via",
    },
  },
  "reservations.details": {
    request: { params: reservation },
    url: "/connect/reservations/details/RES1234567890",
    answered: {
      reservationUuid: "RES1234567890",
      status: "CAPTURED",
      isPaid: 1,
      productList: { 0: { id: "7", reserved: "100", captured: "40.50" } },
      paymentDetails: { reservedAmount: "100.00", amountRefunded: [] },
    },
    read: {
      status: "CAPTURED",
      isPaid: true,
      productList: [{ id: 7, reserved: 100, captured: 40.5 }],
      paymentDetails: { reservedAmount: 100 },
    },
    bad: { request: missing, field: "reservation_uuid" },
  },
  "reservations.capture": {
    request: { params: reservation, body: shares },
    url: "/connect/reservations/capture/RES1234567890",
    answered: { uuid: "CAP123" },
    read: { uuid: "CAP123" },
    bad: {
      request: { params: reservation, body: { ...shares, products: [] } },
      field: "products",
    },
  },
  "reservations.charge": {
    request: {
      params: reservation,
      body: { products: reservationBody.products, grandTotal: 100 },
    },
    url: "/connect/reservations/charge/RES1234567890",
    answered: { uuid: "CHA1234567890" },
    read: { uuid: "CHA1234567890" },
    bad: {
      request: {
        params: reservation,
        body: { products: [{ name: "Room" }], grandTotal: 1 },
      },
      field: "products.0.rate",
    },
  },
  "reservations.cancel": {
    request: { params: reservation, body: { note: "No show" } },
    url: "/connect/reservations/cancel/RES1234567890",
    answered: null,
    read: null,
    bad: { request: { params: reservation, body: {} }, field: "note" },
  },
  "reservations.complete": {
    request: { params: reservation, body: { note: "Done" } },
    url: "/connect/reservations/complete/RES1234567890",
    answered: null,
    read: null,
    bad: { request: { params: reservation, body: {} }, field: "note" },
  },
  "reservations.resend": {
    request: { params: reservation, body: { email: "kari@example.com" } },
    url: "/connect/reservations/resend/RES1234567890",
    answered: null,
    read: null,
    bad: { request: { params: reservation, body: {} }, field: "email" },
  },
  "reservations.refund": {
    request: {
      params: reservation,
      body: {
        ...shares,
        type: "reservation",
        source: "captured",
        reference: "CAP123",
      },
    },
    url: "/connect/reservations/refund/RES1234567890",
    answered: null,
    read: null,
    bad: {
      request: {
        params: reservation,
        body: { ...shares, type: "reservation", source: "captured" },
      },
      field: "reference",
    },
  },
  "reservations.history": {
    request: { params: { start_timestamp: 1755764131 } },
    url: "/connect/reservations/history/1755764131",
    answered: [{ uuid: "RES1", amount: "100.00", isRefundable: "1" }],
    read: [{ amount: 100, isRefundable: true }],
    bad: {
      request: { params: { end_timestamp: 1755764131 } },
      field: "end_timestamp",
    },
  },
  "subscriptions.create": {
    request: {
      body: { ...subscriptionBody, submitPayment: { currency: "NOK" } },
    },
    url: "/connect/subscriptions/submit",
    answered: { uuid: "SUB1", paymentLink: "https://pay.example/1" },
    read: { subscriptionUuid: "SUB1", paymentUrl: "https://pay.example/1" },
    bad: {
      request: {
        body: { ...subscriptionBody, subscriptionStartDate: "2025-02-21" },
      },
      field: "subscriptionStartDate",
    },
  },
  "subscriptions.create-session": {
    request: {
      body: {
        ...subscriptionBody,
        submitPayment: { via: "visa", currency: "NOK" },
        callback: { success: session.success, failure: session.failure },
      },
    },
    url: "/connect/subscription/create",
    answered: { subscriptionUuid: "SUB1", paymentUrl: "https://pay.example/1" },
    read: { paymentUrl: "https://pay.example/1" },
    bad: {
      request: {
        body: {
          ...subscriptionBody,
          submitPayment: { via: "visa" },
          callback: { success: "shop", failure: session.failure },
        },
      },
      field: "callback.success",
    },
  },
  "subscriptions.list": {
    request: { params: { status: "ONGOING" }, query: { page: 2 } },
    url: "/connect/subscriptions/list/ONGOING?page=2",
    answered: [{ subscriptionUuid: "SUB1", status: "ONGOING", isPaid: 0 }],
    read: [{ subscriptionUuid: "SUB1", isPaid: false }],
    bad: {
      request: { query: { startDate: "2025-01-01" } },
      field: "endDate",
    },
  },
  "subscriptions.details": {
    request: { params: subscription },
    url: "/connect/subscriptions/details/SUB1234567890",
    answered: {
      subscriptionUuid: "SUB1234567890",
      status: "ONGOING",
      subscriptionSummary: { amountPaid: "375.00", currentCycle: 2 },
    },
    read: { subscriptionSummary: { amountPaid: 375, currentCycle: "2" } },
    bad: { request: missing, field: "subscriptionUuid" },
  },
  "subscriptions.cancel": {
    request: { params: subscription, body: { note: "Moved" } },
    url: "/connect/subscriptions/cancel/SUB1234567890",
    answered: [],
    read: null,
    bad: { request: { params: subscription, body: {} }, field: "note" },
  },
  "subscriptions.resend": {
    request: {
      params: subscription,
      body: { orderUuid: "ODR1", email: "kari@example.com" },
    },
    url: "/connect/subscriptions/resend/SUB1234567890",
    answered: null,
    read: null,
    bad: {
      request: { params: subscription, body: { orderUuid: "ODR1" } },
      field: "email",
    },
  },
  "subscriptions.refund-cycle": {
    request: {
      params: subscription,
      body: { cycles: ["Cycle 1"], amount: "375.00" },
    },
    url: "/connect/subscriptions/cycles/refund/SUB1234567890",
    answered: [],
    read: null,
    bad: {
      request: { params: subscription, body: { cycles: [], amount: 1 } },
      field: "cycles",
    },
  },
  "subscriptions.failed-list": {
    request: { params: { status: "debtCollection" } },
    url: "/connect/subscriptions/failed/list/debtCollection",
    answered: [{ orderUuid: "ODR1", amount: "375.00" }],
    read: [{ orderUuid: "ODR1", amount: 375 }],
    bad: { request: { params: { status: "PAID" } }, field: "status" },
  },
  "subscriptions.failed-details": {
    request: { params: { orderUuid: "ODR1" } },
    url: "/connect/subscriptions/failed/details/ODR1",
    answered: { subscriptionUuid: "SUB1", isInvoiced: 1, totalTax: "75.00" },
    read: { isInvoiced: true, totalTax: 75 },
    bad: { request: missing, field: "orderUuid" },
  },
  "customers.details": {
    request: { params: customer },
    url: "/connect/customers/details/CSRT1234567890",
    answered: {
      uuid: "CSRT1234567890",
      type: "Private",
      addresses: { billing: { uuid: "ADRS1", city: "Oslo" }, shipping: [] },
    },
    read: { addresses: { billing: { city: "Oslo" } } },
    bad: { request: { params: { customer_uuid: "" } }, field: "customer_uuid" },
  },
  "customers.update-private": {
    request: { params: customer, body: profile },
    url: "/connect/customers/update/private/CSRT1234567890",
    answered: null,
    read: null,
    bad: {
      request: { params: customer, body: { ...profile, email: "kari" } },
      field: "email",
    },
  },
  "customers.update-corporate": {
    request: {
      params: customer,
      body: { ...profile, organizationId: 999888777 },
    },
    url: "/connect/customers/update/corporate/CSRT1234567890",
    answered: null,
    read: null,
    bad: {
      request: { params: customer, body: { ...profile, personalNumber } },
      field: "personalNumber",
    },
  },
  "refunds.request-approval": {
    request: {
      params: order,
      body: {
        ...shares,
        type: "regular",
        message: "refundRejectionForWeeklyThresholdExceed",
      },
    },
    url: "/orders/refund/request/approval/ODR1234567890",
    answered: null,
    read: null,
    bad: {
      request: {
        params: order,
        body: { ...shares, type: "reservation", message: "key" },
      },
      field: "source",
    },
  },
  "credit-checks.private": {
    request: { body: { personalId: personalNumber } },
    url: "/connect//credit/check/private",
    answered: null,
    read: null,
    bad: {
      request: { body: { personalId: "123456789" } },
      field: "personalId",
    },
  },
  "credit-checks.corporate": {
    request: { body: { organizationId: "999888777" } },
    url: "/connect//credit/check/corporate",
    answered: null,
    read: null,
    bad: {
      request: { body: { organizationId: 999888777 } },
      field: "organizationId",
    },
  },
  "credit-checks.list": {
    request: { query: { startTimestamp: 1, endTimestamp: 2 } },
    url: "/connect/credit/check/list?startTimestamp=1&endTimestamp=2",
    answered: [creditCheck],
    read: [{ score: 441, riskLevel: "Moderate" }],
    bad: {
      request: { query: { startTimestamp: 1755764131000 } },
      field: "startTimestamp",
    },
  },
  "credit-checks.details": {
    request: { params: { uuid: "CRC1" } },
    url: "/connect/credit/check/details/CRC1",
    answered: creditCheck,
    read: { score: 441 },
    bad: { request: { params: { uuid: "a?b" } }, field: "uuid" },
  },
  "companies.check": {
    request: { body: { companyId: 999888777, callback: session } },
    url: "/connect/company/check",
    answered: { url: "https://bank.example", companyCheckUuid: "COMCHK1" },
    read: { companyCheckUuid: "COMCHK1" },
    bad: {
      request: { body: { companyId: 12, callback: session } },
      field: "companyId",
    },
  },
  "companies.information": {
    request: { params: company },
    url: "/connect/company/details/999888777",
    answered: [{ companyId: 999888777, score: 856, createdAt: "1755764131" }],
    read: [{ companyId: "999888777", score: "856", createdAt: 1755764131 }],
    bad: { request: { params: { company_id: "1" } }, field: "company_id" },
  },
  "companies.invoice-fee": {
    request: { params: company },
    url: "/connect/company/invoice-fee/999888777",
    answered: [{ companyId: "999888777", B2CInvoiceFee: 49, B2CVatRate: "25" }],
    read: { B2CInvoiceFee: 49, B2CVatRate: 25 },
    bad: { request: missing, field: "company_id" },
  },
  "users.create": {
    request: { params: { userRoleSlug: "business-admin" } },
    url: "/connect/users/create/business-admin",
    answered: null,
    read: {},
    bad: {
      request: { params: { userRoleSlug: "owner" } },
      field: "userRoleSlug",
    },
  },
  "token.verify": {
    request: {},
    url: "/connect/token/verify",
    answered: null,
    read: null,
    bad: { request: { query: { page: 1 } }, field: "query" },
  },
}
