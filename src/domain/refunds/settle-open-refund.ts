import { ConnectError, type OrderStatus, parseOrderStatus } from "../../connect"
import { toOre } from "../../mapping"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { RefundFailure, RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { notAllowed, refusal } from "../failure"
import { reconcileStatus, lookUpStatus, type StatusReport } from "../status/reconcile-status"
import {
  afterCommit,
  type RefundDependencies,
  takeOutOfMedusa,
  tellOfDecision,
} from "./refund-request"
import { perhapsCarriedOutBeside } from "./credit-by-hand"

/**
 * What a look at the service shows of a refund whose answer was lost. It never shows that the refund was not carried
 * out: the service accepts refunds and carries them out later.
 *
 * - `carried-out`: what it refunded in all is what it would be with this one
 * - `likely`: a refund of which it names no amount. Only staff know whether it is this one: the portal may have given another
 * - `unclear`: neither
 */
export type Finding = "carried-out" | "likely" | "unclear"

/** What is asked for while another refund of the order may be open. */
type RefundInWaiting = {
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
  if ((await find(dependencies, order, open, request.actor)) !== "carried-out") {
    throw notAllowed(
      `The refund was not sent: it is not clear whether an earlier refund of ${open.amount}, sent ${momentOf(open)}, was carried out. Check the order in the service's own portal, and record in the order's Refunds section what became of it.`,
      { code: "refund_unclear", values: { amount: open.amount } }
    )
  }
  if (open.purpose === "credit") {
    await conclude(dependencies, order, open, request.actor)
    return undefined
  }
  if (toOre(open.amount) !== request.amountOre) {
    throw notAllowed(
      `The refund was not sent: an earlier refund of ${open.amount} was carried out although its answer was lost. Refund exactly ${open.amount} first, which is recorded and not sent; then refund the rest.`,
      { code: "refund_to_record", values: { amount: open.amount } }
    )
  }
  await adopt(dependencies, order, open, request)
  return open
}

/** Looks at the service for what became of a refund in doubt. */
async function find(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  open: RefundRow,
  actor: TimelineActor
): Promise<Finding> {
  try {
    const report = await lookUpStatus(dependencies.connect, order.orderUuid ?? "")
    await reconcileStatus(dependencies, order.id, report, { by: "payment", actor })
    const { done } = await dependencies.refunds.sums(order.id)
    return judgeOpenRefund(report, {
      openOre: toOre(open.amount),
      doneOre: toOre(done),
      grandTotalOre: toOre(order.grandTotal),
      before: parseOrderStatus(open.status_before),
      othersOre: await perhapsCarriedOutBeside(dependencies, order, open),
    })
  } catch (error) {
    if (error instanceof ConnectError) {
      throw refusal(
        `The refund was not sent: it could not be found out whether an earlier refund of ${open.amount} was carried out`,
        error,
        "refund_unclear",
        { amount: open.amount }
      )
    }
    throw error
  }
}

/**
 * Concludes from what the service reports whether an open refund was carried out. Only what has changed says so: an
 * unchanged status or sum proves nothing, however long it stays; nor does a status that names no amount.
 *
 * @param known.before the order's status when the refund was sent
 * @param known.othersOre amounts of the order's other refunds that may have been carried out
 */
export function judgeOpenRefund(
  report: StatusReport,
  known: {
    openOre: bigint
    doneOre: bigint
    grandTotalOre: bigint
    before: OrderStatus | undefined
    othersOre: readonly bigint[]
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
    // Of two of the same amount it does not matter which it was.
    known.othersOre.every((ore) => ore === known.openOre) &&
    known.openOre < known.grandTotalOre
    ? "likely"
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
    "The refund was not sent: another refund of this order is under way. Try again in a moment.",
    { code: "refund_under_way" }
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
  if (!(await refunds.concluded(open, "look-up", { refundId, key }))) {
    throw underWay()
  }
  await tellCarriedOut(dependencies, order, open, actor)
}

/** Tells of a refund in doubt that was found carried out: nothing was sent for it now. */
const tellCarriedOut = (
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<void> =>
  afterCommit(
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

/**
 * - `carried-out`: the money was refunded, which is now recorded
 * - `not-sent`: its process was killed before anything was sent
 * - `open`: in doubt; the order is flagged and looked at again
 */
type LeftRefund = "carried-out" | "not-sent" | "open"

/** Finds out what became of a refund whose process was killed before it could say so. Sends nothing. */
export async function settleLeftRefund(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<LeftRefund> {
  const { refunds } = dependencies
  if (row.state === "prepared") {
    return (await refunds.neverSent(row, neverSent())) ? "not-sent" : "open"
  }
  if (row.state === "sending" && !(await refunds.senderLost(row))) {
    return "open"
  }
  try {
    const finding = await find(dependencies, order, row, actor)
    if (finding === "carried-out") {
      await conclude(dependencies, order, row, actor)
      return "carried-out"
    }
    await tellOfDoubt(dependencies, order, row, DOUBT[finding])
  } catch (error) {
    await tellOfDoubt(dependencies, order, row, messageOf(error))
  }
  return "open"
}

/** Medusa's own refund stays where it was written; where it was not, the refund is shown as missing in Medusa. */
async function conclude(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  actor: TimelineActor
): Promise<void> {
  const { refunds } = dependencies
  if (!(await refunds.concluded(row, "look-up", { refundId: row.refund_id }))) {
    return
  }
  await tellCarriedOut(dependencies, order, row, actor)
}

/** Why a refund stays in doubt after a look at the service. */
const DOUBT: Readonly<Record<Exclude<Finding, "carried-out">, string>> = {
  likely: "The service shows a refund and names no amount: it may be this one or another.",
  unclear: "The service does not show whether it was carried out.",
}

async function tellOfDoubt(
  { refunds, orders: { statuses }, timeline, events }: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  message: string
): Promise<void> {
  await refunds.lookedAt(row)
  await statuses.flag(order.id, "refund_in_doubt")
  const isNews = await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "schedule",
    action: "refund",
    outcome: "failed",
    detail: { amount: row.amount, in_doubt: true, message },
  })
  if (isNews) {
    await events.emit("e_invoice.in_doubt", {
      id: order.id,
      order_id: order.orderId,
      what: "refund",
    })
  }
}
