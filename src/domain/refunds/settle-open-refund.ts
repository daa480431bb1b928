import { ConnectError, type OrderStatus, parseOrderStatus } from "../../connect"
import { toOre } from "../../mapping"
import { learnStatus } from "../status/learn-status"
import { notAllowed, refusal } from "../refusal"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { RefundFailure, RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { tellOfDecision } from "./tell-of-decision"
import type { RefundDependencies } from "./refund-request"
import { takeOutOfMedusa } from "./take-out-of-medusa"
import { whatFollows } from "./what-follows"
import { lookUpStatus, type StatusReport } from "../status/status-lookup"
import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"

/**
 * What a look at the service shows of a refund whose answer was lost. It never shows that the refund was not carried
 * out: the service accepts refunds and carries them out later.
 */
export type Finding = "carried-out" | "unclear"

/** What is asked for while another refund of the order may be open. */
export type RefundInWaiting = {
  readonly amountOre: bigint
  readonly actor: TimelineActor
  /** The key that comes to stand for the open refund where that turns out to be the same. */
  readonly key: string
  /** Medusa's refund that comes to stand for it; left out while Medusa has none. */
  readonly refundId?: string | undefined
}

/**
 * Finds out what became of an order's open refund, before another is sent.
 *
 * @returns the open refund, where it was carried out and is what is asked for now; undefined when nothing is open
 * @throws MedusaError with a sentence for the merchant while it is open, or when it was of another amount
 */
export async function settleOpenRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  request: RefundInWaiting
): Promise<RefundRow | undefined> {
  const { refunds } = dependencies
  const open = await refunds.open(order.id)
  if (!open) {
    return undefined
  }
  if (open.state === "prepared") {
    if (!(await refunds.neverSent(open, neverSent()))) {
      throw underWay()
    }
    return undefined
  }
  if (open.state === "sending" && !(await refunds.senderLost(open))) {
    throw underWay()
  }
  if ((await find(dependencies, order, open, request.actor)) === "unclear") {
    throw notAllowed(
      `The refund was not sent: it is not clear yet whether an earlier refund of ${open.amount}, sent ${momentOf(open)}, was carried out. Look the order up in the service's own portal, and say in the order's e-invoice panel what became of it.`
    )
  }
  if (toOre(open.amount) !== request.amountOre) {
    throw notAllowed(
      `The refund was not sent: an earlier refund of ${open.amount} was carried out although its answer was lost. Refund exactly ${open.amount} first, which is recorded and not sent; then refund the rest.`
    )
  }
  await adopt(dependencies, order, open, request)
  return open
}

/** Looks at the service for what became of a refund in doubt. */
export async function find(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  open: RefundRow,
  actor: TimelineActor
): Promise<Finding> {
  try {
    const report = await lookUpStatus(dependencies.connect, order.orderUuid ?? "")
    await learnStatus(dependencies, order.id, report, { by: "payment", actor })
    const { done } = await dependencies.refunds.sums(order.id)
    return judgeOpenRefund(report, {
      openOre: toOre(open.amount),
      doneOre: toOre(done),
      grandTotalOre: toOre(order.grandTotal),
      before: parseOrderStatus(open.status_before),
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
 * Concludes from what the service reports whether an open refund was carried out. Only what has changed says so: an
 * unchanged status or sum proves nothing, however long it stays.
 *
 * @param known.before the order's status when the refund was sent
 */
export function judgeOpenRefund(
  report: StatusReport,
  known: {
    openOre: bigint
    doneOre: bigint
    grandTotalOre: bigint
    before: OrderStatus | undefined
  }
): Finding {
  const togetherOre = known.doneOre + known.openOre
  if (report.refunded !== undefined) {
    return toOre(report.refunded) === togetherOre ? "carried-out" : "unclear"
  }
  if (report.status === "REFUNDED") {
    return togetherOre === known.grandTotalOre ? "carried-out" : "unclear"
  }
  // Beside earlier refunds it may be one of those that was carried out just now.
  return report.status === "PARTIAL REFUNDED" &&
    known.before !== undefined &&
    known.before !== "PARTIAL REFUNDED" &&
    known.doneOre === 0n &&
    known.openOre < known.grandTotalOre
    ? "carried-out"
    : "unclear"
}

/** Statuses that show no refund. */
export const SHOWS_NO_REFUND: ReadonlySet<OrderStatus | undefined> = new Set<OrderStatus>([
  "SENT",
  "INVOICED",
  "REMINDER",
  "PURRING",
  "INKASSO",
  "PAID",
])

/** Why an attempt was rejected that was certainly never sent. */
export const neverSent = (): RefundFailure => ({
  kind: "not-sent",
  message: "Nothing was sent to the service.",
  at: new Date().toISOString(),
})

export const underWay = () =>
  notAllowed(
    "The refund was not sent: another refund of this order is under way. Try again in a moment."
  )

const momentOf = ({ sending_at: sentAt, created_at: createdAt }: RefundRow) =>
  (sentAt ?? createdAt).toISOString()

async function adopt(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  open: RefundRow,
  { refundId = open.id, key, actor }: RefundInWaiting
): Promise<void> {
  const { refunds } = dependencies
  if (open.refund_id !== refundId) {
    await takeOutOfMedusa(dependencies, open)
  }
  if (!(await refunds.concluded(open, { refundId, key }))) {
    throw underWay()
  }
  await tellCarriedOut(dependencies, order, open, actor)
}

/** Tells of a refund in doubt that was found carried out: nothing was sent for it now. */
export const tellCarriedOut = (
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<void> =>
  whatFollows(
    dependencies,
    row,
    () =>
      dependencies.timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "done",
        detail: { amount: row.amount, sent: false, carried_out_before: true },
      }),
    () => tellOfDecision(dependencies, order, row.id, "accepted")
  )
