import { keyOfMedusa } from "../../../modules/e-invoice/refunds/refund-journal"
import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { recordCarriedOutBefore, recordWithoutSending } from "../compare-refunds"
import { ofMedusa, RefundScene } from "./refund-scene"

const KEY = keyOfMedusa("ref_medusa")

describe("a refund of Medusa's that was carried out before", () => {
  const recorded = async (row: RefundRow, scene: RefundScene, rowId?: string) => {
    scene.inMedusa.add("ref_medusa")
    await recordCarriedOutBefore(scene.dependencies, scene.order, row, ofMedusa({ rowId }))
  }

  it("stands for the refund here, which is told and compared", async () => {
    const scene = new RefundScene({ status: "PARTIAL REFUNDED" })
    const row = scene.refunds.add({ amount: "100.00" })
    await recorded(row, scene, row.id)

    expect(scene.refunds.rows).toMatchObject([{ refund_id: "ref_medusa", settled_at: null }])
    expect(scene.refunds.keys.get(KEY)).toBe(row.id)
    expect(scene.acts).toEqual(["unflag refunded_at_service", "timeline refund done"])
    expect(scene.tellers).toEqual(["medusa of einvord_1"])
    expect(scene.details).toEqual([{ amount: "100.00", sent: false, carried_out_before: true }])
  })

  it("is settled by it where Medusa's own button was pressed", async () => {
    const scene = new RefundScene()
    await recorded(scene.refunds.add({ amount: "100.00" }), scene)

    expect(scene.refunds.rows).toMatchObject([{ settled_at: expect.any(Date) }])
  })

  it("is refused where another was taken for it meanwhile", async () => {
    const scene = new RefundScene()
    const row = scene.refunds.add({ amount: "100.00" })
    Object.assign(scene.refunds.rows[0] as RefundRow, { refund_id: "ref_other" })

    await expect(recorded(row, scene)).rejects.toMatchObject({
      type: "not_allowed",
      code: "settled_meanwhile",
    })
    expect(scene.refunds.rows).toMatchObject([{ refund_id: "ref_other" }])
    expect(scene.acts).toEqual([])
  })
})

describe("a refund for which nothing has to be sent", () => {
  const goods = [{ id: 1, amount: "40.00" }]
  const refunded: Partial<FollowedOrder> = { status: "REFUNDED", storedStatus: "REFUNDED" }

  const record = (
    scene: RefundScene,
    { known, awaited }: { known?: RefundRow; awaited?: RefundRow } = {},
    amountOre = 10_000n
  ) =>
    recordWithoutSending(scene.dependencies, scene.order, ofMedusa({ amountOre }), {
      known,
      awaited,
      goods,
    })
  const recorded: Partial<RefundRow> = {
    refund_id: "ref_medusa",
    state: "succeeded",
    amount: "100.00",
    type: null,
    status_before: "REFUNDED",
  }

  it("is written down under Medusa's refund, of no lines, for the goods that went", async () => {
    const scene = new RefundScene(refunded)
    await record(scene)

    expect(scene.refunds.rows).toMatchObject([{ ...recorded, products: [], goods }])
    expect(scene.refunds.keys.get(KEY)).toBe(scene.refunds.rows[0]?.id)
    expect(scene.calls).toEqual([])
    expect(scene.tellers).toContain("medusa of einvord_1")
    expect(scene.details).toContainEqual({ amount: "100.00", sent: false, status: "REFUNDED" })
  })

  it("is the one that was chosen in the Refunds section", async () => {
    const scene = new RefundScene(refunded)
    const awaited = scene.refunds.add({ amount: "100.00", state: "prepared", type: "regular" })
    await record(scene, { awaited })

    expect(scene.refunds.rows).toMatchObject([{ ...recorded, id: awaited.id }])
    expect(scene.refunds.keys.get(KEY)).toBe(awaited.id)
  })

  it("is another attempt of one that was rejected", async () => {
    const scene = new RefundScene(refunded)
    const known = scene.refunds.add(
      { amount: "100.00", refund_id: "ref_medusa", state: "rejected" },
      KEY
    )
    await record(scene, { known })

    expect(scene.refunds.rows).toMatchObject([{ ...recorded, id: known.id, attempt: 2 }])
  })

  it.each<[string, (scene: RefundScene) => Parameters<typeof record>[1]]>([
    [
      "another was begun meanwhile",
      ({ refunds }) => {
        refunds.add({ amount: "50.00", state: "sending" })
        return {}
      },
    ],
    [
      "its row was withdrawn",
      ({ refunds }) => ({ awaited: refunds.add({ amount: "100.00", state: "rejected" }) }),
    ],
  ])("is refused where %s, as Medusa alone would have it", async (_what, arrange) => {
    const scene = new RefundScene(refunded)
    const from = arrange(scene)
    const before = structuredClone(scene.refunds.rows)

    await expect(record(scene, from)).rejects.toMatchObject({ code: "refund_under_way" })
    expect(scene.refunds.rows).toEqual(before)
    expect(scene.acts).toEqual([])
  })

  it.each<[string, bigint, string[]]>([
    ["all of the order", 34_870n, ["unflag cancelled_after_capture refund_failed"]],
    ["a part of it", 34_869n, []],
  ])("of %s leaves nothing, or the rest, to be recorded", async (_what, amountOre, lifted) => {
    const scene = new RefundScene({ status: "CANCELLED", storedStatus: "CANCELLED" })
    scene.inMedusa.add("ref_medusa")
    await record(scene, {}, amountOre)

    expect(scene.acts).toEqual(["unflag refunded_at_service", ...lifted, "timeline refund done"])
  })

  it("lifts what failed once earlier ones made up for the rest", async () => {
    const scene = new RefundScene({ status: "CANCELLED", storedStatus: "CANCELLED" })
    scene.refunds.add({ amount: "248.80" })
    await record(scene)

    expect(scene.acts).toContain("unflag cancelled_after_capture refund_failed")
  })
})
