import type { Precondition } from "../operation"

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
