import { orderStatuses } from "../../../connect"
import { type Finding, judgeOpenRefund } from "../settle-open-refund"
import { reportOf } from "../../status/reconcile-status"

const known = {
  openOre: 10_000n,
  doneOre: 0n,
  grandTotalOre: 34_870n,
  before: "PAID",
  othersOre: [] as readonly bigint[],
} as const

describe("what became of a refund whose answer was lost", () => {
  describe("where the service tells how much went back", () => {
    it.each<[string, number, bigint, Finding]>([
      ["nothing is shown yet, which proves nothing", 0, 0n, "unclear"],
      ["exactly this refund went back", 100, 0n, "carried-out"],
      ["this one on top of earlier ones", 150, 5_000n, "carried-out"],
      ["only the earlier ones", 50, 5_000n, "unclear"],
      ["something else went back", 120, 0n, "unclear"],
      ["less than what certainly went back", 20, 5_000n, "unclear"],
    ])("%s", (_what, refunded, doneOre, finding) => {
      expect(
        judgeOpenRefund(reportOf("PARTIAL REFUNDED", refunded), {
          ...known,
          doneOre,
        })
      ).toBe(finding)
    })
  })

  describe("where it tells only the status", () => {
    it("PARTIAL REFUNDED says so, unless the order was that before", () => {
      const report = reportOf("PARTIAL REFUNDED")
      expect(judgeOpenRefund(report, known)).toBe("carried-out")
      expect(judgeOpenRefund(report, { ...known, before: "PARTIAL REFUNDED" })).toBe("unclear")
    })

    it("PARTIAL REFUNDED may be another refund of the order, unless that is of the same amount", () => {
      const report = reportOf("PARTIAL REFUNDED")
      expect(judgeOpenRefund(report, { ...known, othersOre: [5_000n] })).toBe("unclear")
      expect(judgeOpenRefund(report, { ...known, othersOre: [known.openOre] })).toBe("carried-out")
    })

    it("REFUNDED says so when this refund was the rest", () => {
      const report = reportOf("REFUNDED")
      expect(judgeOpenRefund(report, { ...known, doneOre: 24_870n })).toBe("carried-out")
      expect(judgeOpenRefund(report, known)).toBe("unclear")
    })

    it.each([
      "PAID",
      "INVOICED",
      "PURRING",
      "INKASSO",
      "REFUND PENDING",
      "CREDITED",
      "COMPLETED",
      "CANCELLED",
      "Frozen",
    ])("%s says nothing", (status) => {
      expect(judgeOpenRefund(reportOf(status), known)).toBe("unclear")
    })

    it("PARTIAL REFUNDED may be an earlier refund, or too little", () => {
      const report = reportOf("PARTIAL REFUNDED")
      for (const other of [
        { doneOre: 100n },
        { openOre: known.grandTotalOre },
        { before: undefined },
      ]) {
        expect(judgeOpenRefund(report, { ...known, ...other })).toBe("unclear")
      }
    })
  })

  it("is never concluded from what has not changed", () => {
    for (const status of orderStatuses) {
      for (const refunded of [undefined, 0]) {
        expect(
          judgeOpenRefund(reportOf(status, refunded), {
            ...known,
            before: status,
            openOre: 100n,
          })
        ).toBe("unclear")
      }
    }
  })
})
