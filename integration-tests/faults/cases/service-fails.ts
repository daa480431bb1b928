import type { FaultKind } from "../../../src/sandbox"
import { ageOrders } from "../../http/support/absence"
import { Merchant } from "../../http/support/merchant"
import { expectNobodyBilledTwice } from "../lab/audit"
import { arrive, type Attempt, buy, order } from "../lab/buying"
import { callbacksProcessed } from "../lab/callbacks"
import type { FaultLab } from "../lab/fault-lab"
import { keepFigure } from "../lab/figures"
import { expectHumane } from "../lab/humane-sentence"
import { isCaptured, lastInvoice } from "../lab/invoices"
import { Scene } from "../lab/scene"

/** Milliseconds the service may take at checkout, and for any other call, in these cases: one that hangs is not waited for. */
const BUDGET = 1_500

/** How often the service may fail in a row before it is left alone, and for how long; the client's defaults. */
const FAILURES_UNTIL_REST = 5
const REST_MS = 10_000

/** Minutes after which whatever failed is due once more. */
const LATER = 90

type Fault = `${"before" | "after"}:${FaultKind}` | string

/** The order is in doubt: the shopper waits until it is found, or proven absent. */
const inDoubt: Fault[] = [
  "before:reset",
  "after:reset",
  "before:drop",
  "after:drop",
  "before:hang",
  "after:hang",
  "after:slow-headers=4000",
  "after:slow-body=4000",
  "before:500",
  "after:500",
  "before:510",
  "after:510",
  "before:truncated",
  "after:truncated",
  "after:empty",
  "before:not-json",
  "after:not-json",
  "after:wrong-typed",
  "after:oversized",
  "after:never-ending",
]

/** The order certainly does not exist. */
const refused: Fault[] = [
  "before:401",
  "before:429",
  "before:429;retry-after=1",
  "before:429;retry-after=600",
]

export function serviceFails(lab: FaultLab): void {
  let scene: Scene

  beforeAll(async () => {
    scene = await Scene.open(lab, "service", {
      options: {
        checkoutBudget: BUDGET,
        requestBudget: BUDGET,
        inDoubtQuietPeriod: 60,
      },
    })
    await scene.startStore()
    await buy(scene)
  })
  afterEach(() => scene.sandbox.faults.clear())
  afterAll(() => scene.close())

  const failOnce = (fault: Fault, operation: string) =>
    scene.sandbox.faults.add({
      fault,
      operation: operation as "orders.create-e-invoice",
      times: 1,
    })

  /** Orders of other shoppers, before the first doubt and after each: without both, no list proves an absence. */
  let controls = 1

  /** A shopper keeps trying, with a sweep before the third time, until the order is placed. */
  const insist = async (fault: Fault): Promise<Attempt[]> => {
    const shopper = await arrive(scene)
    failOnce(fault, "orders.create-e-invoice")
    const attempts = [await order(shopper), await order(shopper)]
    if (attempts.every(({ orderId }) => orderId === undefined)) {
      await ageOrders(scene.database, 120)
      await buy(scene)
      controls += 1
      await scene.sweep()
      attempts.push(await order(shopper))
    }
    return attempts
  }

  describe.each([
    ["leaves a creation in doubt", inDoubt],
    ["refuses a creation", refused],
  ])("and %s", (_, faults) => {
    it.each(faults)("%s", async (fault) => {
      const attempts = await insist(fault)

      expect(attempts[0]?.orderId).toBeUndefined()
      expect(attempts.at(-1)?.orderId).toBeDefined()
      for (const { orderId, sentence } of attempts) {
        if (orderId === undefined) {
          expectHumane(sentence)
        }
      }
      const audited = await expectNobodyBilledTwice(scene)
      expect(audited.invoices).toBe(audited.orders)
      expect(audited.forStaff).toEqual([])
    })
  })

  it("has billed each of those shoppers once", async () => {
    const checkouts = inDoubt.length + refused.length + controls
    await scene.sweep()

    const audited = await expectNobodyBilledTwice(scene)

    expect(audited).toMatchObject({ orders: checkouts, invoices: checkouts })
    keepFigure({
      what: `the service fails at a creation in ${checkouts} ways`,
      checkouts,
      ...audited,
    })
  })

  it("gives a strange label to a sound answer, which is believed", async () => {
    const shopper = await arrive(scene)
    failOnce("after:wrong-content-type", "orders.create-e-invoice")

    expect((await order(shopper)).orderId).toBeDefined()
    await expectNobodyBilledTwice(scene)
  })

  it.each([
    "429",
    "429;retry-after=1",
    "401",
    "500",
    "510",
    "reset",
    "hang",
    "truncated",
    "not-json",
    "wrong-typed",
    "oversized",
    "never-ending",
  ])("answers a question for a status with %s", async (fault) => {
    const { orderId } = await buy(scene)
    const { uuid } = lastInvoice(scene)
    failOnce(fault, "orders.status")
    scene.sandbox.pay(uuid)
    await scene.sandbox.callbacks.settled()

    await scene.until("the payment is captured", async () => {
      await scene.sweep(LATER)
      return isCaptured(scene, orderId)
    })

    // One that failed after the sweep is tried again a minute later.
    await callbacksProcessed(scene, LATER)
    await expectNobodyBilledTwice(scene)
  })

  it.each([
    "before:reset",
    "after:reset",
    "before:500",
    "after:510",
    "before:hang",
    "after:hang",
    "after:not-json",
  ])("answers a cancellation with %s", async (fault) => {
    const { orderId = "" } = await buy(scene)
    const merchant = await Merchant.signIn(scene)
    failOnce(fault, "orders.cancel")

    await merchant.cancel(orderId)

    const { uuid } = lastInvoice(scene)
    await scene.until("the e-invoice order is cancelled", async () => {
      await scene.sweep(LATER)
      const row = (await scene.journal()).at(-1)
      return scene.sandbox.order(uuid).status === "CANCELLED" && row?.remote_status === "CANCELLED"
    })
    await callbacksProcessed(scene, LATER)
    await expectNobodyBilledTwice(scene)
  })

  it("is down for minutes: checkout fails fast and recovers by itself", async () => {
    const paidMeanwhile = await buy(scene)
    const { uuid } = lastInvoice(scene)
    const shoppers = await Promise.all(
      Array.from({ length: FAILURES_UNTIL_REST + 3 }, () => arrive(scene))
    )
    const before = scene.sandbox.requests().length
    await scene.service.shut()
    scene.sandbox.pay(uuid)

    const attempts: Attempt[] = []
    for (const shopper of shoppers) {
      attempts.push(await order(shopper))
    }
    for (const minutes of [1, 2, 4]) {
      await scene.sweep(minutes)
    }

    for (const { orderId, sentence } of attempts) {
      expect(orderId).toBeUndefined()
      expectHumane(sentence)
    }
    const rested = (await scene.journal()).map(({ failure }) => failure?.message)
    expect(rested).toContainEqual(expect.stringContaining("not called for a moment"))
    expect(scene.sandbox.requests()).toHaveLength(before)
    expect(await isCaptured(scene, paidMeanwhile.orderId)).toBe(false)

    await scene.service.open()
    const [first, ...others] = shoppers
    if (!first) {
      throw new Error("No shopper came.")
    }
    await scene.until(
      "the service is called again",
      async () => (await order(first)).orderId !== undefined,
      REST_MS + 10_000
    )
    for (const shopper of others) {
      expect((await order(shopper)).orderId).toBeDefined()
    }
    await scene.until("the payment is captured", async () => {
      await scene.sweep(LATER)
      return isCaptured(scene, paidMeanwhile.orderId)
    })
    const audited = await expectNobodyBilledTwice(scene)
    expect(audited.forStaff).toEqual([])
    keepFigure({
      what: "the service is down, then back; all cases above in one store",
      checkouts: audited.orders,
      ...audited,
    })
  })
}
