import { Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"

/** Three of an item at 99.90 and a delivery at 49.00. */
const BASKET = { "COFFEE-250": 3 }

eInvoiceSuite("order-change", {}, (suite) => {
  const bought = (status: "SENT" | "INVOICED" | "PAID" = "INVOICED") => buy(status)
  const buy = async (status: "SENT" | "INVOICED" | "PAID"): Promise<Purchase> => {
    const order = await purchase(suite, { basket: BASKET })
    if (status !== "SENT") {
      suite.sandbox.invoice(order.uuid)
    }
    if (status === "PAID") {
      suite.sandbox.pay(order.uuid)
    }
    await callbacksProcessed(suite)
    return order
  }
  const editTo = async ({ merchant, orderId }: Purchase, quantity: number): Promise<void> => {
    const { http } = merchant
    const { items } = await merchant.order(orderId)
    await http.post("/admin/order-edits", { order_id: orderId })
    await http.post(`/admin/order-edits/${orderId}/items/item/${items[0]?.id}`, { quantity })
    expect((await http.post(`/admin/order-edits/${orderId}/confirm`)).status).toBe(200)
  }
  const giveBack = async ({ merchant, orderId }: Purchase, quantity: number): Promise<void> => {
    const { http } = merchant
    const { items } = await merchant.order(orderId)
    const all = items.map((item) => ({ id: item.id, quantity: item.quantity }))
    await http.post(`/admin/orders/${orderId}/fulfillments`, { items: all })
    const { body } = await http.post<{ return: { id: string } }>("/admin/returns", {
      order_id: orderId,
    })
    const path = `/admin/returns/${body.return.id}`
    await http.post(`${path}/request-items`, { items: [{ id: items[0]?.id, quantity }] })
    expect((await http.post(`${path}/request`, {})).status).toBe(200)
  }
  /** The payments of a Medusa order that are not cancelled, and what Medusa still waits for. */
  const inMedusa = async ({ merchant, orderId }: Purchase) => {
    const order = await merchant.order(orderId)
    const payments = order.payment_collections.flatMap((collection) => collection.payments ?? [])
    return {
      pending: order.summary.pending_difference,
      payments: payments
        .filter(({ canceled_at }) => !canceled_at)
        .map(({ amount, captured_at }) => ({ amount, captured: captured_at !== null })),
    }
  }
  const followed = (order: Purchase, expected: Record<string, unknown>) =>
    eventually(async () => {
      expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject(expected)
    })

  it.each([
    ["an edit", (order: Purchase) => editTo(order, 2)],
    ["a return", (order: Purchase) => giveBack(order, 1)],
  ])("credits what %s takes off an invoice that is out, and keeps the invoice", async (_, less) => {
    const order = await bought()

    await less(order)

    await followed(order, {
      flags: [],
      warnings: [],
      credited_total: 99.9,
      refunds: [{ state: "succeeded", purpose: "credit", products: [{ amount: "99.90" }] }],
    })
    expect(atService(suite, order)).toMatchObject({ status: "PARTIAL REFUNDED", credited: 99.9 })
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(await inMedusa(order)).toEqual({
      pending: 248.8,
      payments: [{ amount: 248.8, captured: false }],
    })

    await callbacksProcessed(suite)
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 248.8, captured: true }],
    })
    await followed(order, { flags: [], paid_at: expect.any(String) })
    expect(callsOf(suite, "orders.refund")).toBe(1)
  })

  it("keeps an order that is not invoiced yet, and credits it once it is", async () => {
    const order = await bought("SENT")

    await editTo(order, 2)

    await followed(order, { flags: ["change_not_followed"], remote_status: "SENT" })
    expect(await inMedusa(order)).toEqual({
      pending: 248.8,
      payments: [{ amount: 248.8, captured: false }],
    })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await followed(order, { flags: [], credited_total: 99.9 })
    expect(atService(suite, order)).toMatchObject({ credited: 99.9 })
  })

  it("keeps an invoice of which more is wanted, and leaves the difference to be billed", async () => {
    const order = await bought()

    await editTo(order, 9)

    await eventually(async () => {
      expect(await inMedusa(order)).toEqual({
        pending: 948.1,
        payments: [{ amount: 348.7, captured: false }],
      })
    })
    expect(callsOf(suite, "orders.refund") + callsOf(suite, "orders.cancel")).toBe(0)
    expect(await outstanding(order)).toMatchObject({ billable: 599.4 })
  })

  it("follows each of two changes", async () => {
    const order = await bought()

    await editTo(order, 2)
    await editTo(order, 1)

    await followed(order, { flags: [], credited_total: 199.8 })
    expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
  })

  it("sends a credit whose answer is lost no second time", async () => {
    const order = await bought()
    suite.forgetFailures()
    suite.sandbox.faults.add({ fault: "after:drop", operation: "orders.refund", times: 1 })

    await editTo(order, 2)

    await followed(order, { refunds: [{ state: "in_doubt" }] })
    await order.merchant.refresh(order.id)
    await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 10 * 60_000) })
    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect(atService(suite, order)).toMatchObject({ credited: 99.9 })
  })

  it("goes on where a process ended between the two halves", async () => {
    const order = await bought()
    const payments = suite.container.resolve(Modules.PAYMENT)
    const authorise = jest
      .spyOn(payments, "authorizePaymentSession")
      .mockRejectedValue(new Error("The process ended."))
    await editTo(order, 2)
    await eventually(async () => expect(authorise).toHaveBeenCalled())
    expect((await inMedusa(order)).payments).toEqual([])
    authorise.mockRestore()

    for (const minutes of [2, 10]) {
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + minutes * 60_000),
      })
    }

    await followed(order, { flags: [], credited_total: 99.9 })
    expect((await inMedusa(order)).payments).toEqual([{ amount: 248.8, captured: false }])
    expect(callsOf(suite, "orders.refund")).toBe(1)
  })

  it("is paid while it changes: the difference is paid back, and Medusa captures what it wants", async () => {
    const order = await bought("SENT")
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })

    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    await followed(order, { flags: [], paid_at: expect.any(String), credited_total: 99.9 })
    expect(atService(suite, order)).toMatchObject({ refunded: 99.9 })
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 248.8, captured: true }],
    })
  })

  it("is cancelled with its order afterwards", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })

    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)

    await eventually(async () => {
      expect(atService(suite, order)).toMatchObject({ status: "REFUNDED", credited: 348.7 })
    })
    await callbacksProcessed(suite)
    await followed(order, { flags: [] })
  })
})
