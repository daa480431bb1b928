import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"

import { sweepEInvoiceOrders, synchroniseEInvoiceOrderWorkflow } from "../../src/workflows"
import { letMedusaOrdersAge } from "./support/absence"
import { bill, BY_LINK, markAsPaid } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { onlyJournalRow } from "./support/evidence"
import { orderChanges } from "./support/order-changes"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { postRefund } from "./support/refund-at-service"

eInvoiceSuite("status", {}, (suite) => {
  const { sandbox } = suite
  const eInvoiceOrder = ({ merchant, orderId }: Purchase) => merchant.eInvoiceOrder(orderId)
  const payment = ({ merchant, orderId }: Purchase) => merchant.payment(orderId)

  describe("an invoice that is out", () => {
    it("is followed through reminders and debt collection without being captured", async () => {
      const bought = await purchase(suite)

      for (const [act, status] of [
        ["invoice", "INVOICED"],
        ["remind", "PURRING"],
        ["collectDebt", "INKASSO"],
      ] as const) {
        sandbox[act](bought.uuid)
        await callbacksProcessed(suite)
        expect(await eInvoiceOrder(bought)).toMatchObject({
          remote_status: status,
          invoice_number: atService(suite, bought).invoiceNumber,
        })
      }
      expect(await payment(bought)).toMatchObject({ captures: [] })
    })

    it("is captured when it is paid after all", async () => {
      const bought = await purchase(suite)
      sandbox.invoice(bought.uuid)
      sandbox.collectDebt(bought.uuid)
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      expect((await payment(bought)).captured_at).toBeTruthy()
    })
  })

  describe.each([
    ["cancelled", "cancel", "CANCELLED"],
    ["expired", "expire", "EXPIRED"],
  ] as const)("an order that the service %s", (_word, act, status) => {
    it("has its Medusa payment cancelled and its Medusa order flagged, not cancelled", async () => {
      const bought = await purchase(suite)

      sandbox[act](bought.uuid)
      await callbacksProcessed(suite)

      expect(await payment(bought)).toMatchObject({
        canceled_at: expect.any(String),
        captures: [],
      })
      const order = await bought.merchant.order(bought.orderId)
      expect(order).toMatchObject({
        status: "pending",
        payment_status: "canceled",
        canceled_at: null,
      })
      expect(await eInvoiceOrder(bought)).toMatchObject({
        remote_status: status,
        attention: "cancelled_at_service",
      })
    })
  })

  it("INVOICED after it expired is flagged while the Medusa order stands: its payment is cancelled, staff decide", async () => {
    const bought = await purchase(suite)
    await synchroniseEInvoiceOrderWorkflow(suite.container).run({
      input: {
        e_invoice_order_id: bought.id,
        observer: "sweep",
        actor: "schedule",
        report: { word: "EXPIRED" },
      },
    })
    expect((await payment(bought)).canceled_at).toBeTruthy()

    sandbox.invoice(bought.uuid)
    await callbacksProcessed(suite)

    expect(atService(suite, bought)).toMatchObject({ status: "INVOICED" })
    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "INVOICED",
      attention: "invoiced_after_cancel",
    })

    sandbox.cancel(bought.uuid)
    await callbacksProcessed(suite)

    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "CANCELLED",
      attention: "cancelled_at_service",
    })
  })

  it("of a second order is asked for with the first's: the flag goes once the second is billed no more", async () => {
    const bought = await purchase(suite)
    const second = await purchase(suite)
    await suite.eInvoice.deleteEInvoiceOrders(second.id)
    await suite.eInvoice.orders.others.record(bought.id, second.uuid, "callback")

    await bought.merchant.refresh(bought.id)

    expect(await eInvoiceOrder(bought)).toMatchObject({
      flags: ["second_order"],
    })

    sandbox.cancel(second.uuid)
    await bought.merchant.refresh(bought.id)

    const order = await eInvoiceOrder(bought)
    expect(order).toMatchObject({ remote_status: "SENT", flags: [] })
    expect(order.timeline).toContainEqual(
      expect.objectContaining({
        action: "second-order",
        outcome: "done",
        detail: { second_order_uuid: second.uuid, status: "CANCELLED" },
      })
    )
  })

  describe("the invoice number", () => {
    const numberMissing = async (): Promise<Purchase> => {
      const bought = await purchase(suite)
      sandbox.faults.add({
        fault: "417",
        operation: "orders.invoice-number",
        times: 1,
      })
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      expect(await eInvoiceOrder(bought)).toMatchObject({
        remote_status: "PAID",
        invoice_number: null,
      })
      return bought
    }

    it("that could not be had is asked for again when staff refresh the order", async () => {
      const bought = await numberMissing()

      await bought.merchant.refresh(bought.id)

      expect(await eInvoiceOrder(bought)).toMatchObject({
        invoice_number: atService(suite, bought).invoiceNumber,
      })
    })

    it("that could not be had is asked for again by the sweep within minutes, and no longer once it is known", async () => {
      const bought = await numberMissing()
      const inMinutes = (minutes: number) =>
        sweepEInvoiceOrders(suite.container, {
          now: new Date(Date.now() + minutes * 60_000),
        })

      await inMinutes(2)

      expect(await eInvoiceOrder(bought)).toMatchObject({
        invoice_number: atService(suite, bought).invoiceNumber,
      })
      const asked = callsOf(suite, "orders.invoice-number")
      await inMinutes(25 * 60)
      expect(callsOf(suite, "orders.invoice-number")).toBe(asked)
    })
  })

  describe("a flag goes when its cause goes:", () => {
    const flagsOf = async ({ id }: Purchase) =>
      (await suite.eInvoice.orders.statuses.find(id))?.flags

    const endedUnpaid = async (): Promise<Purchase> => {
      const bought = await purchase(suite)
      sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)
      expect(await flagsOf(bought)).toEqual(["cancelled_at_service"])
      return bought
    }

    it("of an ended invoice, when the order is billed anew and paid", async () => {
      const bought = await endedUnpaid()

      const { body } = await bill(bought, BY_LINK)
      expect(await flagsOf(bought)).toEqual([])
      sandbox.pay(body.e_invoice_order.remote_order_uuid)
      await callbacksProcessed(suite)
      await bought.merchant.refresh(bought.id)

      expect(await flagsOf(bought)).toEqual([])
      expect(await bought.merchant.order(bought.orderId)).toMatchObject({
        payment_status: "captured",
      })
    })

    it("of an ended invoice, when the new one ends as well the new one is flagged", async () => {
      const bought = await endedUnpaid()
      const { body } = await bill(bought, BY_LINK)

      sandbox.cancel(body.e_invoice_order.remote_order_uuid)
      await callbacksProcessed(suite)

      const anew = await suite.eInvoice.orders.statuses.find(body.e_invoice_order.id)
      expect(anew?.flags).toEqual(["cancelled_at_service"])
    })

    it("of an ended invoice, when the order is paid in another way", async () => {
      const bought = await endedUnpaid()

      await markAsPaid(bought, bought.total)

      await eventually(async () => {
        expect(await flagsOf(bought)).toEqual([])
      })
    })

    it.each([
      ["a part", 100],
      ["all", undefined],
    ])(
      "of an invoice of which %s was marked as paid by mistake, once it is paid and that refunded in Medusa",
      async (_, part) => {
        const bought = await purchase(suite)
        const amount = part ?? bought.total
        sandbox.invoice(bought.uuid)
        await callbacksProcessed(suite)
        const mistake = await markAsPaid(bought, amount)
        await eventually(async () => {
          expect(await flagsOf(bought)).toEqual(["overbilled"])
        })

        sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        await bought.merchant.http.post(`/admin/payments/${mistake}/refund`, { amount })
        await bought.merchant.refresh(bought.id)

        expect(await flagsOf(bought)).toEqual([])
        expect(await bought.merchant.order(bought.orderId)).toMatchObject({
          total: bought.total,
          summary: { pending_difference: 0 },
        })
        expect(atService(suite, bought)).toMatchObject({ status: "PAID", refunded: 0, credited: 0 })
      }
    )

    it.each([
      ["a paid invoice", false],
      ["a paid invoice of goods that were shipped,", true],
    ])(
      "of %s whose order is paid in another way as well, once that is refunded",
      async (_, isShipped) => {
        const bought = await purchase(suite)
        if (isShipped) {
          await orderChanges(suite).deliver(bought)
        }
        const path = `/admin/e-invoice/orders/${bought.id}/refunds`
        sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        const other = await markAsPaid(bought, bought.total)
        await eventually(async () => {
          expect(await flagsOf(bought)).toEqual(["overbilled"])
        })
        const { http } = bought.merchant
        const { body } = await http.get<{ refund_account: { seen: string } }>(path)

        await http.post(`/admin/payments/${other}/refund`, { amount: bought.total })

        await eventually(async () => {
          expect(await flagsOf(bought)).toEqual([])
        })
        // A colleague who had the page open would give the same back once more.
        const { seen } = body.refund_account
        const again = { amount: String(bought.total), seen }
        const colleague = http.with({ "idempotency-key": "a-colleague" })
        expect(await colleague.post(path, again)).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(atService(suite, bought)).toMatchObject({ status: "PAID", refunded: 0 })
      }
    )

    it("of an ended invoice, when the Medusa order is cancelled", async () => {
      const bought = await endedUnpaid()

      await bought.merchant.cancel(bought.orderId)

      await eventually(async () => {
        expect(await flagsOf(bought)).toEqual([])
      })
    })

    it("of an order placed on a cancelled payment, when it is billed anew", async () => {
      const bought = await endedUnpaid()
      await suite.eInvoice.orders.statuses.flag(bought.id, "placed_unbilled")

      await bill(bought, BY_LINK)

      expect(await flagsOf(bought)).toEqual([])
    })

    it("of an order that has its invoice after all, at the next look", async () => {
      const bought = await purchase(suite)
      await suite.eInvoice.orders.statuses.flag(bought.id, "placed_unbilled")
      await suite.eInvoice.orders.statuses.flag(bought.id, "order_missing")

      await bought.merchant.refresh(bought.id)

      expect(await flagsOf(bought)).toEqual([])
    })

    it("and who ended it is known: staff here, or the service", async () => {
      const byService = await endedUnpaid()
      const byStaff = await purchase(suite)
      await byStaff.merchant.http.post(`/admin/e-invoice/orders/${byStaff.id}/cancel`)
      await sandbox.callbacks.settled()
      // Until then it may be Medusa that cancels the order.
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + 3 * 60_000),
      })

      expect(await eInvoiceOrder(byService)).toMatchObject({
        attention: "cancelled_at_service",
        cancel_requested_at: null,
      })
      expect(await eInvoiceOrder(byStaff)).toMatchObject({
        attention: "cancelled_at_service",
        cancel_requested_at: expect.any(String),
      })
    })
  })

  it("is what Medusa's own webhook flow drops: a cancellation leaves its payment waiting", async () => {
    const bought = await purchase(suite)
    const { payment_session_id } = await onlyJournalRow(suite)

    await processPaymentWorkflow(suite.container).run({
      input: {
        action: "canceled",
        data: { session_id: payment_session_id, amount: bought.total },
      },
    })

    expect((await payment(bought)).canceled_at).toBeNull()
  })

  it("PAID after the payment was cancelled in Medusa is flagged: it cannot be captured", async () => {
    const bought = await purchase(suite)
    sandbox.callbacks.setChaos({ drop: true })
    sandbox.pay(bought.uuid)
    sandbox.callbacks.setChaos({})
    const payments = suite.container.resolve(Modules.PAYMENT)
    await suite.eInvoice.updateEInvoiceOrders({
      id: bought.id,
      remote_status: "CANCELLED",
    })
    await payments.cancelPayment((await payment(bought)).id)

    await bought.merchant.refresh(bought.id)

    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PAID",
      attention: "paid_uncapturable",
    })
    expect((await payment(bought)).captures).toEqual([])
    const { http } = bought.merchant
    const path = `/admin/e-invoice/orders/${bought.id}/refunds`
    const { body } = await http.get<{ refund_account: { obstacle: string } }>(path)
    expect(body.refund_account.obstacle).toBe("paid-uncapturable")
    await postRefund(bought.uuid, {
      type: "regular",
      grandTotal: bought.total,
      products: sandbox.order(bought.uuid).lines.map(({ id, amount }) => ({ id, amount })),
    })
    await callbacksProcessed(suite)
    expect(await eInvoiceOrder(bought)).toMatchObject({ flags: ["refunded_at_service"] })
    // No order has to be lowered for what its portal refunded.
    expect(await http.post(path, { amount: 48.7, given_at_service: true })).toMatchObject({
      status: 400,
      body: { code: "paid_uncapturable" },
    })
    // Medusa waits for the whole order again: it is billed by its lines.
    const { body: billed } = await bill(bought, BY_LINK)
    const { lines: anew } = sandbox.order(billed.e_invoice_order.remote_order_uuid)
    const asBilled = sandbox.order(bought.uuid).lines.map(({ name, amount }) => ({ name, amount }))
    expect(anew).toMatchObject(asBilled)
  })

  it("of a partly credited, unpaid invoice captures nothing; its payment later does", async () => {
    const bought = await purchase(suite)
    sandbox.invoice(bought.uuid)
    await creditAtService(bought, 48.7)
    await callbacksProcessed(suite)
    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PARTIAL REFUNDED",
      paid_at: null,
      attention: "refunded_at_service",
    })
    expect((await payment(bought)).captured_at).toBeNull()

    sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PARTIAL REFUNDED",
      paid_at: expect.any(String),
    })
    expect((await payment(bought)).captured_at).toBeTruthy()
  })

  it("of a payment whose callback is overtaken by that of a refund ends as captured, too", async () => {
    const bought = await purchase(suite)
    sandbox.callbacks.setChaos({ reorder: 2 })

    sandbox.pay(bought.uuid)
    await creditAtService(bought, 48.7, "regular")
    await callbacksProcessed(suite)

    expect(await eInvoiceOrder(bought)).toMatchObject({
      remote_status: "PARTIAL REFUNDED",
      paid_at: expect.any(String),
      attention: "refunded_at_service",
    })
    expect((await payment(bought)).captured_at).toBeTruthy()
  })

  it("that ended before Medusa places the order on the old payment is flagged: the order will not be billed", async () => {
    const bought = await purchase(suite)
    sandbox.callbacks.setChaos({ drop: true })
    await suite.container.resolve(Modules.PAYMENT).cancelPayment((await payment(bought)).id)

    await suite.container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: "order.placed", data: { id: bought.orderId } })

    await eventually(async () => {
      expect(await eInvoiceOrder(bought)).toMatchObject({
        attention: "placed_unbilled",
      })
    })
  })

  it("of an order whose payment session is gone is cancelled at the service: nothing in Medusa can claim it", async () => {
    const bought = await purchase(suite)
    await letMedusaOrdersAge(suite, 600)
    await suite.eInvoice.updateEInvoiceOrders({
      id: bought.id,
      payment_session_id: "payses_gone",
      payment_id: null,
      order_id: null,
      sending_at: new Date(Date.now() - 10 * 60_000),
    })

    await bought.merchant.refresh(bought.id)

    expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
    await callbacksProcessed(suite)
    const order = await suite.eInvoice.orders.statuses.find(bought.id)
    expect(order).toMatchObject({ status: "CANCELLED", flags: [] })
  })

  async function creditAtService(
    { uuid }: Purchase,
    amount: number,
    type: "regular" | "invoiced" = "invoiced"
  ): Promise<void> {
    const [first] = sandbox.order(uuid).lines
    await postRefund(uuid, {
      type,
      grandTotal: amount,
      products: [{ id: first?.id, amount }],
    })
  }
})
