import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { bill, BY_LINK, orderWithoutInvoice, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { placesHolding, shopperDataCount } from "./support/evidence"
import { Merchant } from "./support/merchant"
import { callbacksProcessed, callsOf, purchase } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

eInvoiceSuite(
  "bill-outstanding",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    /** One coffee more, as an order edit of the merchant. */
    const addCoffee = async (order: { merchant: Merchant; orderId: string }): Promise<void> => {
      const { http } = order.merchant
      await http.post("/admin/order-edits", { order_id: order.orderId })
      await http.post(`/admin/order-edits/${order.orderId}/items`, {
        items: [{ variant_id: suite.store.variants["COFFEE-250"], quantity: 1 }],
      })
      const { status } = await http.post(`/admin/order-edits/${order.orderId}/confirm`)
      expect(status).toBe(200)
    }

    it("by payment link makes one order at the service, with the order's own lines", async () => {
      const order = await orderWithoutInvoice(suite)
      expect(await outstanding(order)).toMatchObject({
        pending: order.total,
        billable: order.total,
        open: [],
        not_billable: null,
      })

      const { status, body } = await bill(order, BY_LINK)

      expect(body.message).toBeUndefined()
      expect(status).toBe(200)
      const [sent, ...others] = suite.sandbox.orders()
      expect(others).toEqual([])
      expect(sent).toMatchObject({ status: "SENT", grandTotal: order.total })
      expect(sent?.lines).toHaveLength(2)
      expect(body.e_invoice_order).toMatchObject({
        order_id: order.orderId,
        payment_id: expect.any(String),
        grand_total: order.total,
        remote_order_uuid: sent?.uuid,
        timeline: [{ action: "create", actor: expect.stringMatching(/^admin:/) }],
      })
      expect(await shopperDataCount(suite)).toBe(0)
      expect(await outstanding(order)).toMatchObject({
        pending: order.total,
        billable: 0,
        open: [{ source: "e-invoice", amount: order.total }],
        not_billable: "open-bill",
      })
    })

    it("is captured in Medusa when the service reports it paid", async () => {
      const order = await orderWithoutInvoice(suite)
      const { body } = await bill(order, BY_LINK)
      suite.sandbox.pay(body.e_invoice_order.remote_order_uuid)
      await callbacksProcessed(suite)

      const after = await order.merchant.order(order.orderId)
      expect(after.payment_status).toBe("captured")
      expect(await outstanding(order)).toMatchObject({
        pending: 0,
        billable: 0,
        not_billable: "nothing-outstanding",
      })
    })

    it("is refunded through its Medusa payment, at the service too", async () => {
      const order = await orderWithoutInvoice(suite)
      const { body } = await bill(order, BY_LINK)
      const { remote_order_uuid: uuid, payment_id } = body.e_invoice_order
      suite.sandbox.pay(uuid)
      await callbacksProcessed(suite)

      const { status } = await order.merchant.http.post(`/admin/payments/${payment_id}/refund`, {
        amount: 50,
      })

      expect(status).toBe(200)
      expect(suite.sandbox.order(uuid).refunded).toBe(50)
    })

    it.each([
      ["invoice", {}, "orders.create-invoice"],
      ["e-invoice", { personal_number: PERSONAL_NUMBER }, "orders.create-e-invoice"],
      ["ehf-invoice", { organization_id: "911 111 111" }, "orders.create-ehf-invoice"],
    ] as const)("goes by %s too", async (by, more, operation) => {
      const order = await orderWithoutInvoice(suite)

      const { status, body } = await bill(order, { by, ...more })

      expect(body.message).toBeUndefined()
      expect(status).toBe(200)
      expect(callsOf(suite, operation)).toBe(1)
      expect(suite.sandbox.orders()).toMatchObject([{ grandTotal: order.total }])
      expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
    })

    it("by reservation reserves the outstanding amount", async () => {
      const order = await orderWithoutInvoice(suite)

      const { status } = await bill(order, {
        by: "reservation",
        send_by: { sms: false, email: true },
      })

      expect(status).toBe(200)
      expect(suite.sandbox.reservations.list().map(({ grandTotalOre }) => grandTotalOre)).toEqual([
        Math.round(order.total * 100),
      ])
      expect(await outstanding(order)).toMatchObject({
        billable: 0,
        open: [{ source: "reservation", amount: order.total }],
      })
      expect((await bill(order, BY_LINK)).status).toBe(400)
      expect(suite.sandbox.orders()).toEqual([])
    })

    it("of an order edit bills the difference alone, in the collection the edit left", async () => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      await addCoffee(bought)
      const before = await outstanding(bought)
      expect(before).toMatchObject({ billable: 99.9, open: [] })
      const collections = (await bought.merchant.order(bought.orderId)).payment_collections.length

      const { status, body } = await bill(bought, BY_LINK)

      expect(body.message).toBeUndefined()
      expect(status).toBe(200)
      const uuid = body.e_invoice_order.remote_order_uuid
      const { grandTotal, lines } = suite.sandbox.order(uuid)
      expect(grandTotal).toBe(99.9)
      expect(lines).toMatchObject([
        { name: "Harbour coffee, 250 g", quantity: 1, tax: 15, amount: 99.9 },
      ])
      suite.sandbox.pay(uuid)
      await callbacksProcessed(suite)
      const after = await bought.merchant.order(bought.orderId)
      expect(after.payment_status).toBe("captured")
      expect(after.payment_collections).toHaveLength(collections)
      expect(await outstanding(bought)).toMatchObject({ pending: 0 })
    })

    it("is refused while an invoice of the checkout waits for its payment", async () => {
      const bought = await purchase(suite)

      const { status, body } = await bill(bought, BY_LINK)

      expect(status).toBe(400)
      expect(body).toMatchObject({ code: "not_billable", values: { reason: "open-bill" } })
      expect(suite.sandbox.orders()).toHaveLength(1)
    })

    it("can be billed anew when the bill was cancelled at the service", async () => {
      const order = await orderWithoutInvoice(suite)
      const first = await bill(order, BY_LINK)
      suite.sandbox.cancel(first.body.e_invoice_order.remote_order_uuid)
      await callbacksProcessed(suite)

      const second = await bill(order, { by: "invoice" })

      expect(second.body.message).toBeUndefined()
      expect(second.status).toBe(200)
      expect(
        suite.sandbox
          .orders()
          .map(({ status }) => status)
          .sort()
      ).toEqual(["CANCELLED", "SENT"])
    })

    it("bills once, however often and from wherever it is asked for", async () => {
      const order = await orderWithoutInvoice(suite)

      const answers = await Promise.all([
        bill(order, BY_LINK, "one-key"),
        bill(order, BY_LINK, "one-key"),
        bill(order, { by: "invoice" }, "another-key"),
      ])

      expect(suite.sandbox.orders()).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    })

    it("answers the same to the same key, and sends nothing", async () => {
      const order = await orderWithoutInvoice(suite)
      const first = await bill(order, BY_LINK, "the-key")

      const again = await bill(order, BY_LINK, "the-key")

      expect(again.status).toBe(200)
      expect(again.body.e_invoice_order.id).toBe(first.body.e_invoice_order.id)
      expect(callsOf(suite, "orders.create-payment-link")).toBe(1)
    })

    it("leaves nothing behind when the service refuses it, and can be tried again", async () => {
      const order = await orderWithoutInvoice(suite)
      suite.sandbox.faults.add({
        fault: "417",
        operation: "orders.create-payment-link",
        times: 1,
      })

      const refused = await bill(order, BY_LINK)

      expect(refused.status).toBe(400)
      expect(refused.body.message).toMatch(/./)
      expect(suite.sandbox.orders()).toEqual([])
      const after = await order.merchant.order(order.orderId)
      expect(after.payment_collections).toHaveLength(1)
      expect(await shopperDataCount(suite)).toBe(0)
      expect((await bill(order, BY_LINK)).status).toBe(200)
    })

    it("names the field that is missing before anything is opened", async () => {
      const order = await orderWithoutInvoice(suite, {
        address: { phone: "" },
      })

      const { status, body } = await bill(order, BY_LINK)

      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ field: "phone" }])
      const after = await order.merchant.order(order.orderId)
      expect(after.payment_collections).toHaveLength(1)
      expect((await bill(order, { ...BY_LINK, phone: "400 00 000" })).status).toBe(200)
    })

    it("stays one bill when its answer is lost", async () => {
      const order = await orderWithoutInvoice(suite)
      suite.sandbox.faults.add({
        fault: "after:drop",
        operation: "orders.create-payment-link",
        times: 1,
      })

      const lost = await bill(order, BY_LINK, "lost-key")

      expect(lost.status).toBe(409)
      expect(lost.body.code).toBe("in_doubt")
      expect(await outstanding(order)).toMatchObject({
        billable: 0,
        not_billable: "unsettled",
      })
      expect((await bill(order, { by: "invoice" })).body).toMatchObject({
        values: { reason: "unsettled" },
      })

      const again = await bill(order, BY_LINK, "lost-key")

      expect(again.body.message).toBeUndefined()
      expect(again.status).toBe(200)
      expect(again.body.e_invoice_order.payment_id).toEqual(expect.any(String))
      expect(suite.sandbox.orders()).toHaveLength(1)
    })

    it("does not bill an order whose checkout has not ended: its payment is made last", async () => {
      const merchant = await Merchant.signIn(suite)
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice({}, "pp_system_default")
      const sentBefore = suite.sandbox.orders().length
      const payments = suite.container.resolve(Modules.PAYMENT)
      const authorise = payments.authorizePaymentSession.bind(payments)
      const answers: unknown[] = []
      jest.spyOn(payments, "authorizePaymentSession").mockImplementationOnce(async (...asked) => {
        const { data } = await suite.container.resolve(ContainerRegistrationKeys.QUERY).graph({
          entity: "order_cart",
          fields: ["order_id"],
          filters: { cart_id: shopper.cartId },
        })
        const order = { merchant, orderId: data[0]?.order_id ?? "" }
        answers.push((await bill(order, BY_LINK)).status, (await outstanding(order)).not_billable)
        return authorise(...asked)
      })

      const { body } = await shopper.complete()

      expect(answers).toEqual([400, "checkout-open"])
      expect(body.type).toBe("order")
      expect(suite.sandbox.orders()).toHaveLength(sentBefore)
    })

    it("does not bill an order that is cancelled, or that is not there", async () => {
      const order = await orderWithoutInvoice(suite)
      await order.merchant.cancel(order.orderId)

      expect((await bill(order, BY_LINK)).body).toMatchObject({ values: { reason: "cancelled" } })
      expect((await bill({ ...order, orderId: "order_none" }, BY_LINK)).status).toBe(404)
    })
  }
)
