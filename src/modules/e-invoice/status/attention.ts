/** What a person has to look at; docs/status.md says what each means and what to do. */
export const ATTENTION = [
  "cancelled_at_service",
  "cancelled_after_capture",
  "paid_after_cancel",
  "invoiced_after_cancel",
  "refunded_at_service",
  "refund_in_doubt",
  "refund_failed",
  "cancel_failed",
  "order_missing",
  "payment_missing",
  "placed_unbilled",
  "second_order",
  "ordered_twice",
] as const

export type Attention = (typeof ATTENTION)[number]
