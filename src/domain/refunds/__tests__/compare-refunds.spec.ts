import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import {
  compareRefunds,
  isRefundedBeside,
  judgeRefunds,
  needsNoSending,
  type RefundComparison,
} from "../compare-refunds"
import { RefundScene } from "./refund-scene"

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

describe("a refund that was given at the service beside ours", () => {
  type Dependencies = Parameters<typeof isRefundedBeside>[0]
  type Followed = Parameters<typeof isRefundedBeside>[1]

  const beside = (
    orderAs: Partial<Order>,
    { done = "0", open = "0", known = true, exceptOre = 0n } = {}
  ) => {
    const rows = done === "0" ? [] : [{ refund_id: "ref_1", state: "succeeded", purpose: "refund" }]
    const dependencies = {
      refunds: {
        sums: () => Promise.resolve({ done, open }),
        list: () => Promise.resolve(rows),
      },
      medusaRefunds: { known: (ids: string[]) => Promise.resolve(new Set(known ? ids : [])) },
    } as unknown as Dependencies
    return isRefundedBeside(dependencies, { ...order, ...orderAs } as Followed, exceptOre)
  }

  it.each<[string, Partial<Order>, Parameters<typeof beside>[1], boolean]>([
    ["none, while the order is paid", { status: "PAID" }, {}, false],
    [
      "one, where a sum is named of a paid order",
      { status: "PAID", refundedTotal: "100" },
      {},
      true,
    ],
    ["one, where none of ours explains it", {}, {}, true],
    ["none, where one of ours does", {}, { done: "100" }, false],
    ["none, where one in doubt does", {}, { open: "100" }, false],
    [
      "one, where only what is asked for just now does",
      {},
      { open: "100", exceptOre: 10_000n },
      true,
    ],
    [
      "one, where the sum is more than both of ours",
      { refundedTotal: "150" },
      { done: "100" },
      true,
    ],
    [
      "none, where the sum is both of ours",
      { refundedTotal: "150" },
      { done: "100", open: "50" },
      false,
    ],
    ["one, where it was flagged before ours", flagged, { done: "100" }, true],
    ["none, where ours is why it was flagged", flagged, { done: "100", known: false }, false],
  ])("shows %s", async (_what, orderAs, ours, expected) => {
    expect(await beside(orderAs, ours)).toBe(expected)
  })
})

describe("what has to be sent", () => {
  it.each([
    ["REFUNDED", true],
    ["CANCELLED", true],
    ["EXPIRED", true],
    ["PARTIAL REFUNDED", false],
    ["CREDITED", false],
    ["PAID", false],
  ] as const)("is nothing once an order is %s: %p", (status, expected) => {
    expect(needsNoSending({ status } as Parameters<typeof needsNoSending>[0])).toBe(expected)
  })
})

describe("what the service refunded, beside what Medusa did", () => {
  type How = Parameters<typeof compareRefunds>[2]

  const compared = async (order: Partial<FollowedOrder>, amounts: string[], how?: How) => {
    const scene = new RefundScene(order)
    for (const amount of amounts) {
      scene.refunds.add({ amount, refund_id: "ref_medusa" })
      scene.inMedusa.add("ref_medusa")
    }
    const comparison = await compareRefunds(scene.dependencies, "einvord_1", how)
    return { scene, comparison }
  }

  it("is even where both are, keeps the sum, and lifts the flag", async () => {
    const { scene, comparison } = await compared({}, ["100.01"], { reported: 100.01 })

    expect(comparison).toBe("even")
    expect(scene.acts).toEqual(["unflag refunded_at_service"])
    expect(scene.order.refundedTotal).toBe("100.01")
  })

  it("is flagged and told to the øre where it is more", async () => {
    const order = { status: "PARTIAL REFUNDED" } as const
    const { scene, comparison } = await compared(order, ["100.01"], { reported: 150.02 })

    expect(comparison).toBe("more-at-service")
    expect(scene.acts).toEqual(["flag refunded_at_service", "once refund-at-service note"])
    expect(scene.details).toEqual([
      { status: "PARTIAL REFUNDED", refunded_at_service: "150.02", refunded_in_medusa: "100.01" },
    ])
    expect(scene.order.refundedTotal).toBe("150.02")
    expect(scene.tellers).toEqual(["service of einvord_1"])
  })

  it("is flagged where it names neither a sum nor a status", async () => {
    const unnamed = await compared({ status: undefined }, [], { reported: 50 })
    expect(unnamed.scene.details).toEqual([
      { status: null, refunded_at_service: "50.00", refunded_in_medusa: "0.00" },
    ])

    const { scene } = await compared({ status: "PARTIAL REFUNDED" }, [])
    expect(scene.details).toEqual([{ status: "PARTIAL REFUNDED", refunded_in_medusa: "0.00" }])
    expect(scene.order.refundedTotal).toBe("0")
  })

  it("counts what is in doubt as refunded", async () => {
    const scene = new RefundScene()
    scene.refunds.add({ amount: "100.01", state: "in_doubt" })
    scene.refunds.add({ amount: "50.02", refund_id: "ref_medusa" })
    scene.inMedusa.add("ref_medusa")

    expect(await compareRefunds(scene.dependencies, "einvord_1", { reported: 150.03 })).toBe("even")
  })

  it("is what was recorded just now, unless that is said not to be", async () => {
    const order = { status: "PARTIAL REFUNDED", flags: ["refunded_at_service"] } as const
    const just = { ...order, flags: [...order.flags] }

    expect((await compared(just, ["50.00"])).comparison).toBe("even")
    expect((await compared(just, ["50.00"], { recorded: false })).comparison).toBe(
      "more-at-service"
    )
  })

  it("is even of an order that is not followed", async () => {
    const scene = new RefundScene()
    scene.refunds.add({ amount: "100.00", e_invoice_order_id: "einvord_gone" })

    expect(await compareRefunds(scene.dependencies, "einvord_gone", { reported: 50 })).toBe("even")
    expect(scene.acts).toEqual([])
  })

  it("counts nothing as Medusa's that Medusa lacks", async () => {
    const scene = new RefundScene()
    scene.refunds.add({ amount: "100.01" })
    scene.refunds.add({ amount: "50.02" })
    scene.refunds.add({ amount: "20.00", refund_id: "ref_medusa" })
    scene.inMedusa.add("ref_medusa")

    expect(await compareRefunds(scene.dependencies, "einvord_1", { reported: 170.03 })).toBe(
      "more-at-service"
    )
    expect(scene.details).toMatchObject([{ refunded_in_medusa: "20.00" }])
  })

  it("tells credits apart: Medusa has no refund of them", async () => {
    const scene = new RefundScene({ status: "PARTIAL REFUNDED", creditedTotal: "99.90" })
    scene.refunds.add({ amount: "99.90", purpose: "credit" })
    scene.refunds.add({ amount: "20.00", refund_id: "ref_medusa" })
    scene.inMedusa.add("ref_medusa")
    await compareRefunds(scene.dependencies, "einvord_1", { reported: 149.9 })

    expect(scene.details).toEqual([
      {
        status: "PARTIAL REFUNDED",
        refunded_at_service: "149.90",
        refunded_in_medusa: "20.00",
        credit: "99.90",
      },
    ])
  })

  it("is nothing where Medusa took no payment", async () => {
    const asked: unknown[] = []
    const isBooked = (order: FollowedOrder) => asked.push(order.id) === 0
    const { scene, comparison } = await compared({}, [], { reported: 50, isBooked })

    expect(comparison).toBe("even")
    expect(asked).toEqual(["einvord_1"])
    expect(scene.acts).toEqual(["unflag refunded_at_service"])
    expect(scene.order.refundedTotal).toBe("50.00")
  })

  it.each(["REFUNDED", "CREDITED"] as const)(
    "leaves nothing to fail once it is %s",
    async (status) => {
      const { scene } = await compared({ status }, ["348.70"])

      expect(scene.acts).toEqual([
        "unflag cancel_failed refund_failed",
        "unflag refunded_at_service",
      ])
    }
  )
})

describe("a refund that Medusa is about to record", () => {
  const compared = async (
    isUnderWay: (orderId: string, scene: RefundScene) => boolean,
    { order, reported = null }: { order?: Partial<FollowedOrder>; reported?: number | null } = {}
  ) => {
    const scene = new RefundScene({ status: "PARTIAL REFUNDED", ...order })
    scene.refunds.add({ amount: "100.00", refund_id: "ref_medusa" })
    const comparison = await compareRefunds(scene.dependencies, "einvord_1", {
      reported,
      recorded: false,
      isUnderWay: (orderId) => isUnderWay(orderId, scene),
    })
    return { scene, comparison }
  }
  const isFlagged = ["flag refunded_at_service", "once refund-at-service note"]

  it("is no difference, and is looked at again within a minute", async () => {
    const { scene, comparison } = await compared((orderId) => orderId === "order_1")

    expect(comparison).toBe("even")
    expect(scene.acts).toEqual(["look within 60 s", "unflag refunded_at_service"])
  })

  it("is looked at again beside what the service refunded besides", async () => {
    const { scene, comparison } = await compared(() => true, { reported: 150 })

    expect(comparison).toBe("more-at-service")
    expect(scene.acts).toEqual(["look within 60 s", ...isFlagged])
    expect(scene.details).toMatchObject([{ refunded_in_medusa: "0.00" }])
  })

  it.each<[string, boolean, Partial<FollowedOrder>]>([
    ["no refund is under way", false, {}],
    ["the payment is of no order of Medusa's", true, { orderId: null }],
  ])("is a difference where %s", async (_what, isUnderWay, order) => {
    const { scene, comparison } = await compared(() => isUnderWay, { order })

    expect(comparison).toBe("more-at-service")
    expect(scene.acts).toEqual(isFlagged)
  })

  it("is none where it arrives while that is asked", async () => {
    const { scene, comparison } = await compared((_id, { inMedusa }) => {
      inMedusa.add("ref_medusa")
      return false
    })

    expect(comparison).toBe("even")
    expect(scene.acts).toEqual(["unflag refunded_at_service"])
  })

  it("is asked about only where one is missing", async () => {
    const scene = new RefundScene()
    const asked: string[] = []
    const isUnderWay = (id: string) => asked.push(id) > 0
    await compareRefunds(scene.dependencies, "einvord_1", { isUnderWay })

    expect(asked).toEqual([])
    expect(scene.acts).toEqual(["unflag refunded_at_service"])
  })
})
