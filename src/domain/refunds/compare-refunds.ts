import { MedusaError } from "@medusajs/framework/utils"

import { formatOre, toOre } from "../../mapping"
import { keyOfMedusa } from "../../modules/e-invoice/refunds/refund-journal"
import type { RefundRow, RefundShare } from "../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import {
  isEndedWithoutPayment,
  isRefundedStatus,
} from "../../modules/e-invoice/orders/order-status"
import { notAllowed } from "../failure"
import {
  afterCommit,
  missingInMedusa,
  type RefundDependencies,
  type RefundRequest,
} from "./refund-request"
import { underWay } from "./settle-open-refund"

/** How long a refund may take until Medusa has recorded it, in milliseconds; the lease of a killed process ends before. */
const RECORDED_WITHIN = 60_000

/** Whether the service refunded more than Medusa knows of. */
export type RefundComparison = "even" | "more-at-service"

/**
 * Compares what the service refunded with what Medusa refunded, keeps the larger, and flags a difference. What we know
 * to be refunded and Medusa has not recorded is one, whatever the sums say.
 *
 * @param reported what the service refunded in total, in major units, where it says so
 * @param isBooked whether Medusa took a payment; else there is none to refund
 * @param recorded whether what was refunded has just been recorded. Else a flag that was raised before a refund of ours stays:
 *   where the service names no amount, a further refund does not explain what was refunded before it
 * @param isUnderWay whether a payment or refund of a Medusa order is being recorded; asked only where something is missing in Medusa:
 *   that may be on its way there, and is looked at again
 */
export async function compareRefunds(
  {
    orders: { statuses },
    refunds,
    timeline,
    medusaRefunds,
  }: Pick<RefundDependencies, "orders" | "refunds" | "timeline" | "medusaRefunds">,
  id: string,
  {
    reported = null,
    isBooked = () => true,
    recorded = true,
    isUnderWay = () => false,
  }: {
    reported?: number | null
    isBooked?: (order: FollowedOrder) => boolean | Promise<boolean>
    recorded?: boolean
    isUnderWay?: (orderId: string) => boolean | Promise<boolean>
  } = {}
): Promise<RefundComparison> {
  const order = await statuses.find(id)
  if (!order) {
    return "even"
  }
  const { done, open } = await refunds.sums(id)
  const ours = toOre(done) + toOre(open)
  const lacking = async () => missingInMedusa(medusaRefunds, await refunds.list(id))
  let missing = await lacking()
  const isOnItsWay =
    missing.length > 0 && order.orderId !== null && (await isUnderWay(order.orderId))
  if (missing.length > 0 && !isOnItsWay) {
    // It may have arrived before that was asked.
    missing = await lacking()
  }
  const missingOre = missing.reduce((sum, { amount }) => sum + toOre(amount), 0n)
  // Not in Medusa's books either.
  const creditedOre = toOre(order.creditedTotal)
  const { atService, comparison } = judgeRefunds(order, {
    reported,
    ours,
    isMissing: missing.length > 0 && !isOnItsWay,
    recorded,
  })
  if (isOnItsWay) {
    await statuses.lookWithin(id, RECORDED_WITHIN)
  }
  if (atService !== undefined) {
    await statuses.raiseRefundedTotal(id, formatOre(atService))
  }
  if (!(await isBooked(order))) {
    await statuses.unflag(id, "refunded_at_service")
    return "even"
  }
  if (order.status === "REFUNDED" || order.status === "CREDITED") {
    await statuses.unflag(id, "cancel_failed", "refund_failed")
  }
  if (comparison === "even") {
    await statuses.unflag(id, "refunded_at_service")
    return comparison
  }
  await statuses.flag(id, "refunded_at_service")
  await timeline.recordOnce({
    eInvoiceOrderId: id,
    actor: "service",
    action: "refund-at-service",
    outcome: "note",
    detail: {
      status: order.status ?? null,
      ...(atService !== undefined && {
        refunded_at_service: formatOre(atService),
      }),
      refunded_in_medusa: formatOre(toOre(done) - creditedOre - missingOre),
      ...(creditedOre > 0n && { credit: formatOre(creditedOre) }),
    },
  })
  return comparison
}

/**
 * Concludes from what the service says of an order's refunds whether it refunded more than Medusa knows of.
 *
 * Where the service names no amount, PARTIAL REFUNDED says only that something was refunded: one refund of ours explains it,
 * and what the operator refunds beside that cannot be seen. CREDITED may say that all was credited: a part of ours does not
 * explain it.
 *
 * @param known.ours what Medusa knows to be refunded, what is in doubt included; øre
 * @param known.isMissing whether a refund that we know of is not recorded in Medusa
 * @returns also what the service refunded in total, in øre, where that is known
 */
export function judgeRefunds(
  order: Pick<FollowedOrder, "status" | "grandTotal" | "refundedTotal" | "flags">,
  known: { reported: number | null; ours: bigint; isMissing: boolean; recorded: boolean }
): { atService: bigint | undefined; comparison: RefundComparison } {
  const { ours, isMissing, recorded } = known
  const atService = reportedOre(order, known.reported, ours)
  const explainedFrom = leastRefunded(order)
  const more = atService === undefined ? ours < explainedFrom : atService > ours
  const isUnexplained =
    !recorded &&
    atService === undefined &&
    isRefundedStatus(order.status) &&
    order.flags.includes("refunded_at_service")
  return { atService, comparison: more || isMissing || isUnexplained ? "more-at-service" : "even" }
}

/** How much an order's status says at least that was refunded, in øre. */
const leastRefunded = ({
  status,
  grandTotal,
}: Pick<FollowedOrder, "status" | "grandTotal">): bigint => {
  if (!isRefundedStatus(status)) {
    return 0n
  }
  return status === "CREDITED" ? toOre(grandTotal) : 1n
}

function reportedOre(
  order: Pick<FollowedOrder, "status" | "grandTotal" | "refundedTotal">,
  reported: number | null,
  ours: bigint
): bigint | undefined {
  if (reported !== null) {
    return toOre(reported)
  }
  if (order.status === "REFUNDED") {
    return toOre(order.grandTotal)
  }
  const known = toOre(order.refundedTotal)
  // More than ours was reported before: that does not become less.
  return known > ours ? known : undefined
}

/**
 * Whether the service shows a refund that none here accounts for, as one that was given in its own portal: to refund the same goods
 * once more would pay them twice.
 *
 * @param exceptOre what of the sums is being asked for just now, in øre
 */
export async function isRefundedBeside(
  { refunds, medusaRefunds }: Pick<RefundDependencies, "refunds" | "medusaRefunds">,
  order: FollowedOrder,
  exceptOre = 0n
): Promise<boolean> {
  const { done, open } = await refunds.sums(order.id)
  const ours = toOre(done) + toOre(open) - exceptOre
  // One of ours that Medusa has not recorded yet is why the order is flagged.
  const missing = await missingInMedusa(medusaRefunds, await refunds.list(order.id))
  const known = { reported: null, ours, isMissing: false, recorded: missing.length > 0 }
  return judgeRefunds(order, known).comparison === "more-at-service"
}

/** Code of the refusal of a refund while the service shows one that is not recorded here. */
export const REFUNDED_AT_SERVICE = "refunded_at_service"

/** @throws MedusaError not_allowed with the code `refunded_at_service`, as the refund may have been given already */
export function refuseBesideUnrecorded(): never {
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The refund was not sent: the service shows a refund that is not recorded here. In the order's Refunds section, say whether this one was given there.",
    REFUNDED_AT_SERVICE
  )
}

/** The money was refunded before Medusa knew of it: its refund is the record of that. */
export async function recordCarriedOutBefore(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  row: RefundRow,
  { refundId, rowId, actor }: RefundRequest
): Promise<void> {
  const { refunds, timeline } = dependencies
  const adopts = rowId === undefined
  if (!(await refunds.link(row, { refundId, adopts }))) {
    throw notAllowed(
      "The refund was not recorded: it was recorded a moment ago. See the order's refunds.",
      { code: "settled_meanwhile" }
    )
  }
  await afterCommit(
    dependencies,
    row,
    () => compareRefunds(dependencies, order.id),
    () =>
      timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "done",
        detail: { amount: row.amount, sent: false, carried_out_before: true },
      })
  )
}

/** Everything was refunded, or the claim ended unpaid: the service has nothing left to refund. */
export const needsNoSending = (order: FollowedOrder): boolean =>
  order.status === "REFUNDED" || isEndedWithoutPayment(order.status)

/**
 * Records a refund for which nothing has to be sent.
 *
 * @param as.known what its key stands for, where it was attempted before
 * @param as.awaited the refund here that it is made for
 * @throws MedusaError not_allowed with the code `refund_under_way` where another takes its place meanwhile: Medusa would record what
 *   is not recorded here
 */
export async function recordWithoutSending(
  dependencies: RefundDependencies,
  order: FollowedOrder,
  { refundId, amountOre, actor }: RefundRequest,
  {
    known,
    awaited,
    goods,
  }: { known: RefundRow | undefined; awaited: RefundRow | undefined; goods: RefundShare[] }
): Promise<void> {
  const { refunds, timeline } = dependencies
  const attempt = {
    refundId,
    amount: formatOre(amountOre),
    type: null,
    statusBefore: order.storedStatus,
    products: [],
    goods,
  }
  const key = keyOfMedusa(refundId)
  const row = await (awaited
    ? refunds.send(awaited, attempt)
    : known
      ? refunds.beginAgain(known, attempt)
      : refunds.begin({ ...attempt, key, eInvoiceOrderId: order.id }))
  if (!row) {
    throw underWay()
  }
  await refunds.succeeded(row)
  await afterCommit(
    dependencies,
    row,
    () => compareRefunds(dependencies, order.id),
    () => unflagOnceWhole(dependencies, order),
    () =>
      timeline.record({
        eInvoiceOrderId: order.id,
        actor,
        action: "refund",
        outcome: "done",
        detail: {
          amount: attempt.amount,
          sent: false,
          status: order.status ?? null,
        },
      })
  )
}

/** A part that is recorded leaves the rest to be recorded. */
async function unflagOnceWhole(
  { refunds, orders: { statuses } }: RefundDependencies,
  { id, grandTotal }: FollowedOrder
): Promise<void> {
  const { done } = await refunds.sums(id)
  if (toOre(done) >= toOre(grandTotal)) {
    await statuses.unflag(id, "cancelled_after_capture", "refund_failed")
  }
}
