import { type OperationId, operationOf, type RequestOf } from "../../../src/connect"
import { exampleRedirects } from "../../../src/connect/operations/examples"

export {
  exampleContact as contact,
  examplePerson as person,
  exampleProfile as profile,
  exampleRedirects as redirects,
} from "../../../src/connect/operations/examples"

/** The body of an entry's example; a unit test holds each to the entry's own schema. */
const bodyOf = <Id extends OperationId>(id: Id) =>
  operationOf(id).example().request.body as Extract<RequestOf<Id>, { body: unknown }>["body"]

/** The same without the address to which the service shall report: the plugin has its own. */
const reportingToUs = <Body extends { callback?: unknown }>({ callback: _other, ...body }: Body) =>
  body

const callback = exampleRedirects

export const paymentLink = reportingToUs(bodyOf("orders.create-payment-link"))
export const invoice = reportingToUs(bodyOf("orders.create-invoice"))
export const ehfInvoice = reportingToUs(bodyOf("orders.create-ehf-invoice"))
export const eInvoice = reportingToUs(bodyOf("orders.create-e-invoice"))
export const checkoutSession = { ...bodyOf("checkout.create-session"), callback }
export const invoiceSession = { ...bodyOf("checkout.create-invoice-session"), callback }
export const hostedCheckout = { ...bodyOf("checkout.create-hosted"), callback }
export const reservation = bodyOf("reservations.submit")
export const reservationSession = { ...bodyOf("reservations.create-session"), callback }
export const subscription = bodyOf("subscriptions.create")
export const subscriptionSession = bodyOf("subscriptions.create-session")
export const user = operationOf("users.create").example().request.body as Record<string, string>
