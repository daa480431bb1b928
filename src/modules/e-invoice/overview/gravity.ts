import type { Attention } from "../status/attention"

/** Why something stands on the overview: a flag, an order in doubt, or an operation in doubt. */
export type AttentionReason = Attention | "in_doubt" | "operation_in_doubt"

/**
 * What a person should look at first, first: money that may be taken or given twice, then money that may go missing,
 * then goods that may be delivered for nothing, then what merely differs.
 */
export const GRAVEST_FIRST = [
  "second_order",
  "paid_after_cancel",
  "invoiced_after_cancel",
  "refund_in_doubt",
  "refund_failed",
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
