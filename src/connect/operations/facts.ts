import type { Inverse, Precondition, UndoingRequest } from "../operation"
import { isOrganizationNumber } from "../schemas/request-values"

/** The operator's public documentation, source of what the specification leaves open. */
export const docs = "https://docs.frontpayment.no/books/fpgo-connect"

/** A public client library and the traffic recorded with it in July 2025. */
export const clientLibrary = "https://github.com/skatkov/frontgo"

export const specification = {
  known: "interface specification, Other operations with known method and path",
  byName: "interface specification, Operations known by name and purpose only",
}

/** Answers that many operations share. No source shows the body of a 401: its key is assumed. */
export const unauthorized = { status: 401, messageKey: "unauthorized" }
export const orderNotFound = { status: 404, messageKey: "orderNotFound" }
export const reservationNotFound = {
  status: 404,
  messageKey: "reservationNotFound",
}
export const customerNotFound = { status: 404, messageKey: "customerNotFound" }
export const payloadInvalid = {
  status: 417,
  messageKey: "payloadValidationErrors",
}
export const dependencyFailure = {
  status: 500,
  messageKey: "internalErrorOccurredPleaseTryAgainLater",
}
export const serverFailure = { status: 510, messageKey: "somethingWentWrong" }

/** How the status of a reservation or a subscription refuses that its link is sent again. */
export const linkIsOver = {
  COMPLETED: "orderStatusAlreadyCompleted",
  CANCELLED: "orderStatusAlreadyCancelled",
} as const

/** Base of the keys that refuse a refund by the order's status; `ParamRefunded` and the like follow. */
export const refundRefusal = "refundRejectionForRefundedCancelledInvoicedOrder"

/** Refusals of any refund, by amount, frequency and lines. */
export const refundRefusals = [
  { status: 400, messageKey: `${refundRefusal}ParamRefunded` },
  { status: 400, messageKey: `${refundRefusal}ParamCancelled` },
  { status: 400, messageKey: `${refundRefusal}ParamInvoiced` },
  { status: 400, messageKey: "refundRejectionForRequestAmountThresholdExceed" },
  { status: 400, messageKey: "refundRejectionForWeeklyThresholdExceed" },
  {
    status: 400,
    messageKey: "refundRejectionForRefundRequestGreaterThanOrderAmount",
  },
  { status: 400, messageKey: "requestProductIdNotAvailable" },
  { status: 404, messageKey: "refundRejectionForTransactionNotFound" },
] as const

/** How an order's status refuses its refund, and the request to approve one. */
export const refundPreconditions: readonly Precondition[] = [
  {
    record: "order",
    refused: {
      REFUNDED: `${refundRefusal}ParamRefunded`,
      CANCELLED: `${refundRefusal}ParamCancelled`,
    },
  },
  {
    record: "order",
    when: { field: "type", is: "regular" },
    refused: { INVOICED: `${refundRefusal}ParamInvoiced` },
  },
]

/** The service keeps it with the record; nothing personal. */
const NOTE = "Undone: a later step of the shop failed."

export const byCancellingOrder: Inverse = {
  operation: "orders.cancel",
  request: (uuid) => ({
    params: { order_uuid: uuid },
    body: { cancellationNote: NOTE },
  }),
}

export const byCancellingReservation: Inverse = {
  operation: "reservations.cancel",
  request: (uuid) => ({
    params: { reservation_uuid: uuid },
    body: { note: NOTE },
  }),
}

export const byCancellingSubscription: Inverse = {
  operation: "subscriptions.cancel",
  request: (uuid) => ({
    params: { subscriptionUuid: uuid },
    body: { note: NOTE },
  }),
}

export const byPuttingBackPrivate: Inverse = {
  operation: "customers.update-private",
  request: privateAsBefore,
  leaves: (shown) =>
    wasGiven(shown, "personalNumber")
      ? "The personal number stays as it was changed: the plugin keeps none that it could put back."
      : undefined,
}

export const byPuttingBackCompany: Inverse = {
  operation: "customers.update-corporate",
  request: companyAsBefore,
  leaves: (shown) =>
    wasGiven(shown, "additionalContact")
      ? "The additional contacts stay as they were changed: the service does not show what they were."
      : undefined,
}

/** Why operations cannot be undone. */
export const nothingUndoes = {
  messageOut: { none: "A message that was sent stays sent." },
  final: { none: "The service has no way back from it." },
  moneyBack: { none: "A refund cannot be reversed." },
  moneyTaken: { none: "A payment is returned by a refund, which staff decide." },
  recorded: { none: "The service keeps what was asked for; nothing is owed by it." },
} as const satisfies Record<string, Inverse>

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
function privateAsBefore(uuid: string, before: unknown): UndoingRequest | undefined {
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

function companyAsBefore(uuid: string, before: unknown): UndoingRequest | undefined {
  const request = privateAsBefore(uuid, before)
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
