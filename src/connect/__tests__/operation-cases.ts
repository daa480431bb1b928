import type { OperationId } from ".."
import {
  exampleCallback,
  exampleCompany,
  exampleContact,
  exampleIds,
  exampleLines,
  examplePersonalNumber,
  exampleProfile,
  exampleRedirects,
  exampleReservation,
  exampleShares,
  exampleSubscription,
} from "../operations/examples"
import { validEInvoice } from "./valid-requests"

/** Where an entry's example must arrive, what is read of its answer, and a bad request. */
type Case = {
  /** Path and query below `/api/v1`. */
  url: string
  /** What the call must give, at least. */
  read: unknown
  /** A request that breaks one rule, and the field that must be named. */
  bad: { request: object; field: string }
}

const order = { order_uuid: exampleIds.order }
const reservation = { reservation_uuid: exampleIds.reservation }
const subscription = { subscriptionUuid: exampleIds.subscription }
const customer = { customer_uuid: exampleIds.customer }
const missing = { params: {} }

const { products, orderSummary, orderDate } = exampleLines
const invoice = { ...exampleLines, invoiceFeeApplicable: false, callback: exampleCallback }
const session = { ...exampleCallback, ...exampleRedirects }
const ids = { uuid: exampleIds.order, customerUuid: exampleIds.customer }
const sessionIds = {
  orderUuid: exampleIds.order,
  customerUuid: exampleIds.customer,
  paymentUrl: "https://pay.example/1",
}
const readOrder = {
  invoiceNumber: "10001234",
  productList: [{ quantity: 2, rate: 50.5, amount: 101 }],
  orderSummary: { totalTax: 20.2, totalDiscount: 0, grandTotal: 101 },
}

export const operationCases: Record<OperationId, Case> = {
  "orders.create-e-invoice": {
    url: "/connect/orders/faktura/create",
    read: ids,
    bad: {
      request: { body: { ...validEInvoice, invoiceMaturity: 30 } },
      field: "invoiceMaturity",
    },
  },
  "orders.create-payment-link": {
    url: "/connect/orders/payment-link/create",
    read: ids,
    bad: {
      request: {
        body: {
          products,
          orderSummary,
          orderDate,
          customerDetails: { ...exampleContact, type: "corporate" },
          callback: exampleCallback,
        },
      },
      field: "customerDetails.organizationId",
    },
  },
  "orders.update-payment-link": {
    url: "/connect/orders/ODR1234567890/update-payment-link",
    read: null,
    bad: { request: { params: order, body: {} }, field: "" },
  },
  "orders.resend-payment-link": {
    url: "/connect/orders/resend/ODR1234567890",
    read: null,
    bad: {
      request: { params: order, body: { msisdn: "40000000" } },
      field: "countryCode",
    },
  },
  "orders.create-invoice": {
    url: "/connect/orders/invoice/create",
    read: ids,
    bad: {
      request: { body: { ...invoice, customerDetails: { type: "person" } } },
      field: "customerDetails.type",
    },
  },
  "orders.create-ehf-invoice": {
    url: "/connect/orders/ehf/create",
    read: ids,
    bad: {
      request: {
        body: {
          ...invoice,
          customerDetails: { ...exampleContact, organizationId: "12" },
        },
      },
      field: "customerDetails.organizationId",
    },
  },
  "orders.status": {
    url: "/connect/orders/status/ODR1234567890",
    read: { status: "SENT", refundedAmount: 0 },
    bad: { request: { params: { order_uuid: "../1" } }, field: "order_uuid" },
  },
  "orders.status-list": {
    url: "/connect/orders/status?type=PARTIAL+REFUNDED",
    read: [{ uuid: "ODR1", status: "PAID" }],
    bad: { request: { query: { type: "OPEN" } }, field: "type" },
  },
  "orders.details": {
    url: "/connect/orders/details/ODR1234567890",
    read: readOrder,
    bad: { request: missing, field: "order_uuid" },
  },
  "orders.details-by-date-range": {
    url: "/connect/orders/details?startTimestamp=1755764131&endTimestamp=1755767731",
    read: [readOrder],
    bad: {
      request: { query: { startTimestamp: 2, endTimestamp: 1 } },
      field: "endTimestamp",
    },
  },
  "orders.invoice-number": {
    url: "/connect/orders/invoice-number/ODR1234567890",
    read: { invoiceNumber: "10001234" },
    bad: { request: { params: { order_uuid: "a/b" } }, field: "order_uuid" },
  },
  "orders.cancel": {
    url: "/connect/orders/cancel/ODR1234567890",
    read: null,
    bad: {
      request: { params: order, body: { cancellationNote: "" } },
      field: "cancellationNote",
    },
  },
  "orders.refund": {
    url: "/connect/orders/refund/ODR1234567890",
    read: null,
    bad: {
      request: { params: order, body: { ...exampleShares, type: "partial" } },
      field: "type",
    },
  },
  "orders.delayed-charge": {
    url: "/connect/orders/delayed/charge/ODR1234567890",
    read: null,
    bad: { request: { params: order, body: {} }, field: "body" },
  },
  "checkout.create-session": {
    url: "/connect/orders/regular/submit",
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
    url: "/connect/orders/invoice/submit",
    read: {
      orderUuid: "ODR1234567890",
      paymentUrl: "https://verify.example/1",
    },
    bad: {
      request: {
        body: {
          ...invoice,
          customerDetails: { ...exampleCompany, type: "corporate" },
          callback: { success: "https://shop.example" },
        },
      },
      field: "callback.failure",
    },
  },
  "checkout.create-hosted": {
    url: "/connect/hosted/orders/payment-link/create",
    read: sessionIds,
    bad: {
      request: {
        body: {
          products,
          orderSummary,
          orderDate,
          customerDetails: exampleContact,
          checkoutLanguage: "nb",
          callback: session,
        },
      },
      field: "checkoutLanguage",
    },
  },
  "reservations.submit": {
    url: "/connect/reservations/submit",
    read: { reservationUuid: "RES1234567890" },
    bad: {
      request: { body: { ...exampleReservation, chargeValidity: "a month" } },
      field: "chargeValidity",
    },
  },
  "reservations.create-session": {
    url: "/connect/reservations/create",
    read: { paymentUrl: "https://pay.example/1" },
    bad: {
      request: {
        body: {
          ...exampleReservation,
          submitPayment: { via: "vipps" },
          callback: session,
        },
      },
      field: "submitPayment.via",
    },
  },
  "reservations.details": {
    url: "/connect/reservations/details/RES1234567890",
    read: {
      status: "CAPTURED",
      isPaid: true,
      productList: [{ id: 7, reserved: 100, captured: 40.5 }],
      paymentDetails: { reservedAmount: 100 },
    },
    bad: { request: missing, field: "reservation_uuid" },
  },
  "reservations.capture": {
    url: "/connect/reservations/capture/RES1234567890",
    read: { uuid: "CAP123" },
    bad: {
      request: { params: reservation, body: { ...exampleShares, products: [] } },
      field: "products",
    },
  },
  "reservations.charge": {
    url: "/connect/reservations/charge/RES1234567890",
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
    url: "/connect/reservations/cancel/RES1234567890",
    read: null,
    bad: { request: { params: reservation, body: {} }, field: "note" },
  },
  "reservations.complete": {
    url: "/connect/reservations/complete/RES1234567890",
    read: null,
    bad: { request: { params: reservation, body: {} }, field: "note" },
  },
  "reservations.resend": {
    url: "/connect/reservations/resend/RES1234567890",
    read: null,
    bad: { request: { params: reservation, body: {} }, field: "email" },
  },
  "reservations.refund": {
    url: "/connect/reservations/refund/RES1234567890",
    read: null,
    bad: {
      request: {
        params: reservation,
        body: { ...exampleShares, type: "reservation", source: "captured" },
      },
      field: "reference",
    },
  },
  "reservations.history": {
    url: "/connect/reservations/history/1755764131",
    read: [{ amount: 100, isRefundable: true }],
    bad: {
      request: { params: { end_timestamp: 1755764131 } },
      field: "end_timestamp",
    },
  },
  "subscriptions.create": {
    url: "/connect/subscriptions/submit",
    read: { subscriptionUuid: exampleIds.subscription, paymentUrl: "https://pay.example/1" },
    bad: {
      request: {
        body: { ...exampleSubscription, subscriptionStartDate: "2025-02-21" },
      },
      field: "subscriptionStartDate",
    },
  },
  "subscriptions.create-session": {
    url: "/connect/subscription/create",
    read: { paymentUrl: "https://pay.example/1" },
    bad: {
      request: {
        body: {
          ...exampleSubscription,
          submitPayment: { via: "visa" },
          callback: { success: "shop", failure: session.failure },
        },
      },
      field: "callback.success",
    },
  },
  "subscriptions.list": {
    url: "/connect/subscriptions/list/ONGOING?page=2",
    read: [{ subscriptionUuid: exampleIds.subscription, isPaid: false }],
    bad: {
      request: { query: { startDate: "2025-01-01" } },
      field: "endDate",
    },
  },
  "subscriptions.details": {
    url: "/connect/subscriptions/details/SUB1234567890",
    read: { subscriptionSummary: { amountPaid: 375, currentCycle: "2" } },
    bad: { request: missing, field: "subscriptionUuid" },
  },
  "subscriptions.cancel": {
    url: "/connect/subscriptions/cancel/SUB1234567890",
    read: null,
    bad: { request: { params: subscription, body: {} }, field: "note" },
  },
  "subscriptions.resend": {
    url: "/connect/subscriptions/resend/SUB1234567890",
    read: null,
    bad: {
      request: { params: subscription, body: { orderUuid: "ODR1" } },
      field: "email",
    },
  },
  "subscriptions.refund-cycle": {
    url: "/connect/subscriptions/cycles/refund/SUB1234567890",
    read: null,
    bad: {
      request: { params: subscription, body: { cycles: [], amount: 1 } },
      field: "cycles",
    },
  },
  "subscriptions.failed-list": {
    url: "/connect/subscriptions/failed/list/debtCollection",
    read: [{ orderUuid: "ODR1", amount: 375 }],
    bad: { request: { params: { status: "PAID" } }, field: "status" },
  },
  "subscriptions.failed-details": {
    url: "/connect/subscriptions/failed/details/ODR1",
    read: { isInvoiced: true, totalTax: 75 },
    bad: { request: missing, field: "orderUuid" },
  },
  "customers.details": {
    url: "/connect/customers/details/CSRT1234567890",
    read: { addresses: { billing: { city: "Oslo" } } },
    bad: { request: { params: { customer_uuid: "" } }, field: "customer_uuid" },
  },
  "customers.update-private": {
    url: "/connect/customers/update/private/CSRT1234567890",
    read: null,
    bad: {
      request: { params: customer, body: { ...exampleProfile, email: "kari" } },
      field: "email",
    },
  },
  "customers.update-corporate": {
    url: "/connect/customers/update/corporate/CSRT1234567890",
    read: null,
    bad: {
      request: {
        params: customer,
        body: { ...exampleProfile, personalNumber: examplePersonalNumber },
      },
      field: "personalNumber",
    },
  },
  "refunds.request-approval": {
    url: "/orders/refund/request/approval/ODR1234567890",
    read: null,
    bad: {
      request: {
        params: order,
        body: { ...exampleShares, type: "reservation", message: "key" },
      },
      field: "source",
    },
  },
  "credit-checks.private": {
    url: "/connect//credit/check/private",
    read: null,
    bad: {
      request: { body: { personalId: "123456789" } },
      field: "personalId",
    },
  },
  "credit-checks.corporate": {
    url: "/connect//credit/check/corporate",
    read: null,
    bad: {
      request: { body: { organizationId: 999888777 } },
      field: "organizationId",
    },
  },
  "credit-checks.list": {
    url: "/connect/credit/check/list?startTimestamp=1&endTimestamp=2",
    read: [{ score: 441, riskLevel: "Moderate" }],
    bad: {
      request: { query: { startTimestamp: 1755764131000 } },
      field: "startTimestamp",
    },
  },
  "credit-checks.details": {
    url: "/connect/credit/check/details/CRC1",
    read: { score: 441 },
    bad: { request: { params: { uuid: "a?b" } }, field: "uuid" },
  },
  "companies.check": {
    url: "/connect/company/check",
    read: { companyCheckUuid: "COMCHK1" },
    bad: {
      request: { body: { companyId: 12, callback: session } },
      field: "companyId",
    },
  },
  "companies.information": {
    url: "/connect/company/details/999888777",
    read: [{ companyId: "999888777", score: "856", createdAt: 1755764131 }],
    bad: { request: { params: { company_id: "1" } }, field: "company_id" },
  },
  "companies.invoice-fee": {
    url: "/connect/company/invoice-fee/999888777",
    read: { B2CInvoiceFee: 49, B2CVatRate: 25 },
    bad: { request: missing, field: "company_id" },
  },
  "users.create": {
    url: "/connect/users/create/user",
    read: {},
    bad: {
      request: { params: { userRoleSlug: "owner" } },
      field: "userRoleSlug",
    },
  },
  "token.verify": {
    url: "/connect/token/verify",
    read: null,
    bad: { request: { query: { page: 1 } }, field: "query" },
  },
}
