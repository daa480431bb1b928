import type { RecordKind } from "../models/e-invoice-record"

/** A record at the service as the plugin remembers it; the amount is decimal major units in text. */
export type RecordRow = {
  id: string
  kind: RecordKind
  remote_uuid: string | null
  remote_customer_uuid: string | null
  created_by_operation: string | null
  order_id: string | null
  customer_id: string | null
  amount: string | null
  currency_code: string | null
  status: string | null
  payment_url: string | null
  order_cancelled_at: Date | null
  is_over: boolean
  callback_token_hash: string | null
  last_checked_at: Date | null
  next_check_at: Date | null
  check_count: number
  created_at: Date
  updated_at: Date
}

/** What tells when a record is looked at again. */
export type FollowedRecord = Pick<RecordRow, "id" | "kind" | "status" | "check_count">

/** What the service says of a record; the amount in decimal major units. */
export type LearnedOfRecord = {
  status: string
  amount?: string | undefined
  customerUuid?: string | undefined
  /** What is kept of a customer's money, in øre, where the service says so. */
  kept?: number | undefined
}

/** A record that is about to be created. */
export type NewRecord = {
  kind: RecordKind
  orderId: string | undefined
  customerId: string | undefined
  /** Decimal major units. */
  amount: string | undefined
  currencyCode: string
  /** The service reports what becomes of it, to an address of ours. */
  reportsBack: boolean
}
