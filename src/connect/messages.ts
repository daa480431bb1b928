/** What a message key of the service means for a merchant. */
export type Explanation = {
  /** One sentence that says what happened. */
  sentence: string
  /** One sentence that says what to do. */
  advice: string
  /** The same, where nothing can have been changed. */
  adviceForReading?: string
}

const checkInService = "Check the record in the service's own portal before you try again."

const tryLater = "Try again in a few minutes."

const setToken =
  "Tell the administrator of the store: the option token has to be the one that the operator issued for this environment."

const awaitApproval =
  "Ask for approval of the refund; the operator answers within two working days."

/**
 * Message keys with which the service refuses, and what they mean. Keys are those of the operator's documentation and
 * portal; a key that ends in `*` stands for every key that begins so.
 */
const explanations: Readonly<Record<string, Explanation>> = {
  orderNotFound: {
    sentence: "The service knows no such order.",
    advice:
      "Check that the order was created with this account, in this environment (demo or production).",
  },
  reservationNotFound: {
    sentence: "The service knows no such reservation.",
    advice:
      "Check that the reservation was created with this account, in this environment (demo or production).",
  },
  customerNotFound: {
    sentence: "The service knows no such customer.",
    advice:
      "Check that the customer belongs to this account, in this environment (demo or production).",
  },
  "cycleNotfound*": {
    sentence: "The subscription has no such cycle.",
    advice: "Read the subscription's details and use one of its cycles.",
  },
  someCyclesFailedToPassValidation: {
    sentence: "Some of the cycles cannot be refunded.",
    advice: "Refund only cycles that are paid and not yet refunded.",
  },
  tokenNotFound: {
    sentence: "The service does not know the token.",
    advice: setToken,
  },
  unauthorized: {
    sentence: "The service did not accept the token.",
    advice: setToken,
  },
  payloadValidationErrors: {
    sentence: "The service rejected fields of the request.",
    advice: "Correct the fields named and try again.",
  },
  orderStatusAlreadyPaid: {
    sentence: "The order is already paid.",
    advice: "Refund the order instead.",
  },
  orderStatusAlreadyCancelled: {
    sentence: "The order is already cancelled.",
    advice: "Nothing more can be done with it; create a new order if needed.",
  },
  orderStatusAlreadyInvoiced: {
    sentence: "The order is already invoiced.",
    advice: "Refund it as an invoiced order instead.",
  },
  orderStatusAlreadyPaidOrCancelled: {
    sentence: "The order is already paid or cancelled.",
    advice: "Refresh the order's status to see which.",
  },
  prerequisiteFailedToCompleteReservation: {
    sentence: "Nothing of the reservation is captured or charged yet.",
    advice: "Capture or charge a part of it first, or cancel it.",
  },
  refundRejectionForTransactionNotFound: {
    sentence: "There is no payment to refund.",
    advice: "Refresh the order's status: it may not be paid yet.",
  },
  requestProductIdNotAvailable: {
    sentence: "A product line of the refund is not part of the order.",
    advice: "Read the order's details again and use the line ids shown there.",
  },
  refundRejectionForRefundedCancelledInvoicedOrderParamRefunded: {
    sentence: "The order is already refunded.",
    advice: "Refresh the order's status; nothing is left to refund.",
  },
  refundRejectionForRefundedCancelledInvoicedOrderParamCancelled: {
    sentence: "The order is cancelled, so there is nothing to refund.",
    advice: "Refresh the order's status.",
  },
  refundRejectionForRefundedCancelledInvoicedOrderParamInvoiced: {
    sentence: "The order is invoiced and cannot be refunded as a regular one.",
    advice: "Refund it as an invoiced order instead.",
  },
  refundRejectionForRequestAmountThresholdExceed: {
    sentence: "A refund of this amount needs the operator's approval.",
    advice: awaitApproval,
  },
  refundRejectionForWeeklyThresholdExceed: {
    sentence:
      "The order was refunded too often this week; the next refund needs the operator's approval.",
    advice: awaitApproval,
  },
  "refundRejectionForOutOfRunwayParam*": {
    sentence: "The refund is more than the amount available for refunds.",
    advice:
      "See in the service's own portal whether this was refunded there already, and record it then. Refund no other lines in its place.",
  },
  refundRejectionForRefundRequestGreaterThanOrderAmount: {
    sentence: "The refund is more than the order's amount.",
    advice: "Refund at most what is left of the order.",
  },
  ambiguousRequestExistsWithSameParameters: {
    sentence: "The service already holds a request with the same content.",
    advice: checkInService,
  },
  creditCheckHistoryNotFound: {
    sentence: "The service holds no such credit check.",
    advice: "Ask for a credit check first.",
  },
  personCurrentStatusIsWrong: {
    sentence: "The service could not assess the customer.",
    advice: "Check the personal number with the customer.",
  },
  userAlreadyExistsWithSameEmail: {
    sentence: "A user with that e-mail address exists already.",
    advice: "Use another e-mail address.",
  },
  userRoleNotFound: {
    sentence: "The service knows no such user role.",
    advice: "Use the role user or business-admin.",
  },
  organizationNotFound: {
    sentence: "The service knows no such organization.",
    advice: "Check the organization number.",
  },
  internalErrorOccurredPleaseTryAgainLater: {
    sentence: "A system behind the service failed.",
    advice: checkInService,
    adviceForReading: tryLater,
  },
  somethingWentWrong: {
    sentence: "The service failed.",
    advice: checkInService,
    adviceForReading: tryLater,
  },
}

/** Keys that say nothing of whether the operation took effect, although they are explained. */
const leavingOpen: readonly string[] = [
  "ambiguousRequestExistsWithSameParameters",
  "internalErrorOccurredPleaseTryAgainLater",
  "somethingWentWrong",
]

/** The service writes some keys as sentences ("Order Not Found"): letters and digits decide. */
const canonical = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, "")

const exact = new Map<string, Explanation>()
const byPrefix: (readonly [prefix: string, explanation: Explanation])[] = []
for (const [key, explanation] of Object.entries(explanations)) {
  if (key.endsWith("*")) {
    byPrefix.push([canonical(key), explanation])
  } else {
    exact.set(canonical(key), explanation)
  }
}

/** Whether two message keys are the same, be one of them written as a sentence. */
export const isSameMessageKey = (one: string, other: string): boolean =>
  canonical(one) === canonical(other)

/** What a message key means, or undefined when no source explains it. */
export function explainMessageKey(key: string): Explanation | undefined {
  const wanted = canonical(key)
  return exact.get(wanted) ?? byPrefix.find(([prefix]) => wanted.startsWith(prefix))?.[1]
}

/** Whether a message key says that the service refused, so that the operation certainly had no effect. */
export const saysRefused = (key: string): boolean =>
  explainMessageKey(key) !== undefined && !leavingOpen.some((open) => isSameMessageKey(open, key))
