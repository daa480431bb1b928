/*
 * The columns in which a list searches for an identifier: those that its model declares searchable. An index serves each.
 */

export const ORDER_IDENTIFIERS = [
  "order_id",
  "reference_no",
  "remote_order_uuid",
  "invoice_number",
] as const

export const RECORD_IDENTIFIERS = ["remote_uuid", "remote_customer_uuid", "order_id"] as const

export const OPERATION_IDENTIFIERS = ["subject_uuid", "order_id"] as const

/** Filters for rows one of whose identifiers is exactly what is searched for. */
export const isAnyOf = (identifiers: readonly string[], q: unknown) => ({
  $or: identifiers.map((column) => ({ [column]: q })),
})
