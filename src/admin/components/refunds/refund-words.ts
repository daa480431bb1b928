import type { StatusWords } from "../../lib/status-words"
import type { TextKey } from "../../lib/texts"
import type { Refund } from "./refund-account"

/** What became of a refund, in words. */
export const refundWords = ({
  state,
  approval,
  missing_in_medusa: isMissing,
}: Pick<Refund, "state" | "approval" | "missing_in_medusa">): StatusWords => {
  if (approval === "open" || approval === "asking") {
    return { text: "refunds.status.awaitingApproval", color: "orange" }
  }
  if (isMissing) {
    return { text: "refunds.status.missing", color: "orange" }
  }
  switch (state) {
    case "done":
      return { text: "refunds.status.done", color: "green" }
    case "rejected":
      return { text: "refunds.status.rejected", color: "red" }
    case "in_doubt":
      return { text: "refunds.status.inDoubt", color: "red" }
    default:
      return { text: "refunds.status.sending", color: "blue" }
  }
}

const obstacles: Readonly<Record<string, TextKey>> = {
  "not-created": "refunds.obstacle.notCreated",
  "not-captured": "refunds.obstacle.notCaptured",
  open: "refunds.obstacle.open",
  "lines-unknown": "refunds.obstacle.linesUnknown",
  "nothing-left": "refunds.obstacle.nothingLeft",
}

/** Why nothing can be refunded now; undefined when something can. */
export const obstacleText = (obstacle: string | null): TextKey | undefined =>
  obstacle === null ? undefined : obstacles[obstacle]

const reasons: Readonly<Record<string, TextKey>> = {
  refundRejectionForRequestAmountThresholdExceed: "refunds.reason.threshold",
  refundRejectionForWeeklyThresholdExceed: "refunds.reason.weekly",
  refundRejectionForRefundedCancelledInvoicedOrderParamRefunded: "refunds.reason.alreadyRefunded",
  refundRejectionForRefundedCancelledInvoicedOrderParamCancelled: "refunds.reason.cancelled",
  refundRejectionForRefundRequestGreaterThanOrderAmount: "refunds.reason.tooMuch",
  refundRejectionForTransactionNotFound: "refunds.reason.nothingPaid",
}

/**
 * Why the service refused, in the person's language.
 *
 * @returns undefined for a reason that has no words yet; show the server's sentence
 */
export const reasonText = (messageKey: string | null): TextKey | undefined => {
  if (messageKey === null) {
    return undefined
  }
  return messageKey.startsWith("refundRejectionForOutOfRunwayParam")
    ? "refunds.reason.tooMuch"
    : reasons[messageKey]
}
