import type { Attention } from "../status/attention"

/**
 * Why something stands on the overview: a flag, an order in doubt, an operation in doubt, one that the service carried out
 * although staff had settled it as not carried out, or a record that outlives its cancelled Medusa order.
 */
export type AttentionReason =
  Attention | "in_doubt" | "operation_in_doubt" | "operation_contradicted" | "record_after_cancel"

/**
 * What a person should look at first, first: money that may be taken or given twice, then money that may go missing,
 * then goods that may be delivered for nothing, then what merely differs.
 */
export const GRAVEST_FIRST = [
  "second_order",
  "ordered_twice",
  "paid_after_cancel",
  "invoiced_after_cancel",
  "record_after_cancel",
  "refund_in_doubt",
  "refund_failed",
  "operation_contradicted",
  "operation_in_doubt",
  "in_doubt",
  "cancel_failed",
  "payment_missing",
  "placed_unbilled",
  "cancelled_at_service",
  "cancelled_after_capture",
  "refunded_at_service",
  "order_missing",
] as const satisfies readonly AttentionReason[]
