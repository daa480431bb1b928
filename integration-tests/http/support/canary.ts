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

/** Whatever can be asked of the service that carries their personal number. */
export const wishes: readonly [path: string, body: object][] = [
  [
    "/service-orders/e-invoice",
    {
      ...requests.eInvoice,
      customerDetails: { ...contact, personalNumber: PERSONAL_NUMBER },
    },
  ],
  ["/service-orders/payment-link", { ...requests.paymentLink, customerDetails: person }],
  ["/checkout-sessions", { ...requests.checkoutSession, customerDetails: person }],
  ["/reservations", { ...requests.reservation, customerDetails: person }],
  ["/reservations/session", { ...requests.reservationSession, customerDetails: person }],
  ["/subscriptions", { ...requests.subscription, customerDetails: person }],
  ["/subscriptions/session", { ...requests.subscriptionSession, customerDetails: person }],
  ["/credit-checks/private", { personalId: PERSONAL_NUMBER }],
]
