import type { IntentState } from "../../../modules/e-invoice/intent"
import { APPROVAL_REFUSED } from "../../../modules/e-invoice/refunds/refund-row"
import { approvalState } from "../refund-approval"

const failure = (messageKey: string | undefined, kind = "conflict") => ({
  kind,
  message: "",
  at: "",
  messageKey,
})

const needed = failure("refundRejectionForRequestAmountThresholdExceed")
const other = failure("refundRejectionForTransactionNotFound")
const decided = failure(undefined, APPROVAL_REFUSED)

describe("the approval of a refund", () => {
  it.each<[string | undefined, IntentState, typeof needed | null, IntentState | undefined]>([
    ["possible", "rejected", needed, undefined],
    ["possible", "rejected", needed, "rejected"],
    ["possible", "rejected", needed, "prepared"],
    [undefined, "rejected", other, undefined],
    [undefined, "succeeded", null, undefined],
    ["asking", "rejected", needed, "sending"],
    ["asking", "rejected", needed, "in_doubt"],
    ["open", "rejected", needed, "succeeded"],
    ["carried-out", "succeeded", null, "succeeded"],
    ["not-carried-out", "rejected", other, "succeeded"],
    ["not-carried-out", "rejected", decided, "rejected"],
    ["carried-out", "succeeded", decided, "succeeded"],
  ])("is %s: %s, %j, asked: %s", (expected, state, reason, asked) => {
    expect(
      approvalState({ state, failure: reason }, asked === undefined ? undefined : { state: asked })
    ).toBe(expected)
  })
})
