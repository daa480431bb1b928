import { ageOrders } from "../../http/support/absence"
import { Merchant } from "../../http/support/merchant"
import type { Shopper } from "../../http/support/shopper"
import type { HaltPoint } from "../store/messages"
import { expectNobodyBilledTwice } from "../lab/audit"
import { arrive, order } from "../lab/buying"
import type { FaultLab } from "../lab/fault-lab"
import { keepFigure } from "../lab/figures"
import { saleOf, sell, stateOf, stateOfCart } from "../lab/sales"
import { Scene } from "../lab/scene"

const before = (method: string, given?: string): HaltPoint => ({
  method,
  when: "before",
  ...(given !== undefined && { given }),
})
const after = (method: string, given?: string): HaltPoint => ({
  method,
  when: "after",
  ...(given !== undefined && { given }),
})

/** A moment at which the process is killed. */
type Moment = {
  name: string
  point: HaltPoint
  /** What stands written when it is dead. */
  state: string
  /** What has become of it when the next process has swept, without staff or shopper. */
  settled: string
}

const creation: Moment[] = [
  {
    name: "nothing is written but Medusa's order",
    point: before("journal.begin"),
    state: "nothing",
    settled: "prepared, flagged placed_unbilled",
  },
  {
    name: "the right to send is claimed, nothing is sent",
    point: after("journal.begin"),
    state: "sending",
    settled: "rejected, flagged placed_unbilled",
  },
  {
    name: "the service has answered, nothing is written",
    point: after("connect.call", "orders.create-e-invoice"),
    state: "sending",
    settled: "succeeded SENT authorised",
  },
  {
    name: "the answer is about to be written",
    point: before("journal.conclude"),
    state: "sending",
    settled: "succeeded SENT authorised",
  },
  {
    name: "all is done but Medusa's own payment",
    point: after("journal.conclude"),
    state: "succeeded SENT",
    settled: "succeeded SENT authorised",
  },
]

const STORED: Moment = {
  name: "a callback is stored and not answered",
  point: after("inbox.takeIn"),
  state: "succeeded SENT authorised",
  settled: "succeeded PAID captured",
}

const callback: Moment[] = [
  STORED,
  {
    name: "a callback is answered and not looked at",
    point: before("inbox.unprocessed"),
    state: "succeeded SENT authorised",
    settled: "succeeded PAID captured",
  },
  {
    name: "the service was asked for the status",
    point: after("connect.call", "orders.status"),
    state: "succeeded SENT authorised",
    settled: "succeeded PAID captured",
  },
  {
    name: "the status is about to be written",
    point: before("statuses.advance"),
    state: "succeeded SENT authorised",
    settled: "succeeded PAID captured",
  },
  {
    name: "the status is written, the payment not captured",
    point: after("statuses.advance"),
    state: "succeeded PAID authorised",
    settled: "succeeded PAID captured",
  },
  {
    name: "Medusa is in the middle of capturing",
    point: before("timeline.recordOnce", "capture"),
    state: "succeeded PAID authorised",
    settled: "succeeded PAID captured",
  },
  {
    name: "the payment is captured, the callback not ticked off",
    point: before("inbox.processed"),
    state: "succeeded PAID captured",
    settled: "succeeded PAID captured",
  },
]

const cancellation: Moment[] = [
  {
    name: "the request to cancel is written, the service not asked",
    point: after("statuses.requestCancellation"),
    state: "succeeded SENT authorised",
    settled: "succeeded CANCELLED released, flagged cancelled_at_service",
  },
  {
    name: "the service has cancelled, nothing is written",
    point: after("connect.call", "orders.cancel"),
    state: "succeeded SENT authorised",
    settled: "succeeded CANCELLED released, flagged cancelled_at_service",
  },
  {
    name: "the cancellation is written, Medusa's is not",
    point: after("statuses.advance"),
    state: "succeeded CANCELLED authorised",
    settled: "succeeded CANCELLED released, flagged cancelled_at_service",
  },
]

const refund: Moment[] = [
  {
    name: "the refund is journalled, nothing is sent",
    point: after("refunds.begin"),
    state: "succeeded PAID captured, refund sending",
    settled: "succeeded PAID captured, refund in_doubt, flagged refund_in_doubt",
  },
  {
    name: "the service has refunded, nothing is written",
    point: after("connect.call", "orders.refund"),
    state: "succeeded PAID captured, refund sending",
    // The service names no amount: only staff know whether it is this one.
    settled: "succeeded PARTIAL REFUNDED captured, refund in_doubt, flagged refund_in_doubt",
  },
  {
    name: "the refund is written, Medusa's is not",
    point: after("refunds.succeeded"),
    state: "succeeded PAID captured, refund succeeded",
    settled: "succeeded PARTIAL REFUNDED captured, refund succeeded",
  },
]

const REFUND = 50

/** Minutes until everything is due once more: what has come to an end is looked at daily. */
const LAST_LOOK = 26 * 60

export function processKilled(lab: FaultLab): void {
  let scene: Scene
  let merchant: Merchant
  let resumeSweeps: () => Promise<void>
  /** Ids of the carts. */
  const sales = new Map<Moment, string>()
  const shoppers = new Map<Moment, Shopper>()

  let stored = ""
  const callbacksDueIn = (id: string, interval: string) =>
    scene
      .database("einvoice_callback")
      .where({ e_invoice_order_id: id })
      .update({ due_at: scene.database.raw("now() + ?::interval", [interval]) })

  /** Arms a point, sets something going without waiting for it, and waits until it stands still there. */
  const standStillAt = async ({ name, point }: Moment, act: () => Promise<unknown>) => {
    const { reached } = await scene.current.halt(point)
    void act().catch(() => undefined)
    await scene.within(`halting where ${name}`, reached)
  }

  beforeAll(async () => {
    scene = await Scene.open(lab, "killed", {
      options: { inDoubtQuietPeriod: 60 },
      // What stands still may hold a connection.
      medusa: { databaseDriverOptions: { pool: { max: 40 } } },
    })
    await scene.startStore()
    merchant = await Merchant.signIn(scene)
  })
  afterAll(() => scene.close())

  it("is at work at every moment at once", async () => {
    resumeSweeps = await scene.holdSweeps()
    for (const moment of callback) {
      const sale = await sell(scene)
      await standStillAt(moment, async () => scene.sandbox.pay(sale.uuid))
      if (moment === STORED) {
        // The worker would take it up with the next callback, and stand still in place of that one's order.
        await callbacksDueIn(sale.id, "1 hour")
        stored = sale.id
      }
      sales.set(moment, sale.cartId)
    }
    // The news of what follows is for the process that starts after the kill.
    scene.sandbox.callbacks.setChaos({ drop: true })
    for (const moment of cancellation) {
      const sale = await sell(scene)
      await standStillAt(moment, () => merchant.cancel(sale.orderId))
      sales.set(moment, sale.cartId)
    }
    for (const moment of refund) {
      const sale = await sell(scene)
      scene.sandbox.callbacks.setChaos({})
      scene.sandbox.pay(sale.uuid)
      await scene.until("the payment is captured", async () =>
        (await stateOf(scene, sale.id)).includes("captured")
      )
      scene.sandbox.callbacks.setChaos({ drop: true })
      await standStillAt(moment, () => merchant.refund(sale.orderId, REFUND))
      sales.set(moment, sale.cartId)
    }
    for (const moment of creation) {
      const shopper = await arrive(scene)
      await standStillAt(moment, () => order(shopper))
      sales.set(moment, shopper.cartId)
      shoppers.set(moment, shopper)
    }
    expect(sales.size).toBe(18)
  })

  it("is killed and leaves what was written", async () => {
    await scene.killStore()
    await callbacksDueIn(stored, "0 seconds")
    scene.sandbox.callbacks.setChaos({})

    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [{ name, state }, cartId] of sales) {
      found[name] = await stateOfCart(scene, cartId)
      expected[name] = state
    }
    expect(found).toEqual(expected)
  })

  it("starts again, and shoppers without an answer ask again", async () => {
    await scene.startStore()
    await resumeSweeps()

    for (const shopper of shoppers.values()) {
      // Medusa wrote its order before it died, and now takes the cart for completed.
      await scene.until(
        "the shopper is told of the order",
        async () => (await order(shopper)).orderId !== undefined
      )
    }
  })

  it("sweeps, and is even with the service", async () => {
    await letTimePass(scene, 10)
    // An order made since then: without one, no list proves that what is missing from it does not exist.
    await sell(scene)
    await scene.sweep()
    await scene.sandbox.callbacks.settled()
    await scene.sweep(LAST_LOOK)

    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [{ name, settled }, cartId] of sales) {
      found[name] = await stateOfCart(scene, cartId)
      expected[name] = settled
    }
    expect(found).toEqual(expected)
    keepFigure({
      what: `killed at ${sales.size} moments, started again, swept`,
      checkouts: sales.size,
      ...(await expectNobodyBilledTwice(scene)),
    })
  })

  it("leaves staff nothing to do but to cancel what broke off, and to say which refunds in doubt were carried out", async () => {
    const settle = async (moment: Moment | undefined, carriedOut: boolean) => {
      const doubtful = await saleOf(scene, (moment && sales.get(moment)) ?? "")
      const { id, refunds } = await merchant.eInvoiceOrder(doubtful.orderId)
      const settled = await merchant.http.post(
        `/admin/e-invoice/orders/${id}/refunds/${refunds[0]?.id}/settle`,
        { carried_out: carriedOut, ...(carriedOut && { beside_another: false }) }
      )
      expect(settled.status).toBe(200)
    }
    const [unsent, unwritten] = refund
    await settle(unsent, false)
    await settle(unwritten, true)
    const broken = [...creation.slice(0, 3), ...cancellation]
    for (const moment of broken) {
      const { orderId } = await saleOf(scene, sales.get(moment) ?? "")
      expect((await merchant.cancel(orderId)).status).toBe(200)
    }

    await scene.until("the flags are gone", async () => {
      const { forStaff } = await expectNobodyBilledTwice(scene)
      return forStaff.length === 0
    })
    keepFigure({
      what: `and ${broken.length} of them cancelled by the merchant`,
      checkouts: sales.size,
      ...(await expectNobodyBilledTwice(scene)),
    })
  })
}

/** Makes it later for what was left in the middle of a creation, a capture or a refund, whose age goes by the clock. */
async function letTimePass(scene: Scene, minutes: number) {
  const { database } = scene
  await ageOrders(database, minutes * 60)
  for (const table of ["capture", "einvoice_refund"]) {
    await database(table).update({
      created_at: database.raw("created_at - make_interval(mins => ?)", [minutes]),
      updated_at: database.raw("updated_at - make_interval(mins => ?)", [minutes]),
    })
  }
  await database("einvoice_refund").update({
    sending_at: database.raw("sending_at - make_interval(mins => ?)", [minutes]),
  })
}
