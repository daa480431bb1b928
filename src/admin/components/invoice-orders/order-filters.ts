import type { DataTableFilter } from "@medusajs/ui"

import { warningForReason } from "../../lib/order-warnings"
import { statusWords } from "../../lib/status-words"
import type { Translate } from "../../lib/texts"

/** Statuses at the service, as the list is filtered by them. */
const STATUSES = [
  "SENT",
  "INVOICED",
  "REMINDER",
  "PURRING",
  "INKASSO",
  "PAID",
  "CANCELLED",
  "EXPIRED",
  "PARTIAL REFUNDED",
  "REFUNDED",
  "CREDITED",
] as const

/** States of an order that the service does not have for certain. */
const STATES = ["prepared", "sending", "in_doubt", "rejected", "abandoned", "created"] as const

/** What the server flags. */
const FLAGS = [
  "second_order",
  "ordered_twice",
  "paid_after_cancel",
  "invoiced_after_cancel",
  "refund_in_doubt",
  "refund_failed",
  "cancel_failed",
  "payment_missing",
  "placed_unbilled",
  "cancelled_at_service",
  "cancelled_after_capture",
  "refunded_at_service",
  "order_missing",
] as const

const wordsOf = (t: Translate, state: string, remote_status: string | null): string => {
  const words = statusWords({ state, remote_status })
  return words ? t(words.text) : (remote_status ?? state)
}

/** What the list of invoice orders can be narrowed by. */
export const orderFilters = (t: Translate): DataTableFilter[] => [
  {
    id: "remote_status",
    type: "select",
    label: t("invoiceOrders.columns.status"),
    options: STATUSES.map((status) => ({
      value: status,
      // Two statuses of the service have the same words: the second says which it is.
      label:
        status === "PURRING"
          ? `${wordsOf(t, "created", status)} (${status})`
          : wordsOf(t, "created", status),
    })),
  },
  {
    id: "state",
    type: "select",
    label: t("invoiceOrders.filters.state"),
    options: STATES.map((state) => ({
      value: state,
      label: wordsOf(t, state, null),
    })),
  },
  {
    id: "attention",
    type: "select",
    label: t("invoiceOrders.filters.attention"),
    options: FLAGS.map((flag) => ({
      value: flag,
      label: t(warningForReason(flag).title),
    })),
  },
]
