import type { EInvoiceOrderSummary } from "./e-invoice-order"
import type { TextKey } from "./texts"

export type BadgeColor = "green" | "red" | "orange" | "blue" | "grey"

export type StatusWords = {
  readonly text: TextKey
  readonly color: BadgeColor
}

const journalStates: Readonly<Record<string, StatusWords>> = {
  prepared: { text: "status.prepared", color: "grey" },
  sending: { text: "status.sending", color: "blue" },
  in_doubt: { text: "status.inDoubt", color: "red" },
  rejected: { text: "status.rejected", color: "red" },
  abandoned: { text: "status.abandoned", color: "grey" },
}

const serviceStatuses: Readonly<Record<string, StatusWords>> = {
  SENT: { text: "status.sent", color: "orange" },
  INVOICED: { text: "status.invoiced", color: "blue" },
  REMINDER: { text: "status.reminded", color: "orange" },
  PURRING: { text: "status.reminded", color: "orange" },
  INKASSO: { text: "status.debtCollection", color: "red" },
  PAID: { text: "status.paid", color: "green" },
  COMPLETED: { text: "status.completed", color: "green" },
  CANCELLED: { text: "status.cancelled", color: "red" },
  EXPIRED: { text: "status.expired", color: "red" },
  "REFUND PENDING": { text: "status.refundPending", color: "orange" },
  "PARTIAL REFUNDED": { text: "status.partlyRefunded", color: "orange" },
  REFUNDED: { text: "status.refunded", color: "grey" },
  CREDITED: { text: "status.credited", color: "grey" },
}

const createdWithoutStatus: StatusWords = {
  text: "status.created",
  color: "grey",
}

/**
 * The status of an e-invoice order for a person: what the service says once the order exists there, before that how far
 * sending it came.
 *
 * @returns undefined for a status that has no words yet; show it as the service wrote it
 */
export const statusWords = (
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
): StatusWords | undefined => {
  if (order.state !== "created") {
    return journalStates[order.state]
  }
  return order.remote_status === null ? createdWithoutStatus : serviceStatuses[order.remote_status]
}

const endedUnpaidStatuses: ReadonlySet<string> = new Set(["CANCELLED", "EXPIRED"])

const openStatuses: ReadonlySet<string> = new Set([
  "SENT",
  "INVOICED",
  "REMINDER",
  "PURRING",
  "INKASSO",
])

/**
 * What the customer paid to the service, in major units: an invoice is paid whole or not at all. That something went
 * back does not say that money came; the service also credits unpaid invoices.
 */
export const paidTotal = (
  order: Pick<EInvoiceOrderSummary, "remote_status" | "paid_at" | "grand_total">
): number | null =>
  order.paid_at !== null || order.remote_status === "PAID" ? order.grand_total : 0

/** Whether the service has ended the order without money. */
export const isEndedUnpaid = (order: Pick<EInvoiceOrderSummary, "remote_status">): boolean =>
  endedUnpaidStatuses.has(order.remote_status ?? "")

/** Whether the service still expects money for the order. */
export const isOpenAtService = (
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
): boolean => order.state === "created" && openStatuses.has(order.remote_status ?? "")
