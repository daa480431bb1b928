import { setTimeout } from "node:timers/promises"

import { Modules } from "@medusajs/framework/utils"

import { bill, BY_LINK, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { callbacksProcessed, callsOf, purchase } from "./support/purchase"

eInvoiceSuite("order-change-credit", {}, (suite) => {
  const {
    bought,
    editTo,
    inMedusa,
    deliver,
    requestReturn,
    sweepIn,
    firstFlags,
    refuseCredits,
    creditByHand,
    settleAsGiven,
    followed,
  } = changedOrders(suite)

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

  it("bills nothing more while it is in doubt whether a credit was carried out", async () => {
    const order = await bought()
    await deliver(order)
    suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.refund", times: 1 })
    const id = await requestReturn(order, { "COFFEE-250": 1 })
    await followed(order, { flags: ["refund_in_doubt"] })
    const { http } = order.merchant
    expect((await http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

    await eventually(async () =>
      expect(await outstanding(order)).toMatchObject({ not_billable: "credit-open" })
    )
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    expect(await http.post(path, { carried_out: false })).toMatchObject({ status: 200 })
    await followed(order, { flags: [], credited_total: 0 })
    expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 348.7 }] })
  })

  it.each([
    ["was carried out", "after:drop", true, 99.9],
    ["was not", "before:drop", false, 0],
  ] as const)(
    "captures what was paid once it is known whether a credit %s",
    async (_what, fault, carried_out, missing) => {
      const order = await bought()
      suite.sandbox.faults.add({ fault, operation: "orders.refund", times: 1 })
      await editTo(order, 2)
      await followed(order, { flags: ["refund_in_doubt"] })
      await editTo(order, 3)
      await sweepIn(30)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await sweepIn(30)
      expect(await inMedusa(order)).toEqual({
        pending: 348.7,
        payments: [{ amount: 348.7, captured: false }],
      })
      const payment = await order.merchant.payment(order.orderId)
      const { http } = order.merchant
      expect(await http.post(`/admin/payments/${payment.id}/capture`)).toMatchObject({
        status: 400,
      })

      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
      const found = { carried_out, ...(carried_out && { beside_another: false }) }
      expect(await http.post(path, found)).toMatchObject({ status: 200 })

      await eventually(async () => {
        await sweepIn(30)
        expect(await inMedusa(order)).toEqual({
          pending: missing,
          payments: [{ amount: Number((348.7 - missing).toFixed(2)), captured: true }],
        })
      })
      expect(await firstFlags(order)).toEqual(missing > 0 ? ["change_unbilled"] : [])
      expect(await outstanding(order)).toMatchObject({ billable: missing })
    }
  )

  it("sends no credit again beside one that the portal gave, which staff say is another", async () => {
    const order = await bought()
    suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.refund", times: 1 })
    await editTo(order, 2)
    await followed(order, { flags: ["refund_in_doubt"] })
    await creditByHand(order, 20)
    await callbacksProcessed(suite)
    const sent = callsOf(suite, "orders.refund")
    const { http } = order.merchant
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    expect(await http.post(path, { carried_out: false })).toMatchObject({
      status: 400,
      body: { code: "refund_shown" },
    })

    const another = { carried_out: false, beside_another: true }
    expect(await http.post(path, another)).toMatchObject({ status: 200 })
    await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })
    await sweepIn(30)
    expect(callsOf(suite, "orders.refund")).toBe(sent)

    const part = { carried_out: true, amount: "20", beside_another: false }
    expect(await http.post(path, part)).toMatchObject({ status: 200 })
    await followed(order, { flags: ["change_not_followed"], credited_total: 20 })
  })

  it.each(["meanwhile", "later"])(
    "asks Medusa for no more than the customer where a credit is settled while the next change is followed, and paid %s",
    async (when) => {
      const order = await bought()
      suite.sandbox.faults.add({ fault: "after:drop", operation: "orders.refund", times: 1 })
      await editTo(order, 1)
      await followed(order, { flags: ["refund_in_doubt"] })
      const { http } = order.merchant
      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
      const payments = suite.container.resolve(Modules.PAYMENT)
      const authorise = payments.authorizePaymentSession.bind(payments)
      let settling: Promise<unknown> | undefined
      let creditedMeanwhile: string | undefined
      jest
        .spyOn(payments, "authorizePaymentSession")
        .mockImplementationOnce(async (...given: Parameters<typeof authorise>) => {
          if (when === "meanwhile") {
            suite.sandbox.pay(order.uuid)
          }
          settling = http.post(path, { carried_out: true, beside_another: false })
          await Promise.race([settling, setTimeout(1_000)])
          creditedMeanwhile = (await suite.eInvoice.orders.statuses.find(order.id))?.creditedTotal
          return authorise(...given)
        })

      await editTo(order, 2)

      await eventually(async () => expect(settling).toBeDefined())
      expect(await settling).toMatchObject({ status: 200 })
      expect(Number(creditedMeanwhile)).toBe(0)
      if (when === "later") {
        expect(await inMedusa(order)).toEqual({
          pending: 248.8,
          payments: [{ amount: 148.9, captured: false }],
        })
        suite.sandbox.pay(order.uuid)
        await callbacksProcessed(suite)
      }
      await eventually(async () => {
        await sweepIn(1)
        expect(await inMedusa(order)).toEqual({
          pending: 99.9,
          payments: [{ amount: 148.9, captured: true }],
        })
      })
      expect(await firstFlags(order)).toEqual(["change_unbilled"])
      expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
    }
  )

  it("bills nothing more while a paid invoice lacks its credit, and then what came by its own line", async () => {
    const order = await bought("SENT")
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    await followed(order, { flags: ["change_not_followed"], paid_at: expect.any(String) })

    await editTo(order, 5)

    await eventually(async () =>
      expect(await outstanding(order)).toMatchObject({
        billable: 299.7,
        not_billable: "credit-missing",
      })
    )
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
    expect(await firstFlags(order)).toEqual(["change_not_followed"])
    await creditByHand(order, 99.9, "regular")
    await callbacksProcessed(suite)
    await settleAsGiven(order)
    await followed(order, { flags: ["change_unbilled"], credited_total: 99.9 })
    const { body } = await bill(order, BY_LINK)
    expect(suite.sandbox.order(body.e_invoice_order.remote_order_uuid).lines).toMatchObject([
      { name: expect.stringContaining("coffee"), tax: 15, amount: 299.7 },
    ])
  })

  it("asks again after a day for a refused credit that the service certainly does not have", async () => {
    const order = await bought()
    refuseCredits()
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })

    await sweepIn(30)

    await followed(order, { flags: [], credited_total: 99.9 })
  })

  it.each([
    ["unpaid", 148.9, 248.8],
    ["paid", 248.8, 99.9],
  ] as const)(
    "keeps an attempt that staff ruled out, to be recorded once it is carried out beside the next: %s",
    async (when, paid, pending) => {
      const order = await bought()
      suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.refund", times: 1 })
      await editTo(order, 2)
      await followed(order, { flags: ["refund_in_doubt"] })
      const { http } = order.merchant
      const settleFirst = async (said: object) => {
        const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
        const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds[0]?.id}/settle`
        expect(await http.post(path, said)).toMatchObject({ status: 200 })
      }
      await settleFirst({ carried_out: false })
      await sweepIn(30)
      await followed(order, {
        flags: [],
        credited_total: 99.9,
        refunds: [
          { state: "rejected", attempt: 1 },
          { state: "succeeded", attempt: 2 },
        ],
      })
      await callbacksProcessed(suite)
      if (when === "paid") {
        suite.sandbox.pay(order.uuid)
        await callbacksProcessed(suite)
      }

      // The service carries the first one out late.
      await creditByHand(order, 99.9, when === "paid" ? "regular" : "invoiced")
      await settleFirst({ carried_out: true, beside_another: false })

      await followed(order, {
        flags: ["change_unbilled"],
        refunded_total: 199.8,
        refunds: [
          { state: "succeeded", attempt: 1 },
          { state: "succeeded", attempt: 2 },
        ],
      })
      expect(await inMedusa(order)).toEqual({
        pending,
        payments: [{ amount: paid, captured: when === "paid" }],
      })
      expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
      expect(callsOf(suite, "orders.refund")).toBe(3)
    }
  )

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

  it("asks anew, for what is missing now, once the operator has refused to approve a credit", async () => {
    const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    const last = async () => (await order.merchant.eInvoiceOrder(order.orderId)).refunds.at(-1)
    const lastIs = (expected: object) =>
      eventually(async () => expect(await last()).toMatchObject(expected))
    const approval = async (path: string, body = {}) => {
      const refund = `/admin/e-invoice/orders/${order.id}/refunds/${(await last())?.id}`
      expect((await order.merchant.http.post(`${refund}/${path}`, body)).status).toBe(200)
    }
    await editTo(order, 5)
    await lastIs({ amount: "5494.50", state: "rejected", attempt: 1 })
    await approval("approval")
    await editTo(order, 4)
    await followed(order, { flags: ["change_not_followed"] })
    await lastIs({ amount: "5494.50", attempt: 1 })

    const { refundApprovals } = suite.sandbox
    const decided = refundApprovals.list()[0]?.uuid ?? ""
    refundApprovals.reject(decided)
    await callbacksProcessed(suite)
    await approval("settle", { carried_out: false })

    await lastIs({ amount: "5594.40", state: "rejected", attempt: 2 })
    await approval("approval")
    const asked = refundApprovals.list().find(({ uuid }) => uuid !== decided)
    refundApprovals.approve(asked?.uuid ?? "")
    await callbacksProcessed(suite)
    await approval("settle", { carried_out: true, beside_another: false })
    await followed(order, { flags: [], credited_total: 5594.4 })
    expect(await outstanding(order)).toMatchObject({ billable: 0 })
  })

  it("is not paid for more than its customer paid while an approval is open, once the order is dearer again", async () => {
    const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    const credit = async () => (await order.merchant.eInvoiceOrder(order.orderId)).refunds.at(-1)
    const settlement = async (path: string, body = {}) => {
      const refund = `/admin/e-invoice/orders/${order.id}/refunds/${(await credit())?.id}`
      expect((await order.merchant.http.post(`${refund}/${path}`, body)).status).toBe(200)
    }
    await editTo(order, 5)
    await eventually(async () => expect(await credit()).toMatchObject({ state: "rejected" }))
    await settlement("approval")
    await editTo(order, 7)
    await followed(order, { flags: ["change_not_followed"] })
    suite.sandbox.refundApprovals.approve(suite.sandbox.refundApprovals.list()[0]?.uuid ?? "")
    await callbacksProcessed(suite)
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 748.3, captured: false }])

    await settlement("settle", { carried_out: true, beside_another: false })

    await eventually(async () =>
      expect(await inMedusa(order)).toEqual({
        pending: 199.8,
        payments: [{ amount: 548.5, captured: true }],
      })
    )
    expect(await outstanding(order)).toMatchObject({ billable: 199.8 })
    await followed(order, { flags: ["change_unbilled"], credited_total: 5494.5 })
  })
})
