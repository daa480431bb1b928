import { catalogue, type OperationId, operationOf } from "../catalogue"
import { ConnectError } from "../errors"
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

/** Rules beyond the kind of a value: what is put into the entry's example, and the field that is named. */
const rules: [OperationId, at: string, value: unknown, field?: string][] = [
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
