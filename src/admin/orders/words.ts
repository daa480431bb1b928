import type { DataTableFilter } from "@medusajs/ui"

import type { Attention, OrderWarning } from "../../api/admin/e-invoice/answers"
import type { TextKey, Translate } from "../lib/texts"
import type { EInvoiceOrderSummary } from "./data"

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
 * The status of an e-invoice order for staff: what the service says once the order exists there, before that how far
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

/** The numbers by which an order is known: the store's own, and what its invoice says. */
type OrderNumbers = Pick<EInvoiceOrderSummary, "order_id" | "order_number" | "reference_no">

/** Whether the invoice names the order by the number of an earlier attempt, whose order Medusa took back. */
export const isOfEarlierAttempt = ({
  order_id,
  order_number,
  reference_no,
}: OrderNumbers): boolean =>
  order_number !== null &&
  reference_no !== null &&
  // The second parcel of order 112 is invoiced as 112-2.
  ![order_number, order_id].some((own) => own !== null && isOfPart(reference_no, own))

const isOfPart = (reference: string, own: string): boolean =>
  reference === own || (/^-\d+$/.test(reference.slice(own.length)) && reference.startsWith(own))

/** What staff and customers call an order: both of its numbers where they differ; null where it has none. */
export const orderName = (t: Translate, order: OrderNumbers): string | null =>
  isOfEarlierAttempt(order)
    ? t("fields.orderAndReference", {
        number: order.order_number ?? "",
        reference: order.reference_no ?? "",
      })
    : (order.order_number ?? order.reference_no)

/** The status in the person's language; one we have no words for is shown as the service wrote it. */
export const statusText = (
  t: Translate,
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
): string => {
  const words = statusWords(order)
  return words ? t(words.text) : (order.remote_status ?? order.state)
}

type WarningWords = {
  readonly title: TextKey
  /** What to do about it. */
  readonly advice: TextKey
}

/** Warnings of an order, and what else the overview names. */
type WarnedOf =
  | OrderWarning
  | "record_after_cancel"
  | "refund_approved"
  | "refund_awaiting_approval"
  | "refund_perhaps_approved"
  | "reservation_overcharged"
  | "reservation_ended"
  | "reservation_expiring"

/** What the server warns of, in words. */
export const warningWords: Readonly<Record<WarnedOf, WarningWords>> = {
  in_doubt: {
    title: "warnings.inDoubt.title",
    advice: "warnings.inDoubt.advice",
  },
  rejected: {
    title: "warnings.rejected.title",
    advice: "warnings.rejected.advice",
  },
  abandoned: {
    title: "warnings.abandoned.title",
    advice: "warnings.abandoned.advice",
  },
  cancelled_at_service: {
    title: "warnings.cancelledAtService.title",
    advice: "warnings.cancelledAtService.advice",
  },
  cancelled_by_service: {
    title: "warnings.cancelledByService.title",
    advice: "warnings.cancelledByService.advice",
  },
  cancelled_by_store: {
    title: "warnings.cancelledByStore.title",
    advice: "warnings.cancelledByStore.advice",
  },
  expired_at_service: {
    title: "warnings.expiredAtService.title",
    advice: "warnings.expiredAtService.advice",
  },
  credited_in_full: {
    title: "warnings.creditedInFull.title",
    advice: "warnings.creditedInFull.advice",
  },
  open_at_service: {
    title: "warnings.openAtService.title",
    advice: "warnings.openAtService.advice",
  },
  payment_cancelled: {
    title: "warnings.paymentCancelled.title",
    advice: "warnings.paymentCancelled.advice",
  },
  total_differs: {
    title: "warnings.totalDiffers.title",
    advice: "warnings.totalDiffers.advice",
  },
  callback_overdue: {
    title: "warnings.callbackOverdue.title",
    advice: "warnings.callbackOverdue.advice",
  },
  in_debt_collection: {
    title: "warnings.inDebtCollection.title",
    advice: "warnings.inDebtCollection.advice",
  },
  cancelled_after_capture: {
    title: "warnings.cancelledAfterCapture.title",
    advice: "warnings.cancelledAfterCapture.advice",
  },
  paid_after_cancel: {
    title: "warnings.paidAfterCancel.title",
    advice: "warnings.paidAfterCancel.advice",
  },
  paid_uncapturable: {
    title: "warnings.paidUncapturable.title",
    advice: "warnings.paidUncapturable.advice",
  },
  change_not_followed: {
    title: "warnings.changeNotFollowed.title",
    advice: "warnings.changeNotFollowed.advice",
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
  status_unknown: {
    title: "warnings.statusUnknown.title",
    advice: "warnings.statusUnknown.advice",
  },
  placed_unbilled: {
    title: "warnings.placedUnbilled.title",
    advice: "warnings.placedUnbilled.advice",
  },
  shipped_unbilled: {
    title: "warnings.shippedUnbilled.title",
    advice: "warnings.shippedUnbilled.advice",
  },
  change_unbilled: {
    title: "warnings.changeUnbilled.title",
    advice: "warnings.changeUnbilled.advice",
  },
  hold_expired: {
    title: "warnings.holdExpired.title",
    advice: "warnings.holdExpired.advice",
  },
  refund_approved: {
    title: "warnings.refundApproved.title",
    advice: "warnings.refundApproved.advice",
  },
  refund_perhaps_approved: {
    title: "warnings.refundPerhapsApproved.title",
    advice: "warnings.refundPerhapsApproved.advice",
  },
  refund_awaiting_approval: {
    title: "warnings.refundAwaitingApproval.title",
    advice: "warnings.refundAwaitingApproval.advice",
  },
  reservation_overcharged: {
    title: "warnings.reservationOvercharged.title",
    advice: "warnings.reservationOvercharged.advice",
  },
  reservation_ended: {
    title: "warnings.reservationEnded.title",
    advice: "warnings.reservationEnded.advice",
  },
  reservation_expiring: {
    title: "warnings.reservationExpiring.title",
    advice: "warnings.reservationExpiring.advice",
  },
  second_order: {
    title: "warnings.secondOrder.title",
    advice: "warnings.secondOrder.advice",
  },
  ordered_twice: {
    title: "warnings.orderedTwice.title",
    advice: "warnings.orderedTwice.advice",
  },
  return_unrefunded: {
    title: "warnings.returnUnrefunded.title",
    advice: "warnings.returnUnrefunded.advice",
  },
  overbilled: {
    title: "warnings.overbilled.title",
    advice: "warnings.overbilled.advice",
  },
}

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
const STATES = [
  "prepared",
  "sending",
  "in_doubt",
  "rejected",
  "abandoned",
  "succeeded",
] as const satisfies readonly EInvoiceOrderSummary["state"][]

/** What the server flags. */
const FLAGS = [
  "second_order",
  "ordered_twice",
  "overbilled",
  "paid_after_cancel",
  "paid_uncapturable",
  "invoiced_after_cancel",
  "change_not_followed",
  "refund_in_doubt",
  "refund_failed",
  "return_unrefunded",
  "cancel_failed",
  "payment_missing",
  "placed_unbilled",
  "shipped_unbilled",
  "change_unbilled",
  "cancelled_at_service",
  "cancelled_after_capture",
  "hold_expired",
  "refunded_at_service",
  "order_missing",
  "status_unknown",
] as const satisfies readonly Attention[]

const wordsOf = (
  t: Translate,
  state: EInvoiceOrderSummary["state"],
  remote_status: string | null
): string => {
  const words = statusWords({ state, remote_status })
  return words ? t(words.text) : (remote_status ?? state)
}

/** What the list of invoice orders can be narrowed by. */
export const orderFilters = (t: Translate): DataTableFilter[] => [
  {
    id: "created_at",
    type: "date",
    label: t("invoiceOrders.columns.created"),
    options: [],
  },
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
      label: t(warningWords[flag].title),
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

export const readActor = (raw: string): Actor => {
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
