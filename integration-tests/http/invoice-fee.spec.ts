import { eInvoiceSuite } from "./support/e-invoice-suite"
import { atService, callbacksProcessed, purchase, type Purchase } from "./support/purchase"

/** 39.00 and 25 % VAT: what the sandbox's account adds to each invoice. */
const FEE = 48.75

eInvoiceSuite("invoice-fee", { sandbox: { addInvoiceFee: true } }, (suite) => {
  const paid = async (): Promise<Purchase> => {
    const bought = await purchase(suite)
    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)
    return bought
  }
  const kroner = (amount: number) => Math.round(amount * 100) / 100

  it("is owed to the service beside what the shopper agreed to, and the payment is captured without it", async () => {
    const bought = await purchase(suite)
    const { grandTotal, lines } = atService(suite, bought)

    expect(grandTotal).toBe(kroner(bought.total + FEE))
    expect(lines.at(-1)).toMatchObject({ name: "Invoice fee", amount: FEE, tax: 25 })

    suite.sandbox.pay(bought.uuid)
    await callbacksProcessed(suite)

    const payment = await bought.merchant.payment(bought.orderId)
    expect(payment.captures?.map(({ amount }) => amount)).toEqual([bought.total])
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      remote_status: "PAID",
      attention: null,
    })
    expect(suite.sandbox.audit().money).toMatchObject({
      received: kroner(bought.total + FEE),
      balanced: true,
    })
  })

  it("gets no share of a refund", async () => {
    const bought = await paid()

    const answer = await bought.merchant.refund(bought.orderId, 100.01)
    await callbacksProcessed(suite)

    expect(answer.status).toBe(200)
    expect(atService(suite, bought)).toMatchObject({ status: "PARTIAL REFUNDED", refunded: 100.01 })
    expect(atService(suite, bought).lines.at(-1)).toMatchObject({
      name: "Invoice fee",
      refunded: 0,
    })
  })

  it("stays when all that Medusa took goes back", async () => {
    const bought = await paid()

    const answer = await bought.merchant.refund(bought.orderId, bought.total)
    await callbacksProcessed(suite)

    expect(answer.status).toBe(200)
    expect(atService(suite, bought)).toMatchObject({
      status: "PARTIAL REFUNDED",
      refunded: bought.total,
    })
    expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
      refunded_total: bought.total,
      attention: null,
    })
    const order = await bought.merchant.order(bought.orderId)
    expect(order.payment_status).toBe("refunded")
  })

  it("goes with an invoice that is cancelled unpaid", async () => {
    const bought = await purchase(suite)
    suite.sandbox.invoice(bought.uuid)
    await callbacksProcessed(suite)

    await bought.merchant.http.post(`/admin/orders/${bought.orderId}/cancel`, {})
    await callbacksProcessed(suite)

    expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED", received: 0 })
    expect(suite.sandbox.audit().money).toMatchObject({ open: 0, balanced: true })
  })
})
