import { eInvoiceSuite } from "./support/e-invoice-suite"
import { callbacksProcessed, purchase } from "./support/purchase"

eInvoiceSuite(
  "capture-invoiced",
  { options: { capturedStatuses: ["PAID", "INVOICED"] } },
  (suite) => {
    it("captures as soon as the invoice is out, and once", async () => {
      const bought = await purchase(suite)

      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)
      suite.sandbox.remind(bought.uuid)
      await callbacksProcessed(suite)
      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.captured_at).toBeTruthy()
      expect(payment.captures).toHaveLength(1)
    })

    it("flags an invoice that the service cancels after it was captured", async () => {
      const bought = await purchase(suite)
      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)

      suite.sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)

      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        remote_status: "CANCELLED",
        attention: "cancelled_after_capture",
      })
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.canceled_at).toBeNull()
    })

    it("lets Medusa refund what the service cancelled, and sends nothing", async () => {
      const bought = await purchase(suite)
      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)
      suite.sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)

      const answer = await bought.merchant.refund(bought.orderId, bought.total)

      expect(answer.status).toBe(200)
      expect(
        suite.sandbox.requests().filter(({ operationId }) => operationId === "orders.refund")
      ).toEqual([])
      const order = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(order.attention).toBeNull()
      expect(order.timeline.at(-1)).toMatchObject({
        action: "refund",
        outcome: "done",
        detail: { sent: false, status: "CANCELLED" },
      })
    })

    it("refunds an invoice that is out and unpaid as an invoiced order", async () => {
      const bought = await purchase(suite)
      suite.sandbox.invoice(bought.uuid)
      await callbacksProcessed(suite)

      const answer = await bought.merchant.refund(bought.orderId, 48.7)

      expect(answer.status).toBe(200)
      await callbacksProcessed(suite)
      const order = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(order).toMatchObject({
        remote_status: "PARTIAL REFUNDED",
        attention: null,
        refunds: [{ type: "invoiced", state: "succeeded" }],
      })
      expect(suite.sandbox.order(bought.uuid)).toMatchObject({
        credited: 48.7,
        open: 300,
      })
    })
  }
)
