import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import {
  cancelEInvoiceOrderWorkflow,
  sweepEInvoiceOrders,
  synchroniseEInvoiceOrderWorkflow,
} from "../../src/workflows"
import { followCancelledOrder } from "../../src/workflows/follow-cancelled-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"

const HOUR = 60 * 60_000

eInvoiceSuite("cancel", {}, (suite) => {
  const later = (milliseconds: number) => new Date(Date.now() + milliseconds)

  it("of a Medusa order cancels the invoice at the service", async () => {
    const bought = await purchase(suite)

    const answer = await bought.merchant.cancel(bought.orderId)

    expect(answer.status).toBe(200)
    expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
    expect(atService(suite, bought).history.at(-1)).toMatchObject({
      note: "Cancelled in the store",
    })
    await callbacksProcessed(suite)
    const payment = await bought.merchant.payment(bought.orderId)
    expect(payment.canceled_at).toBeTruthy()
    expect(callsOf(suite, "orders.cancel")).toBe(1)
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "CANCELLED",
      attention: null,
    })
  })

  it("by staff leaves no callback waiting, and is flagged once Medusa would have cancelled its order", async () => {
    const bought = await purchase(suite)

    await bought.merchant.http.post(`/admin/e-invoice/orders/${bought.id}/cancel`, {
      note: "Paid at the counter",
    })
    await callbacksProcessed(suite)

    const { orders, inbox } = suite.eInvoice
    const [callback] = await inbox.rowsOf([bought.id])
    expect(callback).toMatchObject({ attempts: 0, outcome: expect.stringMatching(/CANCELLED$/) })
    const { cancelRequestedAt } = (await orders.statuses.find(bought.id)) ?? {}
    const until = (cancelRequestedAt?.getTime() ?? 0) + 2 * 60_000
    const isFlagged = async () =>
      (await bought.merchant.eInvoiceOrder(bought.orderId)).flags.includes("cancelled_at_service")
    await sweepEInvoiceOrders(suite.container, { now: new Date(until - 1) })
    expect(await isFlagged()).toBe(false)
    await eventually(async () => {
      await sweepEInvoiceOrders(suite.container, { now: new Date(until) })
      expect(await isFlagged()).toBe(true)
    })
  })

  it("takes back what was flagged while Medusa had not yet cancelled its order", async () => {
    const bought = await purchase(suite)
    await bought.merchant.cancel(bought.orderId)
    await callbacksProcessed(suite)
    await suite.eInvoice.orders.statuses.flag(bought.id, "change_unbilled")

    await followCancelledOrder(suite.container, bought.orderId)

    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ attention: null })
    expect(callsOf(suite, "orders.cancel")).toBe(1)
  })

  it("is refused by the service after payment, and flagged: Medusa cancels its order all the same", async () => {
    suite.sandbox.callbacks.setChaos({ drop: true })
    const bought = await purchase(suite)
    suite.sandbox.pay(bought.uuid)

    await bought.merchant.cancel(bought.orderId)

    expect(atService(suite, bought)).toMatchObject({ status: "PAID" })
    await eventually(async () => {
      const order = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(order).toMatchObject({
        remote_status: "PAID",
        attention: "paid_after_cancel",
      })
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment).toMatchObject({ captured_at: expect.any(String) })
      expect(order.timeline).toContainEqual(
        expect.objectContaining({
          action: "cancel",
          outcome: "refused",
          detail: expect.objectContaining({
            message_key: "orderStatusAlreadyPaid",
          }),
        })
      )
    })
  })

  it("of a paid order whose refund the service refuses is flagged: Medusa counts it all the same", async () => {
    const bought = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    await bought.merchant.cancel(bought.orderId)

    expect(atService(suite, bought)).toMatchObject({ refunded: 0 })
    await eventually(async () => {
      const order = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(order.attention).toBe("refund_failed")
    })
  })

  it("of a paid order refunds it at the service", async () => {
    const bought = await purchase(suite)
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    await bought.merchant.cancel(bought.orderId)
    await callbacksProcessed(suite)

    expect(atService(suite, bought)).toMatchObject({
      status: "REFUNDED",
      refunded: bought.total,
    })
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "REFUNDED",
      attention: null,
    })

    await bought.merchant.refresh(bought.id)

    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      flags: [],
    })
  })

  it("that the service cannot take is remembered, and finished by the sweep", async () => {
    const bought = await purchase(suite)
    suite.sandbox.faults.add({ fault: "401", operation: "orders.cancel" })

    await bought.merchant.cancel(bought.orderId)

    await eventually(async () => {
      const order = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(order).toMatchObject({
        attention: "cancel_failed",
        cancel_requested_at: expect.any(String),
        remote_status: "SENT",
      })
    })
    suite.sandbox.faults.clear()

    await sweepEInvoiceOrders(suite.container, { now: later(24 * HOUR) })

    expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
    await callbacksProcessed(suite)
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      attention: null,
      remote_status: "CANCELLED",
    })
  })

  it("that fails and then succeeds leaves it on the list that the shopper holds a second invoice", async () => {
    const bought = await purchase(suite)
    await suite.eInvoice.orders.statuses.flag(bought.id, "second_order")
    suite.sandbox.faults.add({ fault: "401", operation: "orders.cancel" })

    await bought.merchant.cancel(bought.orderId)

    await eventually(async () => {
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        attention: "second_order",
        flags: ["second_order", "cancel_failed"],
      })
    })
    const listed = async (flag: string) => {
      const { body } = await bought.merchant.http.get<{
        e_invoice_orders: { id: string }[]
      }>(`/admin/e-invoice/orders?attention=${flag}`)
      return body.e_invoice_orders.map(({ id }) => id)
    }
    expect(await listed("second_order")).toEqual([bought.id])
    expect(await listed("cancel_failed")).toEqual([bought.id])
    expect(await listed("refund_failed")).toEqual([])
    suite.sandbox.faults.clear()

    await sweepEInvoiceOrders(suite.container, { now: later(24 * HOUR) })

    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "CANCELLED",
      flags: ["second_order"],
    })
  })

  it("that took effect although the answer was lost is not taken for a failure", async () => {
    const bought = await purchase(suite)
    suite.sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.cancel",
      times: 1,
    })

    const answer = await bought.merchant.cancel(bought.orderId)

    expect(answer.status).toBe(200)
    await callbacksProcessed(suite)
    await eventually(async () => {
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.canceled_at).toBeTruthy()
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        remote_status: "CANCELLED",
        attention: null,
      })
    })
  })

  it("of an order that the service cancelled itself asks for nothing again", async () => {
    const bought = await purchase(suite)
    suite.sandbox.cancel(bought.uuid)
    await callbacksProcessed(suite)
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      attention: "cancelled_at_service",
    })

    const answer = await bought.merchant.cancel(bought.orderId)

    expect(answer.status).toBe(200)
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    await eventually(async () => {
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ attention: null })
    })
  })

  describe("of an expired order, which the service could still make an invoice of", () => {
    /** The service says EXPIRED, and can make an invoice of the order all the same. */
    const expire = ({ id }: Purchase) =>
      synchroniseEInvoiceOrderWorkflow(suite.container).run({
        input: {
          e_invoice_order_id: id,
          observer: "sweep",
          actor: "schedule",
          report: { word: "EXPIRED" },
        },
      })

    it("cancels it at the service", async () => {
      const bought = await purchase(suite)
      suite.sandbox.expire(bought.uuid)
      await callbacksProcessed(suite)

      await bought.merchant.cancel(bought.orderId)

      await eventually(async () => {
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          remote_status: "CANCELLED",
          attention: null,
        })
      })
      expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
      expect(callsOf(suite, "orders.cancel")).toBe(1)
    })

    it("is remembered when the service cannot be reached, and finished by the sweep", async () => {
      const bought = await purchase(suite)
      suite.sandbox.expire(bought.uuid)
      await callbacksProcessed(suite)
      suite.sandbox.faults.add({ fault: "401", operation: "orders.cancel" })

      await bought.merchant.cancel(bought.orderId)

      await eventually(async () => {
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: "cancel_failed",
          cancel_requested_at: expect.any(String),
        })
      })
      suite.sandbox.faults.clear()
      await sweepEInvoiceOrders(suite.container, { now: later(24 * HOUR) })
      await callbacksProcessed(suite)

      expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        remote_status: "CANCELLED",
        attention: null,
      })
    })

    it("goes on in Medusa though the service refuses, is flagged, and cancels the invoice once there is one", async () => {
      const bought = await purchase(suite)
      await expire(bought)
      suite.sandbox.faults.add({ fault: "417", operation: "orders.cancel" })

      const answer = await bought.merchant.cancel(bought.orderId)

      expect(answer.status).toBe(200)
      await eventually(async () => {
        const order = await bought.merchant.eInvoiceOrder(bought.orderId)
        expect(order).toMatchObject({
          remote_status: "EXPIRED",
          attention: "cancel_failed",
          cancel_requested_at: expect.any(String),
        })
        expect(order.timeline).toContainEqual(
          expect.objectContaining({ action: "cancel", outcome: "refused" })
        )
      })
      suite.sandbox.faults.clear()
      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)

      expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        remote_status: "CANCELLED",
        attention: null,
      })
    })

    it("cancels the invoice once there is one, though the cancellation was not followed", async () => {
      const bought = await purchase(suite)
      await expire(bought)
      await suite.container
        .resolve(Modules.ORDER)
        .updateOrders([{ id: bought.orderId, status: "canceled" }])

      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)

      expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
    })

    it("can be asked for by the merchant while the Medusa order stands", async () => {
      const bought = await purchase(suite)
      suite.sandbox.expire(bought.uuid)
      await callbacksProcessed(suite)

      const { status } = await bought.merchant.http.post(
        `/admin/e-invoice/orders/${bought.id}/cancel`,
        { note: "Paid at the counter" }
      )

      expect(status).toBe(200)
      expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
    })
  })

  it("while the order is in doubt is carried out once it is known", async () => {
    const bought = await purchase(suite)
    await suite.eInvoice.updateEInvoiceOrders({
      id: bought.id,
      state: "in_doubt",
      remote_order_uuid: null,
      remote_status: null,
    })

    const { result } = await cancelEInvoiceOrderWorkflow(suite.container).run({
      input: { e_invoice_order_id: bought.id, actor: "medusa" },
    })
    expect(result).toEqual({ outcome: "creation-open" })
    await sweepEInvoiceOrders(suite.container, { now: later(HOUR) })
    await sweepEInvoiceOrders(suite.container, { now: later(2 * HOUR) })

    expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
  })

  it("of a payment without an e-invoice order says so", async () => {
    const bought = await purchase(suite)
    const payments = suite.container.resolve(Modules.PAYMENT)
    const { id } = await bought.merchant.payment(bought.orderId)
    await suite.container
      .resolve(ContainerRegistrationKeys.PG_CONNECTION)("payment")
      .where({ id })
      .update({ data: { e_invoice_order_id: "einvord_gone" } })

    await expect(payments.cancelPayment(id)).rejects.toThrow(
      "This payment names no e-invoice order"
    )
  })
})
