import { orderStatuses } from "../../../../connect"
import { type Finding, judgeOpenRefund } from "../settle-open-refund"
import { reportOf } from "../../status/status-lookup"

const known = {
  openOre: 10_000n,
  doneOre: 0n,
  grandTotalOre: 34_870n,
  before: "PAID",
  quiet: true,
} as const

describe("what became of a refund whose answer was lost", () => {
  describe("where the service tells how much went back", () => {
    it.each<[string, number, bigint, Finding]>([
      ["nothing went back", 0, 0n, "not-carried-out"],
      ["exactly this refund went back", 100, 0n, "carried-out"],
      ["this one on top of earlier ones", 150, 5_000n, "carried-out"],
      ["only the earlier ones", 50, 5_000n, "not-carried-out"],
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
      expect(
        judgeOpenRefund(report, { ...known, before: "PARTIAL REFUNDED" })
      ).toBe("unclear")
    })

    it("REFUNDED says so when this refund was the rest", () => {
      const report = reportOf("REFUNDED")
      expect(judgeOpenRefund(report, { ...known, doneOre: 24_870n })).toBe(
        "carried-out"
      )
      expect(judgeOpenRefund(report, known)).toBe("unclear")
    })

    it.each(["PAID", "INVOICED", "PURRING", "INKASSO"])(
      "%s says that nothing went back",
      (status) => {
        expect(judgeOpenRefund(reportOf(status), known)).toBe("not-carried-out")
      }
    )

    it.each(["REFUND PENDING", "CREDITED", "COMPLETED", "CANCELLED", "Frozen"])(
      "%s says neither",
      (status) => {
        expect(judgeOpenRefund(reportOf(status), known)).toBe("unclear")
      }
    )

    it("PAID contradicts refunds that certainly went back, so it says nothing", () => {
      expect(
        judgeOpenRefund(reportOf("PAID"), { ...known, doneOre: 100n })
      ).toBe("unclear")
    })
  })

  it("is never concluded from absence before some quiet time has passed", () => {
    for (const status of orderStatuses) {
      for (const refunded of [undefined, 0]) {
        expect(
          judgeOpenRefund(reportOf(status, refunded), {
            ...known,
            quiet: false,
          })
        ).not.toBe("not-carried-out")
      }
    }
  })
})
