import { orderStatuses, UnavailableError } from "../../../connect"
import { approvalKey } from "../../../modules/e-invoice/operations/operation"
import { keyOfMedusa } from "../../../modules/e-invoice/refunds/refund-journal"
import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import {
  type Finding,
  judgeOpenRefund,
  settleLeftRefund,
  settleOpenRefund,
} from "../settle-open-refund"
import { RefundScene } from "./refund-scene"
import { reportOf } from "../../status/reconcile-status"

const known = {
  openOre: 10_000n,
  doneOre: 0n,
  grandTotalOre: 34_870n,
  before: "PAID",
  othersOre: [] as readonly bigint[],
} as const

describe("what became of a refund whose answer was lost", () => {
  describe("where the service tells how much was refunded", () => {
    it.each<[string, number, bigint, Finding]>([
      ["nothing is shown yet, which proves nothing", 0, 0n, "unclear"],
      ["exactly this refund was given", 100, 0n, "carried-out"],
      ["this one on top of earlier ones", 150, 5_000n, "carried-out"],
      ["only the earlier ones", 50, 5_000n, "unclear"],
      ["something else was refunded", 120, 0n, "unclear"],
      ["less than what certainly was refunded", 20, 5_000n, "unclear"],
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
    it("PARTIAL REFUNDED makes it likely, unless the order was that before", () => {
      const report = reportOf("PARTIAL REFUNDED")
      expect(judgeOpenRefund(report, known)).toBe("likely")
      expect(judgeOpenRefund(report, { ...known, before: "PARTIAL REFUNDED" })).toBe("unclear")
    })

    it("PARTIAL REFUNDED may be another refund of the order, unless that is of the same amount", () => {
      const report = reportOf("PARTIAL REFUNDED")
      expect(judgeOpenRefund(report, { ...known, othersOre: [5_000n] })).toBe("unclear")
      expect(judgeOpenRefund(report, { ...known, othersOre: [known.openOre] })).toBe("likely")
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

const KEY = keyOfMedusa("ref_next")
const SHOWN = { uuid: "ODR1", status: "PARTIAL REFUNDED", refundedAmount: 100 }
const UNNAMED = { uuid: "ODR1", status: "PARTIAL REFUNDED" }
const UNCHANGED = { uuid: "ODR1", status: "PAID" }
const unreachable = new UnavailableError({
  operationId: "orders.status",
  message: "Not there.",
  advice: "Wait.",
})

/** An order with one refund over 100.00, and a service that says how the order stands. */
function scene(open: Partial<RefundRow>, status: object | Error = SHOWN) {
  const shown = new RefundScene({}, { "orders.status": [status] })
  shown.refunds.isLeaseOver = true
  const row = shown.refunds.add({
    amount: "100.00",
    refund_id: "ref_medusa",
    status_before: "PAID",
    ...open,
  })
  const settle = (more: Partial<Parameters<typeof settleOpenRefund>[2]> = {}) =>
    settleOpenRefund(shown.dependencies, shown.order, {
      amountOre: 10_000n,
      actor: "medusa",
      key: KEY,
      refundId: "ref_next",
      ...more,
    })
  const settleLeft = () => settleLeftRefund(shown.dependencies, shown.order, row, "schedule")
  return { shown, row, settle, settleLeft, stored: () => shown.refunds.rows[0] }
}

describe("before another refund is sent", () => {
  it.each(["succeeded", "rejected"] as const)("one that %s is not open", async (state) => {
    const { settle, shown } = scene({ state })

    expect(await settle()).toBeUndefined()
    expect(shown.calls).toEqual([])
  })

  it("one that was never sent is rejected, once its sender has ended", async () => {
    const { settle, shown, stored } = scene({ state: "prepared" })
    shown.refunds.isLeaseOver = false
    await expect(settle()).rejects.toMatchObject({ code: "refund_under_way" })
    expect(stored()).toMatchObject({ state: "prepared" })

    shown.refunds.isLeaseOver = true
    expect(await settle()).toBeUndefined()
    expect(stored()).toMatchObject({ state: "rejected", failure: { kind: "not-sent" } })
    expect(shown.calls).toEqual([])
  })

  it("one that is being sent is waited for", async () => {
    const { settle, shown, stored } = scene({ state: "sending" })
    shown.refunds.isLeaseOver = false

    await expect(settle()).rejects.toMatchObject({ code: "refund_under_way" })
    expect(stored()).toMatchObject({ state: "sending" })
    expect(shown.calls).toEqual([])
  })

  it.each(["sending", "in_doubt"] as const)(
    "one %s that was carried out stands for what is asked now",
    async (state) => {
      const { settle, shown, row, stored } = scene({ state })

      expect(await settle()).toMatchObject({ id: row.id })
      expect(stored()).toMatchObject({ state: "succeeded", refund_id: "ref_next" })
      expect(stored()?.settled_at).toBeInstanceOf(Date)
      expect(shown.refunds.keys.get(KEY)).toBe(row.id)
      expect(shown.removed).toEqual(["ref_medusa"])
      expect(shown.acts.slice(-2)).toEqual([
        "timeline refund done",
        "e_invoice.refund_decided accepted",
      ])
      expect(shown.details.slice(-2)).toMatchObject([
        { amount: "100.00", sent: false, carried_out_before: true },
        { id: row.id, decision: "accepted" },
      ])
      expect(shown.asked).toEqual([])
    }
  )

  it.each<[string, string | undefined, string, string[]]>([
    ["of the same refund of Medusa", "ref_medusa", "ref_medusa", []],
    ["of none of Medusa", undefined, "ref_1", ["ref_medusa"]],
  ])("one %s that was carried out", async (_whose, refundId, linked, removed) => {
    const { settle, shown, stored } = scene({ state: "in_doubt" })
    await settle({ refundId })

    expect(stored()).toMatchObject({ state: "succeeded", refund_id: linked })
    expect(shown.removed).toEqual(removed)
  })

  it.each([UNCHANGED, UNNAMED, { ...SHOWN, refundedAmount: 99.99 }])(
    "one that is not shown to be carried out stays open: %j",
    async (status) => {
      const sentAt = new Date("2026-03-01T12:00:00Z")
      const { settle, stored } = scene({ state: "in_doubt", sending_at: sentAt }, status)

      await expect(settle()).rejects.toMatchObject({
        code: "refund_unclear",
        values: { amount: "100.00" },
        message: expect.stringContaining(sentAt.toISOString()),
      })
      expect(stored()).toMatchObject({ state: "in_doubt" })
    }
  )

  it("of another amount was carried out: that is to be recorded first", async () => {
    const { settle, shown, stored } = scene({ state: "in_doubt" })

    await expect(settle({ amountOre: 9_999n })).rejects.toMatchObject({
      code: "refund_to_record",
      values: { amount: "100.00" },
    })
    expect(stored()).toMatchObject({ state: "in_doubt", refund_id: "ref_medusa" })
    expect(shown.removed).toEqual([])
  })

  it("a credit that was carried out stands for no refund", async () => {
    const { settle, shown, stored } = scene({
      state: "in_doubt",
      purpose: "credit",
      refund_id: "ref_1",
    })

    expect(await settle()).toBeUndefined()
    expect(stored()).toMatchObject({ state: "succeeded", refund_id: "ref_1" })
    expect(shown.refunds.keys.get(KEY)).toBeUndefined()
  })

  it("a credit that is only likely to be carried out stays open, as only staff know", async () => {
    const { settle, stored } = scene({ state: "in_doubt", purpose: "credit" }, UNNAMED)

    await expect(settle()).rejects.toMatchObject({ code: "refund_unclear" })
    expect(stored()).toMatchObject({ state: "in_doubt" })
  })

  it("the rest of an order that the service refunded in whole was carried out, without an amount", async () => {
    const { settle, row, stored } = scene(
      { state: "in_doubt", amount: "348.70" },
      { uuid: "ODR1", status: "REFUNDED" }
    )

    expect(await settle({ amountOre: 34_870n })).toMatchObject({ id: row.id })
    expect(stored()).toMatchObject({ state: "succeeded" })
  })

  it("nothing is concluded where the service cannot be asked", async () => {
    const { settle, stored } = scene({ state: "in_doubt" }, unreachable)

    await expect(settle()).rejects.toMatchObject({
      code: "refund_unclear",
      values: { amount: "100.00" },
    })
    expect(stored()).toMatchObject({ state: "in_doubt" })
  })

  it("lets its own failures through, and what another settled meanwhile alone", async () => {
    await expect(scene({ state: "in_doubt" }, new TypeError("bug")).settle()).rejects.toThrow("bug")

    const { settle, shown } = scene({ state: "in_doubt" })
    shown.refunds.concluded = async () => false
    await expect(settle()).rejects.toMatchObject({ code: "refund_under_way" })
    expect(shown.acts).not.toContain("e_invoice.refund_decided accepted")
  })
})

describe("a refund whose process was killed", () => {
  it.each([
    [true, "not-sent", "rejected"],
    [false, "open", "prepared"],
  ])("was not sent while it was prepared; lease over: %p", async (isOver, outcome, state) => {
    const { settleLeft, shown, stored } = scene({ state: "prepared" })
    shown.refunds.isLeaseOver = isOver

    expect(await settleLeft()).toBe(outcome)
    expect(stored()).toMatchObject({ state })
    expect(shown.calls).toEqual([])
    expect(shown.acts).toEqual([])
  })

  it("is left alone while its sender may live", async () => {
    const { settleLeft, shown, stored } = scene({ state: "sending" })
    shown.refunds.isLeaseOver = false

    expect(await settleLeft()).toBe("open")
    expect(stored()).toMatchObject({ state: "sending" })
    expect(shown.calls).toEqual([])
    expect(shown.acts).toEqual([])
  })

  it.each(["sending", "in_doubt"] as const)("is recorded where shown: %s", async (state) => {
    const { settleLeft, shown, stored } = scene({ state })

    expect(await settleLeft()).toBe("carried-out")
    expect(stored()).toMatchObject({ state: "succeeded", refund_id: "ref_medusa" })
    expect(shown.removed).toEqual([])
    expect(shown.acts.slice(-2)).toEqual([
      "timeline refund done",
      "e_invoice.refund_decided accepted",
    ])
  })

  it("tells nothing of what another recorded meanwhile", async () => {
    const { settleLeft, shown } = scene({ state: "in_doubt" })
    shown.refunds.concluded = async () => false

    await settleLeft()
    expect(shown.acts).not.toContain("e_invoice.refund_decided accepted")
  })

  it("is told of otherwise where another refund of the order may be what the service shows", async () => {
    const alone = scene({ state: "in_doubt" }, UNNAMED)
    const beside = scene({ state: "in_doubt" }, UNNAMED)
    const failure = {
      kind: "conflict",
      message: "",
      at: "",
      messageKey: "refundRejectionForWeeklyThresholdExceed",
    }
    beside.shown.refunds.add({ amount: "50.00", state: "rejected", failure })
    beside.shown.approvals.set(approvalKey("ref_2"), { state: "succeeded" })

    expect([await alone.settleLeft(), await beside.settleLeft()]).toEqual(["open", "open"])
    const [one, other] = [alone, beside].map(({ shown }) => shown.details.at(-2))
    expect(one).toMatchObject({ amount: "100.00", in_doubt: true })
    expect(other).not.toEqual(one)
  })

  it.each([
    ["does not show it", UNCHANGED],
    ["shows one of no amount", UNNAMED],
    ["cannot be asked", unreachable],
  ])("stays in doubt, and is told once, where the service %s", async (_why, status) => {
    const { settleLeft, shown, stored } = scene({ state: "in_doubt" }, status)
    const before = stored()?.updated_at

    expect(await settleLeft()).toBe("open")
    expect(stored()).toMatchObject({ state: "in_doubt" })
    expect(stored()?.updated_at).not.toBe(before)
    expect(shown.acts.slice(-3)).toEqual([
      "flag refund_in_doubt",
      "once refund failed",
      "e_invoice.in_doubt refund",
    ])
    expect(shown.details.slice(-2)).toMatchObject([
      { amount: "100.00", in_doubt: true },
      { id: "einvord_1", order_id: "order_1", what: "refund" },
    ])

    shown.isToldBefore = true
    expect(await settleLeft()).toBe("open")
    expect(shown.acts.filter((act) => act === "e_invoice.in_doubt refund")).toHaveLength(1)
  })
})
