import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, markAsPaid, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { listLinesOnce, listLinesTwice } from "./support/listed-twice"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"

/** Three of an item at 99.90 and a delivery at 49.00: what is bought where nothing is named. */
const BASKET = { "COFFEE-250": 3 }

eInvoiceSuite("order-change", {}, (suite) => {
  const {
    bought,
    editTo,
    giveBack,
    inMedusa,
    deliver,
    edit,
    requestReturn,
    sweepIn,
    firstFlags,
    followed,
  } = changedOrders(suite)

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

  it("credits an invoice by its own goods, and not by those that another payment paid", async () => {
    const order = await bought()
    await edit(order, { add: { "PASS-YOUTH": 1 } })
    await markAsPaid(order, 225)
    await editTo(order, 2)
    await followed(order, { flags: [], credited_total: 99.9 })
    await callbacksProcessed(suite)

    await edit(order, { leave: { "PASS-YOUTH": 0 } })

    await followed(order, { flags: ["overbilled"], credited_total: 99.9 })
    await sweepIn(1)
    expect(atService(suite, order)).toMatchObject({ credited: 99.9 })
    await followed(order, { flags: ["overbilled"], credited_total: 99.9 })
  })

  it("keeps the payment of an invoice whose order costs a fraction of an øre more, and captures it", async () => {
    const order = await bought()
    const { http } = order.merchant
    await http.post("/admin/order-edits", { order_id: order.orderId })
    const added = { variant_id: suite.store.variants["COFFEE-250"], quantity: 1, unit_price: 0.005 }
    await http.post(`/admin/order-edits/${order.orderId}/items`, { items: [added] })
    expect(await http.post(`/admin/order-edits/${order.orderId}/confirm`)).toMatchObject({
      status: 200,
    })
    await followed(order, { flags: [], warnings: [] })

    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    expect((await inMedusa(order)).payments).toEqual([{ amount: 348.7, captured: true }])
    await followed(order, { flags: [], warnings: [], paid_at: expect.any(String) })
    expect(await outstanding(order)).toMatchObject({
      billable: 0,
      not_billable: "nothing-outstanding",
    })
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

  it("credits an order in a currency that is offered no more", async () => {
    const order = await bought()
    const { options } = suite.eInvoice
    Object.assign(suite.eInvoice, { options: { ...options, currencies: ["sek"] } })
    try {
      await editTo(order, 2)
      await followed(order, { flags: [], credited_total: 99.9 })
    } finally {
      Object.assign(suite.eInvoice, { options })
    }
    expect(await inMedusa(order)).toEqual({
      pending: 248.8,
      payments: [{ amount: 248.8, captured: false }],
    })
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
    await followed(order, { flags: ["change_unbilled"] })
  })

  it.each(["INVOICED", "PAID"] as const)(
    "tells staff of what was added to an order that is %s, until it is billed",
    async (status) => {
      const order = await bought(status)

      await edit(order, { add: { "MUG-35": 1 } })
      await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))

      expect((await bill(order, BY_LINK)).status).toBe(200)
      await eventually(async () => expect(await firstFlags(order)).toEqual([]))
    }
  )

  it("tells staff of an addition no more once it is taken back", async () => {
    const order = await bought("PAID")
    await edit(order, { add: { "MUG-35": 1 } })
    await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))

    await edit(order, { leave: { "MUG-35": 0 } })

    await eventually(async () => expect(await firstFlags(order)).toEqual([]))
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

  it("tells staff that the rest of an invoice went to debt collection", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { flags: [], warnings: [], remote_status: "PARTIAL REFUNDED" })

    suite.sandbox.collectDebt(order.uuid)
    await callbacksProcessed(suite)

    await followed(order, { warnings: ["in_debt_collection"], remote_status: "PARTIAL REFUNDED" })
  })

  describe("paid in the moment of a change", () => {
    /** Confirms an edit, and has the customer pay after Medusa counted it and before it cancels the payment. */
    const paidWhileConfirmed = async (quantity: number) => {
      const order = await bought()
      // Medusa read the collection as unpaid; it makes the next one before it cancels that.
      const payments = suite.container.resolve(Modules.PAYMENT)
      const create = payments.createPaymentCollections.bind(payments)
      jest
        .spyOn(payments, "createPaymentCollections")
        .mockImplementationOnce(async (...given: Parameters<typeof create>) => {
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
          return create(...given)
        })
      const { http } = order.merchant
      const { items } = await order.merchant.order(order.orderId)
      await http.post("/admin/order-edits", { order_id: order.orderId })
      const line = `/admin/order-edits/${order.orderId}/items/item/${items[0]?.id}`
      await http.post(line, { quantity })
      const path = `/admin/order-edits/${order.orderId}`
      expect((await http.post(`${path}/confirm`)).status).toBe(400)
      return { order, path }
    }

    it.each(["is confirmed again", "is cancelled"])(
      "is counted as paid although Medusa took the change back, which then %s",
      async (what) => {
        const { order, path } = await paidWhileConfirmed(4)
        const { http } = order.merchant
        expect((await bill(order, BY_LINK, "at-once")).status).toBe(400)
        await sweepIn(1)
        expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
          paid_total: 348.7,
          pending_difference: 0,
        })
        expect(await outstanding(order)).toMatchObject({ billable: 0 })
        expect(await firstFlags(order)).toEqual([])

        const confirms = what === "is confirmed again"
        await (confirms ? http.post(`${path}/confirm`) : http.delete(path))
        await sweepIn(2)

        expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
          paid_total: 348.7,
          pending_difference: confirms ? 99.9 : 0,
        })
        expect(await outstanding(order)).toMatchObject({ billable: confirms ? 99.9 : 0 })
        expect(callsOf(suite, "orders.refund")).toBe(0)
      }
    )
  })

  it("is paid once where Medusa cancels its payment and captures it at once", async () => {
    const order = await bought()
    const payments = suite.container.resolve(Modules.PAYMENT)
    jest.spyOn(payments, "cancelPayment").mockImplementationOnce(async (id) => {
      // Both read the payment as it was before.
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await suite.eInvoice.orders.statuses.orderChanged(order.id)
      const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await database("payment").where({ id }).update({ canceled_at: new Date() })
      return payments.retrievePayment(id)
    })
    await editTo(order, 4)
    await sweepIn(1)
    await sweepIn(30)

    const { summary, payment_collections } = await order.merchant.order(order.orderId)
    expect(summary).toMatchObject({ paid_total: 348.7, pending_difference: 99.9 })
    const made = payment_collections.flatMap(({ payments: some }) => some ?? [])
    expect(made.map(({ amount }) => amount)).toEqual([348.7])
    expect(atService(suite, order)).toMatchObject({ status: "PAID", refunded: 0 })
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(await firstFlags(order)).toEqual(["change_unbilled"])
    expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
  })

  describe("beside a bill in doubt", () => {
    /** A second mug was added, its bill got no answer, and it is taken off again. */
    const addedAndTakenBack = async (fault: string) => {
      const order = await bought()
      await edit(order, { add: { "MUG-35": 1 } })
      suite.sandbox.faults.add({ fault, operation: "orders.create-payment-link", times: 1 })
      expect((await bill(order, BY_LINK, "lost")).status).toBe(409)
      await edit(order, { leave: { "MUG-35": 0 } })
      await sweepIn(1)
      return order
    }
    const giveUp = async (order: Purchase) => {
      const rows = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)
      const doubt = rows.find(({ state }) => state === "in_doubt")
      const path = `/admin/e-invoice/orders/${doubt?.id}/settle`
      const decision = { decision: "give-up", attempt: 1 }
      expect(await order.merchant.http.post(path, decision)).toMatchObject({ status: 200 })
    }
    const isAsked = (order: Purchase, amount: number) =>
      eventually(async () => {
        await sweepIn(30)
        expect(await inMedusa(order)).toEqual({
          pending: amount,
          payments: [{ amount, captured: false }],
        })
      })

    it("is neither cancelled nor credited, and is paid once the bill is given up", async () => {
      const order = await addedAndTakenBack("before:drop")

      expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
      expect(callsOf(suite, "orders.cancel")).toBe(0)
      await giveUp(order)
      await isAsked(order, 348.7)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).payments).toEqual([{ amount: 348.7, captured: true }])
      expect(await firstFlags(order)).toEqual([])
    })

    it("stays, and is flagged with the bill, once that turns up", async () => {
      const order = await addedAndTakenBack("after:drop")
      const found = suite.sandbox.orders().find(({ uuid }) => uuid !== order.uuid)?.uuid ?? ""

      await isAsked(order, 348.7)

      expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
      expect(suite.sandbox.order(found)).toMatchObject({ credited: 0 })
      expect(callsOf(suite, "orders.cancel")).toBe(0)
      expect(await firstFlags(order)).toEqual(["second_order"])
    })
  })

  it("is kept where a return of all of it is cancelled before the service cancelled it", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.cancel" })
    const id = await requestReturn(order, { "COFFEE-250": 3 })
    await followed(order, { flags: ["cancel_failed"] })
    suite.sandbox.faults.clear()
    expect((await order.merchant.http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

    await sweepIn(1)
    await sweepIn(30)

    await followed(order, { flags: [], remote_status: "INVOICED" })
    expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
    expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 299.7 }] })
  })

  it("is cancelled where nothing is pending and Medusa keeps its payment, also when the event was missed", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    const { statuses } = suite.eInvoice.orders
    const missed = jest.spyOn(statuses, "ofOrder").mockRejectedValueOnce(new Error("gone"))
    await requestReturn(order, { "COFFEE-250": 3 })
    await eventually(async () => expect(missed).toHaveBeenCalled())
    missed.mockRestore()

    await sweepIn(30)
    await sweepIn(31)

    await eventually(async () => {
      expect(atService(suite, order)).toMatchObject({ status: "CANCELLED" })
    })
    await sweepIn(32)
    await followed(order, { flags: [] })
    expect((await inMedusa(order)).payments).toEqual([])
  })

  it("is followed by the next sweep where only the sweep notices, however long nothing was new", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    for (const hours of [24, 48, 72, 96, 120, 144, 168]) {
      suite.forgetFailures()
      await sweepIn(hours)
    }
    const { statuses } = suite.eInvoice.orders
    const missed = jest.spyOn(statuses, "ofOrder").mockRejectedValueOnce(new Error("gone"))
    await requestReturn(order, { "COFFEE-250": 3 })
    await eventually(async () => expect(missed).toHaveBeenCalled())
    missed.mockRestore()

    await sweepIn(200)
    await sweepIn(200)

    await eventually(async () => {
      expect(atService(suite, order)).toMatchObject({ status: "CANCELLED" })
    })
  })

  it("bills what comes back after a credit by its own line", async () => {
    const order = await bought()
    await editTo(order, 1)
    await followed(order, { credited_total: 199.8 })
    await editTo(order, 2)
    await followed(order, { flags: expect.not.arrayContaining(["change_not_followed"]) })
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

  it("has what comes billed by its own line beside a bill that expired, and that by its own once it is cancelled", async () => {
    const order = await bought("PAID")
    await edit(order, { add: { "MUG-35": 1 } })
    await followed(order, { flags: ["change_unbilled"] })
    const expired = (await bill(order, BY_LINK)).body.e_invoice_order
    suite.sandbox.expire(expired.remote_order_uuid)
    await callbacksProcessed(suite)
    await edit(order, { add: { "PASS-YOUTH": 1 } })
    const linesOf = ({ body }: Awaited<ReturnType<typeof bill>>) =>
      suite.sandbox.order(body.e_invoice_order.remote_order_uuid).lines

    const pass = await bill(order, BY_LINK)
    await order.merchant.http.post(`/admin/e-invoice/orders/${expired.id}/cancel`, { note: "Anew" })
    const mug = await bill(order, BY_LINK)

    expect(linesOf(pass)).toMatchObject([{ tax: 12, quantity: 1 }])
    expect(linesOf(mug)).toMatchObject([{ tax: 25, quantity: 1, amount: 149 }])
  })

  it("has a callback wait for seconds only that comes while Medusa cancels its payment", async () => {
    const order = await bought()
    const { statuses } = suite.eInvoice.orders
    const note = statuses.orderChanged.bind(statuses)
    let written = (): void => undefined
    const isTold = new Promise<void>((told) => {
      jest.spyOn(statuses, "orderChanged").mockImplementationOnce(async (id) => {
        await note(id)
        told()
        await new Promise<void>((resolve) => (written = resolve))
      })
    })
    const edited = editTo(order, 2)
    await isTold
    suite.sandbox.remind(order.uuid)
    const reminder = async () =>
      (await suite.eInvoice.inbox.rowsOf([order.id])).find(
        ({ parameters }) => parameters["status"] === "PURRING"
      )
    await followed(order, { remote_status: "PURRING" })

    written()
    await edited
    await callbacksProcessed(suite)

    expect(await reminder()).toMatchObject({ state: "processed", attempts: 0 })
    await followed(order, { flags: [], credited_total: 99.9 })
  })

  it("is not cancelled for a request of before the change that it follows", async () => {
    const order = await bought()
    await suite.eInvoice.orders.statuses.requestCancellation(order.id)

    await editTo(order, 2)

    await followed(order, { flags: [], credited_total: 99.9, cancel_requested_at: null })
    await sweepIn(1)
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(atService(suite, order)).toMatchObject({ status: "PARTIAL REFUNDED", credited: 99.9 })
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

  it("is flagged while the service cannot say which of two invoices asks for too much, and followed once it can", async () => {
    const order = await bought()
    await edit(order, { add: { "MUG-35": 1 } })
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 200 })
    suite.sandbox.faults.add({ operation: "orders.details", fault: "510" })
    await edit(order, { leave: { "MUG-35": 0 } })
    await sweepIn(0.5)
    expect(await firstFlags(order)).toEqual([])

    suite.forgetFailures()
    const { status, body } = await order.merchant.http.post<{ code: string }>(
      `/admin/e-invoice/orders/${order.id}/refresh`
    )
    expect([status, body.code]).toEqual([400, "not_followed_yet"])
    suite.forgetFailures()
    await sweepIn(2)
    await eventually(async () => expect(await firstFlags(order)).toEqual(["change_not_followed"]))

    suite.sandbox.faults.clear()
    suite.forgetFailures()
    await sweepIn(5)
    await eventually(async () => expect(await firstFlags(order)).toEqual([]))
    expect(await outstanding(order)).toMatchObject({ billable: 0 })
  })

  it("is flagged where Medusa doubled its order, and nothing is billed beside it", async () => {
    const order = await bought()
    await deliver(order)
    await listLinesTwice(suite.container, order.orderId)
    const { http } = order.merchant

    await http.post(`/admin/e-invoice/orders/${order.id}/refresh`)

    await followed(order, { flags: ["change_unbilled"] })
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
    expect(callsOf(suite, "orders.refund")).toBe(0)

    await listLinesOnce(suite.container, order.orderId)
    await http.post(`/admin/e-invoice/orders/${order.id}/refresh`)
    await followed(order, { flags: [] })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 348.7, captured: true }],
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
