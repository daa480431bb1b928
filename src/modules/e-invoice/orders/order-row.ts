import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"

import type { BilledLine } from "../../../mapping"
import type { StoredRow } from "../database"
import type { IntentState, Transitions } from "../intent"
import type EInvoiceOrder from "../models/e-invoice-order"
import { type Attention, flagsOf } from "./flags"
import { type LastingStatus, lastingStatusOf, wasPaid } from "./order-status"

/** The table of orders, which only the store in this folder writes. */
export const ORDER_TABLE = "einvoice_order"

/** The table's rows, but for deleted ones. */
export const liveOrders = (database: Knex): Knex.QueryBuilder<OrderRow> =>
  database<OrderRow>(ORDER_TABLE).whereNull("deleted_at")

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
  /** Which item each product was made of; see `BilledLine`. */
  lines?: BilledLine[] | undefined
  orderSummary: {
    subTotal: string | number
    totalTax: string | number
    totalDiscount: string | number
    grandTotal: string | number
  }
  /** Unix time in seconds, as sent. */
  orderDate: string
  referenceNo?: string | null | undefined
  /** A keyed hash of what the Medusa order said of its buyer; see `buyerFingerprint`. */
  buyer?: string | undefined
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
  /** One word for programs, where the kind says too little. */
  code?: string
  /** What the message names, to say it in another language. */
  values?: Readonly<Record<string, string>>
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
export type OrderRow = StoredRow<
  InferTypeOf<typeof EInvoiceOrder>,
  {
    grand_total: string
    refunded_total: string
    credited_total: string
    sent_request: SentRequest | null
    failure: JournalFailure | null
    /** Further orders that the service has for the same payment. */
    other_orders: StoredOtherOrders | null
  }
>

/**
 * What is known of a further order that the service has for the same payment.
 *
 * - `open`: the customer may be billed for it
 * - `ended`: it was cancelled, refunded or credited there
 * - `foreign`: staff declared that it is none of this payment's, or it turned out to be another row's
 */
type OtherOrderState = "open" | "ended" | "foreign"

/**
 * How a further order became known.
 *
 * - `candidate`: it fitted as well as the one that staff adopted
 * - `same-order`: another row or record names it, and both bill one Medusa order
 */
export type FoundBy = "sender" | "look-up" | "callback" | "candidate" | "same-order"

/** A further order at the service for the same payment. */
export type OtherOrder = {
  readonly orderUuid: string
  readonly state: OtherOrderState
  readonly foundBy: FoundBy
  /** ISO 8601. */
  readonly foundAt: string
  /** As the service last said; null until it was asked. */
  readonly status: string | null
}

/** The column: facts by the order's identifier at the service. */
export type StoredOtherOrders = Record<string, Omit<OtherOrder, "orderUuid">>

/** The further orders of a row, those that are open first. */
export const otherOrdersOf = (stored: StoredOtherOrders | null): OtherOrder[] =>
  Object.entries(stored ?? {})
    .map(([orderUuid, facts]) => ({ orderUuid, ...facts }))
    .sort(
      (one, other) =>
        Number(other.state === "open") - Number(one.state === "open") ||
        one.foundAt.localeCompare(other.foundAt)
    )

/** A row that is about to be written. */
export type NewOrderRow = {
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
  /** The parcel that it bills; none of a checkout. */
  fulfillmentId?: string | null
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
  status: LastingStatus
}

/** Every change of state of a creation, by who may make it; docs/internals/journal.md says when each happens. */
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

/** An e-invoice order as those see it who follow it after its creation. Amounts are decimal major units in text. */
export type FollowedOrder = {
  readonly id: string
  readonly state: IntentState
  readonly paymentSessionId: string
  readonly paymentId: string | null
  readonly orderId: string | null
  readonly cartId: string | null
  /** What the invoice names the order by; of an adopted order, the number of an earlier attempt. */
  readonly referenceNo: string | null
  readonly grandTotal: string
  readonly refundedTotal: string
  /** What of the refunded total was credited because the Medusa order had changed. */
  readonly creditedTotal: string
  readonly orderUuid: string | null
  readonly status: LastingStatus | undefined
  /** Whether the service ever said PAID. */
  readonly paid: boolean
  readonly paidAt: Date | null
  /** The status as it is stored, whether or not it is one we know. */
  readonly storedStatus: string | null
  readonly invoiceNumber: string | null
  /** What staff have to look at, the most severe first. */
  readonly flags: readonly Attention[]
  readonly cancelRequestedAt: Date | null
  /** When its Medusa order changed in a way that the invoice has not followed yet. */
  readonly orderChangedAt: Date | null
  /** Until when at most a checkout waits for its parcels; null of what bills at once. */
  readonly holdUntil: Date | null
  /** The parcel that it bills: Medusa's fulfilment. */
  readonly fulfillmentId: string | null
  readonly checkCount: number
  readonly lastCheckedAt: Date | null
  /** When its creation was last sent to the service. */
  readonly sentAt: Date | null
  readonly createdAt: Date
}

/** What is read of a row of the journal to follow an order. */
export const FOLLOWED_COLUMNS = [
  "id",
  "state",
  "payment_session_id",
  "payment_id",
  "order_id",
  "cart_id",
  "reference_no",
  "grand_total",
  "refunded_total",
  "credited_total",
  "remote_order_uuid",
  "remote_status",
  "paid_at",
  "invoice_number",
  "attention",
  "cancel_requested_at",
  "order_changed_at",
  "hold_until",
  "fulfillment_id",
  "check_count",
  "last_checked_at",
  "sending_at",
  "created_at",
] as const satisfies readonly (keyof OrderRow)[]

/** A row of the journal, as far as those need it who follow an order: without what was sent, which makes rows wide. */
export type FollowedRow = Pick<OrderRow, (typeof FOLLOWED_COLUMNS)[number]>

/** Reads a row of the journal. */
export function followed(row: FollowedRow): FollowedOrder {
  const status = lastingStatusOf(row.remote_status)
  return {
    id: row.id,
    state: row.state,
    paymentSessionId: row.payment_session_id,
    paymentId: row.payment_id,
    orderId: row.order_id,
    cartId: row.cart_id,
    referenceNo: row.reference_no,
    grandTotal: row.grand_total,
    refundedTotal: row.refunded_total,
    creditedTotal: row.credited_total,
    orderUuid: row.remote_order_uuid,
    status,
    paid: wasPaid({ status, paid: row.paid_at !== null }),
    paidAt: row.paid_at,
    storedStatus: row.remote_status,
    invoiceNumber: row.invoice_number,
    flags: flagsOf(row.attention),
    cancelRequestedAt: row.cancel_requested_at,
    orderChangedAt: row.order_changed_at,
    holdUntil: row.hold_until,
    fulfillmentId: row.fulfillment_id,
    checkCount: row.check_count,
    lastCheckedAt: row.last_checked_at,
    sentAt: row.sending_at,
    createdAt: row.created_at,
  }
}
