import type { RefundState } from "../models/e-invoice-refund"

/** How a refund is asked for: `regular` for an order that was paid, `invoiced` for one whose invoice is out. */
export type RefundType = "regular" | "invoiced"

/** One line's part of a refund: the line's id at the service and decimal major units. */
export type RefundShare = { id: number; amount: string }

/** Why a refund was refused or is in doubt, in technical terms. */
export type RefundFailure = {
  kind: string
  message: string
  /** ISO 8601. */
  at: string
  httpStatus?: number | undefined
  messageKey?: string | undefined
}

/** A refund as it is journalled; the amount is decimal major units in text. */
export type RefundRow = {
  id: string
  e_invoice_order_id: string
  /** Id of the Medusa refund. */
  refund_id: string
  amount: string
  type: RefundType | null
  /** The order's status when the refund was sent. */
  status_before: string | null
  products: RefundShare[] | null
  state: RefundState
  failure: RefundFailure | null
  created_at: Date
}

/** A refund that is about to be sent. */
export type NewRefund = {
  eInvoiceOrderId: string
  refundId: string
  /** Decimal major units. */
  amount: string
  /** Null when nothing is sent. */
  type: RefundType | null
  statusBefore: string | null
  products: readonly RefundShare[]
}
