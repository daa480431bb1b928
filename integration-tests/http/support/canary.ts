import type { OperationId } from "../../../src/connect"
import * as requests from "./operation-requests"
import { PERSONAL_NUMBER } from "./shopper"

/** The e-mail of a customer whose traces are looked for. */
export const EMAIL = "canary.bird@shopper.example"

const PHONE = "+47 451 23 987"

/** What they enter at checkout. */
export const entered = { personal_number: PERSONAL_NUMBER, phone: PHONE }

/** The same customer in requests of the Admin API. */
export const person = { ...requests.person, email: EMAIL, msisdn: "45123987" }
const contact = { ...requests.contact, email: EMAIL, msisdn: "45123987" }

type Asked = readonly [id: OperationId, body: object]

/** Whatever can be asked of the service that carries their personal number. */
export const personalRequests: readonly [Asked, Asked, ...Asked[]] = [
  [
    "orders.create-e-invoice",
    {
      ...requests.eInvoice,
      customerDetails: { ...contact, personalNumber: PERSONAL_NUMBER },
    },
  ],
  ["orders.create-payment-link", { ...requests.paymentLink, customerDetails: person }],
  ["checkout.create-session", { ...requests.checkoutSession, customerDetails: person }],
  ["reservations.submit", { ...requests.reservation, customerDetails: person }],
  ["reservations.create-session", { ...requests.reservationSession, customerDetails: person }],
  ["subscriptions.create", { ...requests.subscription, customerDetails: person }],
  ["subscriptions.create-session", { ...requests.subscriptionSession, customerDetails: person }],
  ["credit-checks.private", { personalId: PERSONAL_NUMBER }],
]
