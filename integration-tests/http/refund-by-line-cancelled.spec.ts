import { Modules } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { refundsByLine } from "./support/refunds-by-line"

eInvoiceSuite(
  "refund-by-line-cancelled",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const { paid, refund, refundedInMedusa, refundedByPortal } = refundsByLine(suite)

    describe("of a cancelled Medusa order", () => {
      /** Medusa cancels its order although the service refuses to refund it. */
      const cancelledUnrefunded = async () => {
        const bought = await paid()
        suite.sandbox.faults.add({
          fault: "417",
          operation: "orders.refund",
          times: 1,
        })
        expect((await bought.merchant.cancel(bought.orderId)).status).toBe(200)
        await eventually(async () => {
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: ["refund_failed"],
          })
        })
        suite.sandbox.faults.clear()
        // It was paid before it was cancelled, which each check of its status finds again.
        const { body } = await bought.merchant.refresh(bought.id)
        expect(body.e_invoice_order.flags).toEqual(["refund_failed"])
        return bought
      }
      const transactions = async ({ orderId }: Purchase) =>
        (
          await suite.container.resolve(Modules.ORDER).listOrderTransactions({ order_id: orderId })
        ).map(({ amount }) => Number(amount))

      it("is made in the Refunds section, in parts, and the flag goes with the last", async () => {
        const bought = await cancelledUnrefunded()
        const rest = Math.round(bought.total * 100 - 2_000) / 100

        const part = await refund(bought, { amount: "20" })
        const again = await refund(bought, { amount: rest, confirm_repeat: true })
        await callbacksProcessed(suite)

        expect([part.status, again.status]).toEqual([200, 200])
        expect(atService(suite, bought)).toMatchObject({
          status: "REFUNDED",
          refunded: bought.total,
        })
        expect(await refundedInMedusa(bought)).toEqual([20, rest])
        const sum = (await transactions(bought)).reduce((a, b) => a + b, 0)
        expect(sum).toBeCloseTo(0)
        await bought.merchant.refresh(bought.id)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: bought.total,
        })
      })

      it("that was paid after the cancellation is written among its transactions", async () => {
        suite.sandbox.callbacks.setChaos({ drop: true })
        const bought = await purchase(suite)
        suite.sandbox.pay(bought.uuid)
        await bought.merchant.cancel(bought.orderId)
        await eventually(async () => {
          const { captured_at } = await bought.merchant.payment(bought.orderId)
          expect(captured_at).toBeTruthy()
        })

        const answer = await refund(bought, { amount: "20" })

        expect(answer.status).toBe(200)
        expect(atService(suite, bought)).toMatchObject({ refunded: 20 })
        expect(await refundedInMedusa(bought)).toEqual([20])
        expect(await transactions(bought)).toContain(-20)
      })

      it("is refused with Medusa's button, which names the Refunds section, and nothing is sent", async () => {
        const bought = await cancelledUnrefunded()
        const sent = callsOf(suite, "orders.refund")

        const answer = await bought.merchant.refund(bought.orderId, 20)

        expect(answer).toMatchObject({
          status: 400,
          body: {
            code: "order_cancelled",
            message: expect.stringContaining("Refunds section"),
          },
        })
        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect(await refundedInMedusa(bought)).toEqual([])
      })

      it("is recorded in the Refunds section where the service's portal gave all of it", async () => {
        const bought = await cancelledUnrefunded()
        await refundedByPortal(bought)
        expect(await bought.merchant.refund(bought.orderId, bought.total)).toMatchObject({
          status: 400,
          body: { code: "order_cancelled" },
        })
        const sent = callsOf(suite, "orders.refund")

        const given = { amount: bought.total, given_at_service: true }
        expect(await refund(bought, given)).toMatchObject({ status: 200 })

        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect(await refundedInMedusa(bought)).toEqual([bought.total])
        expect((await transactions(bought)).reduce((a, b) => a + b, 0)).toBeCloseTo(0)
        await bought.merchant.refresh(bought.id)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: bought.total,
        })
      })
    })
  }
)
