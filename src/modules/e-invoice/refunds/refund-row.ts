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
  /** Id of the Medusa refund that stands for it; its own id while Medusa has none. */
  refund_id: string
  /** Counted from 1; a rejected refund may be attempted again. */
  attempt: number
  amount: string
  type: RefundType | null
  /** The order's status when the refund was sent. */
  status_before: string | null
  products: RefundShare[] | null
  state: RefundState
  failure: RefundFailure | null
  /** When the attempt was sent. */
  sending_at: Date | null
  /** When a doubt about it was settled, or another request was taken for it. */
  settled_at: Date | null
  created_at: Date
}

/** An attempt of a refund that is about to be written down. */
export type NewAttempt = {
  /** Decimal major units. */
  amount: string
  products: readonly RefundShare[]
  /** Id of the Medusa refund that it is sent for at once; left out while Medusa has none. */
  refundId?: string | undefined
  /** Left out or null when nothing is sent. */
  type?: RefundType | null | undefined
  statusBefore?: string | null | undefined
}

/** A refund that is about to be written down, under the key by which it is found again. */
export type NewRefund = NewAttempt & { eInvoiceOrderId: string; key: string }

/** Under this name a Medusa refund carries the id of the refund here that it is made for. */
export const REFUND_METADATA = "e_invoice_refund_id"

/** Whether a refund still waits for the Medusa refund that stands for it. */
export const isUnlinked = (row: Pick<RefundRow, "id" | "refund_id">): boolean =>
  row.refund_id === row.id
