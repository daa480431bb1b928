import { freePort } from "../../../demo/postgres/free-port"
import { expectNobodyBilledTwice } from "../lab/audit"
import { arrive, order } from "../lab/buying"
import { callAll, callbacksProcessed, callsForStatus, hintAddress, inboxOf } from "../lab/callbacks"
import type { FaultLab } from "../lab/fault-lab"
import { keepFigure, keepRemark } from "../lab/figures"
import { type Sale, saleOf, stateOf } from "../lab/sales"
import { Scene } from "../lab/scene"
import { sellMany } from "../lab/sell-many"
import type { StoreProcess } from "../lab/store-process"

const LATER = 90
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CARTS = 10
const SALES = 6
const HINTS = 60

export type Cluster = {
  /** Part of the database's name. */
  name: string
  /** Where locks are kept, in words. */
  what: string
  /** Whether two servers that ask for a lock at once may both get it; then neither places the order. */
  mayLetTwoIn: boolean
  /** Settings of the instances that answer, and of the one that works in the background. */
  servers: Record<string, unknown>
  worker: Record<string, unknown>
  /** Has the time of an order's lock pass that a dead process holds. @returns whether there was one */
  expireLock(scene: Scene, eInvoiceOrderId: string): Promise<boolean>
}

/** Two instances that answer and one that works in the background, on one database. */
export function severalStores(lab: FaultLab, clusterOf: () => Promise<Cluster>): void {
  let cluster: Cluster
  let scene: Scene
  let stores: [StoreProcess, StoreProcess]
  let worker: StoreProcess
  let checkouts = 0

  beforeAll(async () => {
    cluster = await clusterOf()
    scene = await Scene.open(lab, cluster.name, {
      options: { inDoubtQuietPeriod: 60 },
      medusa: cluster.servers,
    })
    const [background, other] = await Promise.all([
      scene.startStoreAt(await freePort(), cluster.worker),
      scene.startStoreAt(await freePort(), cluster.servers),
    ])
    worker = background
    stores = [await scene.startStore(), other]
  })
  afterEach(() => scene.sandbox.callbacks.setChaos({}))
  afterAll(() => scene.close())

  const publishable = ({ http }: StoreProcess) =>
    http.with({ "x-publishable-api-key": lab.store.publishableKey })

  const sellSome = (count: number): Promise<Sale[]> => {
    checkouts += count
    return sellMany(scene, count)
  }

  const sweepEverywhere = (minutes: number) => {
    const now = new Date(Date.now() + minutes * MINUTE)
    return Promise.all([...stores, worker].map((store) => store.sweep(now)))
  }

  const openCallbacks = async () => {
    const { processed: _, ...open } = await inboxOf(scene)
    return Object.values(open).reduce((sum, count) => sum + count, 0)
  }

  it("complete the same cart at the same time", async () => {
    checkouts += CARTS
    for (let cart = 0; cart < CARTS; cart++) {
      const shopper = await arrive(scene)
      const { cartId } = shopper
      const attempts = [...stores, ...stores].map((store) =>
        publishable(store).post<{
          type: string
          order?: { id: string }
          error?: { message: string }
        }>(`/store/carts/${cartId}/complete`)
      )

      const answers = await Promise.all(attempts)

      const orders = new Set(answers.flatMap(({ body }) => body.order?.id ?? []))
      if (cluster.mayLetTwoIn && orders.size === 0) {
        expect(answers.map(({ body }) => body.error?.message)).toContainEqual(
          expect.stringContaining("twice at the same moment")
        )
        const { orderId } = await order(shopper)
        orders.add(orderId ?? "none")
      }
      expect([...orders]).toEqual([(await saleOf(scene, cartId)).orderId])
    }
    await expectNobodyBilledTwice(scene)
  })

  it("receive the same callbacks", async () => {
    const sales = await sellSome(SALES)
    scene.sandbox.callbacks.setChaos({ drop: true })
    sales.forEach(({ uuid }) => scene.sandbox.pay(uuid))
    const [, other] = stores
    const addresses = sales.flatMap((sale) => {
      const address = hintAddress(scene, sale, "PAID")
      const there = new URL(address)
      return [address, `${other.address}${there.pathname}${there.search}`, address]
    })

    const answers = await callAll(addresses)

    expect(new Set(answers)).toEqual(new Set([200]))
    for (const { id } of sales) {
      await scene.until(
        "the payment is captured",
        async () => (await stateOf(scene, id)) === "succeeded PAID captured"
      )
    }
    await scene.until("the callbacks are processed", async () => {
      await sweepEverywhere(LATER)
      return (await openCallbacks()) === 0
    })
    await expectNobodyBilledTwice(scene)
  })

  it("share many different callbacks of one order", async () => {
    const [sale] = await sellSome(1)
    const { uuid = "", id = "" } = sale ?? {}
    scene.sandbox.callbacks.setChaos({ drop: true })
    scene.sandbox.pay(uuid)
    const asked = callsForStatus(scene)
    const [, other] = stores
    const addresses = Array.from({ length: HINTS }, (_, index) => {
      const address = hintAddress(scene, { uuid }, "PAID")
      const { pathname, search } = new URL(address)
      return index % 2 === 0 ? address : `${other.address}${pathname}${search}`
    })

    expect(new Set(await callAll(addresses))).toEqual(new Set([200]))

    await callbacksProcessed(scene)
    const outcomes = await scene
      .database("einvoice_callback")
      .where({ e_invoice_order_id: id })
      .pluck("outcome")
    expect(outcomes).toHaveLength(HINTS)
    expect(["advanced: PAID", "repeated: PAID"]).toEqual(expect.arrayContaining(outcomes))
    expect(await stateOf(scene, id)).toBe("succeeded PAID captured")
    const questions = callsForStatus(scene) - asked
    expect(questions).toBeLessThan(HINTS / 2)
    await expectNobodyBilledTwice(scene)
    keepRemark(
      `${HINTS} different callbacks of one order to two stores, ${cluster.what}: the service was asked ${questions} times`
    )
  })

  it("sweep at the same time", async () => {
    const sales = await sellSome(SALES)
    scene.sandbox.callbacks.setChaos({ drop: true })
    sales.forEach(({ uuid }) => scene.sandbox.pay(uuid))

    const sweeps = await sweepEverywhere(3)

    expect(sweeps.some((sweep) => sweep !== null)).toBe(true)
    for (const { id } of sales) {
      expect(await stateOf(scene, id)).toBe("succeeded PAID captured")
    }
    await expectNobodyBilledTwice(scene)
  })

  it("go on when one is killed in the middle of an order", async () => {
    const [sale] = await sellSome(1)
    const [, other] = stores
    scene.sandbox.callbacks.setChaos({ drop: true })
    const { uuid = "", id = "" } = sale ?? {}
    scene.sandbox.pay(uuid)
    const { reached } = await other.halt({
      method: "statuses.advance",
      when: "before",
    })
    const address = new URL(hintAddress(scene, { uuid }, "PAID"))
    await callAll([`${other.address}${address.pathname}${address.search}`])
    await scene.within("the other instance is at it", reached)

    await other.kill()
    expect(await cluster.expireLock(scene, id)).toBe(true)

    let days = 0
    await scene.until(
      "another instance processes the callback",
      async () => {
        await stores[0].sweep(new Date(Date.now() + ++days * DAY))
        return (await openCallbacks()) === 0
      },
      30_000
    )
    expect(await stateOf(scene, id)).toBe("succeeded PAID captured")
    await expectNobodyBilledTwice(scene)
  })

  it("have billed each order once", async () => {
    keepFigure({
      what: `two stores and a worker on one database, ${cluster.what}`,
      checkouts,
      ...(await expectNobodyBilledTwice(scene)),
    })
  })
}
