import type { AdminOrder } from "@medusajs/framework/types"

import type { EInvoiceOrderSummary } from "./e-invoice-order"
import { isEndedUnpaid, isOpenAtService } from "./status-words"
import type { TextKey } from "./texts"

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
