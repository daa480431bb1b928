import { parseOrderStatus } from "../../connect"
import { toOre } from "../../mapping"
import type { FollowedOrder } from "../../modules/e-invoice/orders/order-row"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import { lookUpStatus, type StatusReport } from "../status/reconcile-status"
import { perhapsCarriedOutBeside } from "./credit-by-hand"
import { type RefundDependencies } from "./refund-request"
import { judgeOpenRefund, SHOWS_NO_REFUND } from "./settle-open-refund"

/** What the service shows of a refund that staff settle. */
export type RefundEvidence = {
  readonly report: StatusReport
  /** What is recorded as refunded of the order without it; øre. */
  readonly recordedOre: bigint
  /** The outcome that the service contradicts: it is not recorded, or would be recorded in error. */
  readonly contradicts: "carried-out" | "not-carried-out" | undefined
  /** Whether it shows a refund and names no amount: staff alone can tell whether that is this one or another. */
  readonly mayBeAnother: boolean
}

type ShownRefund = Pick<RefundRow, "amount" | "purpose" | "status_before" | "state">

/**
 * Asks the service what it shows of a refund that staff settle. Changes nothing.
 *
 * @throws ConnectError when the service cannot say
 */
export async function refundEvidence(
  dependencies: Pick<RefundDependencies, "connect" | "refunds" | "operations">,
  order: FollowedOrder,
  row: RefundRow
): Promise<RefundEvidence> {
  const report = await lookUpStatus(dependencies.connect, order.orderUuid ?? "")
  const { done } = await dependencies.refunds.sums(order.id)
  const doneOre = toOre(done)
  const contradicts = contradictedOutcome(report, row, {
    doneOre,
    grandTotalOre: toOre(order.grandTotal),
    othersOre: await perhapsCarriedOutBeside(dependencies, order, row),
  })
  return { report, recordedOre: doneOre, contradicts, mayBeAnother: showsUnnamed(report) }
}

/** Of REFUNDED, the amount is known: one that fits it is as good as any other. */
const showsUnnamed = ({ status, refunded }: StatusReport): boolean =>
  (status === "PARTIAL REFUNDED" || status === "CREDITED") && refunded === undefined

/** Which outcome of a refund the service's report contradicts; undefined where it fits both. */
export function contradictedOutcome(
  report: StatusReport,
  row: ShownRefund,
  known: { doneOre: bigint; grandTotalOre: bigint; othersOre: readonly bigint[] }
): RefundEvidence["contradicts"] {
  if (rulesOutRefund(report, row, known)) {
    return "carried-out"
  }
  // A rejected one had no effect: where no amount is named, the service may show any other, as one given in its place.
  const isNamed =
    report.refunded !== undefined || (row.purpose === "refund" && report.status === "REFUNDED")
  if (row.state === "rejected" && !isNamed) {
    return undefined
  }
  const openOre = toOre(row.amount)
  const finding = judgeOpenRefund(report, {
    ...known,
    openOre,
    before: parseOrderStatus(row.status_before),
  })
  const mayBeOther = known.othersOre.some((ore) => ore <= openOre)
  return finding !== "unclear" && !mayBeOther ? "not-carried-out" : undefined
}

/**
 * Whether the service shows that nothing was refunded, or no more than what is recorded covers already. PARTIAL REFUNDED without a
 * sum may be an earlier refund, and PAID hides what was credited before it was paid; staff then are believed.
 */
function rulesOutRefund(
  { status, refunded }: StatusReport,
  { amount, purpose, status_before: before }: ShownRefund,
  { doneOre, grandTotalOre }: { doneOre: bigint; grandTotalOre: bigint }
): boolean {
  const wholeOre = status === "REFUNDED" ? grandTotalOre : undefined
  const totalOre = refunded === undefined ? wholeOre : toOre(refunded)
  const wasPaidSince = status === "PAID" && (purpose === "credit" || before !== "PAID")
  return totalOre === undefined
    ? SHOWS_NO_REFUND.has(status) && !wasPaidSince
    : totalOre < doneOre + toOre(amount)
}
