import type { IntentState } from "../../../modules/e-invoice/intent"
import { approvalKey } from "../../../modules/e-invoice/operations/operation"
import { APPROVAL_REFUSED } from "../../../modules/e-invoice/refunds/refund-row"
import { approvalState, countedRefunds, isOfOneRefund, mayBeApproved } from "../refund-approval"
import { RefundScene } from "./refund-scene"

const failure = (messageKey: string | undefined, kind = "conflict") => ({
  kind,
  message: "",
  at: "",
  messageKey,
})

const needed = failure("refundRejectionForRequestAmountThresholdExceed")
const weekly = failure("refundRejectionForWeeklyThresholdExceed")
const other = failure("refundRejectionForTransactionNotFound")
const decided = failure(undefined, APPROVAL_REFUSED)

describe("the approval of a refund", () => {
  it.each<[string | undefined, IntentState, typeof needed | null, IntentState | undefined]>([
    ["possible", "rejected", needed, undefined],
    ["possible", "rejected", weekly, undefined],
    ["possible", "rejected", needed, "rejected"],
    ["possible", "rejected", needed, "prepared"],
    [undefined, "rejected", other, undefined],
    [undefined, "rejected", null, undefined],
    [undefined, "in_doubt", needed, undefined],
    [undefined, "in_doubt", decided, undefined],
    [undefined, "succeeded", null, undefined],
    ["asking", "rejected", needed, "sending"],
    ["asking", "rejected", needed, "in_doubt"],
    ["open", "rejected", needed, "succeeded"],
    ["carried-out", "succeeded", null, "succeeded"],
    ["not-carried-out", "rejected", other, "succeeded"],
    ["not-carried-out", "rejected", decided, "rejected"],
    ["not-carried-out", "rejected", decided, undefined],
    ["carried-out", "succeeded", decided, "succeeded"],
  ])("is %s: %s, %j, asked: %s", (expected, state, reason, asked) => {
    expect(
      approvalState({ state, failure: reason }, asked === undefined ? undefined : { state: asked })
    ).toBe(expected)
  })

  it("is asked for once for each attempt, under the key by which the database finds it", () => {
    const keys = [
      approvalKey("einvref_1"),
      approvalKey("einvref_1", 1),
      approvalKey("einvref_1", 2),
    ]

    expect(keys).toEqual([
      "refund-approval:einvref_1",
      "refund-approval:einvref_1",
      "refund-approval:einvref_1:2",
    ])
    expect(keys.every((key) => isOfOneRefund({ idempotency_key: key }))).toBe(true)
    expect(isOfOneRefund({ idempotency_key: `of-staff:${keys[0]}` })).toBe(false)
  })
})

describe("a refund that its operator may still carry out", () => {
  const rejected = { amount: "100.00", state: "rejected", attempt: 2, failure: weekly } as const

  it.each<[string, boolean, string, IntentState]>([
    ["was asked to", true, approvalKey("ref_1", 2), "succeeded"],
    ["may have been asked to", true, approvalKey("ref_1", 2), "in_doubt"],
    ["was not asked to", false, approvalKey("ref_1", 2), "rejected"],
    ["was asked to for the attempt before", false, approvalKey("ref_1", 1), "succeeded"],
  ])("counts as in doubt where that %s: %p", async (_what, awaits, key, state) => {
    const scene = new RefundScene()
    const row = scene.refunds.add({ ...rejected })
    scene.approvals.set(key, { state })

    expect(await mayBeApproved(scene.dependencies, row)).toBe(awaits)
    expect(await countedRefunds(scene.dependencies, "einvord_1")).toEqual([
      { ...row, awaitsApproval: awaits, state: awaits ? "in_doubt" : "rejected" },
    ])
  })

  it("is looked for among those alone that the service refused until then", async () => {
    const scene = new RefundScene()
    const rows = [
      scene.refunds.add({ amount: "100.00" }),
      scene.refunds.add({ ...rejected, failure: other }),
    ]
    const ofKey = jest.fn()
    const dependencies = { ...scene.dependencies, operations: { ofKey } as never }

    expect(await countedRefunds(dependencies, "einvord_1")).toEqual(
      rows.map((row) => ({ ...row, awaitsApproval: false }))
    )
    expect(ofKey).not.toHaveBeenCalled()
  })

  it("counts for the orders that are asked about", async () => {
    const scene = new RefundScene()
    scene.refunds.add({ id: "ref_a", amount: "1.00" })
    scene.refunds.add({ id: "ref_b", amount: "2.00", e_invoice_order_id: "einvord_2" })
    scene.refunds.add({ id: "ref_c", amount: "3.00", e_invoice_order_id: "einvord_3" })

    const counted = await countedRefunds(scene.dependencies, "einvord_1", "einvord_3")
    expect(counted.map(({ id }) => id)).toEqual(["ref_a", "ref_c"])
  })
})
