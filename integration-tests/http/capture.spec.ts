import { eInvoiceSuite } from "./support/e-invoice-suite"
import { callbacksProcessed, callsOf, purchase } from "./support/purchase"

eInvoiceSuite("capture", {}, (suite) => {
  beforeEach(() => suite.sandbox.callbacks.setChaos({ drop: true }))

  describe("the capture button", () => {
    it("is refused while the invoice is not paid, and says what to do", async () => {
      const bought = await purchase(suite)

      const answer = await bought.merchant.capture(bought.orderId)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe(
        "The payment was not captured: the service reports the order as SENT, so it is not paid. The payment is captured by itself as soon as the service reports the invoice paid."
      )
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment).toMatchObject({ captured_at: null, captures: [] })
      const { timeline } = await bought.merchant.eInvoiceOrder(bought.orderId)
      expect(timeline.at(-1)).toMatchObject({
        actor: `admin:${suite.store.admin.id}`,
        action: "capture",
        outcome: "refused",
        detail: { status: "SENT" },
      })
    })

    it("names the option that counts an invoice that is out as captured", async () => {
      const bought = await purchase(suite)
      suite.sandbox.invoice(bought.uuid)

      const answer = await bought.merchant.capture(bought.orderId)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain("reports the order as INVOICED")
      expect(answer.body.message).toContain("capturedStatuses")
    })

    it("asks the service, so it captures a payment whose callback was lost", async () => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)

      const answer = await bought.merchant.capture(bought.orderId)

      expect(answer.status).toBe(200)
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.captured_at).toBeTruthy()
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        remote_status: "PAID",
        last_checked_by: "payment",
      })
    })

    it("asks for nothing once the payment is known", async () => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)
      await bought.merchant.capture(bought.orderId)
      const asked = callsOf(suite, "orders.status")

      const answer = await bought.merchant.capture(bought.orderId)

      expect(answer.status).toBe(200)
      expect(callsOf(suite, "orders.status")).toBe(asked)
      const payment = await bought.merchant.payment(bought.orderId)
      expect(payment.captures).toHaveLength(1)
    })

    it("refuses a part: an invoice is paid as a whole", async () => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)

      const answer = await bought.merchant.capture(bought.orderId, 100)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain("capture the full amount of 348.70, not a part of it")
      expect((await bought.merchant.payment(bought.orderId)).captures).toHaveLength(0)
    })

    it("is refused, and says why, when the service cannot be asked", async () => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)
      suite.sandbox.faults.add({ fault: "401", operation: "orders.status" })

      const answer = await bought.merchant.capture(bought.orderId)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(/^The payment was not captured\. .*token/)
    })

    it("is refused when the order cannot be paid any more", async () => {
      const bought = await purchase(suite)
      suite.sandbox.expire(bought.uuid)

      const answer = await bought.merchant.capture(bought.orderId)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain("EXPIRED, so the customer will not pay it")
    })
  })

  it("of an order total with fractions of an øre leaves nothing pending", async () => {
    suite.sandbox.callbacks.setChaos({})
    const bought = await purchase(suite, {
      region: "norwayBusiness",
      basket: { "COFFEE-250": 3, "SOCKS-41-45": 1 },
    })
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    const order = await bought.merchant.order(bought.orderId)

    expect(order.payment_status).toBe("captured")
    expect(order.summary.pending_difference).toBe(0)
  })
})
