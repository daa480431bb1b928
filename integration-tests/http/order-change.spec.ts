import { Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { orderChanges } from "./support/order-changes"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { postRefund } from "./support/refund-at-service"

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
  const { deliver, requestReturn } = orderChanges(suite)
  const sweepIn = (hours: number) =>
    sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + hours * 3_600_000) })
  const refuseCredits = () => {
    suite.sandbox.faults.add({ fault: "417", operation: "orders.refund", times: 1 })
  }
  /** Staff give a credit in the service's own portal, of the first line. */
  const creditByHand = (order: Purchase, amount: number, type = "invoiced") =>
    postRefund(order.uuid, {
      type,
      grandTotal: amount,
      products: [{ id: atService(suite, order).lines[0]?.id, amount }],
    })
  /** Staff say that the last credit was given by hand. */
  const settleAsGiven = async (order: Purchase) => {
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    expect(await order.merchant.http.post(path, { carried_out: true })).toMatchObject({
      status: 200,
    })
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

  it("leaves a credit that was refused to staff once the invoice is paid, who may have given it", async () => {
    const order = await bought("SENT")
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })

    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    await followed(order, { flags: ["change_not_followed"], paid_at: expect.any(String) })
    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 248.8, captured: true }],
    })
    await creditByHand(order, 99.9, "regular")
    await callbacksProcessed(suite)
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 99.9 })
  })

  it("sends no second credit that was refused and given by hand, which the service does not show", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })
    refuseCredits()
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed"] })
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    const asked = callsOf(suite, "orders.refund")

    await sweepIn(30)
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    expect(callsOf(suite, "orders.refund")).toBe(asked)
    await followed(order, { flags: ["change_not_followed"], credited_total: 99.9 })
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect(atService(suite, order)).toMatchObject({ credited: 199.8, refunded: 0 })
  })

  it("asks again after a day for a refused credit that the service certainly does not have", async () => {
    const order = await bought()
    refuseCredits()
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })

    await sweepIn(30)

    await followed(order, { flags: [], credited_total: 99.9 })
  })

  it("is flagged where nothing is pending, also when its event was missed, until it holds no more", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    const id = await requestReturn(order, { "COFFEE-250": 3 })
    await followed(order, { flags: ["overbilled"] })
    const { statuses } = suite.eInvoice.orders

    await statuses.unflag(order.id, "overbilled")
    await sweepIn(30)
    await followed(order, { flags: ["overbilled"] })
    await statuses.unflag(order.id, "overbilled")
    await order.merchant.refresh(order.id)
    await followed(order, { flags: ["overbilled"] })

    await order.merchant.http.post(`/admin/returns/${id}/cancel`)
    await order.merchant.refresh(order.id)
    await followed(order, { flags: [] })
  })

  it("bills what comes back after a credit by its own line", async () => {
    const order = await bought()
    await editTo(order, 1)
    await followed(order, { credited_total: 199.8 })
    await editTo(order, 2)
    await followed(order, { flags: [] })
    await eventually(async () => {
      expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 148.9 }] })
    })

    expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
    const answer = await bill(order, BY_LINK)

    expect(answer.status).toBe(200)
    const uuid = answer.body.e_invoice_order.remote_order_uuid
    expect(suite.sandbox.order(uuid)).toMatchObject({
      grandTotal: 99.9,
      lines: [{ name: expect.stringContaining("coffee"), quantity: 1, amount: 99.9 }],
    })
  })

  it("is not cancelled for a wish of before the change that it follows", async () => {
    const order = await bought()
    await suite.eInvoice.orders.statuses.requestCancellation(order.id)

    await editTo(order, 2)

    await followed(order, { flags: [], credited_total: 99.9, cancel_requested_at: null })
    await sweepIn(1)
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(atService(suite, order)).toMatchObject({ status: "PARTIAL REFUNDED", credited: 99.9 })
  })

  it("takes a credit that the operator approved for no refund of Medusa's", async () => {
    const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await editTo(order, 59)
    await followed(order, { credited_total: 99.9 })
    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
    const lastRefund = async () =>
      (await order.merchant.eInvoiceOrder(order.orderId)).refunds.at(-1)
    await eventually(async () => expect(await lastRefund()).toMatchObject({ state: "rejected" }))
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${(await lastRefund())?.id}/approval`
    expect((await order.merchant.http.post(path)).status).toBe(200)

    suite.sandbox.refundApprovals.approve(suite.sandbox.refundApprovals.list()[0]?.uuid ?? "")
    await callbacksProcessed(suite)

    await followed(order, { credited_total: order.total, flags: [] })
    expect(await lastRefund()).toMatchObject({ state: "succeeded", purpose: "credit" })
    const [payment] = await suite.container
      .resolve(Modules.PAYMENT)
      .listRefunds({}, { select: ["id"] })
    expect(payment).toBeUndefined()
  })

  it("follows also where the service cannot be asked for a status", async () => {
    const order = await bought()
    const { operations } = suite.eInvoice.options
    operations["orders.status"] = { enabled: false }
    suite.forgetFailures()
    try {
      await editTo(order, 2)
      await followed(order, { flags: [], credited_total: 99.9 })
    } finally {
      delete operations["orders.status"]
      suite.forgetFailures()
    }
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
