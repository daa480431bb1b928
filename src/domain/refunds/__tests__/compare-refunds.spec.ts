import { judgeRefunds, type RefundComparison } from "../compare-refunds"

type Order = Parameters<typeof judgeRefunds>[0]
type Known = Parameters<typeof judgeRefunds>[1]

const order: Order = {
  status: "PARTIAL REFUNDED",
  grandTotal: "348.70",
  refundedTotal: "0",
  flags: [],
}
const known: Known = { reported: null, ours: 10_000n, isMissing: false, recorded: true }
const flagged: Partial<Order> = { flags: ["refunded_at_service"] }

describe("what the service refunded, beside what Medusa knows of", () => {
  it.each<[string, Partial<Order>, Partial<Known>, RefundComparison, bigint | undefined]>([
    ["as much as it says", {}, { reported: 100 }, "even", 10_000n],
    ["an øre more than ours", {}, { reported: 100.01 }, "more-at-service", 10_001n],
    ["less than ours, as while one is under way", {}, { reported: 50 }, "even", 5_000n],
    ["nothing, by its own word", {}, { reported: 0, ours: 0n }, "even", 0n],
    [
      "what it says, whatever its status",
      { status: "REFUNDED" },
      { reported: 100 },
      "even",
      10_000n,
    ],
    ["all, by its status", { status: "REFUNDED" }, {}, "more-at-service", 34_870n],
    ["all, which we did", { status: "REFUNDED" }, { ours: 34_870n }, "even", 34_870n],
    ["a part that one of ours explains", {}, {}, "even", undefined],
    ["a part that none of ours explains", {}, { ours: 0n }, "more-at-service", undefined],
    ["credited, which may be all of it", { status: "CREDITED" }, {}, "more-at-service", undefined],
    ["all credited, which we did", { status: "CREDITED" }, { ours: 34_870n }, "even", undefined],
    ["credited as much as it says", { status: "CREDITED" }, { reported: 100 }, "even", 10_000n],
    ["more before, which is no less now", { refundedTotal: "150" }, {}, "more-at-service", 15_000n],
    ["as much before as ours are now", { refundedTotal: "100" }, {}, "even", undefined],
    ["a part that Medusa does not have", {}, { isMissing: true }, "more-at-service", undefined],
    [
      "a part, before one that is not recorded",
      flagged,
      { recorded: false },
      "more-at-service",
      undefined,
    ],
    ["a part, which is recorded now", flagged, {}, "even", undefined],
    ["a part, beside one that is not recorded", {}, { recorded: false }, "even", undefined],
    ["a sum that explains the flag", flagged, { recorded: false, reported: 100 }, "even", 10_000n],
  ])("%s", (_what, orderAs, knownAs, comparison, atService) => {
    expect(judgeRefunds({ ...order, ...orderAs }, { ...known, ...knownAs })).toEqual({
      comparison,
      atService,
    })
  })
})
