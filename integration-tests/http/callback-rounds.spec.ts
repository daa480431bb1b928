import { once } from "node:events"

import { Modules } from "@medusajs/framework/utils"

import { orderLockKey } from "../../src/workflows/e-invoice-module"
import { sweepEInvoiceOrders } from "../../src/workflows/sweep/sweep-e-invoice-orders"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { leftInInbox } from "./support/left-in-inbox"
import { callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"

const MANY = 60
const MINUTE = 60_000

eInvoiceSuite("callback-rounds", {}, (suite) => {
  let sent = 0

  afterEach(() => jest.restoreAllMocks())

  /** The service speaks of the order as no other source has. */
  const hint = async ({ callbackUrl, uuid }: Purchase, status: string): Promise<number> => {
    const address = `${callbackUrl}?orderUuid=${uuid}&status=${status}&timestamp=${++sent}`
    return (await fetch(address)).status
  }

  const callbacks = async () => {
    const stored = await suite.eInvoice.listEInvoiceCallbacks({}, { order: { created_at: "ASC" } })
    return stored.map(({ state, outcome, attempts }) => ({
      state,
      outcome,
      attempts,
    }))
  }

  const outcomes = async () => (await callbacks()).map(({ outcome }) => outcome).sort()

  /** Has the first news stand still between the service's answer and what is made of it. */
  const holdNews = () => {
    const { statuses } = suite.eInvoice.orders
    const advance = statuses.advance.bind(statuses)
    const held = new AbortController()
    const released = new AbortController()
    jest.spyOn(statuses, "advance").mockImplementationOnce(async (...news) => {
      held.abort()
      await once(released.signal, "abort")
      return advance(...news)
    })
    return {
      held: once(held.signal, "abort"),
      release: () => released.abort(),
    }
  }

  it("ask once for all that came while the service was asked, and take the lock as often", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ drop: true })
    suite.sandbox.pay(bought.uuid)
    const before = callsOf(suite, "orders.status")
    const acquire = jest.spyOn(suite.container.resolve(Modules.LOCKING), "acquire")

    const { held, release } = holdNews()

    const answers = [await hint(bought, "PAID")]
    await held
    answers.push(
      ...(await Promise.all(Array.from({ length: MANY - 1 }, () => hint(bought, "PAID"))))
    )
    release()

    expect(new Set(answers)).toEqual(new Set([200]))
    await callbacksProcessed(suite)
    expect(await outcomes()).toEqual([
      "advanced: PAID",
      ...Array<string>(MANY - 1).fill("repeated: PAID"),
    ])
    expect(callsOf(suite, "orders.status") - before).toBe(2)
    const locked = acquire.mock.calls.filter(([key]) => key === orderLockKey(bought.id))
    expect(locked).toHaveLength(2)
    const payment = await bought.merchant.payment(bought.orderId)
    expect(payment.captures).toHaveLength(1)
  })

  it("ask again for what was stored after the service was asked", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ drop: true })
    suite.sandbox.invoice(bought.uuid)
    const before = callsOf(suite, "orders.status")
    const { held, release } = holdNews()
    expect(await hint(bought, "INVOICED")).toBe(200)
    await held

    suite.sandbox.pay(bought.uuid)
    expect(await hint(bought, "PAID")).toBe(200)
    // Says nothing that the answer under way does not say as well, and is younger all the same.
    expect(await hint(bought, "SENT")).toBe(200)
    release()

    await callbacksProcessed(suite)
    expect(await outcomes()).toEqual(["advanced: INVOICED", "advanced: PAID", "repeated: PAID"])
    expect(callsOf(suite, "orders.status") - before).toBe(2)
    expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
  })

  it("leave one that runs ahead to its own looks, and settle it when the service has caught up", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ drop: true })
    await leftInInbox(suite, bought.id, `orderUuid=${bought.uuid}&status=PAID`)
    for (const minutes of [0.6, 2, 8, 25]) {
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + minutes * MINUTE),
      })
    }
    const tired = { state: "failed", outcome: "waiting: ahead", attempts: 4 }
    expect(await callbacks()).toEqual([tired])

    expect(await hint(bought, "SENT")).toBe(200)
    await eventually(async () =>
      expect(await callbacks()).toEqual([
        tired,
        { state: "processed", outcome: "repeated: SENT", attempts: 0 },
      ])
    )

    suite.sandbox.pay(bought.uuid)
    expect(await hint(bought, "INVOICED")).toBe(200)
    await callbacksProcessed(suite)
    expect(await outcomes()).toEqual(["advanced: PAID", "repeated: PAID", "repeated: SENT"])
  })

  it("look into one that names another order on its own", async () => {
    const bought = await purchase(suite)
    const other = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ drop: true })
    suite.sandbox.pay(bought.uuid)
    const before = callsOf(suite, "orders.status")
    const heeded = jest.spyOn(suite.eInvoice.orders.creations, "linkedOrders")

    const { held, release } = holdNews()

    await hint(bought, "PAID")
    await held
    for (const { uuid } of [bought, other, bought]) {
      await hint({ ...bought, uuid }, "PAID")
    }
    release()

    await callbacksProcessed(suite)
    expect(heeded.mock.calls).toEqual([[[other.uuid]]])
    expect(callsOf(suite, "orders.status") - before).toBe(3)
    expect(await outcomes()).toEqual(["advanced: PAID", ...Array<string>(3).fill("repeated: PAID")])
  })

  it("keep all of them when the service cannot say, and settle them together later", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ drop: true })
    suite.sandbox.pay(bought.uuid)
    await suite.interruptService(async () => {
      await Promise.all(Array.from({ length: 9 }, () => hint(bought, "PAID")))
      await eventually(async () =>
        expect((await callbacks()).map(({ state }) => state)).toEqual(
          Array<string>(9).fill("failed")
        )
      )
    })
    const before = callsOf(suite, "orders.status")

    await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + 2 * MINUTE),
    })

    expect((await callbacks()).map(({ state }) => state)).toEqual(
      Array<string>(9).fill("processed")
    )
    expect(await outcomes()).toContain("advanced: PAID")
    expect(callsOf(suite, "orders.status") - before).toBe(1)
  })

  it("do not hold up the sweep when their worker stands still", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ drop: true })
    suite.sandbox.pay(bought.uuid)
    const { inbox } = suite.eInvoice
    let goOn = (): void => undefined
    const standstill = jest.spyOn(inbox, "lease").mockReturnValueOnce(
      new Promise((resolve) => {
        goOn = () => resolve([])
      })
    )
    await hint(bought, "PAID")
    await eventually(async () => expect(standstill).toHaveBeenCalled())
    await hint(bought, "PAID")

    await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + 2 * MINUTE),
    })

    expect(await outcomes()).toEqual(["advanced: PAID", "repeated: PAID"])
    goOn()
  })
})
