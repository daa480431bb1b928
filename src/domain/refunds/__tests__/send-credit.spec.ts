import { AmbiguousError, RefusedError, UnavailableError } from "../../../connect"
import type { RemovedLine } from "../../../mapping"
import { approvalKey } from "../../../modules/e-invoice/operations/operation"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { keyOfCredit } from "../../../modules/e-invoice/refunds/refund-journal"
import {
  APPROVAL_REFUSED,
  NOT_CARRIED_OUT,
  REPLACED,
  REPLACED_NOT_GIVEN,
  type RefundRow,
} from "../../../modules/e-invoice/refunds/refund-row"
import type { InvoicedLine } from "../refund-parts"
import { type CreditRequest, creditRest, recordCreditedInFull, sendCredit } from "../send-credit"
import { RefundScene } from "./refund-scene"

const HOUR = 60 * 60_000
const NOW = new Date("2026-11-20T08:00:00.000Z")
const after = (ms: number) => new Date(NOW.getTime() + ms)
const KEY = keyOfCredit("einvord_1", "348.70")
const THRESHOLD = "refundRejectionForRequestAmountThresholdExceed"
const details = { operationId: "orders.refund", message: "Not so.", advice: "Look." }

/** An unpaid invoice over 348.70, that nothing was credited of. */
const unpaid = (
  order: Partial<FollowedOrder> = {},
  ...answers: (object | Error | (() => unknown))[]
) =>
  new RefundScene(
    {
      status: "INVOICED",
      storedStatus: "INVOICED",
      paid: false,
      creditedTotal: "0",
      cancelRequestedAt: null,
      ...order,
    },
    { "orders.refund": answers }
  )

/** Has the invoice ask for 248.80, which is 99.90 less, where nothing else is said. */
const credit = (scene: RefundScene, more: Partial<CreditRequest> = {}) =>
  sendCredit(scene.dependencies, scene.order, { downToOre: 24_880n, actor: "medusa", ...more })

/** A credit of 99.90 that was not given, under the key of what the invoice asks for. */
const rejected = (scene: RefundScene, row: Partial<RefundRow> = {}, key = KEY) =>
  scene.refunds.add(
    {
      amount: "99.90",
      purpose: "credit",
      state: "rejected",
      status_before: "INVOICED",
      down_to: "248.80",
      updated_at: new Date(Date.now() - HOUR),
      failure: { kind: "refused", message: "", at: "" },
      ...row,
    },
    key
  )

const line = (serviceId: number, amountOre: bigint) =>
  ({
    line: { serviceId, amountOre, creditedOre: 0n } as unknown as InvoicedLine,
    quantity: 1,
    amountOre,
  }) satisfies RemovedLine<InvoicedLine>

describe("a credit that is missing", () => {
  it("is asked for once, of all lines, and kept as it was sent", async () => {
    const scene = unpaid()

    expect(await credit(scene)).toBe("credited")
    const products = [
      { id: 1, amount: "42.69" },
      { id: 2, amount: "57.21" },
    ]
    expect(scene.calls).toMatchObject([
      { operation: "orders.details", request: { params: { order_uuid: "ODR1" } } },
      { operation: "orders.refund", request: { params: { order_uuid: "ODR1" } } },
    ])
    expect(scene.asked).toEqual([{ type: "invoiced", grandTotal: "99.90", products }])
    expect(scene.refunds.rows).toMatchObject([
      {
        e_invoice_order_id: "einvord_1",
        purpose: "credit",
        state: "succeeded",
        amount: "99.90",
        down_to: "248.80",
        type: "invoiced",
        status_before: "INVOICED",
        products,
        goods: [],
      },
    ])
    expect([...scene.refunds.keys]).toEqual([[KEY, "ref_1"]])
    expect(scene.acts).toContain("timeline refund done")
    expect(scene.details).toContainEqual({ amount: "99.90", type: "invoiced" })
  })

  it("is asked for as of a paid order once it is paid", async () => {
    const scene = unpaid({ status: "PAID", storedStatus: "PAID", paid: true })

    expect(await credit(scene)).toBe("credited")
    expect(scene.asked).toMatchObject([{ type: "regular" }])
    expect(scene.refunds.rows).toMatchObject([{ type: "regular", status_before: "PAID" }])
  })

  it("is of the lines that went, where these are known", async () => {
    const scene = unpaid()

    await credit(scene, { lines: [line(2, 9990n)] })
    const products = [{ id: 2, amount: "99.90" }]
    expect(scene.asked).toMatchObject([{ products }])
    expect(scene.refunds.rows).toMatchObject([{ products, goods: products }])
  })

  it("is of what earlier ones left of the lines", async () => {
    const scene = unpaid({ creditedTotal: "149.00" })
    scene.refunds.add({
      amount: "149.00",
      purpose: "credit",
      products: [{ id: 1, amount: "149.00" }],
    })

    expect(await credit(scene, { downToOre: 9_980n })).toBe("credited")
    expect(scene.asked).toMatchObject([
      { grandTotal: "99.90", products: [{ id: 2, amount: "99.90" }] },
    ])
    expect(scene.refunds.keys.get(keyOfCredit("einvord_1", "199.70"))).toBe("ref_2")
  })

  it.each<[string, Partial<CreditRequest>, boolean]>([
    ["all of its goods where nothing is left", { downToOre: 0n }, true],
    ["none where something is", { downToOre: 1n }, false],
  ])("takes %s, where no lines are known", async (_what, request, isOfAll) => {
    const scene = unpaid()

    await credit(scene, request)
    const [row] = scene.refunds.rows
    expect(row?.goods).toEqual(isOfAll ? row?.products : [])
  })

  it("takes the goods of the lines that went, also where nothing is left", async () => {
    const scene = unpaid()

    await credit(scene, { downToOre: 0n, lines: [line(2, 9990n)] })
    expect(scene.refunds.rows[0]?.goods).toEqual([{ id: 2, amount: "99.90" }])
  })

  it("of the rest is asked for by the person that cancels", async () => {
    const scene = unpaid()

    expect(await creditRest(scene.dependencies, "admin:user_1")(scene.order)).toBe("credited")
    expect(scene.asked).toMatchObject([{ grandTotal: "348.70" }])
    expect(scene.refunds.rows).toMatchObject([{ down_to: "0.00" }])
  })

  it.each([["equal", 34_870n] as const, ["more", 40_000n] as const])(
    "is none where the invoice asks for %s",
    async (_what, downToOre) => {
      const scene = unpaid()

      expect(await credit(scene, { downToOre })).toBe("credited")
      expect(scene.asked).toEqual([])
      expect(scene.refunds.rows).toEqual([])
    }
  )
})

describe("an answer that is no success", () => {
  it.each([
    [
      "rejected",
      new RefusedError({ ...details, messageKey: THRESHOLD }),
      "refused",
      { kind: "refused", messageKey: THRESHOLD },
    ],
    ["in_doubt", new AmbiguousError(details), "open", { kind: "ambiguous" }],
  ] as const)("leaves the credit %s", async (state, error, outcome, failure) => {
    const scene = unpaid({}, error)

    expect(await credit(scene)).toBe(outcome)
    expect(scene.refunds.rows).toMatchObject([{ state, failure }])
    expect(scene.asked).toHaveLength(1)
  })

  it("is told where it is of neither", async () => {
    const scene = unpaid({}, () => {
      Object.assign(scene.refunds.rows[0] ?? {}, { state: "succeeded" })
      throw new AmbiguousError(details)
    })

    await expect(credit(scene)).rejects.toMatchObject({ code: "in_doubt" })
  })

  it("to the look before is told as that, and nothing is written", async () => {
    const scene = new RefundScene(
      { status: "INVOICED", storedStatus: "INVOICED", paid: false, creditedTotal: "0" },
      { "orders.details": [new UnavailableError(details)] }
    )

    await expect(credit(scene)).rejects.toMatchObject({ code: "refund_not_sent" })
    expect(scene.refunds.rows).toEqual([])
  })
})

describe("beside what is open", () => {
  it.each(["prepared", "sending", "in_doubt"] as const)(
    "is not asked for: one that is %s, also before the service is asked",
    async (state) => {
      const scene = unpaid()
      scene.refunds.add({ amount: "20.00", state })

      expect(await credit(scene)).toBe("open")
      expect(scene.calls).toEqual([])
    }
  )

  it("is not asked for where another began meanwhile", async () => {
    const scene = unpaid()
    jest.spyOn(scene.refunds, "ofKey").mockImplementationOnce(async () => {
      scene.refunds.add({ amount: "20.00", state: "sending" })
      return undefined
    })

    expect(await credit(scene)).toBe("open")
    expect(scene.asked).toEqual([])
  })

  it("is not asked for where its right to be sent was lost", async () => {
    const scene = unpaid()
    jest.spyOn(scene.refunds, "send").mockResolvedValueOnce(undefined)

    expect(await credit(scene)).toBe("open")
    expect(scene.asked).toEqual([])
  })
})

describe("after a rejection", () => {
  it.each<[string, Partial<RefundRow>, number, boolean]>([
    ["the same, just before 20 hours", {}, 20 * HOUR - 1, false],
    ["the same, after 20 hours", {}, 20 * HOUR, true],
    ["another amount", { amount: "99.80" }, HOUR, true],
    ["the same amount, written otherwise", { amount: "99.9" }, HOUR, false],
    ["the same, of an order whose status is another", { status_before: "SENT" }, HOUR, true],
    ["the same, of an order whose status was not known", { status_before: null }, HOUR, true],
  ])("%s: is asked for or not", async (_what, row, later, isAsked) => {
    const scene = unpaid()
    const known = rejected(scene, { ...row, updated_at: NOW })

    expect(await credit(scene, { now: after(later) })).toBe(isAsked ? "credited" : "refused")
    expect(scene.asked).toHaveLength(isAsked ? 1 : 0)
    expect(await scene.refunds.find(known.id)).toMatchObject(
      isAsked
        ? { state: "succeeded", attempt: 2, amount: "99.90", failure: null }
        : { state: "rejected" }
    )
  })

  it.each([
    ["one that awaits its operator's approval", "succeeded", false],
    ["one whose request for approval is in doubt", "in_doubt", false],
    ["one whose request for approval was rejected", "rejected", true],
  ] as const)("%s: is asked for or not", async (_what, state, isAsked) => {
    const scene = unpaid()
    const failure = { kind: "refused", message: "", at: "", messageKey: THRESHOLD }
    const { id } = rejected(scene, { failure, updated_at: new Date(0) })
    scene.approvals.set(approvalKey(id), { state })

    expect(await credit(scene)).toBe(isAsked ? "credited" : "refused")
    expect(scene.asked).toHaveLength(isAsked ? 1 : 0)
  })

  it.each([NOT_CARRIED_OUT, APPROVAL_REFUSED, REPLACED_NOT_GIVEN])(
    "one that staff ruled out as %s stays beside the next, which is sent once",
    async (kind) => {
      const scene = unpaid()
      const failure = { kind, message: "Staff found so.", at: "" }
      const last = rejected(scene, { failure, updated_at: new Date(0) })

      expect(await credit(scene)).toBe("credited")
      expect(scene.asked).toHaveLength(1)
      expect(scene.refunds.rows).toMatchObject([
        { id: "ref_1", state: "succeeded", attempt: 2 },
        { id: "ref_2", refund_id: "ref_2", state: "rejected", attempt: 1, amount: last.amount },
      ])
      expect(scene.refunds.rows[1]?.failure).toEqual({ ...failure, kind: REPLACED_NOT_GIVEN })
      expect([...scene.refunds.keys]).toEqual([[KEY, "ref_1"]])
    }
  )

  it("one that awaits approval stays as it is, also where it is left to staff", async () => {
    const scene = unpaid()
    const failure = { kind: "refused", message: "", at: "", messageKey: THRESHOLD }
    const { id } = rejected(scene, { failure, amount: "50.00" })
    scene.approvals.set(approvalKey(id), { state: "succeeded" })

    expect(await credit(scene, { isLeftToStaff: true })).toBe("refused")
    expect(scene.refunds.rows).toMatchObject([{ id, amount: "50.00", attempt: 1, failure }])
  })
})

describe("what staff may have given in the portal", () => {
  const PARTLY = { status: "PARTIAL REFUNDED", storedStatus: "PARTIAL REFUNDED" } as const
  const PAID = { status: "PAID", storedStatus: "PAID", paid: true } as const
  const missing = { flags: ["change_not_followed"] } as const
  const unrecorded = { flags: ["refunded_at_service"] } as const

  it.each<
    [
      string,
      {
        order: Partial<FollowedOrder>
        done?: string
        namedOre?: bigint
        isKnown?: boolean
        isAsked: boolean
      },
    ]
  >([
    ["nothing is refunded", { order: {}, isAsked: true }],
    ["nothing is refunded, and it is missing", { order: { ...missing }, isAsked: true }],
    ["something is, none of it here", { order: PARTLY, isAsked: false }],
    ["something is, and here too", { order: PARTLY, done: "10.00", isAsked: true }],
    [
      "something is, here too, and it is missing",
      { order: { ...PARTLY, ...missing }, done: "10.00", isAsked: false },
    ],
    [
      "something is, here too, and it was rejected",
      { order: PARTLY, done: "10.00", isKnown: true, isAsked: false },
    ],
    [
      "something is, here too, and not all of it",
      { order: { ...PARTLY, ...unrecorded }, done: "10.00", isAsked: false },
    ],
    [
      "something is, here too, and what is not was named before",
      {
        order: { ...PARTLY, ...unrecorded, refundedTotal: "30.00" },
        done: "10.00",
        isAsked: true,
      },
    ],
    [
      "not all of it is here, and what is here is named",
      { order: { ...PARTLY, ...unrecorded }, done: "10.00", namedOre: 1_000n, isAsked: true },
    ],
    [
      "what is here is named",
      { order: { ...PARTLY, ...missing }, done: "10.00", namedOre: 1_000n, isAsked: true },
    ],
    [
      "less than what is here is named",
      { order: { ...PARTLY, ...missing }, done: "10.00", namedOre: 999n, isAsked: false },
    ],
    ["something is named, none of it here", { order: PARTLY, namedOre: 1_000n, isAsked: false }],
    ["it is paid", { order: PAID, isAsked: true }],
    ["it is paid, and it is missing", { order: { ...PAID, ...missing }, isAsked: false }],
    [
      "it is paid, and something else is amiss",
      { order: { ...PAID, flags: ["overbilled"] }, isAsked: true },
    ],
  ])("%s: is asked for or not", async (_what, { order, done, namedOre, isKnown, isAsked }) => {
    const scene = unpaid(order)
    if (done) {
      scene.refunds.add({ amount: done })
    }
    if (isKnown) {
      rejected(scene, { status_before: "another" })
    }

    expect(await credit(scene, { namedOre })).toBe(isAsked ? "credited" : "refused")
    expect(scene.asked).toHaveLength(isAsked ? 1 : 0)
  })

  it("is written down as what is missing, and left to staff", async () => {
    const scene = unpaid(PARTLY)

    expect(await credit(scene)).toBe("refused")
    expect(scene.refunds.rows).toMatchObject([
      {
        e_invoice_order_id: "einvord_1",
        purpose: "credit",
        state: "rejected",
        amount: "99.90",
        down_to: "248.80",
        type: null,
        status_before: "PARTIAL REFUNDED",
        failure: { kind: "left-to-staff" },
      },
    ])
    expect([...scene.refunds.keys]).toEqual([[KEY, "ref_1"]])
  })

  it("is what is recorded as missing, whatever the service names", async () => {
    const scene = unpaid({ ...PARTLY, refundedTotal: "50.00" })

    expect(await credit(scene)).toBe("refused")
    expect(scene.refunds.rows).toMatchObject([{ amount: "99.90", down_to: "248.80" }])
  })

  it("stays as it stands where the same is missing still", async () => {
    const scene = unpaid()
    const before = rejected(scene)

    expect(await credit(scene, { isLeftToStaff: true })).toBe("refused")
    expect(scene.refunds.rows).toEqual([before])
  })

  it("stays beside where another amount is missing, as staff may have given it", async () => {
    const scene = unpaid()
    rejected(scene, { amount: "50.00", down_to: "298.70" })

    expect(await credit(scene, { isLeftToStaff: true })).toBe("refused")
    expect(scene.refunds.rows).toMatchObject([
      { id: "ref_1", attempt: 2, amount: "99.90", failure: { kind: "left-to-staff" } },
      { id: "ref_2", attempt: 1, amount: "50.00", failure: { kind: REPLACED } },
    ])
    expect(scene.refunds.rows[0]).toMatchObject({ state: "rejected", status_before: "INVOICED" })
  })

  it.each(["succeeded", "in_doubt"] as const)(
    "stays as it is where it is %s by now",
    async (state) => {
      const scene = unpaid()
      const before = rejected(scene, { state, amount: "50.00" })
      jest.spyOn(scene.refunds, "open").mockResolvedValue(undefined)

      expect(await credit(scene, { isLeftToStaff: true })).toBe("refused")
      expect(scene.refunds.rows).toEqual([before])
    }
  )

  it("is not written where another is open meanwhile", async () => {
    const scene = unpaid()
    jest.spyOn(scene.refunds, "begin").mockResolvedValueOnce(undefined)

    expect(await credit(scene, { isLeftToStaff: true })).toBe("refused")
    expect(scene.refunds.rows).toEqual([])
  })
})

describe("where the service names as much as is missing", () => {
  const named = (refundedTotal: string, more: Partial<FollowedOrder> = {}) =>
    unpaid({ refundedTotal, ...more })

  it.each<[string, Partial<FollowedOrder>, readonly RemovedLine<InvoicedLine>[], boolean]>([
    ["of the lines that went", {}, [line(2, 9990n)], true],
    ["of lines that cost more", {}, [line(2, 19_970n)], true],
    ["of lines that cost less", {}, [line(2, 9989n)], false],
    ["of no lines", {}, [], false],
    ["and it is recorded already", { creditedTotal: "99.90" }, [line(2, 9990n)], false],
  ])("%s: it is left to staff, or nothing is", async (_what, order, lines, isLeft) => {
    const scene = named("99.90", order)

    expect(await credit(scene, { lines })).toBe("credited")
    expect(scene.asked).toEqual([])
    expect(scene.refunds.rows).toMatchObject(
      isLeft ? [{ state: "rejected", amount: "99.90", failure: { kind: "left-to-staff" } }] : []
    )
    expect(scene.refunds.rows).toHaveLength(isLeft ? 1 : 0)
  })

  it("and all of that is recorded here: nothing is left to staff", async () => {
    const scene = named("99.90")
    scene.refunds.add({ amount: "99.90" })

    expect(await credit(scene, { lines: [line(2, 9990n)] })).toBe("credited")
    expect(scene.refunds.rows).toHaveLength(1)
  })
})

it.each(["REFUNDED", "CANCELLED", "EXPIRED"] as const)(
  "asks for no credit of an order that is %s",
  async (status) => {
    const scene = unpaid({ status, storedStatus: status })

    expect(await credit(scene)).toBe("refused")
    expect(scene.asked).toEqual([])
    expect(scene.refunds.rows).toEqual([])
  }
)

describe("an unpaid invoice that the service credited in full", () => {
  const record = (scene: RefundScene) => recordCreditedInFull(scene.dependencies, scene.order)
  const CREDITED = { status: "CREDITED", storedStatus: "CREDITED" } as const

  it("has the rest written down as credited, of no line", async () => {
    const scene = unpaid(CREDITED)
    scene.refunds.add({ amount: "99.90", purpose: "credit" })
    scene.refunds.add({ amount: "50.00", purpose: "credit", state: "rejected" })
    await record(scene)

    expect(scene.calls).toEqual([])
    expect(scene.refunds.rows[2]).toMatchObject({
      e_invoice_order_id: "einvord_1",
      purpose: "credit",
      state: "succeeded",
      amount: "248.80",
      down_to: "0.00",
      type: null,
      status_before: "CREDITED",
      products: [],
      goods: [],
    })
    expect(scene.refunds.keys.get(keyOfCredit("einvord_1", "248.80"))).toBe("ref_3")
    expect(scene.acts).toEqual(["timeline refund done"])
    expect(scene.details).toEqual([{ amount: "248.80", sent: false, status: "CREDITED" }])
  })

  it.each(["refused", NOT_CARRIED_OUT])(
    "takes a credit of that amount that was rejected for it: %s",
    async (kind) => {
      const scene = unpaid(CREDITED)
      rejected(scene, { amount: "348.70", down_to: "0.00", failure: { kind, message: "", at: "" } })
      await record(scene)

      expect(scene.refunds.rows).toMatchObject([{ state: "succeeded", attempt: 2 }])
    }
  )

  it.each(["in_doubt", "sending"] as const)("has none while one is %s", async (state) => {
    const scene = unpaid(CREDITED)
    scene.refunds.add({ amount: "99.90", purpose: "credit", state })
    await record(scene)

    expect(scene.refunds.rows).toHaveLength(1)
    expect(scene.acts).toEqual([])
  })

  it("has none while one awaits approval", async () => {
    const scene = unpaid(CREDITED)
    const failure = { kind: "refused", message: "", at: "", messageKey: THRESHOLD }
    const { id } = rejected(scene, { failure })
    scene.approvals.set(approvalKey(id), { state: "succeeded" })
    await record(scene)

    expect(scene.refunds.rows).toHaveLength(1)
  })

  it.each(["348.70", "400.00"])("has none once %s is recorded", async (amount) => {
    const scene = unpaid(CREDITED)
    scene.refunds.add({ amount, purpose: "credit" })
    await record(scene)

    expect(scene.refunds.rows).toHaveLength(1)
    expect(scene.acts).toEqual([])
  })

  it.each(["begin", "send", "succeeded"] as const)(
    "tells nothing where another was quicker to %s",
    async (step) => {
      const scene = unpaid(CREDITED)
      jest.spyOn(scene.refunds, step).mockResolvedValueOnce(undefined as never)
      await record(scene)

      expect(scene.acts).toEqual([])
    }
  )

  it("names no status that is not known", async () => {
    const scene = unpaid({ status: undefined, storedStatus: null })
    await record(scene)

    expect(scene.details).toMatchObject([{ status: null }])
  })
})
