import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { LEAST_AMOUNT, toOre } from "../../mapping"
import type { IntentState } from "../../modules/e-invoice/intent"
import { ENDED_CREATIONS } from "../../modules/e-invoice/models/e-invoice-order"
import { ATTENTION, type Attention, MOST_SEVERE_FIRST } from "../../modules/e-invoice/orders/flags"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  awaitsPayment,
  isCancelled,
  isEndedWithoutPayment,
  isOpenAtService,
  isWhollyRefunded,
  type LastingStatus,
} from "../../modules/e-invoice/orders/order-status"

/**
 * What staff have to know of an e-invoice order, as a code: a flag, or what the states of both sides say together. Of
 * `cancelled_at_service` the order may say more: who ended it.
 */
export type OrderWarning =
  | Attention
  | "in_doubt"
  | "rejected"
  | "abandoned"
  | "cancelled_by_service"
  | "cancelled_by_store"
  | "expired_at_service"
  | "credited_in_full"
  | "open_at_service"
  | "payment_cancelled"
  | "total_differs"
  | "callback_overdue"
  | "in_debt_collection"

export type WarnedOrder = {
  readonly state: IntentState
  readonly flags: readonly Attention[]
  readonly remote_status: string | null
  readonly cancel_requested_at: Date | null
  /** Its Medusa order changed, and it has not followed that: its payment is about to be replaced. */
  readonly order_changed_at: Date | null
  readonly payment_id: string | null
  /** Major units. */
  readonly grand_total: BigNumberInput
  /** Major units. */
  readonly credited_total: BigNumberInput
}

/** The Medusa order of an e-invoice order, as far as warnings depend on it. */
export type OrderInMedusa = {
  readonly cancelled: boolean
  readonly payments: readonly {
    readonly id: string
    /** Major units. */
    readonly amount: BigNumberInput
    readonly cancelled: boolean
  }[]
}

const REASONS = MOST_SEVERE_FIRST.filter(
  (reason): reason is Attention | "in_doubt" =>
    reason === "in_doubt" || ATTENTION.some((flag) => flag === reason)
)

/**
 * Everything staff have to know of an e-invoice order, most severe first: all its flags and whether its creation is in
 * doubt, or where there is neither, what the states of both sides say together.
 *
 * @param inMedusa undefined where Medusa has no such order
 */
export function orderWarnings(
  order: WarnedOrder,
  inMedusa: OrderInMedusa | undefined
): OrderWarning[] {
  const reasons = new Set<string>([
    ...order.flags,
    ...(order.state === "in_doubt" ? ["in_doubt"] : []),
  ])
  if (reasons.size > 0) {
    return REASONS.filter((reason) => reasons.has(reason)).map((reason) =>
      reason === "cancelled_at_service" ? endedAtService(order) : reason
    )
  }
  const warning = inMedusa && warningOfStates(order, inMedusa)
  return warning === undefined ? [] : [warning]
}

function warningOfStates(
  order: WarnedOrder,
  { cancelled, payments }: OrderInMedusa
): OrderWarning | undefined {
  const status = order.remote_status as LastingStatus | null
  if (cancelled) {
    return order.state === "succeeded" && isOpenAtService(status) ? "open_at_service" : undefined
  }
  if (order.state === "rejected" || order.state === "abandoned") {
    return order.state
  }
  const payment = payments.find(({ id }) => id === order.payment_id)
  const hasEnded =
    isEndedWithoutPayment(status ?? undefined) || (status === "REFUNDED" && payment?.cancelled)
  if (hasEnded) {
    // It is flagged until its Medusa order is billed otherwise.
    return undefined
  }
  if (payment?.cancelled) {
    return order.order_changed_at === null ? "payment_cancelled" : undefined
  }
  return payment && differs(payment.amount, MathBN.sub(order.grand_total, order.credited_total))
    ? "total_differs"
    : undefined
}

const endedAtService = ({ remote_status, cancel_requested_at }: WarnedOrder): OrderWarning => {
  switch (remote_status) {
    case "EXPIRED":
      return "expired_at_service"
    case "REFUNDED":
      return "credited_in_full"
    case "CANCELLED":
      return cancel_requested_at === null ? "cancelled_by_service" : "cancelled_by_store"
    default:
      return "cancelled_at_service"
  }
}

const differs = (one: BigNumberInput, other: BigNumberInput): boolean =>
  MathBN.gte(MathBN.abs(MathBN.sub(one, other)), LEAST_AMOUNT)

/**
 * Whether the regular check brought the latest news of an order's status, because the service's callback did not come.
 *
 * @param timeline the oldest first
 */
export const isCallbackOverdue = (
  timeline: readonly { readonly action: string; readonly actor: string; readonly outcome: string }[]
): boolean =>
  timeline.findLast(({ action, outcome }) => action === "status" && outcome === "done")?.actor ===
  "schedule"

/**
 * Whether an invoice that was credited in part, and is not paid, went to debt collection, before or since. Its status says only
 * that something was refunded.
 */
export const isInDebtCollection = (
  { remote_status, paid_at }: { remote_status: string | null; paid_at: Date | null },
  timeline: readonly { readonly detail: { readonly [name: string]: unknown } | null }[]
): boolean =>
  remote_status === "PARTIAL REFUNDED" &&
  paid_at === null &&
  timeline.some(({ detail }) =>
    [detail?.["to"], detail?.["heard"]].some((word) => String(word).toUpperCase() === "INKASSO")
  )

/** Why an e-invoice order cannot be cancelled; undefined when it can, as far as its own states say. */
export function whyNotCancellable({
  state,
  remote_status,
}: Pick<WarnedOrder, "state" | "remote_status">): "nothing_there" | "status" | undefined {
  if (ENDED_CREATIONS.includes(state)) {
    return "nothing_there"
  }
  return ["CANCELLED", "REFUNDED", "CREDITED"].includes(remote_status ?? "") ? "status" : undefined
}

/** What decides whether a flag still has its cause. */
export type FlagFacts = {
  readonly order: Pick<FollowedOrder, "status" | "paid">
  /** All of the order was refunded, here or at the service. */
  readonly isFullyRefunded: boolean
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
  /** Medusa counts what it owes for one invoice against what it waits for otherwise. */
  readonly isNetted: boolean
  /** The Medusa order costs more than was paid and asked for, and can be billed. */
  readonly isUnbilled: boolean
  /** Medusa counts goods of this paid invoice against what came at another VAT rate. */
  readonly isSetOff: boolean
}

type CauseIsGone = (facts: FlagFacts) => boolean

/** Whether an order asks for no money any more, and has none. */
export const hasEnded = ({
  order: { status, paid },
  isFullyRefunded,
}: Pick<FlagFacts, "order" | "isFullyRefunded">): boolean =>
  isFullyRefunded || isWhollyRefunded(status) || (isEndedWithoutPayment(status) && !paid)

const causeIsGone = {
  cancelled_at_service: ({ order, orderStands, isBilled, payment }) =>
    !orderStands ||
    isBilled ||
    (order.status === "REFUNDED"
      ? payment?.cancelled !== true
      : order.paid || !isEndedWithoutPayment(order.status)),
  cancelled_after_capture: ({ order, isFullyRefunded }) =>
    order.paid || !isEndedWithoutPayment(order.status) || isFullyRefunded,
  paid_after_cancel: ({ isFullyRefunded }) => isFullyRefunded,
  paid_uncapturable: ({ isFullyRefunded, payment }) =>
    isFullyRefunded || payment?.cancelled === false,
  invoiced_after_cancel: ({ order, payment }) =>
    !awaitsPayment(order) || payment?.cancelled === false,
  cancel_failed: ({ order, isFullyRefunded }) =>
    order.paid || isFullyRefunded || isCancelled(order.status) || isWhollyRefunded(order.status),
  order_missing: (facts) => hasEnded(facts) || (facts.orderStands && facts.payment !== undefined),
  payment_missing: (facts) => hasEnded(facts) || facts.payment !== undefined,
  ordered_twice: ({ isOrderedTwice }) => !isOrderedTwice,
  overbilled: (facts) => hasEnded(facts) || !facts.isOverbilled,
  return_unrefunded: (facts) =>
    hasEnded(facts) || !facts.orderStands || (!facts.isNetted && !facts.isSetOff),
  change_not_followed: (facts) => hasEnded(facts) || !facts.orderStands,
  placed_unbilled: ({ orderStands, isBilled }) => !orderStands || isBilled,
  change_unbilled: ({ orderStands, isUnbilled }) => !orderStands || !isUnbilled,
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
  "return_unrefunded",
  "change_unbilled",
]

/** Says which of these flags have lost their cause. */
export const flagsWithoutCause = (flags: readonly Attention[], facts: FlagFacts): JudgedFlag[] =>
  flags.filter(isJudged).filter((flag) => causeIsGone[flag](facts))

/**
 * Whether all of an order was refunded, here or at the service. What is paid although its credits say that nothing was left to pay was
 * not: then one of these was not given, or the customer paid too much.
 */
export const isFullyRefunded = ({
  status,
  paid,
  grandTotal,
  creditedTotal,
  refundedTotal,
}: Pick<
  FollowedOrder,
  "status" | "paid" | "grandTotal" | "creditedTotal" | "refundedTotal"
>): boolean => {
  const totalOre = toOre(grandTotal)
  const isPaidOfNothing = paid && toOre(creditedTotal) >= totalOre
  return status === "REFUNDED" || (toOre(refundedTotal) >= totalOre && !isPaidOfNothing)
}
