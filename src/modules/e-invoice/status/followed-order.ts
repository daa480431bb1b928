import { parseOrderStatus } from "../../../connect"
import type { JournalRow } from "../creation/journal-row"
import type { IntentState } from "../intent"
import { type Attention, flagsOf } from "./flags"
import { isLastingStatus, type LastingStatus, wasPaid } from "./order-status-machine"

/** An e-invoice order as those see it who follow it after its creation. Amounts are decimal major units in text. */
export type FollowedOrder = {
  readonly id: string
  readonly state: IntentState
  readonly paymentSessionId: string
  readonly paymentId: string | null
  readonly orderId: string | null
  readonly cartId: string | null
  readonly grandTotal: string
  readonly refundedTotal: string
  readonly orderUuid: string | null
  readonly status: LastingStatus | undefined
  /** Whether the service ever said PAID. */
  readonly paid: boolean
  readonly paidAt: Date | null
  /** The status as it is stored, whether or not it is one we know. */
  readonly storedStatus: string | null
  readonly invoiceNumber: string | null
  /** What a person has to look at, the gravest first. */
  readonly flags: readonly Attention[]
  readonly cancelRequestedAt: Date | null
  readonly checkCount: number
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
  "grand_total",
  "refunded_total",
  "remote_order_uuid",
  "remote_status",
  "paid_at",
  "invoice_number",
  "attention",
  "cancel_requested_at",
  "check_count",
  "sending_at",
  "created_at",
] as const satisfies readonly (keyof JournalRow)[]

/** A row of the journal, as far as those need it who follow an order: without what was sent, which makes rows wide. */
export type FollowedRow = Pick<JournalRow, (typeof FOLLOWED_COLUMNS)[number]>

/** Reads a row of the journal. */
export function followed(row: FollowedRow): FollowedOrder {
  const parsed = parseOrderStatus(row.remote_status)
  const status = isLastingStatus(parsed) ? parsed : undefined
  return {
    id: row.id,
    state: row.state,
    paymentSessionId: row.payment_session_id,
    paymentId: row.payment_id,
    orderId: row.order_id,
    cartId: row.cart_id,
    grandTotal: row.grand_total,
    refundedTotal: row.refunded_total,
    orderUuid: row.remote_order_uuid,
    status,
    paid: wasPaid({ status, paid: row.paid_at !== null }),
    paidAt: row.paid_at,
    storedStatus: row.remote_status,
    invoiceNumber: row.invoice_number,
    flags: flagsOf(row.attention),
    cancelRequestedAt: row.cancel_requested_at,
    checkCount: row.check_count,
    sentAt: row.sending_at,
    createdAt: row.created_at,
  }
}
