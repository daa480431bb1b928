import { bill, BY_LINK } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { differing } from "./support/finance"
import { orderChanges } from "./support/order-changes"
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
      expect(await differing(bought)).toBe(0)
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

    describe("an order that changes while its invoices are out and unpaid", () => {
      const { edit } = orderChanges(suite)
      const flagsOf = async (orderId: string) =>
        (await suite.eInvoice.orders.statuses.ofOrder(orderId)).map(({ flags }) => flags)

      it("has goods refunded on the invoice that bills them, which alone asks for too much", async () => {
        const order = await purchase(suite)
        suite.sandbox.invoice(order.uuid)
        await callbacksProcessed(suite)
        await edit(order, { add: { "PASS-ADULT": 1 }, at: 200 })
        const { body } = await bill(order, BY_LINK)
        suite.sandbox.invoice(body.e_invoice_order.remote_order_uuid)
        await callbacksProcessed(suite)
        await edit(order, { leave: { "PASS-ADULT": 0 } })

        await eventually(async () =>
          expect(await flagsOf(order.orderId)).toEqual([[], ["overbilled"]])
        )
        const { http } = order.merchant
        const [first, second] = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)
        const refund = (of: typeof first, amount: number) =>
          http
            .with({ "idempotency-key": `${of?.id}-${amount}` })
            .post(`/admin/e-invoice/orders/${of?.id}/refunds`, { amount })
        for (const rejected of [
          await http.post(`/admin/payments/${first?.paymentId}/refund`, { amount: 200 }),
          await refund(first, 200),
        ]) {
          expect(rejected).toMatchObject({ status: 400, body: { code: "owed_elsewhere" } })
        }
        expect(await refund(second, 200)).toMatchObject({ status: 200 })
        await eventually(async () => expect(await flagsOf(order.orderId)).toEqual([[], []]))
      })

      it("is flagged where goods of another VAT rate came in their place", async () => {
        const order = await purchase(suite, { basket: { "PASS-YOUTH": 1 } })
        suite.sandbox.invoice(order.uuid)
        await callbacksProcessed(suite)

        await edit(order, { leave: { "PASS-YOUTH": 0 }, add: { "BOOK-HARD": 1 }, at: 225 })

        await eventually(async () =>
          expect(await flagsOf(order.orderId)).toEqual([["return_unrefunded"]])
        )
      })
    })
  }
)
