import type { OperationId } from "../../../src/connect"
import type { EInvoiceSuite } from "./e-invoice-suite"
import type { OperationCall, OperationDesk } from "./operation-desk"
import * as requests from "./operation-requests"
import { PERSONAL_NUMBER } from "./shopper"

/** How an operation goes well, how the service refuses it, and what breaks its rules. */
export type OperationCase = {
  happy: (desk: OperationDesk, suite: EInvoiceSuite) => Promise<OperationCall> | OperationCall
  /** What the answer's data hold, at least. */
  data?: unknown
  /** A request that the service refuses, and how. */
  refused?: {
    call: (desk: OperationDesk, suite: EInvoiceSuite) => Promise<OperationCall> | OperationCall
    status: number
    key?: string
  }
  /** A body, or query, that breaks a rule, and the field that must be named. */
  bad: { call: OperationCall; field: string }
}

const unknownOrder = { at: "ODR0000000000" }
const unknownReservation = { at: "RES0000000000" }
const unknownSubscription = { at: "SUB0000000000" }
const some = { at: "ODR1234567890" }
const email = { email: "kari@example.com" }
const shares = { grandTotal: "1.00", products: [{ id: 1, amount: "1.00" }] }

/** A case for every operation: one that the catalogue gains does not compile before it has one here. */
export const operationCases: Record<OperationId, OperationCase> = {
  "orders.create-e-invoice": {
    happy: () => ({ body: requests.eInvoice }),
    data: { uuid: expect.any(String) },
    bad: {
      call: { body: { ...requests.eInvoice, invoiceMaturity: 30 } },
      field: "invoiceMaturity",
    },
  },
  "orders.create-payment-link": {
    happy: () => ({ body: requests.paymentLink }),
    data: { uuid: expect.any(String), customerUuid: expect.any(String) },
    bad: {
      call: { body: { ...requests.paymentLink, orderDate: "today" } },
      field: "orderDate",
    },
  },
  "orders.update-payment-link": {
    happy: async (desk) => ({
      at: await desk.paymentLink(),
      body: { referenceNo: "1001" },
    }),
    refused: {
      call: async (desk) => ({
        at: await desk.paidOrder(),
        body: { referenceNo: "1001" },
      }),
      status: 409,
      key: "orderStatusNotSent",
    },
    bad: { call: { ...some, body: { referenceNo: 1 } }, field: "referenceNo" },
  },
  "orders.resend-payment-link": {
    happy: async (desk) => ({ at: await desk.paymentLink(), body: email }),
    refused: {
      call: async (desk) => ({ at: await desk.paidOrder(), body: email }),
      status: 409,
      key: "orderStatusAlreadyPaid",
    },
    bad: { call: { ...some, body: {} }, field: "email" },
  },
  "orders.create-invoice": {
    happy: () => ({ body: requests.invoice }),
    data: { uuid: expect.any(String) },
    bad: {
      call: { body: { ...requests.invoice, invoiceInterval: 3 } },
      field: "invoiceInterval",
    },
  },
  "orders.create-ehf-invoice": {
    happy: () => ({ body: requests.ehfInvoice }),
    data: { uuid: expect.any(String) },
    bad: {
      call: { body: { ...requests.ehfInvoice, products: [] } },
      field: "products",
    },
  },
  "orders.status": {
    happy: async (desk) => ({ at: await desk.paymentLink() }),
    data: { status: "SENT" },
    refused: { call: () => unknownOrder, status: 404 },
    bad: { call: { at: "a.b" }, field: "order_uuid" },
  },
  "orders.status-list": {
    happy: async (desk) => {
      await desk.paymentLink()
      return { query: "type=SENT" }
    },
    data: [{ status: "SENT" }],
    bad: { call: { query: "type=OPEN" }, field: "type" },
  },
  "orders.details": {
    happy: async (desk) => ({ at: await desk.paymentLink() }),
    data: { orderSummary: { grandTotal: 500 } },
    refused: { call: () => unknownOrder, status: 404, key: "orderNotFound" },
    bad: { call: { at: "a.b" }, field: "order_uuid" },
  },
  "orders.details-by-date-range": {
    happy: async (desk) => {
      await desk.paymentLink()
      return { query: "startTimestamp=1&endTimestamp=99999999999" }
    },
    data: [{ orderSummary: { grandTotal: 500 } }],
    bad: {
      call: { query: "startTimestamp=2&endTimestamp=1" },
      field: "endTimestamp",
    },
  },
  "orders.invoice-number": {
    happy: async (desk, { sandbox }) => {
      const at = await desk.create("orders.create-invoice", requests.invoice)
      sandbox.invoice(at)
      return { at }
    },
    data: { invoiceNumber: expect.any(String) },
    refused: {
      call: async (desk) => ({ at: await desk.paymentLink() }),
      status: 404,
      key: "orderNotFound",
    },
    bad: { call: { at: "a.b" }, field: "order_uuid" },
  },
  "orders.cancel": {
    happy: async (desk) => ({
      at: await desk.paymentLink(),
      body: { cancellationNote: "Ordered twice" },
    }),
    refused: {
      call: async (desk) => ({
        at: await desk.paidOrder(),
        body: { cancellationNote: "Ordered twice" },
      }),
      status: 409,
      key: "orderStatusAlreadyPaid",
    },
    bad: {
      call: { ...some, body: { cancellationNote: "" } },
      field: "cancellationNote",
    },
  },
  "orders.refund": {
    happy: async (desk) => {
      const at = await desk.paidOrder()
      const all = await desk.shares("orders.details", at)
      return { at, body: { type: "regular", ...all } }
    },
    refused: {
      call: async (desk) => ({
        at: await desk.paidOrder(),
        body: {
          type: "regular",
          ...shares,
          products: [{ id: 9, amount: "1" }],
        },
      }),
      status: 409,
      key: "requestProductIdNotAvailable",
    },
    bad: {
      call: { ...some, body: { ...shares, type: "partial" } },
      field: "type",
    },
  },
  "orders.delayed-charge": {
    happy: async (desk) => ({
      at: await desk.create("checkout.create-session", requests.checkoutSession),
    }),
    refused: { call: () => unknownOrder, status: 404, key: "orderNotFound" },
    bad: { call: { ...some, body: { amount: 1 } }, field: "body" },
  },
  "checkout.create-session": {
    happy: () => ({ body: requests.checkoutSession }),
    data: { paymentUrl: expect.any(String) },
    bad: {
      call: { body: { ...requests.checkoutSession, submitPayment: {} } },
      field: "submitPayment.via",
    },
  },
  "checkout.create-invoice-session": {
    happy: () => ({ body: requests.invoiceSession }),
    data: { orderUuid: expect.any(String) },
    bad: {
      call: { body: { ...requests.invoiceSession, callback: {} } },
      field: "callback.success",
    },
  },
  "checkout.create-hosted": {
    happy: () => ({ body: requests.hostedCheckout }),
    data: { paymentUrl: expect.any(String) },
    bad: {
      call: { body: { ...requests.hostedCheckout, checkoutLanguage: "nb" } },
      field: "checkoutLanguage",
    },
  },
  "reservations.submit": {
    happy: () => ({ body: requests.reservation }),
    data: { reservationUuid: expect.any(String) },
    bad: {
      call: { body: { ...requests.reservation, chargeValidity: "long" } },
      field: "chargeValidity",
    },
  },
  "reservations.create-session": {
    happy: () => ({ body: requests.reservationSession }),
    data: { paymentUrl: expect.any(String) },
    bad: {
      call: {
        body: {
          ...requests.reservationSession,
          submitPayment: { via: "cash" },
        },
      },
      field: "submitPayment.via",
    },
  },
  "reservations.details": {
    happy: async (desk) => ({ at: await desk.reserved() }),
    data: { status: "RESERVED" },
    refused: { call: () => unknownReservation, status: 404 },
    bad: { call: { at: "a.b" }, field: "reservation_uuid" },
  },
  "reservations.capture": {
    happy: async (desk) => {
      const at = await desk.reserved()
      return { at, body: await desk.shares("reservations.details", at) }
    },
    data: { uuid: expect.any(String) },
    refused: {
      call: async (desk) => {
        const at = await desk.reservation()
        return { at, body: await desk.shares("reservations.details", at) }
      },
      status: 409,
      key: "reservationStatusNotReserved",
    },
    bad: {
      call: { ...some, body: { ...shares, grandTotal: "all" } },
      field: "grandTotal",
    },
  },
  "reservations.charge": {
    happy: async (desk) => ({
      at: await desk.reserved(),
      body: { products: requests.reservation.products, grandTotal: 500 },
    }),
    data: { uuid: expect.any(String) },
    refused: {
      call: async (desk) => ({
        at: await desk.reservation(),
        body: { products: requests.reservation.products, grandTotal: 500 },
      }),
      status: 409,
      key: "reservationStatusNotReserved",
    },
    bad: {
      call: { ...some, body: { products: [{ name: "Bar" }], grandTotal: 1 } },
      field: "products.0.rate",
    },
  },
  "reservations.cancel": {
    happy: async (desk) => ({
      at: await desk.reserved(),
      body: { note: "No show" },
    }),
    refused: {
      call: async (desk) => ({
        at: (await desk.captured()).uuid,
        body: { note: "No show" },
      }),
      status: 409,
      key: "reservationStatusNotReserved",
    },
    bad: { call: { ...some, body: {} }, field: "note" },
  },
  "reservations.complete": {
    happy: async (desk) => ({
      at: (await desk.captured()).uuid,
      body: { note: "Delivered" },
    }),
    refused: {
      call: async (desk) => ({
        at: await desk.reserved(),
        body: { note: "Delivered" },
      }),
      status: 409,
      key: "prerequisiteFailedToCompleteReservation",
    },
    bad: { call: { ...some, body: {} }, field: "note" },
  },
  "reservations.resend": {
    happy: async (desk) => ({ at: await desk.reservation(), body: email }),
    refused: {
      call: () => ({ ...unknownReservation, body: email }),
      status: 404,
    },
    bad: { call: { ...some, body: {} }, field: "email" },
  },
  "reservations.refund": {
    happy: async (desk) => {
      const { uuid, capture } = await desk.captured()
      return {
        at: uuid,
        body: {
          ...(await desk.shares("reservations.details", uuid)),
          type: "reservation",
          source: "captured",
          reference: capture,
        },
      }
    },
    refused: {
      call: () => ({
        ...unknownReservation,
        body: {
          ...shares,
          type: "reservation",
          source: "captured",
          reference: "CAP1",
        },
      }),
      status: 404,
    },
    bad: {
      call: {
        ...some,
        body: { ...shares, type: "reservation", source: "captured" },
      },
      field: "reference",
    },
  },
  "reservations.history": {
    happy: async (desk) => {
      await desk.captured()
      return { query: "start_timestamp=1" }
    },
    data: expect.arrayContaining([expect.objectContaining({ amount: 500 })]),
    bad: { call: { query: "end_timestamp=5" }, field: "end_timestamp" },
  },
  "subscriptions.create": {
    happy: () => ({ body: requests.subscription }),
    data: { paymentUrl: expect.any(String) },
    bad: {
      call: {
        body: { ...requests.subscription, subscriptionStartDate: "2026-11-21" },
      },
      field: "subscriptionStartDate",
    },
  },
  "subscriptions.create-session": {
    happy: () => ({ body: requests.subscriptionSession }),
    data: { paymentUrl: expect.any(String) },
    bad: {
      call: { body: { ...requests.subscriptionSession, callback: {} } },
      field: "callback.success",
    },
  },
  "subscriptions.list": {
    happy: async (desk) => {
      await desk.ongoing()
      return { query: "status=ONGOING&page=1" }
    },
    data: [{ status: "ONGOING" }],
    bad: { call: { query: "startDate=2026-01-01" }, field: "endDate" },
  },
  "subscriptions.details": {
    happy: async (desk) => ({ at: await desk.ongoing() }),
    data: { status: "ONGOING" },
    refused: { call: () => unknownSubscription, status: 404 },
    bad: { call: { at: "a.b" }, field: "subscriptionUuid" },
  },
  "subscriptions.cancel": {
    happy: async (desk) => ({
      at: await desk.ongoing(),
      body: { note: "Moved" },
    }),
    refused: {
      call: async (desk) => {
        const at = await desk.ongoing()
        await desk.call("subscriptions.cancel", { at, body: { note: "Moved" } })
        return { at, body: { note: "Moved again" } }
      },
      status: 409,
      key: "subscriptionStatusNotCancellable",
    },
    bad: { call: { ...some, body: {} }, field: "note" },
  },
  "subscriptions.resend": {
    happy: async (desk) => ({ at: await desk.subscription(), body: email }),
    refused: {
      call: () => ({ ...unknownSubscription, body: email }),
      status: 404,
    },
    bad: { call: { ...some, body: {} }, field: "email" },
  },
  "subscriptions.refund-cycle": {
    happy: async (desk) => ({
      at: await desk.ongoing(),
      body: { cycles: ["Cycle 1"], amount: "500.00" },
    }),
    refused: {
      call: async (desk) => ({
        at: await desk.ongoing(),
        body: { cycles: ["Cycle 9"], amount: "500.00" },
      }),
      status: 404,
    },
    bad: {
      call: { ...some, body: { cycles: [], amount: 1 } },
      field: "cycles",
    },
  },
  "subscriptions.failed-list": {
    happy: async (desk, suite) => {
      await failedPayment(desk, suite)
      return {}
    },
    data: [{ orderUuid: expect.any(String) }],
    bad: { call: { query: "status=PAID" }, field: "status" },
  },
  "subscriptions.failed-details": {
    happy: async (desk, suite) => ({ at: await failedPayment(desk, suite) }),
    data: { subscriptionUuid: expect.any(String) },
    refused: { call: () => unknownOrder, status: 404 },
    bad: { call: { at: "a.b" }, field: "orderUuid" },
  },
  "customers.details": {
    happy: async (desk) => ({ at: await desk.customer() }),
    data: { name: "Kari Nordmann", personalNumber: "***********" },
    refused: {
      call: () => ({ at: "CSRT0000000000" }),
      status: 404,
      key: "customerNotFound",
    },
    bad: { call: { at: "a.b" }, field: "customer_uuid" },
  },
  "customers.update-private": {
    happy: async (desk) => ({
      at: await desk.customer(),
      body: requests.profile,
    }),
    refused: {
      call: () => ({ at: "CSRT0000000000", body: requests.profile }),
      status: 404,
      key: "customerNotFound",
    },
    bad: {
      call: { ...some, body: { ...requests.profile, email: "kari" } },
      field: "email",
    },
  },
  "customers.update-corporate": {
    happy: async (desk) => ({
      at: await desk.company(),
      body: { ...requests.profile, organizationId: "999888777" },
    }),
    refused: {
      call: () => ({ at: "CSRT0000000000", body: requests.profile }),
      status: 404,
      key: "customerNotFound",
    },
    bad: {
      call: {
        ...some,
        body: { ...requests.profile, personalNumber: PERSONAL_NUMBER },
      },
      field: "personalNumber",
    },
  },
  "refunds.request-approval": {
    happy: async (desk) => {
      const at = await desk.paidOrder()
      return {
        at,
        body: {
          ...(await desk.shares("orders.details", at)),
          type: "regular",
          message: "refundRejectionForWeeklyThresholdExceed",
        },
      }
    },
    refused: {
      call: () => ({
        ...unknownOrder,
        body: { ...shares, type: "regular", message: "key" },
      }),
      status: 404,
    },
    bad: {
      call: { ...some, body: { ...shares, type: "reservation", message: "k" } },
      field: "source",
    },
  },
  "credit-checks.private": {
    happy: () => ({ body: { personalId: PERSONAL_NUMBER } }),
    bad: { call: { body: { personalId: "123456789" } }, field: "personalId" },
  },
  "credit-checks.corporate": {
    happy: () => ({ body: { organizationId: "999888777" } }),
    bad: { call: { body: { organizationId: "12" } }, field: "organizationId" },
  },
  "credit-checks.list": {
    happy: async (desk) => {
      await desk.call("credit-checks.private", { body: { personalId: PERSONAL_NUMBER } })
      return { query: "startTimestamp=1" }
    },
    data: [{ personalNumber: "***********", riskLevel: expect.any(String) }],
    bad: {
      call: { query: "startTimestamp=1755764131000" },
      field: "startTimestamp",
    },
  },
  "credit-checks.details": {
    happy: async (desk, suite) => {
      await desk.call("credit-checks.private", { body: { personalId: PERSONAL_NUMBER } })
      return { at: suite.sandbox.creditChecks()[0]?.uuid ?? "" }
    },
    data: { riskLevel: expect.any(String) },
    refused: { call: () => ({ at: "CRC0000000000" }), status: 404 },
    bad: { call: { at: "a.b" }, field: "uuid" },
  },
  "companies.check": {
    happy: () => ({
      body: { companyId: "999888777", callback: requests.redirects },
    }),
    data: { companyCheckUuid: expect.any(String) },
    bad: {
      call: { body: { companyId: 12, callback: requests.redirects } },
      field: "companyId",
    },
  },
  "companies.information": {
    happy: async (desk, suite) => {
      suite.sandbox.companyChecks.verify(
        await desk.create("companies.check", {
          companyId: "999888777",
          callback: requests.redirects,
        })
      )
      return { at: "999888777" }
    },
    data: [{ companyId: "999888777" }],
    bad: { call: { at: "12" }, field: "company_id" },
  },
  "companies.invoice-fee": {
    happy: () => ({ at: "999888777" }),
    data: { B2CInvoiceFee: expect.any(Number) },
    bad: { call: { at: "12" }, field: "company_id" },
  },
  "users.create": {
    happy: () => ({ at: "user", body: requests.user }),
    refused: {
      call: async (desk) => {
        await desk.call("users.create", { at: "user", body: requests.user })
        return { at: "business-admin", body: requests.user }
      },
      status: 409,
      key: "userAlreadyExistsWithSameEmail",
    },
    bad: { call: { at: "owner", body: requests.user }, field: "userRoleSlug" },
  },
  "token.verify": {
    happy: () => ({}),
    bad: { call: { query: "page=1" }, field: "query" },
  },
}

async function failedPayment(desk: OperationDesk, { sandbox }: EInvoiceSuite): Promise<string> {
  const uuid = await desk.create("subscriptions.create", {
    ...requests.subscription,
    customerDetails: {
      ...requests.person,
      email: "kari+failing-02@example.com",
    },
  })
  sandbox.subscriptions.start(uuid)
  sandbox.clock.advance({ days: 70 })
  const { body } = await desk.call<{ data: { orderUuid: string }[] }>(
    "subscriptions.failed-list",
    {}
  )
  return body.data[0]?.orderUuid ?? ""
}
