import { catalogue, type OperationId, operationOf } from "../catalogue"
import { ConnectError, RefusedError } from "../errors"
import { wireRequest } from "../wire-request"
import { withValue } from "./malformed-requests"
import { validEInvoice } from "./valid-requests"

describe("the request of orders.create-e-invoice", () => {
  const { body } = catalogue["orders.create-e-invoice"]

  it("takes the specification's fields", () => {
    expect(body.safeParse(validEInvoice).success).toBe(true)
  })

  it.each([
    ["customerDetails.personalNumber", "010190123"],
    ["customerDetails.personalNumber", "0101901234a"],
    ["customerDetails.address.country", "XX"],
    ["customerDetails.preferredLanguage", "nb"],
    ["customerDetails.email", "ola"],
    ["customerDetails.countryCode", "47"],
    ["products.0.rate", "12,50"],
    ["products.0.rate", Number.NaN],
    ["products.0.name", " "],
    ["orderDate", "1755764131000"],
    ["invoiceMaturity", 14],
    ["invoiceInterval", 3],
    ["invoiceFeeApplicable", "true"],
    ["callback.callbackUrl", "ftp://shop.example/hook"],
  ])("refuses %s = %p, naming the field", (path, value) => {
    const changed = withValue(validEInvoice, path.split("."), value)

    const result = body.safeParse(changed)

    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([path])
  })
})

type Rule = [OperationId, at: string, value: unknown, field?: string]

const eachOf = (id: OperationId, at: string, ...values: unknown[]) =>
  values.map((value): Rule => [id, at, value])

/** Rules beyond the kind of a value: what is put into the entry's example, and the field that is named. */
const rules: Rule[] = [
  [
    "orders.create-payment-link",
    "body.customerDetails.type",
    "corporate",
    "customerDetails.organizationId",
  ],
  ["orders.create-invoice", "body.customerDetails.type", "person"],
  ["orders.create-ehf-invoice", "body.customerDetails.organizationId", "12"],
  ["orders.update-payment-link", "body", {}, ""],
  ["orders.resend-payment-link", "body", { msisdn: "40000000" }, "countryCode"],
  ["orders.status", "params.order_uuid", "a/b"],
  ["orders.status", "params", {}, "order_uuid"],
  ["orders.status-list", "query.type", "OPEN"],
  ["orders.details-by-date-range", "query.endTimestamp", 1],
  ["orders.cancel", "body.cancellationNote", ""],
  ["orders.refund", "body.type", "partial"],
  ["orders.delayed-charge", "body", {}, "body"],
  ["checkout.create-session", "body.customerDetails.personalNumber", "1781901018"],
  ["checkout.create-invoice-session", "body.callback.failure", undefined],
  ["checkout.create-hosted", "body.checkoutLanguage", "nb"],
  ["reservations.submit", "body.chargeValidity", "a month"],
  ["reservations.create-session", "body.submitPayment.via", "vipps"],
  ["reservations.capture", "body.products", []],
  ["reservations.charge", "body.products.0.rate", undefined],
  ["reservations.cancel", "body.note", undefined],
  ["reservations.complete", "body", {}, "note"],
  ["reservations.resend", "body", {}, "email"],
  ["reservations.refund", "body.reference", undefined],
  ["reservations.history", "params", { end_timestamp: 1755764131 }, "end_timestamp"],
  ["subscriptions.create", "body.subscriptionStartDate", "2025-02-21"],
  ["subscriptions.create-session", "body.callback.success", "shop"],
  ["subscriptions.list", "query.startDate", "2025-01-01", "endDate"],
  ["subscriptions.cancel", "body", {}, "note"],
  ["subscriptions.resend", "body", { orderUuid: "ODR1" }, "email"],
  ["subscriptions.refund-cycle", "body.cycles", []],
  ["subscriptions.refund-cycle", "body.cycles", ["Cycle 1", "Cycle 1"]],
  ["subscriptions.failed-list", "params.status", "PAID"],
  ["customers.details", "params.customer_uuid", ""],
  ["customers.update-private", "body.email", "kari"],
  ["customers.update-corporate", "body.personalNumber", "17819010188"],
  ["refunds.request-approval", "body.type", "reservation", "source"],
  ["credit-checks.private", "body.personalId", "123456789"],
  ["credit-checks.corporate", "body.organizationId", 999888777],
  ["credit-checks.list", "query.startTimestamp", 1755764131000],
  ["credit-checks.list", "query", { startTimestamp: 2, endTimestamp: 1 }, "endTimestamp"],
  ["credit-checks.details", "params.uuid", "a?b"],
  ["companies.check", "body.companyId", 12],
  ["companies.information", "params.company_id", "1"],
  ["users.create", "params.userRoleSlug", "owner"],
  ...eachOf(
    "subscriptions.create",
    "body.subscriptionStartDate",
    "x21 Feb, 2025",
    "21 Feb, 2025x",
    "1 Feb, 2025",
    "ab Feb, 2025",
    "21 feb, 2025",
    "21 FEB, 2025",
    "21 Fe, 2025",
    "21 Feb, 20",
    "21 Feb, abcd"
  ),
  ...eachOf("reservations.submit", "body.chargeValidity", "a1", "1a", "", "1234", "a"),
  ...eachOf("reservations.capture", "body.products.0.id", "x1", "1x", "", 1.5),
  ["orders.create-e-invoice", "body.products", []],
  ["reservations.submit", "body.products", []],
  ["reservations.submit", "body.customerDetails.type", "company"],
  ["reservations.submit", "body.products.0.quantity", 1],
  ["reservations.submit", "body.products.0.discount", 1],
  ["reservations.submit", "body.settings", { secureDetails: 1 }, "settings.secureDetails"],
  ["reservations.submit", "body.sendOrderBy", { sms: true, email: 1 }, "sendOrderBy.email"],
  ["reservations.submit", "body.sendOrderBy", { sms: true }, "sendOrderBy.email"],
  ["subscriptions.create", "body.customerDetails.type", "company"],
  ["subscriptions.list", "query.page", 0],
  ["subscriptions.list", "query.endDate", "2025-01-01"],
  ["reservations.resend", "body", { email: null, msisdn: null }, "email"],
  ["reservations.resend", "body", { email: "kari@example.com", msisdn: "40000000" }, "countryCode"],
]

it.each(rules)("%s refuses %s = %j", (id, at, value, ...[field]) => {
  const [, ...within] = at.split(".")
  const request = withValue(operationOf(id).example().request, at.split("."), value)

  let error: unknown
  try {
    wireRequest(operationOf(id), request as object, "")
  } catch (reason) {
    error = reason
  }

  expect(error).toBeInstanceOf(ConnectError)
  expect(Object.keys((error as ConnectError).fieldErrors ?? {})).toContain(
    field ?? within.join(".")
  )
})

it.each<[OperationId]>([["orders.create-e-invoice"], ["reservations.submit"]])(
  "%s takes several lines",
  (id) => {
    const { request } = operationOf(id).example()
    const [line] = (request.body as { products: object[] }).products
    const several = withValue(request, ["body", "products"], [line, line])

    expect(() => wireRequest(operationOf(id), several as object, "")).not.toThrow()
  }
)

const company = { type: "corporate", organizationId: "999888777" }

/** What the entry's example takes besides, or instead. */
const taken: Rule[] = [
  ["subscriptions.create", "body.subscriptionStartDate", "21 Feb, 2025"],
  ["subscriptions.create", "body.customerDetails.msisdn", null],
  ["subscriptions.create", "body.customerDetails.email", null],
  ["subscriptions.create", "body.customerDetails.countryCode", null],
  ["subscriptions.list", "query", { startDate: "2025-01-01", endDate: "2025-02-01" }],
  ["subscriptions.list", "query", { page: 2, phone: "4", customerName: "Kari" }],
  ["reservations.submit", "body.chargeValidity", "365"],
  ["reservations.submit", "body.chargeValidity", null],
  ["reservations.submit", "body.sendOrderBy", { sms: true, email: false }],
  ["reservations.submit", "body.settings", { secureDetails: true }],
  ["reservations.submit", "body.customerDetails.organizationId", null],
  ["reservations.submit", "body.customerDetails.personalNumber", null],
  ["reservations.submit", "body.customerDetails.customerUuid", "CSRT1"],
  ["reservations.submit", "body.tnc", null],
  ["reservations.capture", "body.products.0.id", "12"],
  ["reservations.resend", "body", { email: "kari@example.com" }],
  ["reservations.resend", "body", { countryCode: "+47", msisdn: "40000000" }],
  ["orders.create-e-invoice", "body.separateInvoices", false],
  ["orders.create-e-invoice", "body.invoiceMaturity", 10],
  ["orders.create-e-invoice", "body.invoiceInterval", 2],
  ["orders.create-e-invoice", "body.referenceNo", null],
]

it.each(taken)("%s takes %s = %j", (id, at, value) => {
  const request = withValue(operationOf(id).example().request, at.split("."), value)

  expect(() => wireRequest(operationOf(id), request as object, "")).not.toThrow()
})

it.each<[OperationId]>([["reservations.submit"], ["subscriptions.create"]])(
  "%s takes a company under a number of its country alone",
  (id) => {
    const operation = operationOf(id)
    const { request } = operation.example()
    const { customerDetails } = request.body as { customerDetails: { address: object } }
    const of = (country: string, organizationId: string) => () => {
      const address = { ...customerDetails.address, country }
      const customer = { ...customerDetails, ...company, organizationId, address }
      return wireRequest(
        operation,
        withValue(request, ["body", "customerDetails"], customer) as object,
        ""
      )
    }

    expect(of("NO", "999888777")).not.toThrow()
    expect(of("SE", "5560000000")).not.toThrow()
    expect(of("NO", "5560000000")).toThrow(RefusedError)
  }
)
