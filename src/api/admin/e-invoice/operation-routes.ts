import type { OperationId } from "../../../connect"

/** Where an operation is called in the Admin API. */
export type OperationRoute = {
  readonly method: "GET" | "POST"
  /** Below `/admin/e-invoice`. */
  readonly path: string
}

const get = (path: string): OperationRoute => ({ method: "GET", path })
const post = (path: string): OperationRoute => ({ method: "POST", path })

/** Every operation's route; `service-orders` are orders by their identifier at the service. */
export const operationRoutes: Readonly<Record<OperationId, OperationRoute>> = {
  "orders.create-e-invoice": post("/service-orders/e-invoice"),
  "orders.create-payment-link": post("/service-orders/payment-link"),
  "orders.update-payment-link": post("/service-orders/:uuid/payment-link"),
  "orders.resend-payment-link": post("/service-orders/:uuid/resend"),
  "orders.create-invoice": post("/service-orders/invoice"),
  "orders.create-ehf-invoice": post("/service-orders/ehf-invoice"),
  "orders.status": get("/service-orders/:uuid/status"),
  "orders.status-list": get("/service-orders/statuses"),
  "orders.details": get("/service-orders/:uuid"),
  "orders.details-by-date-range": get("/service-orders"),
  "orders.invoice-number": get("/service-orders/:uuid/invoice-number"),
  "orders.cancel": post("/service-orders/:uuid/cancel"),
  "orders.refund": post("/service-orders/:uuid/refund"),
  "orders.delayed-charge": post("/service-orders/:uuid/delayed-charge"),
  "checkout.create-session": post("/checkout-sessions"),
  "checkout.create-invoice-session": post("/checkout-sessions/invoice"),
  "checkout.create-hosted": post("/checkout-sessions/hosted"),
  "reservations.submit": post("/reservations"),
  "reservations.create-session": post("/reservations/session"),
  "reservations.details": get("/reservations/:uuid"),
  "reservations.capture": post("/reservations/:uuid/capture"),
  "reservations.charge": post("/reservations/:uuid/charge"),
  "reservations.cancel": post("/reservations/:uuid/cancel"),
  "reservations.complete": post("/reservations/:uuid/complete"),
  "reservations.resend": post("/reservations/:uuid/resend"),
  "reservations.refund": post("/reservations/:uuid/refund"),
  "reservations.history": get("/reservation-history"),
  "subscriptions.create": post("/subscriptions"),
  "subscriptions.create-session": post("/subscriptions/session"),
  "subscriptions.list": get("/subscriptions"),
  "subscriptions.details": get("/subscriptions/:uuid"),
  "subscriptions.cancel": post("/subscriptions/:uuid/cancel"),
  "subscriptions.resend": post("/subscriptions/:uuid/resend"),
  "subscriptions.refund-cycle": post("/subscriptions/:uuid/refund-cycle"),
  "subscriptions.failed-list": get("/failed-payments"),
  "subscriptions.failed-details": get("/failed-payments/:uuid"),
  "customers.details": get("/customers/:uuid"),
  "customers.update-private": post("/customers/:uuid/private"),
  "customers.update-corporate": post("/customers/:uuid/corporate"),
  "refunds.request-approval": post("/service-orders/:uuid/refund-approval"),
  "credit-checks.private": post("/credit-checks/private"),
  "credit-checks.corporate": post("/credit-checks/corporate"),
  "credit-checks.list": get("/credit-checks"),
  "credit-checks.details": get("/credit-checks/:uuid"),
  "companies.check": post("/companies/check"),
  "companies.information": get("/companies/:company_id"),
  "companies.invoice-fee": get("/companies/:company_id/invoice-fee"),
  "users.create": post("/users/:role"),
  "token.verify": get("/token/verify"),
}
