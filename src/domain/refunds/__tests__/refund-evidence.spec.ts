import { UnavailableError } from "../../../connect"
import { NOT_CARRIED_OUT } from "../../../modules/e-invoice/refunds/refund-row"
import { reportOf } from "../../status/reconcile-status"
import { contradictedOutcome, refundEvidence } from "../refund-evidence"
import { RefundScene } from "./refund-scene"

const row = { amount: "20", purpose: "refund", status_before: "PAID", state: "in_doubt" } as const
const known = (done: bigint, ...othersOre: bigint[]) => ({
  doneOre: done,
  grandTotalOre: 100_00n,
  othersOre,
})

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
    ["REFUNDED", undefined, 90_00n, "carried-out"],
    ["REFUNDED", undefined, 70_00n, undefined],
    ["SOMETHING NEW", undefined, 0n, undefined],
  ])("%s with %s refunded and %s recorded contradicts %s", (word, refunded, done, expected) => {
    expect(contradictedOutcome(reportOf(word, refunded), row, known(done))).toBe(expected)
  })

  it.each<[string, number | undefined, bigint, string | undefined]>([
    ["PARTIAL REFUNDED", undefined, 20_00n, undefined],
    ["PARTIAL REFUNDED", undefined, 10_00n, undefined],
    ["PARTIAL REFUNDED", 20, 20_00n, undefined],
    ["PARTIAL REFUNDED", 20, 10_00n, undefined],
    ["PARTIAL REFUNDED", 20, 30_00n, "not-carried-out"],
  ])(
    "%s with %s refunded, which another of %s may explain, contradicts %s",
    (word, refunded, other, expected) => {
      expect(contradictedOutcome(reportOf(word, refunded), row, known(0n, other))).toBe(expected)
    }
  )

  it("takes a credit on a paid invoice for possible: PAID alone may hide it", () => {
    const of = (word: string) =>
      contradictedOutcome(reportOf(word), { ...row, purpose: "credit" }, known(0n))
    expect(of("PAID")).toBeUndefined()
    expect(of("INVOICED")).toBe("carried-out")
  })

  it.each([["INVOICED"], ["PARTIAL REFUNDED"], [null]])(
    "takes a refund of an invoice that was %s for possible once it is paid: PAID alone may hide it",
    (status_before) => {
      const of = (word: string) =>
        contradictedOutcome(reportOf(word), { ...row, status_before }, known(0n))
      expect(of("PAID")).toBeUndefined()
      expect(of("REMINDER")).toBe("carried-out")
    }
  )

  it.each(["credit", "refund"] as const)(
    "takes what is shown without an amount for any refund beside a rejected %s",
    (purpose) => {
      const rejected = { ...row, purpose, state: "rejected" } as const
      const of = (refunded?: number) =>
        contradictedOutcome(reportOf("PARTIAL REFUNDED", refunded), rejected, known(0n))
      expect(of()).toBeUndefined()
      expect(of(20)).toBe("not-carried-out")
    }
  )

  it.each([
    ["credit", undefined],
    ["refund", "not-carried-out"],
  ] as const)(
    "takes the rest of a whole refund, beside a rejected %s, for %s",
    (purpose, expected) => {
      const rejected = { ...row, purpose, state: "rejected" } as const
      expect(contradictedOutcome(reportOf("REFUNDED"), rejected, known(80_00n))).toBe(expected)
    }
  )

  it("takes it for a credit in doubt", () => {
    const credit = { ...row, purpose: "credit" } as const
    expect(contradictedOutcome(reportOf("PARTIAL REFUNDED"), credit, known(0n))).toBe(
      "not-carried-out"
    )
  })
})

describe("what the service shows of a refund that staff settle", () => {
  /** 50.00 was refunded before; 100.00 is in doubt. */
  const sceneOf = (...shown: (object | Error)[]) => {
    const scene = new RefundScene({ cancelRequestedAt: null }, { "orders.status": shown })
    scene.refunds.add({ amount: "50.00" })
    const row = scene.refunds.add({ amount: "100.00", state: "in_doubt", status_before: "PAID" })
    return { scene, ask: () => refundEvidence(scene.dependencies, scene.order, row) }
  }
  const shown = { uuid: "ODR1", status: "PARTIAL REFUNDED", refundedAmount: 150 }

  it("is its report, what is recorded, and the outcome that it contradicts", async () => {
    const { scene, ask } = sceneOf(shown)

    expect(await ask()).toEqual({
      report: reportOf("PARTIAL REFUNDED", 150),
      recordedOre: 50_00n,
      contradicts: "not-carried-out",
      mayBeAnother: false,
    })
    expect(scene.calls).toEqual([
      { operation: "orders.status", request: { params: { order_uuid: "ODR1" } } },
    ])
    expect(scene.acts).toEqual([])
  })

  it.each<[string, object, string | undefined]>([
    ["rules it out", { ...shown, refundedAmount: 149.99 }, "carried-out"],
    ["shows more than it explains", { ...shown, refundedAmount: 150.01 }, undefined],
    ["shows that all was refunded", { uuid: "ODR1", status: "REFUNDED" }, undefined],
  ])("%s", async (_what, report, contradicts) => {
    expect(await sceneOf(report).ask()).toMatchObject({ contradicts })
  })

  it.each<[string, number | undefined, boolean]>([
    ["PARTIAL REFUNDED", undefined, true],
    ["CREDITED", undefined, true],
    ["PARTIAL REFUNDED", 30, false],
    ["REFUNDED", undefined, false],
    ["PAID", undefined, false],
  ])(
    "may be another one where it says %s with %s refunded: %s",
    async (status, named, expected) => {
      const report = { uuid: "ODR1", status, refundedAmount: named }

      expect(await sceneOf(report).ask()).toMatchObject({ mayBeAnother: expected })
    }
  )

  it("says nothing of it where another refund may be what it shows", async () => {
    const { scene, ask } = sceneOf(shown)
    const failure = { kind: NOT_CARRIED_OUT, message: "", at: "" }
    scene.refunds.add({ amount: "100.00", state: "rejected", failure })

    expect(await ask()).toMatchObject({ contradicts: undefined })
  })

  it("is not known where the service cannot be asked", async () => {
    const error = new UnavailableError({ operationId: "orders.status", message: "", advice: "" })

    await expect(sceneOf(error).ask()).rejects.toBe(error)
  })
})
