import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { INVOICE_MATURITY_DAYS } from "../../src/modules/e-invoice/orders/order-status"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { databaseOf } from "./support/evidence"
import { atService, callbacksProcessed, callsOf, purchase } from "./support/purchase"

const DAY = 24 * 60 * 60_000

/** What Medusa waits before it processes a call to its own webhook route, in milliseconds. */
const DELAY_OF_MEDUSAS_OWN_ROUTE = 5_000

eInvoiceSuite("callback", {}, (suite) => {
  const stored = () => suite.eInvoice.listEInvoiceCallbacks()
  const call = (address: string, init?: RequestInit) => fetch(address, init)

  it("captures the payment of a paid order, and says how long that took beside core's delay alone", async () => {
    const bought = await purchase(suite)
    const before = await bought.merchant.payment(bought.orderId)
    expect(before.captured_at).toBeNull()

    const start = performance.now()
    suite.sandbox.pay(bought.uuid)
    await eventually(async () => {
      const payments = await suite.container
        .resolve(Modules.PAYMENT)
        .listPayments({ id: before.id })
      expect(payments[0]?.captured_at).toBeTruthy()
    })
    const took = performance.now() - start

    process.stdout.write(
      `From payment at the service to captured payment: ${Math.round(took)} ms, ${(DELAY_OF_MEDUSAS_OWN_ROUTE / took).toFixed(0)} times within Medusa's own delay of ${DELAY_OF_MEDUSAS_OWN_ROUTE} ms\n`
    )
    await callbacksProcessed(suite)
    const order = await bought.merchant.order(bought.orderId)
    expect(order.payment_status).toBe("captured")
    expect(order.summary.pending_difference).toBe(0)
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "PAID",
      paid_at: expect.any(String),
      attention: null,
      last_checked_by: "callback",
      invoice_number: atService(suite, bought).invoiceNumber,
    })
  })

  it("tells the store of each change once, without anything personal", async () => {
    const told: unknown[] = []
    suite.container.resolve(Modules.EVENT_BUS).subscribe(
      "e_invoice.status_changed",
      async ({ data }) => {
        told.push(data)
      },
      { subscriberId: "test-status-changed" }
    )
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ duplicates: 3 })

    const shown = () => bought.merchant.eInvoiceOrder(bought.orderId)

    suite.sandbox.invoice(bought.uuid)
    await callbacksProcessed(suite)
    const { invoiced_at, due_at } = await shown()
    expect(Date.parse(`${due_at}`) - Date.parse(`${invoiced_at}`)).toBe(INVOICE_MATURITY_DAYS * DAY)
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)
    expect(await shown()).toMatchObject({ due_at: null })

    await eventually(async () => expect(told).toHaveLength(2))
    expect(told).toEqual([
      {
        id: bought.id,
        order_id: bought.orderId,
        status: "INVOICED",
        previous_status: "SENT",
        paid: false,
      },
      {
        id: bought.id,
        order_id: bought.orderId,
        status: "PAID",
        previous_status: "INVOICED",
        paid: true,
      },
    ])
  })

  it.each(["remind", "collectDebt"] as const)(
    "of an invoice that is past due (%s) tells no date to come",
    async (move) => {
      const bought = await purchase(suite)
      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)
      suite.sandbox[move](bought.uuid)
      await callbacksProcessed(suite)

      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        due_at: null,
        is_overdue: true,
      })
    }
  )

  it("sent a hundred times over is stored once and captures once", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ duplicates: 50, burst: 50 })

    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    const attempts = suite.sandbox.callbacks.list().flatMap((sent) => sent.attempts)
    expect(attempts).toHaveLength(101)
    expect(new Set(attempts.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]))
    expect(await stored()).toHaveLength(1)
    const payment = await bought.merchant.payment(bought.orderId)
    expect(payment.captures).toHaveLength(1)
    const { timeline } = await bought.merchant.eInvoiceOrder(bought.orderId)
    expect(timeline.filter(({ action }) => action === "status")).toHaveLength(1)
    expect(timeline.filter(({ action }) => action === "capture")).toHaveLength(1)
  })

  it("delivered in the wrong order ends where the right order would", async () => {
    const bought = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ reorder: 3 })

    suite.sandbox.invoice(bought.uuid)
    suite.sandbox.remind(bought.uuid)
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    expect(await stored()).toHaveLength(3)
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "PAID",
      attention: null,
    })
    expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
  })

  it("is a hint and no more: what it claims has no effect unless the service says so too", async () => {
    const bought = await purchase(suite)

    const answer = await call(
      `${bought.callbackUrl}?orderUuid=${bought.uuid}&status=PAID&amount=348.7`
    )

    expect(answer.status).toBe(200)
    await eventually(async () => {
      const [entry] = await stored()
      expect(entry).toMatchObject({
        state: "failed",
        outcome: "waiting: ahead",
      })
    })
    expect(callsOf(suite, "orders.status")).toBeGreaterThan(0)
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "SENT",
      paid_at: null,
    })
    expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeNull()
  })

  it("that names another order makes the plugin look at its own", async () => {
    const bought = await purchase(suite)
    const other = await purchase(suite)
    suite.sandbox.callbacks.setChaos({ orderUuid: other.uuid })

    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
    expect((await other.merchant.payment(other.orderId)).captured_at).toBeNull()
  })

  it("at the address of a creation that was given up reaches the invoice that another took up", async () => {
    const bought = await purchase(suite)
    const givenUp = await purchase(suite)
    await databaseOf(suite)("einvoice_order")
      .where({ id: givenUp.id })
      .update({ state: "abandoned", remote_order_uuid: null })
    suite.sandbox.callbacks.setChaos({ drop: true })
    suite.sandbox.pay(bought.uuid)

    await call(`${givenUp.callbackUrl}?orderUuid=${bought.uuid}&status=PAID&amount=348.7`)
    await callbacksProcessed(suite)

    expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
    expect(await stored()).toMatchObject([
      { e_invoice_order_id: givenUp.id, state: "processed", outcome: "advanced: PAID" },
    ])
  })

  it("with an unknown or malformed token is answered 404 and does nothing", async () => {
    const { callbackUrl } = await purchase(suite)
    const calls = suite.sandbox.requests().length
    const unknown = callbackUrl.replace(/[\w-]{43}$/, "A".repeat(43))

    for (const address of [
      `${unknown}?status=PAID`,
      callbackUrl.slice(0, -1),
      `${callbackUrl}A`,
      callbackUrl.replace(/[\w-]{43}$/, "%00"),
    ]) {
      const answer = await call(address)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain("einvord")
    }
    expect(await stored()).toEqual([])
    expect(suite.sandbox.requests()).toHaveLength(calls)
  })

  it("by HEAD does nothing", async () => {
    const { callbackUrl } = await purchase(suite)

    const answer = await call(`${callbackUrl}?status=PAID`, { method: "HEAD" })

    expect(answer.status).toBe(200)
    expect(await stored()).toEqual([])
  })

  it("by any other method is not served", async () => {
    const { callbackUrl } = await purchase(suite)

    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await call(callbackUrl, { method })
      expect(answer.status).toBe(404)
    }
    expect(await stored()).toEqual([])
  })

  it("with an oversized query is refused and not stored", async () => {
    const { callbackUrl } = await purchase(suite)

    const answer = await call(`${callbackUrl}?x=${"y".repeat(5_000)}`)

    expect(answer.status).toBe(414)
    expect(await stored()).toEqual([])
  })

  it("with what a database cannot store is stored all the same", async () => {
    const { callbackUrl } = await purchase(suite)

    const answer = await call(`${callbackUrl}?a=%00&b=%ED%A0%80&__proto__=1`)

    expect(answer.status).toBe(200)
    await callbacksProcessed(suite)
    expect(await stored()).toHaveLength(1)
  })

  it("that cannot be stored is answered 503, and is taken when it is sent again", async () => {
    const bought = await purchase(suite)
    const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await database.schema.renameTable("einvoice_callback", "elsewhere")

    suite.sandbox.pay(bought.uuid)
    await suite.sandbox.callbacks.settled()
    await database.schema.renameTable("elsewhere", "einvoice_callback")

    const [refused] = suite.sandbox.callbacks.list()
    expect(refused?.attempts.map(({ httpStatus }) => httpStatus)).toEqual([503])
    suite.sandbox.callbacks.resend(refused?.number ?? 0)
    await callbacksProcessed(suite)
    expect((await bought.merchant.payment(bought.orderId)).captured_at).toBeTruthy()
  })
})
