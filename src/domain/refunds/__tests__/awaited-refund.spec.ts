import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import {
  awaitedRefund,
  missingRefund,
  refundDependencies,
  type RefundRequest,
  takeOutOfMedusa,
} from "../refund-request"
import { ofMedusa, RefundScene } from "./refund-scene"

/** The refund that is found here for one of Medusa over 100.00. */
const idOfAwaited = async (scene: RefundScene, more: Partial<RefundRequest> = {}) =>
  (await awaitedRefund(scene.dependencies, scene.order, ofMedusa(more)))?.id

const sceneWith = (row: Partial<RefundRow>) => {
  const scene = new RefundScene()
  scene.inMedusa.add("ref_in_medusa")
  scene.refunds.add({ id: "einvref_1", amount: "100.00", ...row })
  return scene
}

describe("the refund here that one of Medusa is made for", () => {
  it.each<[string, Partial<RefundRow>]>([
    ["waits to be sent", { state: "prepared" }],
    ["was carried out, and Medusa was not told", {}],
    ["was carried out, and Medusa took its own back", { refund_id: "ref_deleted" }],
  ])("is the one that is named, which %s", async (_what, row) => {
    expect(await idOfAwaited(sceneWith(row), { rowId: "einvref_1" })).toBe("einvref_1")
  })

  it.each<[string, Partial<RefundRow>]>([
    ["is recorded", { refund_id: "ref_in_medusa" }],
    ["is being sent", { state: "sending" }],
    ["is in doubt", { state: "in_doubt" }],
    ["was rejected", { state: "rejected" }],
    ["is of another order", { e_invoice_order_id: "einvord_2", state: "prepared" }],
    ["is of another amount", { amount: "99.99", state: "prepared" }],
  ])("is not the one that is named where it %s", async (_what, row) => {
    expect(await idOfAwaited(sceneWith(row), { rowId: "einvref_1" })).toBeUndefined()
  })

  it("is none where the one that is named is gone", async () => {
    expect(await idOfAwaited(sceneWith({}), { rowId: "einvref_9" })).toBeUndefined()
  })

  it("is, where none is named, of the same amount, carried out and missing in Medusa", async () => {
    const scene = sceneWith({ refund_id: "ref_in_medusa" })
    scene.refunds.add({ id: "einvref_2", amount: "70.00" })
    scene.refunds.add({ id: "einvref_3", amount: "100.00", state: "prepared" })
    expect(await idOfAwaited(scene)).toBeUndefined()

    scene.refunds.add({ id: "einvref_4", amount: "100.00" })
    expect(await idOfAwaited(scene)).toBe("einvref_4")
    expect((await missingRefund(scene.dependencies, scene.order, 70_00n))?.id).toBe("einvref_2")
  })
})

it("Medusa's own refund of a row is taken back, and none where Medusa has none", async () => {
  const { dependencies, removed } = new RefundScene()

  await takeOutOfMedusa(dependencies, { id: "einvref_1", refund_id: "einvref_1" })
  expect(removed).toEqual([])
  await takeOutOfMedusa(dependencies, { id: "einvref_1", refund_id: "ref_medusa" })
  expect(removed).toEqual(["ref_medusa"])
})

it("what refunds work with is the module's, and how Medusa is reached otherwise", () => {
  const { medusaRefunds, logger, ...fromModule } = new RefundScene().dependencies
  const module = { ...fromModule, leases: {} }

  expect(refundDependencies(module, { medusaRefunds, logger })).toEqual({
    ...fromModule,
    listEInvoiceOperations: expect.any(Function),
    medusaRefunds,
    logger,
  })
})
