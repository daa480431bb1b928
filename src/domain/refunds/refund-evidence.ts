import { parseOrderStatus } from "../../connect"
import { toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { lookUpStatus, type StatusReport } from "../status/reconcile-status"
import type { RefundDependencies } from "./refund-request"
import { judgeOpenRefund, SHOWS_NO_REFUND } from "./settle-open-refund"

/** What the service shows of a refund that staff settle. */
export type RefundEvidence = {
  readonly report: StatusReport
  /** What is recorded as refunded of the order without it; øre. */
  readonly recordedOre: bigint
  /** The outcome that the service contradicts: it is not recorded, or would be recorded in error. */
  readonly contradicts: "carried-out" | "not-carried-out" | undefined
}

type ShownRefund = Pick<RefundRow, "amount" | "purpose" | "status_before" | "state">

/**
 * Asks the service what it shows of a refund that staff settle. Changes nothing.
 *
 * @throws ConnectError when the service cannot say
 */
export async function refundEvidence(
  { connect, refunds }: Pick<RefundDependencies, "connect" | "refunds">,
  order: FollowedOrder,
  row: RefundRow
): Promise<RefundEvidence> {
  const report = await lookUpStatus(connect, order.orderUuid ?? "")
  const { done } = await refunds.sums(order.id)
  const doneOre = toOre(done)
  const contradicts = contradictedOutcome(report, row, {
    doneOre,
    grandTotalOre: toOre(order.grandTotal),
  })
  return { report, recordedOre: doneOre, contradicts }
}

/** Which outcome of a refund the service's report contradicts; undefined where it fits both. */
export function contradictedOutcome(
  report: StatusReport,
  row: ShownRefund,
  known: { doneOre: bigint; grandTotalOre: bigint }
): RefundEvidence["contradicts"] {
  if (rulesOutRefund(report, row, known.doneOre)) {
    return "carried-out"
  }
  // A rejected credit had no effect: where no amount is named, the service may show any other refund.
  const isOfAny = row.purpose === "credit" && row.state === "rejected"
  if (isOfAny && report.refunded === undefined) {
    return undefined
  }
  const finding = judgeOpenRefund(report, {
    ...known,
    openOre: toOre(row.amount),
    before: parseOrderStatus(row.status_before),
  })
  return finding === "carried-out" ? "not-carried-out" : undefined
}

/**
 * Whether the service shows that nothing was refunded, or names a sum that is too small. PARTIAL REFUNDED without a sum may be
 * an earlier refund, and PAID may hide an earlier credit; staff then are believed.
 */
export const rulesOutRefund = (
  { status, refunded }: Pick<StatusReport, "status" | "refunded">,
  { amount, purpose }: Pick<ShownRefund, "amount" | "purpose">,
  doneOre: bigint
): boolean =>
  refunded === undefined
    ? SHOWS_NO_REFUND.has(status) && !(purpose === "credit" && status === "PAID")
    : toOre(refunded) < doneOre + toOre(amount)
