import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type { RefundRow } from "../../modules/e-invoice/refunds/refund-row"

/** What the service refuses only until its operator agrees. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set([
  "refundRejectionForRequestAmountThresholdExceed",
  "refundRejectionForWeeklyThresholdExceed",
])

/** `open`: its operator may still carry it out; `asking`: the request itself is under way or in doubt. */
export type ApprovalState = "possible" | "asking" | "open" | "carried-out" | "not-carried-out"

/** The idempotency key under which approval of a refused refund is asked for: once for each of its attempts. */
export const approvalKey = (refundRowId: string, attempt = 1): string =>
  `refund-approval:${refundRowId}${attempt === 1 ? "" : `:${attempt}`}`

/** Whether approval lifts a refusal. */
export const needsApproval = (messageKey: string | undefined): messageKey is string =>
  NEEDS_APPROVAL.has(messageKey ?? "")

/** Whether the operator can be asked to approve what the service refused. */
export const canBeApproved = ({ state, failure }: Pick<RefundRow, "state" | "failure">): boolean =>
  state === "rejected" && needsApproval(failure?.messageKey)

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
  if (!request || request.state === "rejected") {
    return canBeApproved(refund) ? "possible" : undefined
  }
  if (refund.state === "succeeded") {
    return "carried-out"
  }
  if (!canBeApproved(refund)) {
    return "not-carried-out"
  }
  return request.state === "succeeded" ? "open" : "asking"
}
