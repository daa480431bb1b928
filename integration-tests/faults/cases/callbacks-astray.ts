import { Merchant } from "../../http/support/merchant"
import { PERSONAL_NUMBER, Shopper } from "../../http/support/shopper"
import { expectNobodyBilledTwice } from "../lab/audit"
import { order } from "../lab/buying"
import { call, callbacksProcessed, hintAddress, inboxOf } from "../lab/callbacks"
import type { FaultLab } from "../lab/fault-lab"
import { keepFigure } from "../lab/figures"
import { type Sale, saleOf, stateOf } from "../lab/sales"
import { sellMany } from "../lab/sell-many"
import { Scene } from "../lab/scene"
import { callbackBursts } from "./callback-bursts"

/** Minutes after which whatever failed is due once more. */
const LATER = 90

/** Minutes. */
const DAY = 24 * 60

/** Looks at a callback that runs ahead of the service before it is given up; one more than the plugin's own number. */
const LOOKS = 6

const life = ["SENT", "INVOICED", "PAID", "CANCELLED", "REFUNDED"]

/** One order of news for each of five orders of sale: the right one, its reverse, and three that begin in the middle. */
const samples = [
  life,
  life.toReversed(),
  ["PAID", "SENT", "REFUNDED", "INVOICED", "CANCELLED"],
  ["CANCELLED", "PAID", "INVOICED", "REFUNDED", "SENT"],
  ["REFUNDED", "CANCELLED", "SENT", "PAID", "INVOICED"],
]

export function callbacksAstray(lab: FaultLab): void {
  let scene: Scene
  let merchant: Merchant
  let checkouts = 0

  beforeAll(async () => {
    scene = await Scene.open(lab, "callbacks", {
      options: { inDoubtQuietPeriod: 60 },
    })
    await scene.startStore()
    merchant = await Merchant.signIn(scene)
  })
  afterEach(() => scene.sandbox.callbacks.setChaos({}))
  afterAll(() => scene.close())

  const sellSome = (count: number): Promise<Sale[]> => {
    checkouts += count
    return sellMany(scene, count)
  }

  const sellOne = async (): Promise<Sale> => {
    const [sale] = await sellSome(1)
    if (!sale) {
      throw new Error("Nothing was sold.")
    }
    return sale
  }

  /** Looks at what runs ahead of the service until it is given up. */
  const sweepDaily = async () => {
    for (let day = 1; day <= LOOKS; day++) {
      await scene.sweep(day * DAY)
    }
  }

  const becomes = (sale: Sale, state: string) =>
    scene.until(`${sale.id} is ${state}`, async () => (await stateOf(scene, sale.id)) === state)

  /** A shopper whose order the service reports paid the moment it is made. */
  const buyAndPayAtOnce = async (): Promise<Sale> => {
    checkouts += 1
    const shopper = await Shopper.arrive(scene, {
      email: "guest+paid@example.com",
    })
    await shopper.chooseInvoice({ personal_number: PERSONAL_NUMBER })
    expect((await order(shopper)).orderId).toBeDefined()
    return saleOf(scene, shopper.cartId)
  }

  it("come before the creation is answered", async () => {
    scene.sandbox.callbacks.setChaos({ beforeResponse: true })

    await becomes(await buyAndPayAtOnce(), "succeeded PAID captured")

    await callbacksProcessed(scene)
    await expectNobodyBilledTwice(scene)
  })

  it("come before the order is placed and linked", async () => {
    await becomes(await buyAndPayAtOnce(), "succeeded PAID captured")

    await callbacksProcessed(scene)
    await expectNobodyBilledTwice(scene)
  })

  it("come a hundred times at once", async () => {
    const sale = await sellOne()
    const before = Object.values(await inboxOf(scene)).reduce(sum, 0)
    scene.sandbox.callbacks.setChaos({ burst: 99 })

    scene.sandbox.pay(sale.uuid)
    await scene.sandbox.callbacks.settled()

    await becomes(sale, "succeeded PAID captured")
    await callbacksProcessed(scene)
    expect(await inboxOf(scene)).toEqual({ processed: before + 1 })
    await expectNobodyBilledTwice(scene)
  })

  it("come in any order, and claim more than is true", async () => {
    const sales = await sellSome(samples.length)
    scene.sandbox.callbacks.setChaos({ drop: true })
    sales.forEach(({ uuid }) => scene.sandbox.pay(uuid))

    for (const [index, sale] of sales.entries()) {
      for (const status of samples[index] ?? []) {
        expect(await call(hintAddress(scene, sale, status))).toBe(200)
      }
    }

    for (const sale of sales) {
      await becomes(sale, "succeeded PAID captured")
    }
    await sweepDaily()
    await callbacksProcessed(scene)
    await expectNobodyBilledTwice(scene)
  })

  it("come after the payment was cancelled", async () => {
    const sale = await sellOne()
    expect((await merchant.cancel(sale.orderId)).status).toBe(200)

    for (const status of ["PAID", "INVOICED", "SENT"]) {
      expect(await call(hintAddress(scene, sale, status))).toBe(200)
    }

    await sweepDaily()
    await callbacksProcessed(scene)
    expect(await stateOf(scene, sale.id)).toBe("succeeded CANCELLED released")
    await expectNobodyBilledTwice(scene)
  })

  it("come for an order that is gone from Medusa", async () => {
    const sale = await sellOne()
    await scene.database("order").where({ id: sale.orderId }).update({ deleted_at: new Date() })

    scene.sandbox.pay(sale.uuid)
    await scene.sandbox.callbacks.settled()

    await callbacksProcessed(scene)
    await scene.until("staff are told", async () => {
      await scene.sweep(LATER)
      return (await stateOf(scene, sale.id)).includes("flagged")
    })
    await expectNobodyBilledTwice(scene)
    await scene.database("order").where({ id: sale.orderId }).update({ deleted_at: null })
  })

  it("come for an order that is not known", async () => {
    const sale = await sellOne()
    const address = new URL(hintAddress(scene, sale, "PAID"))
    address.pathname = `${address.pathname.slice(0, -4)}AAAA`

    expect(await call(address.href)).toBe(404)
  })

  it("never come: one sweep finds out", async () => {
    const sales = await sellSome(6)
    scene.sandbox.callbacks.setChaos({ drop: true })
    const [paid = [], cancelled = []] = [sales.slice(0, 3), sales.slice(3, 5)]
    paid.forEach(({ uuid }) => scene.sandbox.pay(uuid))
    cancelled.forEach(({ uuid }) => scene.sandbox.cancel(uuid))

    await scene.sweep()

    for (const sale of paid) {
      expect(await stateOf(scene, sale.id)).toBe("succeeded PAID captured")
    }
    for (const sale of cancelled) {
      expect(await stateOf(scene, sale.id)).toBe(
        "succeeded CANCELLED released, flagged cancelled_at_service"
      )
    }
    await expectNobodyBilledTwice(scene)
  })

  callbackBursts(lab, () => scene, sellSome)

  it("are all accounted for", async () => {
    keepFigure({
      what: "callbacks early, late, repeated, reordered, lost, in bursts",
      checkouts,
      ...(await expectNobodyBilledTwice(scene)),
    })
  })
}

const sum = (total: number, count: number) => total + count
