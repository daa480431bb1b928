import { ageOrders } from "../../http/support/absence"
import { Merchant } from "../../http/support/merchant"
import type { Shopper } from "../../http/support/shopper"
import { expectNobodyBilledTwice } from "../lab/audit"
import { arrive, buy, order } from "../lab/buying"
import type { FaultLab } from "../lab/fault-lab"
import { keepFigure } from "../lab/figures"
import { Scene } from "../lab/scene"
import type { HaltPoint } from "../store/messages"

/** Minutes until everything is due once more. */
const LAST_LOOK = 26 * 60

/** Moments of a checkout that is billed when it is shipped. */
const atCheckout: HaltPoint[] = [
  { method: "holds.begin", when: "before" },
  { method: "holds.begin", when: "after" },
]

/** Moments of a parcel, which is the last of its order. */
const whenShipped: HaltPoint[] = [
  { method: "journal.begin", when: "before" },
  { method: "connect.call", when: "after", given: "orders.create-e-invoice" },
  { method: "holds.end", when: "before" },
]

export function heldKilled(lab: FaultLab): void {
  let scene: Scene
  let merchant: Merchant
  let placed = 0

  beforeAll(async () => {
    scene = await Scene.open(lab, "held", {
      options: { inDoubtQuietPeriod: 60, invoiceOn: "fulfilment" },
      // What stands still may hold a connection.
      medusa: { databaseDriverOptions: { pool: { max: 40 } } },
    })
    await scene.startStore()
    merchant = await Merchant.signIn(scene)
  })
  afterAll(() => scene.close())

  const placeOrder = async (): Promise<string> => {
    const { orderId, sentence } = await buy(scene)
    if (orderId === undefined) {
      throw new Error(`Not placed: ${sentence}`)
    }
    placed += 1
    return orderId
  }

  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await merchant.http.post<Body & { message?: string }>(`/admin/${path}`, body)
    if (answer.status !== 200) {
      throw new Error(`${path}: ${answer.status} ${answer.body.message}`)
    }
    return answer.body
  }

  /** Ships all of an order at once. */
  const ship = async (orderId: string): Promise<void> => {
    const items = (await merchant.order(orderId)).items.map(({ id, quantity }) => ({
      id,
      quantity,
    }))
    const path = `orders/${orderId}/fulfillments`
    const { order: packed } = await post<{ order: { fulfillments: { id: string }[] } }>(
      `${path}?fields=id,*fulfillments`,
      { items }
    )
    await post(`${path}/${packed.fulfillments[0]?.id}/shipments`, { items, labels: [] })
  }

  const standStillAt = async (point: HaltPoint, act: () => Promise<unknown>) => {
    const { reached } = await scene.current.halt(point)
    void act().catch(() => undefined)
    await scene.within(`halting ${point.when} ${point.method}`, reached)
  }

  const billedOf = async (orderId: string) => {
    const rows = await scene.journal()
    return rows.filter(
      (row) => row.order_id === orderId && row.fulfillment_id !== null && row.state === "succeeded"
    )
  }
  const holdOf = async (orderId: string) =>
    (await scene.journal()).find((row) => row.order_id === orderId && row.hold_until !== null)
  const isOver = async (orderId: string) =>
    (await billedOf(orderId)).length === 1 && (await holdOf(orderId))?.shopper_data_id === null

  const shoppers: Shopper[] = []
  const shipped: string[] = []

  it("stands still at every moment, and is killed", async () => {
    const resumeSweeps = await scene.holdSweeps()
    for (const point of whenShipped) {
      const orderId = await placeOrder()
      shipped.push(orderId)
      await standStillAt(point, () => ship(orderId))
    }
    for (const point of atCheckout) {
      const shopper = await arrive(scene)
      shoppers.push(shopper)
      placed += 1
      await standStillAt(point, () => order(shopper))
    }
    await scene.killStore()
    await resumeSweeps()

    expect(await Promise.all(shipped.map(isOver))).toEqual(shipped.map(() => false))
  })

  it("starts again, and bills each parcel once", async () => {
    await scene.startStore()
    for (const shopper of shoppers) {
      await scene.until("the shopper is told of the order", async () => {
        const { orderId } = await order(shopper)
        if (orderId !== undefined && !shipped.includes(orderId)) {
          shipped.push(orderId)
        }
        return orderId !== undefined
      })
    }
    const [, , , broken = "", held = ""] = shipped
    await ageOrders(scene.database, 10 * 60)
    // An order made since then: without one, no list proves that what is missing from it does not exist.
    const control = await placeOrder()
    await ship(control)
    await scene.until("the control is billed", () => isOver(control))
    await ship(held)
    await ship(broken)

    await scene.until(
      "all but what broke off is over",
      async () => {
        await scene.sweep(LAST_LOOK)
        const over = await Promise.all(shipped.filter((id) => id !== broken).map(isOver))
        return over.every(Boolean)
      },
      120_000
    )

    const audited = await expectNobodyBilledTwice(scene)
    expect(audited.forStaff).toEqual([expect.stringContaining("placed_unbilled")])
    keepFigure({
      what: `killed at ${shipped.length} moments of orders that are billed when shipped`,
      checkouts: placed,
      ...audited,
    })
  })

  it("keeps nothing personal of what is over", async () => {
    const { database } = scene
    // What a killed process copied for a parcel, and what broke off before it was held, end as any checkout's does.
    await database("einvoice_shopper_data").update({
      expires_at: database.raw("expires_at - interval '1 hour'"),
    })

    await scene.until(
      "the job has erased it",
      async () => (await database("einvoice_shopper_data").select("id")).length === 0,
      90_000
    )
  })
}
