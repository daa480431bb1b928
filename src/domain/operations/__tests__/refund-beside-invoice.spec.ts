import { LeaseLostError } from "../../../modules/e-invoice/leases"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation"
import { failing, OperationScene, refundOf } from "./operation-scene"

let scene: OperationScene
/** The leases that were held, and the state of the refund when the invoice's refunds were looked at. */
let held: string[]
let lookedIn: string[]
let prepared: OperationRow

/** A reservation's refund that is written down, of a Medusa order with an invoice. */
const prepare = async ({
  madeJustNow = false,
  isLeaseLost = false,
  orderId = "order_1",
  confirmed = false,
} = {}) => {
  scene = new OperationScene()
  scene.showNoRefunds()
  held = []
  lookedIn = []
  scene.records.add({ kind: "reservation", remote_uuid: "RES1", order_id: orderId })
  scene.answers["reservations.refund"] = null
  Object.assign(scene.eInvoice, {
    leases: {
      hold: async (name: string, work: (lease: object) => Promise<unknown>) => {
        held.push(name)
        const check = async () => {
          if (isLeaseLost) {
            throw new LeaseLostError(name)
          }
        }
        return work({ check })
      },
    },
    refunds: {
      list: async () => {
        lookedIn.push(scene.journal.get(prepared.id).state)
        return []
      },
      isMadeJustNow: async () => madeJustNow,
    },
  })
  Object.assign(scene.eInvoice.orders.statuses, {
    ofOrder: async (id: string) => (id === "order_1" ? [{ id: "einvord_1" }] : []),
    find: async (id: string) => ({ id, flags: [] }),
  })
  prepared = await scene.prepare("reservations.refund", refundOf("99.90"), {
    repeatConfirmed: confirmed,
  })
}

describe("a refund of a reservation beside an invoice of the same Medusa order", () => {
  it("is written down before it looks at the invoice's, under the order's payment lease", async () => {
    await prepare()

    await scene.perform(prepared)

    expect([held, lookedIn]).toEqual([["payments:order_1"], ["sending"]])
    expect(scene.sent("reservations.refund")).toBe(1)
  })

  it("is confirmed shortly after one of the invoice", async () => {
    await prepare({ madeJustNow: true })

    expect(await failing(scene.perform(prepared))).toMatchObject({ code: "confirm_repeat" })
    expect(scene.journal.get(prepared.id)).toMatchObject({
      state: "rejected",
      failure: { kind: "confirm_repeat" },
    })
    expect(scene.sent("reservations.refund")).toBe(0)
  })

  it("is sent where that was confirmed, and seen by others all the same", async () => {
    await prepare({ madeJustNow: true, confirmed: true })

    await scene.perform(prepared)

    expect(held).toHaveLength(1)
    expect(scene.sent("reservations.refund")).toBe(1)
  })

  it("is not sent once its lease was lost", async () => {
    await prepare({ isLeaseLost: true })

    expect(await failing(scene.perform(prepared))).toMatchObject({ code: "payment_under_way" })
    expect(scene.journal.get(prepared.id)).toMatchObject({ state: "rejected" })
    expect(scene.sent("reservations.refund")).toBe(0)
  })

  it("waits for nothing where no invoice is beside it", async () => {
    await prepare({ madeJustNow: true, orderId: "order_2" })

    await scene.perform(prepared)

    expect([held, lookedIn]).toEqual([[], []])
    expect(scene.sent("reservations.refund")).toBe(1)
  })
})
