import { expectNobodyBilledTwice } from "../lab/audit"
import { arrive, type Attempt, order } from "../lab/buying"
import { call, hintAddress } from "../lab/callbacks"
import type { FaultLab } from "../lab/fault-lab"
import { keepFigure, keepRemark } from "../lab/figures"
import { sell, stateOf } from "../lab/sales"
import { Scene } from "../lab/scene"

const LATER = 90

/** Connections that the store may have. */
const POOL = 6

const SHOPPERS = 6

/** How long a shopper goes on pressing the button of a cart, in milliseconds. */
const PATIENCE_MS = 15_000

/** More at the same time than there are connections. */
const CROWD = 20

export function databaseFails(lab: FaultLab): void {
  let scene: Scene
  let checkouts = 0

  beforeAll(async () => {
    scene = await Scene.open(lab, "database", {
      options: { inDoubtQuietPeriod: 60 },
      medusa: { databaseDriverOptions: { pool: { min: 0, max: POOL } } },
    })
    await scene.startStore()
  })
  afterAll(() => scene.close())

  const arriveAll = async (count: number) => {
    checkouts += count
    return Promise.all(Array.from({ length: count }, () => arrive(scene)))
  }

  /** Presses the button again and again; sweeps happen meanwhile. @returns whether the order was placed in time */
  const goOnTrying = async ({ shopper }: Attempt, milliseconds: number): Promise<boolean> => {
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      await scene.sweep()
      if ((await order(shopper)).orderId !== undefined) {
        return true
      }
    }
    return false
  }

  /**
   * A shopper who wants the goods. A cart whose completion lost its database may stay locked for two minutes, or be refused
   * by Medusa for good because a half-written order holds on to its payment: the shopper then begins anew.
   *
   * @returns whether they had to
   */
  const insist = async (attempt: Attempt): Promise<boolean> => {
    if (attempt.orderId !== undefined || (await goOnTrying(attempt, PATIENCE_MS))) {
      return false
    }
    const [shopper] = await arriveAll(1)
    const anew = shopper && (await order(shopper))
    if (anew?.orderId === undefined) {
      throw new Error(`Not placed in a new cart either: ${anew?.sentence}`)
    }
    return true
  }

  it.each([
    [10, 300],
    [400, 300],
    [1_000, 300],
    // Longer than Medusa tries to take back what it wrote of an order that fails.
    [400, 4_000],
  ])("goes %d ms after shoppers pressed the button, for %d ms", async (milliseconds, away) => {
    const shoppers = await arriveAll(SHOPPERS)
    const attempts = Promise.all(shoppers.map(order))
    await new Promise((resolve) => setTimeout(resolve, milliseconds))

    await lab.postgres.interrupt(away)

    const seen = await attempts
    const began: boolean[] = []
    for (const attempt of seen) {
      began.push(await insist(attempt))
    }
    await scene.sweep()
    await scene.sweep(LATER)
    await expectNobodyBilledTwice(scene)
    keepRemark(
      `the database went ${milliseconds} ms into ${SHOPPERS} checkouts, for ${away} ms: ` +
        `${seen.filter(({ orderId }) => orderId !== undefined).length} placed at once, ${began.filter(Boolean).length} in a new cart, the others when they tried again`
    )
  })

  it("has fewer connections than there are shoppers and callbacks", async () => {
    const sales = await Promise.all([sell(scene), sell(scene), sell(scene)])
    checkouts += sales.length
    const shoppers = await arriveAll(CROWD)
    scene.sandbox.callbacks.setChaos({ duplicates: 3, burst: 3 })

    const attempts = shoppers.map(order)
    sales.forEach(({ uuid }) => scene.sandbox.pay(uuid))
    const seen = await Promise.all(attempts)

    scene.sandbox.callbacks.setChaos({})
    for (const attempt of seen) {
      await insist(attempt)
    }
    await scene.sandbox.callbacks.settled()
    for (const { id } of sales) {
      await scene.until("the payment is captured", async () =>
        (await stateOf(scene, id)).endsWith("captured")
      )
    }
    await scene.sweep(LATER)
    await expectNobodyBilledTwice(scene)
    const slowest = Math.max(...seen.map(({ durationMs }) => durationMs))
    keepRemark(
      `${CROWD} shoppers at once over ${POOL} connections: ` +
        `${seen.filter(({ orderId }) => orderId !== undefined).length} placed at once, the slowest after ${Math.round(slowest)} ms`
    )
  })

  it.each([
    ["einvoice_order", "id", 2_000],
    ["einvoice_order", "id", 5_000],
    ["payment_session", "payment_session_id", 2_000],
    ["payment", "payment_session_id", 5_000],
  ])(
    "has another transaction hold a row of %s (by %s) for %d ms",
    async (table, column, milliseconds) => {
      checkouts += 1
      const sale = await sell(scene)
      const lock = await scene.database.transaction()
      const row = await scene
        .database("einvoice_order")
        .where({ id: sale.id })
        .first("id", "payment_session_id")
      await lock(table)
        .where(table === "payment" ? { payment_session_id: row[column] } : { id: row[column] })
        .forUpdate()
        .select("id")
      scene.sandbox.callbacks.setChaos({ drop: true })
      scene.sandbox.pay(sale.uuid)

      const answer = call(hintAddress(scene, sale, "PAID"))
      setTimeout(() => void lock.rollback(), milliseconds)

      expect(await answer).toBe(200)
      await lock.executionPromise.catch(() => undefined)
      await scene.until(
        "the payment is captured",
        async () => {
          await scene.sweep(LATER)
          return (await stateOf(scene, sale.id)) === "succeeded PAID captured"
        },
        30_000
      )
      await scene.sweep(LATER)
      scene.sandbox.callbacks.setChaos({})
      await expectNobodyBilledTwice(scene)
    }
  )

  it("has lost nothing", async () => {
    keepFigure({
      what: "the database restarts, runs out of connections, is locked",
      checkouts,
      ...(await expectNobodyBilledTwice(scene)),
    })
  })
}
