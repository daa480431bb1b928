import { z } from "zod"

/** Statuses of an order by which the status list can be filtered. */
export const orderStatusFilters = [
  "SENT",
  "PAID",
  "CANCELLED",
  "EXPIRED",
  "INVOICED",
  "REFUNDED",
  "PARTIAL REFUNDED",
] as const

/**
 * Statuses of an order: those of the status list, and the further ones that the operator's documentation and portal
 * know for invoiced orders (Purring is a reminder, Inkasso debt collection).
 */
export const orderStatuses = [
  ...orderStatusFilters,
  "PURRING",
  "INKASSO",
  "REMINDER",
  "REFUND PENDING",
  "COMPLETED",
  "CREDITED",
] as const

/** Takes a status in exactly this spelling; `parseOrderStatus` takes any. */
export const orderStatusSchema = z.enum(orderStatuses)

/** A status of an order that is known. */
export type OrderStatus = z.infer<typeof orderStatusSchema>

/** Other spellings of a status, as normalised. */
const spellings: Readonly<Record<string, OrderStatus>> = {
  CANCELED: "CANCELLED",
  "PARTIALLY REFUNDED": "PARTIAL REFUNDED",
  "PARTIAL REFUND": "PARTIAL REFUNDED",
}

/** A status in capitals, trimmed, with single spaces for any run of spaces, underscores and hyphens. */
export const normaliseStatus = (raw: string): string =>
  raw
    .trim()
    .replace(/[\s_-]+/g, " ")
    .toUpperCase()

/**
 * Reads an order status as the service writes it (`Paid`, `PARTIAL REFUNDED`, `partial_refunded`).
 *
 * @returns undefined when the value is no known status of an order
 */
export function parseOrderStatus(raw: unknown): OrderStatus | undefined {
  if (typeof raw !== "string") {
    return undefined
  }
  const normalised = normaliseStatus(raw)
  const result = orderStatusSchema.safeParse(spellings[normalised] ?? normalised)
  return result.success ? result.data : undefined
}
