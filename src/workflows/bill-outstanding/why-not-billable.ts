import { type MedusaError, OrderStatus } from "@medusajs/framework/utils"

import { notAllowed } from "../../domain/failure"
import { LISTED_TWICE } from "../../mapping"
import type { Outstanding } from "./outstanding-of-order"

/**
 * Why an order cannot be billed now, as one word for programs:
 * - `cancelled`: the order is cancelled in Medusa
 * - `draft`: it is a draft: Medusa emits no event when it changes
 * - `listed-twice`: Medusa lists a line of it twice, so its amounts are too high
 * - `credit-missing`: a paid invoice lacks a credit, so Medusa waits for too much
 * - `credit-open`: it is not known whether a credit was carried out, or of what it is
 * - `credit-awaited`: it is billed by the parcel, and an invoice is to be credited first for what came back
 * - `checkout-open`: its checkout has not ended, and may still pay for it
 * - `unsettled`: an earlier bill is in doubt
 * - `payment-under-way`: a payment or refund of the order is being recorded
 * - `order-change-active`: a change of the order is not confirmed
 * - `open-bill`: the customer has been asked for all of it already
 * - `nothing-outstanding`: all of it is paid, or more
 */
type NotBillable =
  | "cancelled"
  | "draft"
  | "listed-twice"
  | "credit-missing"
  | "credit-open"
  | "credit-awaited"
  | "checkout-open"
  | "unsettled"
  | "payment-under-way"
  | "order-change-active"
  | "open-bill"
  | "nothing-outstanding"

const sentences: Readonly<Record<NotBillable, string>> = {
  cancelled: "Nothing was billed: the order is cancelled in Medusa.",
  draft: "Nothing was billed: the order is a draft. Convert it to an order first.",
  "listed-twice": `Nothing was billed: ${LISTED_TWICE}`,
  "credit-missing":
    "Nothing was billed: the customer paid for what went off the order before, and that credit is missing. Refund it in the service's own portal, and record it in the order's Refunds section first.",
  "credit-open":
    "Nothing was billed: it is not known yet what of this order was credited. Settle what is open in the order's Refunds section first; what the service's portal credited, take off the Medusa order, and record it there.",
  "credit-awaited":
    "Nothing was billed: an invoice of this order is to be credited first for what came back, which the service takes once it is invoiced. Bill the rest then. Parcels are billed when they ship.",
  "checkout-open":
    "Nothing was billed: the checkout of this order has not ended, and may still pay for it. Try again in two minutes.",
  unsettled:
    "Nothing was billed: it is not known yet whether an earlier bill of this order exists at the service. Settle that first.",
  "payment-under-way":
    "Nothing was billed: a payment or refund of the order is being recorded. Try again in a moment.",
  "order-change-active":
    "Nothing was billed: an edit, return, claim or exchange of the Medusa order is begun and not confirmed. Confirm or cancel it in the Medusa order, then try again.",
  "open-bill":
    "Nothing was billed: the customer has been asked for the outstanding amount already. Cancel that bill first, or wait for its payment.",
  "nothing-outstanding": "Nothing was billed: nothing is outstanding on this order.",
}

/** @returns undefined when there is something to bill, and nothing in the way */
export function whyNotBillable({
  order,
  isCancelled,
  isBeingChanged,
  isPaymentUnderWay: isUnderWay,
  isListedTwice,
  isCreditMissing,
  isCreditOpen,
  isCreditAwaited,
  isBeingPlaced,
  open,
  pending,
  billable,
}: Outstanding): NotBillable | undefined {
  if (isCancelled) {
    return "cancelled"
  }
  if (isDraft(order)) {
    return "draft"
  }
  if (isListedTwice) {
    return "listed-twice"
  }
  if (isCreditMissing) {
    return "credit-missing"
  }
  if (isCreditOpen) {
    return "credit-open"
  }
  if (isCreditAwaited) {
    return "credit-awaited"
  }
  if (isBeingPlaced) {
    return "checkout-open"
  }
  if (open.some(({ source }) => source === "unsettled")) {
    return "unsettled"
  }
  if (Number(billable) > 0) {
    if (isUnderWay) {
      return "payment-under-way"
    }
    return isBeingChanged ? "order-change-active" : undefined
  }
  return Number(pending) > 0 ? "open-bill" : "nothing-outstanding"
}

/** Whether staff still draft it: no customer has placed it yet. */
export const isDraft = ({ status }: Pick<Outstanding["order"], "status">): boolean =>
  status === OrderStatus.DRAFT

/** The same as an error. */
export const notBillable = (reason: NotBillable): MedusaError =>
  notAllowed(sentences[reason], { code: "not_billable", values: { reason } })
