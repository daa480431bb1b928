import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { onlyJournalRow } from "./support/evidence"
import { Merchant } from "./support/merchant"
import { callbacksProcessed } from "./support/purchase"
import { Shopper } from "./support/shopper"

eInvoiceSuite("callback-early", { sandbox: { afterCreation: "pay" } }, (suite) => {
  it("that comes before the creation is answered captures the payment once it is there", async () => {
    suite.sandbox.callbacks.setChaos({ beforeResponse: true })
    const shopper = await Shopper.arrive(suite)

    const { body } = await shopper.buy()

    if (body.type !== "order") {
      throw new Error(body.error.message)
    }
    await callbacksProcessed(suite)
    const merchant = await Merchant.signIn(suite)
    const payment = await merchant.payment(body.order.id)
    expect(payment.captured_at).toBeTruthy()
    expect(payment.captures).toHaveLength(1)
    const order = await merchant.order(body.order.id)
    expect(order.payment_status).toBe("captured")
  })

  it("names an order whose creation is never answered, and the shopper's second attempt gets that one", async () => {
    suite.sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    suite.sandbox.faults.add({
      fault: "510",
      operation: "orders.details-by-date-range",
    })
    const shopper = await Shopper.arrive(suite)

    const first = await shopper.buy()
    expect(first.body.type).toBe("cart")
    await eventually(async () => {
      expect(await onlyJournalRow(suite)).toMatchObject({ state: "succeeded" })
    })
    const second = await shopper.complete()

    if (second.body.type !== "order") {
      throw new Error(second.body.error.message)
    }
    expect(suite.sandbox.orders()).toHaveLength(1)
    const merchant = await Merchant.signIn(suite)
    const { id } = second.body.order
    await eventually(async () => {
      const payment = await merchant.payment(id)
      expect(payment.captured_at).toBeTruthy()
    })
    expect(await merchant.eInvoiceOrder(id)).toMatchObject({
      remote_status: "PAID",
      attention: null,
    })
  })
})
