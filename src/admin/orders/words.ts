import type { AdminOrder } from "@medusajs/framework/types"
import type { DataTableFilter } from "@medusajs/ui"

import type { TextKey, Translate } from "../lib/texts"
import type { EInvoiceOrderSummary, TimelineEntry } from "./data"

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
  if (order.state !== "succeeded") {
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
): boolean => order.state === "succeeded" && openStatuses.has(order.remote_status ?? "")

/** The status in the person's language; one we have no words for is shown as the service wrote it. */
export const statusText = (
  t: Translate,
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
): string => {
  const words = statusWords(order)
  return words ? t(words.text) : (order.remote_status ?? order.state)
}

export type OrderWarning = {
  readonly title: TextKey
  /** What to do about it. */
  readonly advice: TextKey
}

/** What the warnings need to know of the Medusa order. */
export type OrderInMedusa = Pick<AdminOrder, "id" | "status" | "payment_collections">

const inDoubt: OrderWarning = {
  title: "warnings.inDoubt.title",
  advice: "warnings.inDoubt.advice",
}

const rejected: OrderWarning = {
  title: "warnings.rejected.title",
  advice: "warnings.rejected.advice",
}

const abandoned: OrderWarning = {
  title: "warnings.abandoned.title",
  advice: "warnings.abandoned.advice",
}

const cancelledAtService: OrderWarning = {
  title: "warnings.cancelledAtService.title",
  advice: "warnings.cancelledAtService.advice",
}

/** The same, named by what became of it, and at whose word. */
const endedAtService = ({
  remote_status,
  cancel_requested_at,
}: EInvoiceOrderSummary): OrderWarning => {
  if (remote_status === "EXPIRED") {
    return {
      title: "warnings.expiredAtService.title",
      advice: "warnings.expiredAtService.advice",
    }
  }
  if (remote_status !== "CANCELLED") {
    return cancelledAtService
  }
  return cancel_requested_at === null
    ? {
        title: "warnings.cancelledByService.title",
        advice: "warnings.cancelledByService.advice",
      }
    : {
        title: "warnings.cancelledByStore.title",
        advice: "warnings.cancelledByStore.advice",
      }
}

const openAtService: OrderWarning = {
  title: "warnings.openAtService.title",
  advice: "warnings.openAtService.advice",
}

const paymentCancelled: OrderWarning = {
  title: "warnings.paymentCancelled.title",
  advice: "warnings.paymentCancelled.advice",
}

const totalDiffers: OrderWarning = {
  title: "warnings.totalDiffers.title",
  advice: "warnings.totalDiffers.advice",
}

const unnamed: OrderWarning = {
  title: "warnings.unnamed.title",
  advice: "warnings.unnamed.advice",
}

/** What the server flags for a person's attention. */
const flags: Readonly<Record<string, OrderWarning>> = {
  cancelled_at_service: cancelledAtService,
  cancelled_after_capture: {
    title: "warnings.cancelledAfterCapture.title",
    advice: "warnings.cancelledAfterCapture.advice",
  },
  paid_after_cancel: {
    title: "warnings.paidAfterCancel.title",
    advice: "warnings.paidAfterCancel.advice",
  },
  invoiced_after_cancel: {
    title: "warnings.invoicedAfterCancel.title",
    advice: "warnings.invoicedAfterCancel.advice",
  },
  record_after_cancel: {
    title: "warnings.recordAfterCancel.title",
    advice: "warnings.recordAfterCancel.advice",
  },
  refunded_at_service: {
    title: "warnings.refundedAtService.title",
    advice: "warnings.refundedAtService.advice",
  },
  refund_in_doubt: {
    title: "warnings.refundInDoubt.title",
    advice: "warnings.refundInDoubt.advice",
  },
  refund_failed: {
    title: "warnings.refundFailed.title",
    advice: "warnings.refundFailed.advice",
  },
  cancel_failed: {
    title: "warnings.cancelFailed.title",
    advice: "warnings.cancelFailed.advice",
  },
  order_missing: {
    title: "warnings.orderMissing.title",
    advice: "warnings.orderMissing.advice",
  },
  payment_missing: {
    title: "warnings.paymentMissing.title",
    advice: "warnings.paymentMissing.advice",
  },
  placed_unbilled: {
    title: "warnings.placedUnbilled.title",
    advice: "warnings.placedUnbilled.advice",
  },
  second_order: {
    title: "warnings.secondOrder.title",
    advice: "warnings.secondOrder.advice",
  },
  ordered_twice: {
    title: "warnings.orderedTwice.title",
    advice: "warnings.orderedTwice.advice",
  },
  overbilled: {
    title: "warnings.overbilled.title",
    advice: "warnings.overbilled.advice",
  },
}

/** What a flag of the server's, or a creation in doubt, means and asks for. */
export const warningForReason = (reason: string): OrderWarning =>
  reason === "in_doubt" ? inDoubt : (flags[reason] ?? unnamed)

/**
 * What a person has to know and do about an e-invoice order: what the server flags, else what the two sides' states
 * say together. One warning at a time, the gravest.
 *
 * @returns undefined while all is well
 */
export const warningFor = (
  order: EInvoiceOrderSummary,
  inMedusa: OrderInMedusa
): OrderWarning | undefined => {
  if (order.attention !== null) {
    return warningForFlag(order, order.attention)
  }
  if (order.state === "in_doubt") {
    return inDoubt
  }
  return inMedusa.status === "canceled"
    ? warningForCancelledOrder(order)
    : warningForOpenOrder(order, inMedusa)
}

/** The same, and whatever else the server flags: what is less grave is not done with what is graver. */
export const warningsFor = (order: EInvoiceOrderSummary, inMedusa: OrderInMedusa): OrderWarning[] =>
  [
    warningFor(order, inMedusa),
    ...order.flags
      .filter((flag) => flag !== order.attention)
      .map((flag) => warningForFlag(order, flag)),
  ].filter((warning) => warning !== undefined)

/** Where the order says more than the flag, who ended it. */
const warningForFlag = (order: EInvoiceOrderSummary, flag: string): OrderWarning =>
  flag === "cancelled_at_service" ? endedAtService(order) : (flags[flag] ?? unnamed)

const warningForCancelledOrder = (order: EInvoiceOrderSummary): OrderWarning | undefined =>
  isOpenAtService(order) ? openAtService : undefined

const warningForOpenOrder = (
  order: EInvoiceOrderSummary,
  inMedusa: OrderInMedusa
): OrderWarning | undefined => {
  if (order.state === "rejected") {
    return rejected
  }
  if (order.state === "abandoned") {
    return abandoned
  }
  if (isEndedUnpaid(order)) {
    return endedAtService(order)
  }
  if (isPaymentCancelled(order, inMedusa)) {
    return paymentCancelled
  }
  return hasOtherTotal(order, inMedusa) ? totalDiffers : undefined
}

/** Below this, the two differ only because Medusa does not round; major units. */
const LEAST_DIFFERENCE = 0.01

const hasOtherTotal = (
  { payment_id, grand_total }: EInvoiceOrderSummary,
  { payment_collections }: OrderInMedusa
): boolean =>
  (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .some(
      ({ id, amount }) =>
        id === payment_id &&
        grand_total !== null &&
        Math.abs(amount - grand_total) >= LEAST_DIFFERENCE
    )

const isPaymentCancelled = (
  order: EInvoiceOrderSummary,
  { payment_collections }: OrderInMedusa
): boolean =>
  (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .some(({ id, canceled_at }) => id === order.payment_id && canceled_at)

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
const STATES = ["prepared", "sending", "in_doubt", "rejected", "abandoned", "succeeded"] as const

/** What the server flags. */
const FLAGS = [
  "second_order",
  "ordered_twice",
  "overbilled",
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
          ? `${wordsOf(t, "succeeded", status)} (${status})`
          : wordsOf(t, "succeeded", status),
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

/** Who acted, as the timeline writes it: an admin user by id, or one of the parties that act by themselves. */
type Actor =
  | { readonly kind: "user"; readonly id: string }
  | { readonly kind: "party"; readonly text: TextKey }
  | { readonly kind: "unnamed"; readonly raw: string }

const USER_PREFIX = "admin:"

const parties: Readonly<Record<string, TextKey>> = {
  shopper: "actors.shopper",
  service: "actors.service",
  schedule: "actors.schedule",
  medusa: "actors.medusa",
}

export const parseActor = (raw: string): Actor => {
  if (raw.startsWith(USER_PREFIX)) {
    return { kind: "user", id: raw.slice(USER_PREFIX.length) }
  }
  const text = parties[raw]
  return text ? { kind: "party", text } : { kind: "unnamed", raw }
}

const observers: Readonly<Record<string, TextKey>> = {
  callback: "checkedBy.callback",
  sweep: "checkedBy.sweep",
  admin: "checkedBy.admin",
  payment: "checkedBy.payment",
}

/** In words, what made the plugin look at an order's status; undefined for what has no words yet. */
export const observerText = (observer: string): TextKey | undefined => observers[observer]

/** Whether the service should have reported something of an order by now. */
export const hasLeftFirstStatus = ({
  state,
  remote_status,
}: Pick<EInvoiceOrderSummary, "state" | "remote_status">): boolean =>
  state === "succeeded" && remote_status !== null && remote_status !== "SENT"

/**
 * Whether the last news of an order's status was found by the regular check, because the service's own message did not
 * come.
 *
 * @param timeline the oldest first, as the server sends it
 */
export const isCallbackOverdue = (
  timeline: readonly Pick<TimelineEntry, "action" | "actor" | "outcome">[]
): boolean =>
  timeline.findLast(({ action, outcome }) => action === "status" && outcome === "done")?.actor ===
  "schedule"
