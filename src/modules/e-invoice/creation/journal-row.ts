import type { InferTypeOf } from "@medusajs/framework/types"

import type { StoredRow } from "../database"
import type EInvoiceOrder from "../models/e-invoice-order"
import type { Transitions } from "../intent"
import type { OtherOrders } from "./other-orders"

/** The request as it was sent, without the customer: enough to recognise the order and to show it to the merchant. */
export type SentRequest = {
  products: {
    name: string
    productId?: string | undefined
    quantity: string | number
    rate: string | number
    discount?: string | number | undefined
    tax: string | number
    amount: string | number
  }[]
  orderSummary: {
    subTotal: string | number
    totalTax: string | number
    totalDiscount: string | number
    grandTotal: string | number
  }
  /** Unix time in seconds, as sent. */
  orderDate: string
  referenceNo?: string | null | undefined
}

/** Why the last attempt failed, in technical terms and without a personal value. */
export type JournalFailure = {
  /** Kind of the client's error, or `internal`, `sender-lost`, `person`. */
  kind: string
  message: string
  advice?: string
  /** ISO 8601. */
  at: string
  operationId?: string
  httpStatus?: number
  messageKey?: string
  /** Sentences by dotted field path, with personal values masked. */
  fieldErrors?: Record<string, string[]>
  lookup?: LookUpEvidence
}

/** What is missing to conclude from a list without an order that the order does not exist. */
export type AbsenceGap =
  /** It is too early: the service may list later than it writes. */
  | "quiet-period"
  /** The list is one page of several. */
  | "list-cut"
  /** The answer had no `Date`, so that the clocks could not be compared. */
  | "clock-unknown"
  /** The clocks are more than a day apart. */
  | "clock-apart"
  /** The list shows no order that is known to exist and was sent after the attempt had ended. */
  | "no-control"
  /** The list does not show the latest order before the attempt. */
  | "no-earlier-control"

/** What the last look-up at the service showed. */
type LookUpEvidence = {
  /** ISO 8601. */
  at: string
  result: "none" | "unclear" | "failed"
  reason?: string
  /** Why it does not prove that the order does not exist. */
  missing?: readonly AbsenceGap[]
  /** Orders at the service that may be the one. */
  orderUuids: string[]
}

/** A row of the journal as the database holds it; totals are decimal major units in text. */
export type JournalRow = StoredRow<
  InferTypeOf<typeof EInvoiceOrder>,
  {
    grand_total: string
    refunded_total: string
    sent_request: SentRequest | null
    failure: JournalFailure | null
    /** Further orders that the service has for the same payment. */
    other_orders: OtherOrders | null
  }
>

/** A row that is about to be written. */
export type NewJournalRow = {
  id: string
  paymentSessionId: string
  paymentCollectionId: string
  currencyCode: string
  /** Decimal major units. */
  grandTotal: string
  callbackTokenHash: string
}

/** What is about to be sent, kept with the attempt. */
export type Attempt = {
  orderId: string | null
  cartId: string | null
  referenceNo: string | null
  /** Decimal major units. */
  grandTotal: string
  callbackTokenHash: string
  shopperDataId: string
  customerFingerprint: string
  sentRequest: SentRequest
}

/** An order at the service. */
export type RemoteOrder = {
  orderUuid: string
  customerUuid?: string | undefined
  status: string
}

/** Every change of state of a creation, by who may make it; docs/journal.md says when each happens. */
export const CREATION_TRANSITIONS = {
  sender: {
    prepared: ["sending"],
    sending: ["succeeded", "rejected", "in_doubt"],
    rejected: ["sending", "succeeded"],
    in_doubt: ["succeeded", "rejected"],
    abandoned: ["succeeded"],
  },
  lease: { sending: ["in_doubt"] },
  "look-up": { in_doubt: ["succeeded", "rejected"] },
  staff: { in_doubt: ["succeeded", "rejected", "abandoned"] },
  callback: {
    rejected: ["succeeded"],
    in_doubt: ["succeeded"],
    abandoned: ["succeeded"],
  },
} as const satisfies Transitions
