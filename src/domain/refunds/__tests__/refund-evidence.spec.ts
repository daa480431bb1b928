import { reportOf } from "../../status/reconcile-status"
import { contradictedOutcome } from "../refund-evidence"

const row = { amount: "20", purpose: "refund", status_before: "PAID", state: "in_doubt" } as const
const known = (done: bigint) => ({ doneOre: done, grandTotalOre: 100_00n })

describe("contradictedOutcome", () => {
  it.each<[string, number | undefined, bigint, string | undefined]>([
    ["PAID", undefined, 0n, "carried-out"],
    ["PAID", 0, 0n, "carried-out"],
    ["PARTIAL REFUNDED", 30, 20_00n, "carried-out"],
    ["PARTIAL REFUNDED", 20, 0n, "not-carried-out"],
    ["PARTIAL REFUNDED", 50, 30_00n, "not-carried-out"],
    ["PARTIAL REFUNDED", undefined, 0n, "not-carried-out"],
    ["PARTIAL REFUNDED", undefined, 30_00n, undefined],
    ["PARTIAL REFUNDED", 60, 30_00n, undefined],
    ["REFUNDED", undefined, 80_00n, "not-carried-out"],
    ["SOMETHING NEW", undefined, 0n, undefined],
  ])("%s with %s refunded and %s recorded contradicts %s", (word, refunded, done, expected) => {
    expect(contradictedOutcome(reportOf(word, refunded), row, known(done))).toBe(expected)
  })

  it("takes a credit on a paid invoice for possible: PAID alone may hide it", () => {
    const of = (word: string) =>
      contradictedOutcome(reportOf(word), { ...row, purpose: "credit" }, known(0n))
    expect(of("PAID")).toBeUndefined()
    expect(of("INVOICED")).toBe("carried-out")
  })

  it("takes what is shown without an amount for any refund beside a rejected credit", () => {
    const credit = { ...row, purpose: "credit", state: "rejected" } as const
    const of = (refunded?: number) =>
      contradictedOutcome(reportOf("PARTIAL REFUNDED", refunded), credit, known(0n))
    expect(of()).toBeUndefined()
    expect(of(20)).toBe("not-carried-out")
  })

  it.each([
    { ...row, purpose: "credit" },
    { ...row, state: "rejected" },
  ] as const)("takes it for one that is no rejected credit: %j", (shown) => {
    expect(contradictedOutcome(reportOf("PARTIAL REFUNDED"), shown, known(0n))).toBe(
      "not-carried-out"
    )
  })
})
