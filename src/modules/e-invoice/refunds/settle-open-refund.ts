import {
  ConnectError,
  type OrderStatus,
  parseOrderStatus,
} from "../../../connect"
import { formatOre, toOre } from "../../../mapping"
import { learnStatus } from "../status/learn-status"
import { notAllowed, refusal } from "../refusal"
import { SENDER_MARGIN } from "../sender-margin"
import type { RefundRow } from "./refund-row"
import { isUntied } from "./refund-wishes"
import { tellOfDecision } from "./tell-of-decision"
import type { RefundDependencies, RefundRequest } from "./refund-request"
import { takeOutOfMedusa } from "./take-out-of-medusa"
import { whatFollows } from "./what-follows"
import { lookUpStatus, type StatusReport } from "../status/status-lookup"
import type { FollowedOrder } from "../status/followed-order"

/** What a look at the service shows of a refund whose answer was lost. */
export type Finding = "carried-out" | "not-carried-out" | "unclear"

/**
 * Finds out what became of an order's open refund, before another is sent.
 *
 * @returns `this-one`: the money already went back, and what Medusa refunds now is that; `none`: nothing is open
 * @throws MedusaError with a sentence for the merchant while it is open, or when it was of another amount
 */
export async function settleOpenRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundRequest
): Promise<"this-one" | "none"> {
  const { clock, refunds, options } = dependencies
  const same = await refunds.ofRefund(request.refundId)
  if (same?.state === "done") {
    return "this-one"
  }
  const open = await refunds.open(order.id)
  if (!open) {
    return "none"
  }
  const age = clock.now().getTime() - open.created_at.getTime()
  if (open.state === "sending" && age < options.requestBudget + SENDER_MARGIN) {
    throw notAllowed(
      "The refund was not sent: another refund of this order is under way. Try again in a moment."
    )
  }
  const finding = isUntied(open)
    ? // Medusa never came to it, and nothing is sent before Medusa does.
      "not-carried-out"
    : await find(dependencies, order, open, request)
  if (finding === "not-carried-out") {
    await dropped(dependencies, order, open, request)
    return "none"
  }
  if (finding === "unclear") {
    throw notAllowed(
      `The refund was not sent: it is not clear yet whether an earlier refund of ${open.amount} was carried out. Look the order up in the service's own portal, and say in the order's e-invoice panel what became of it.`
    )
  }
  if (toOre(open.amount) !== request.amountOre) {
    throw notAllowed(
      `The refund was not sent: an earlier refund of ${open.amount} was carried out although its answer was lost. Refund exactly ${open.amount} first, which is recorded and not sent; then refund the rest.`
    )
  }
  await adopted(dependencies, order, open, request)
  return "this-one"
}

async function find(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  open: RefundRow,
  { actor }: RefundRequest
): Promise<Finding> {
  if (open.failure?.kind === "carried-out") {
    return "carried-out"
  }
  try {
    const report = await lookUpStatus(
      dependencies.connect,
      order.orderUuid ?? ""
    )
    await learnStatus(dependencies, order.id, report, { by: "payment", actor })
    const { done } = await dependencies.refunds.sums(order.id)
    const quietFor =
      dependencies.clock.now().getTime() - open.created_at.getTime()
    return judgeOpenRefund(report, {
      openOre: toOre(open.amount),
      doneOre: toOre(done),
      grandTotalOre: toOre(order.grandTotal),
      before: parseOrderStatus(open.status_before),
      quiet: quietFor >= dependencies.options.inDoubtQuietPeriod * 1000,
    })
  } catch (error) {
    if (error instanceof ConnectError) {
      throw refusal(
        `The refund was not sent: it could not be found out whether an earlier refund of ${open.amount} was carried out`,
        error
      )
    }
    throw error
  }
}

/**
 * Concludes from what the service reports whether an open refund was carried out.
 *
 * @param known.before the order's status when the refund was sent
 * @param known.quiet whether enough time passed for absence to mean something
 */
export function judgeOpenRefund(
  report: StatusReport,
  known: {
    openOre: bigint
    doneOre: bigint
    grandTotalOre: bigint
    before: OrderStatus | undefined
    quiet: boolean
  }
): Finding {
  const absent: Finding = known.quiet ? "not-carried-out" : "unclear"
  if (report.refunded !== undefined) {
    const goneOre = toOre(report.refunded)
    if (goneOre === known.doneOre) {
      return absent
    }
    return goneOre === known.doneOre + known.openOre ? "carried-out" : "unclear"
  }
  if (report.status === "REFUNDED") {
    return known.doneOre + known.openOre === known.grandTotalOre
      ? "carried-out"
      : "unclear"
  }
  if (report.status === "PARTIAL REFUNDED") {
    return known.before === "PARTIAL REFUNDED" ? "unclear" : "carried-out"
  }
  return NOTHING_WENT_BACK.has(report.status) && known.doneOre === 0n
    ? absent
    : "unclear"
}

/** Statuses that rule a refund out; any other, and an unknown one, leaves it open. */
export const NOTHING_WENT_BACK: ReadonlySet<OrderStatus | undefined> =
  new Set<OrderStatus>([
    "SENT",
    "INVOICED",
    "REMINDER",
    "PURRING",
    "INKASSO",
    "PAID",
  ])

async function adopted(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  open: RefundRow,
  { refundId, wishId, actor }: RefundRequest
): Promise<void> {
  const { refunds, timeline } = dependencies
  if (open.refund_id !== refundId) {
    await takeOutOfMedusa(dependencies, open)
  }
  await refunds.done(open, { refundId, wishId })
  await whatFollows(
    dependencies,
    open,
    () =>
      timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "done",
        detail: { amount: open.amount, sent: false, carried_out_before: true },
      }),
    () => tellOfDecision(dependencies, order, open.id, "accepted")
  )
}

async function dropped(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  open: RefundRow,
  { actor }: RefundRequest
): Promise<void> {
  const { refunds, statuses, timeline } = dependencies
  await takeOutOfMedusa(dependencies, open)
  await statuses.unflag(order.id, "refund_in_doubt")
  await refunds.rejected(open.id, {
    kind: "not-carried-out",
    message: "The service shows that nothing went back.",
    at: new Date().toISOString(),
  })
  await whatFollows(
    dependencies,
    open,
    () =>
      timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "note",
        detail: { amount: formatOre(toOre(open.amount)), carried_out: false },
      }),
    () => tellOfDecision(dependencies, order, open.id, "refused")
  )
}
