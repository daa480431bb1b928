import { toOre } from "../../mapping"
import type { Attention } from "../../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  awaitsPayment,
  isCancelled,
  isEndedWithoutPayment,
  isWhollyRefunded,
} from "../../modules/e-invoice/orders/order-status"

/** What decides whether a flag still has its cause. */
export type FlagFacts = {
  readonly order: Pick<FollowedOrder, "status" | "paid">
  /** All of the order went back, here or at the service. */
  readonly wentBack: boolean
  /** The Medusa order exists and is not cancelled. */
  readonly orderStands: boolean
  /** A payment in Medusa, and whether it is cancelled. */
  readonly payment: { readonly cancelled: boolean } | undefined
  /** More than one Medusa order stands on the payment collection. */
  readonly isOrderedTwice: boolean
  /** Nothing is left of the Medusa order's price that no payment stands for. */
  readonly isBilled: boolean
  /** The customer is asked for, or paid, more than the Medusa order's price. */
  readonly isOverbilled: boolean
}

type CauseIsGone = (facts: FlagFacts) => boolean

/** Whether an order asks for no money any more, and has none. */
export const hasEnded = ({
  order: { status, paid },
  wentBack,
}: Pick<FlagFacts, "order" | "wentBack">): boolean =>
  wentBack || isWhollyRefunded(status) || (isEndedWithoutPayment(status) && !paid)

const causeIsGone = {
  cancelled_at_service: ({ order, orderStands, isBilled }) =>
    order.paid || !isEndedWithoutPayment(order.status) || !orderStands || isBilled,
  cancelled_after_capture: ({ order, wentBack }) =>
    order.paid || !isEndedWithoutPayment(order.status) || wentBack,
  paid_after_cancel: ({ wentBack }) => wentBack,
  invoiced_after_cancel: ({ order, payment }) =>
    !awaitsPayment(order) || payment?.cancelled === false,
  cancel_failed: ({ order, wentBack }) =>
    order.paid || wentBack || isCancelled(order.status) || isWhollyRefunded(order.status),
  order_missing: (facts) => hasEnded(facts) || (facts.orderStands && facts.payment !== undefined),
  payment_missing: (facts) => hasEnded(facts) || facts.payment !== undefined,
  ordered_twice: ({ isOrderedTwice }) => !isOrderedTwice,
  overbilled: (facts) => hasEnded(facts) || !facts.isOverbilled,
  placed_unbilled: ({ orderStands, isBilled }) => !orderStands || isBilled,
} as const satisfies Partial<Record<Attention, CauseIsGone>>

/** A flag that is judged by what is known of the order; the others go with the act that settles them. */
type JudgedFlag = keyof typeof causeIsGone

/** Whether a flag is judged by what is known of the order. */
export const isJudged = (flag: Attention): flag is JudgedFlag => flag in causeIsGone

/** Flags for which it counts what the Medusa order's payments stand for. */
export const NEED_PAYMENTS: readonly Attention[] = [
  "cancelled_at_service",
  "placed_unbilled",
  "overbilled",
]

/** Says which of these flags have lost their cause. */
export const flagsWithoutCause = (flags: readonly Attention[], facts: FlagFacts): JudgedFlag[] =>
  flags.filter(isJudged).filter((flag) => causeIsGone[flag](facts))

/** Whether all of an order went back, here or at the service. */
export const wentBack = ({
  status,
  refundedTotal,
  grandTotal,
}: Pick<FollowedOrder, "status" | "refundedTotal" | "grandTotal">): boolean =>
  status === "REFUNDED" || toOre(refundedTotal) >= toOre(grandTotal)
