import type { OperationId } from "../../connect"
import { isOrganizationNumber } from "../../connect/schemas/request-values"
import type { AnyRequest } from "../../modules/e-invoice/operations/operation-request"

/** How an operation is undone, or why it cannot be. */
export type Inverse =
  | {
      readonly operation: OperationId
      /**
       * @param uuid identifier of the record it created, or acted on
       * @param before what a change replaced
       * @returns undefined when too little is known to undo it
       */
      readonly request: (uuid: string, before: unknown) => AnyRequest | undefined
      /**
       * @param shown the request of the operation that is undone, as the log shows it
       * @returns what stays as the operation left it, in a sentence; undefined when nothing does
       */
      readonly leaves?: (shown: unknown) => string | undefined
    }
  | { readonly none: string }

/** The service keeps it with the record; nothing personal. */
const NOTE = "Undone: a later step of the shop failed."

const cancelOrder: Inverse = {
  operation: "orders.cancel",
  request: (uuid) => ({
    params: { order_uuid: uuid },
    body: { cancellationNote: NOTE },
  }),
}
const cancelReservation: Inverse = {
  operation: "reservations.cancel",
  request: (uuid) => ({
    params: { reservation_uuid: uuid },
    body: { note: NOTE },
  }),
}
const cancelSubscription: Inverse = {
  operation: "subscriptions.cancel",
  request: (uuid) => ({
    params: { subscriptionUuid: uuid },
    body: { note: NOTE },
  }),
}

const messageOut: Inverse = { none: "A message that was sent stays sent." }
const final: Inverse = { none: "The service has no way back from it." }
const moneyBack: Inverse = {
  none: "Money that went back cannot be called again.",
}
const moneyTaken: Inverse = {
  none: "Money that was taken goes back by a refund, which is a person's decision.",
}
const recorded: Inverse = {
  none: "The service keeps what was asked for; nothing is owed by it.",
}

/** By operation; an operation that only reads has no entry, and nothing to undo. */
export const inverses: Partial<Record<OperationId, Inverse>> = {
  "orders.create-e-invoice": cancelOrder,
  "orders.create-payment-link": cancelOrder,
  "orders.create-invoice": cancelOrder,
  "orders.create-ehf-invoice": cancelOrder,
  "orders.update-payment-link": {
    none: "The service does not show the link's earlier values in the form in which it takes them.",
  },
  "orders.resend-payment-link": messageOut,
  "orders.cancel": final,
  "orders.refund": moneyBack,
  "orders.delayed-charge": moneyTaken,
  "checkout.create-session": cancelOrder,
  "checkout.create-invoice-session": cancelOrder,
  "checkout.create-hosted": cancelOrder,
  "reservations.submit": cancelReservation,
  "reservations.create-session": cancelReservation,
  "reservations.capture": moneyTaken,
  "reservations.charge": moneyTaken,
  "reservations.cancel": final,
  "reservations.complete": final,
  "reservations.resend": messageOut,
  "reservations.refund": moneyBack,
  "subscriptions.create": cancelSubscription,
  "subscriptions.create-session": cancelSubscription,
  "subscriptions.cancel": final,
  "subscriptions.resend": messageOut,
  "subscriptions.refund-cycle": moneyBack,
  "customers.update-private": {
    operation: "customers.update-private",
    request: putBack,
    leaves: (shown) =>
      wasGiven(shown, "personalNumber")
        ? "The personal number stays as it was changed: the plugin keeps none that it could put back."
        : undefined,
  },
  "customers.update-corporate": {
    operation: "customers.update-corporate",
    request: (uuid, before) => putBackCompany(uuid, before),
    leaves: (shown) =>
      wasGiven(shown, "additionalContact")
        ? "The additional contacts stay as they were changed: the service does not show what they were."
        : undefined,
  },
  "refunds.request-approval": recorded,
  "credit-checks.private": recorded,
  "credit-checks.corporate": recorded,
  "companies.check": recorded,
  "users.create": {
    none: "The interface has no operation that removes a user.",
  },
}

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined

const addressOf = (value: unknown) => {
  const { street, zip, city, country } = membersOf(value) ?? {}
  return street && zip && city && country ? { street, zip, city, country } : undefined
}

/** Whether a request set a member, by what the log shows of it. */
const wasGiven = (shown: unknown, name: string): boolean =>
  membersOf(membersOf(shown)?.["body"])?.[name] !== undefined

/** What is left out of an update stays: of a private customer the personal number, which the plugin never keeps. */
function putBack(uuid: string, before: unknown): AnyRequest | undefined {
  const values = membersOf(before)
  const addresses = membersOf(values?.["addresses"])
  const billing = addressOf(addresses?.["billing"])
  if (!values || !billing) {
    return undefined
  }
  const shipping = addressOf(addresses?.["shipping"]) ?? null
  const { name, email, countryCode, msisdn, preferredLanguage } = values
  return {
    params: { customer_uuid: uuid },
    body: {
      name,
      email,
      countryCode,
      msisdn,
      preferredLanguage: preferredLanguage ?? "no",
      addresses: { billing, shipping },
    },
  }
}

function putBackCompany(uuid: string, before: unknown): AnyRequest | undefined {
  const request = putBack(uuid, before)
  const organizationId = membersOf(before)?.["organizationId"]
  return request && isOrganizationNumber(String(organizationId ?? ""))
    ? {
        ...request,
        body: {
          ...membersOf(request.body),
          organizationId: String(organizationId),
        },
      }
    : request
}
