import { bill, BY_LINK, orderWithoutInvoice } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { OperationDesk } from "./support/operation-desk"
import * as requests from "./support/operation-requests"
import { callbacksProcessed } from "./support/purchase"

eInvoiceSuite("bill-beside-expired", {}, (suite) => {
  afterEach(() => {
    suite.sandbox.faults.clear()
  })

  it("a bill is refused beside one that expired, until that is cancelled: the service could still make an invoice of it", async () => {
    const order = await orderWithoutInvoice(suite)
    const first = await bill(order, BY_LINK)
    const { id, remote_order_uuid: uuid } = first.body.e_invoice_order
    suite.sandbox.expire(uuid)
    await callbacksProcessed(suite)

    const refused = await bill(order, { by: "invoice" })

    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(/Cancel that bill first/)

    const cancelled = await order.merchant.http.post(`/admin/e-invoice/orders/${id}/cancel`, {
      note: "Billed anew",
    })
    expect(cancelled.status).toBe(200)
    expect((await bill(order, { by: "invoice" })).status).toBe(200)
    expect(
      suite.sandbox
        .orders()
        .map(({ status }) => status)
        .sort()
    ).toEqual(["CANCELLED", "SENT"])
  })

  it("a bill goes out beside an expired one that the service refuses to cancel: what comes of that is cancelled", async () => {
    const order = await orderWithoutInvoice(suite)
    const first = await bill(order, BY_LINK)
    const { id, remote_order_uuid: uuid } = first.body.e_invoice_order
    suite.sandbox.expire(uuid)
    await callbacksProcessed(suite)
    suite.sandbox.faults.add({ fault: "417", operation: "orders.cancel" })

    await order.merchant.http.post(`/admin/e-invoice/orders/${id}/cancel`, {
      note: "Billed anew",
    })

    expect((await bill(order, { by: "invoice" })).status).toBe(200)
  })

  it.each(["401", "500"])(
    "a bill goes out beside an expired one that the service neither cancels nor tells of any more (%s)",
    async (fault) => {
      const order = await orderWithoutInvoice(suite)
      const first = await bill(order, BY_LINK)
      const { id, remote_order_uuid: uuid } = first.body.e_invoice_order
      suite.sandbox.expire(uuid)
      await callbacksProcessed(suite)
      suite.sandbox.faults.add({ fault: "417", operation: "orders.cancel" })
      suite.sandbox.faults.add({ fault, operation: "orders.status" })

      await order.merchant.http.post(`/admin/e-invoice/orders/${id}/cancel`, {
        note: "Billed anew",
      })

      expect((await bill(order, { by: "invoice" })).status).toBe(200)
    }
  )

  it("a bill goes out beside an expired link of the order that the service refuses to cancel", async () => {
    const order = await orderWithoutInvoice(suite)
    const desk = await OperationDesk.open(suite)
    const uuid = await desk.create(
      "orders.create-payment-link",
      {
        ...requests.paymentLink,
        products: [{ name: "All of it", quantity: 1, rate: 348.7, tax: 25, amount: 348.7 }],
        orderSummary: {
          subTotal: "278.96",
          totalTax: "69.74",
          totalDiscount: "0.00",
          grandTotal: "348.70",
        },
      },
      { order_id: order.orderId }
    )
    suite.sandbox.expire(uuid)
    await callbacksProcessed(suite)
    const refused = await bill(order, { by: "invoice" })
    expect(refused.body.message).toMatch(/Cancel that bill first/)

    suite.sandbox.faults.add({ fault: "417", operation: "orders.cancel" })
    const cancellation = await desk.call("orders.cancel", {
      at: uuid,
      body: {
        cancellationNote: "Billed anew",
      },
    })
    expect(cancellation.status).toBe(400)

    expect((await bill(order, { by: "invoice" })).status).toBe(200)
  })
})
