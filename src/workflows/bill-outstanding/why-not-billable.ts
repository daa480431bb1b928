import type { Outstanding } from "./outstanding-of-order"

/**
 * Why an order cannot be billed now, as one word for programs:
 * - `cancelled`: the order is cancelled in Medusa
 * - `checkout-open`: its checkout has not ended, and may still pay for it
 * - `unsettled`: nobody knows yet whether an earlier bill exists
 * - `open-bill`: the customer has been asked for all of it already
 * - `nothing-outstanding`: all of it is paid, or more
 */
export type NotBillable =
  "cancelled" | "checkout-open" | "unsettled" | "open-bill" | "nothing-outstanding"

const sentences: Readonly<Record<NotBillable, string>> = {
  cancelled: "Nothing was billed: the order is cancelled in Medusa.",
  "checkout-open":
    "Nothing was billed: the checkout of this order has not ended, and may still pay for it. Try again in two minutes.",
  unsettled:
    "Nothing was billed: it is not known yet whether an earlier bill of this order exists at the service. Settle that first.",
  "open-bill":
    "Nothing was billed: the customer has been asked for the outstanding amount already. Cancel that bill first, or wait for its payment.",
  "nothing-outstanding": "Nothing was billed: nothing is outstanding on this order.",
}

/** @returns undefined when there is something to bill, and nothing in the way */
export function whyNotBillable({
  isCancelled,
  isBeingPlaced,
  open,
  pending,
  billable,
}: Outstanding): NotBillable | undefined {
  if (isCancelled) {
    return "cancelled"
  }
  if (isBeingPlaced) {
    return "checkout-open"
  }
  if (open.some(({ source }) => source === "unsettled")) {
    return "unsettled"
  }
  if (Number(billable) > 0) {
    return undefined
  }
  return Number(pending) > 0 ? "open-bill" : "nothing-outstanding"
}

/** The same as a sentence for the merchant. */
export const notBillableSentence = (reason: NotBillable): string => sentences[reason]
