import {
  APPROVAL_KEY,
  approvalKey,
  type OperationRow,
} from "../../modules/e-invoice/operations/operation"
import { APPROVAL_REFUSED, type RefundRow } from "../../modules/e-invoice/refunds/refund-row"
import type { RefundDependencies } from "./refund-request"

/** What the service refuses only until its operator agrees. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set([
  "refundRejectionForRequestAmountThresholdExceed",
  "refundRejectionForWeeklyThresholdExceed",
])

/** `open`: its operator may still carry it out; `asking`: the request itself is under way or in doubt. */
export type ApprovalState = "possible" | "asking" | "open" | "carried-out" | "not-carried-out"

/**
 * Whether an operation asks for the approval of one refund: another refund's request is not the same under another key, be it
 * of the same amount.
 */
export const isOfOneRefund = ({ idempotency_key: key }: Pick<OperationRow, "idempotency_key">) =>
  key.startsWith(APPROVAL_KEY)

/** Whether approval lifts a refusal. */
export const needsApproval = (messageKey: string | undefined): messageKey is string =>
  NEEDS_APPROVAL.has(messageKey ?? "")

/** Whether the operator can be asked to approve what the service refused. */
export const canBeApproved = ({ state, failure }: Pick<RefundRow, "state" | "failure">): boolean =>
  state === "rejected" && needsApproval(failure?.messageKey)

/** Whether approval was asked for, or may have been: what was held back, or rejected, certainly had no effect. */
export const wasAsked = <Request extends Pick<OperationRow, "state">>(
  request: Request | undefined
): request is Request =>
  request !== undefined && request.state !== "prepared" && request.state !== "rejected"

/**
 * How far the approval of a refund has come.
 *
 * @param request the operation that asked for it, where one did
 * @returns undefined when the refund has nothing to do with approval
 */
export function approvalState(
  refund: Pick<RefundRow, "state" | "failure">,
  request: Pick<OperationRow, "state"> | undefined
): ApprovalState | undefined {
  if (!wasAsked(request)) {
    const isDecided = refund.state === "rejected" && refund.failure?.kind === APPROVAL_REFUSED
    return canBeApproved(refund) ? "possible" : isDecided ? "not-carried-out" : undefined
  }
  if (refund.state === "succeeded") {
    return "carried-out"
  }
  if (!canBeApproved(refund)) {
    return "not-carried-out"
  }
  return request.state === "succeeded" ? "open" : "asking"
}

/** Whether the operator may still carry it out. */
export const awaitsOperator = (approval: ApprovalState | undefined): boolean =>
  approval === "open" || approval === "asking"

/**
 * Whether the operator may still carry a rejected refund out, of an invoice or of a reservation: its approval was asked for, and the
 * decision is not known.
 */
export async function mayBeApproved(
  { operations }: { operations: Pick<RefundDependencies["operations"], "ofKey"> },
  row: Pick<RefundRow, "id" | "state" | "attempt" | "failure">
): Promise<boolean> {
  if (!canBeApproved(row)) {
    return false
  }
  return awaitsOperator(
    approvalState(row, await operations.ofKey(approvalKey(row.id, row.attempt)))
  )
}

/** A refund as the order's account counts it. */
export type CountedRefund = RefundRow & {
  /** Whether the operator may still carry it out. It takes of the lines what one in doubt does. */
  readonly awaitsApproval: boolean
}

/** The refunds of orders, the oldest first, those that await approval counted as in doubt. */
export async function countedRefunds(
  { refunds, operations }: Pick<RefundDependencies, "refunds" | "operations">,
  ...eInvoiceOrderIds: readonly string[]
): Promise<CountedRefund[]> {
  const rows = await refunds.list(...eInvoiceOrderIds)
  return Promise.all(
    rows.map(async (row) => {
      const awaitsApproval = await mayBeApproved({ operations }, row)
      return { ...row, awaitsApproval, state: awaitsApproval ? ("in_doubt" as const) : row.state }
    })
  )
}
