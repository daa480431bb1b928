import type { OperationState } from "../../../modules/e-invoice/models/e-invoice-operation"
import type { RefundState } from "../../../modules/e-invoice/models/e-invoice-refund"
import { approvalState } from "../refund-approval"

const failure = (messageKey: string) => ({
  kind: "conflict",
  message: "",
  at: "",
  messageKey,
})

const needed = failure("refundRejectionForRequestAmountThresholdExceed")
const other = failure("refundRejectionForTransactionNotFound")

describe("the approval of a refund", () => {
  it.each<[string | undefined, RefundState, typeof needed | null, OperationState | undefined]>([
    ["possible", "rejected", needed, undefined],
    ["possible", "rejected", needed, "refused"],
    [undefined, "rejected", other, undefined],
    [undefined, "done", null, undefined],
    ["asking", "rejected", needed, "sending"],
    ["asking", "rejected", needed, "in_doubt"],
    ["open", "rejected", needed, "done"],
    ["carried-out", "done", null, "done"],
    ["not-carried-out", "rejected", other, "done"],
  ])("is %s: %s, %j, asked: %s", (expected, state, reason, asked) => {
    expect(
      approvalState({ state, failure: reason }, asked === undefined ? undefined : { state: asked })
    ).toBe(expected)
  })
})
