import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, orderWithoutInvoice, outstanding, RESERVE } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { placesHolding, shopperDataCount } from "./support/evidence"
import type { HttpAnswer } from "./support/http-client"
import { Merchant } from "./support/merchant"
import { orderChanges } from "./support/order-changes"
import { OperationDesk } from "./support/operation-desk"
import { callbacksProcessed, callsOf, type Purchase, purchase } from "./support/purchase"
import { forgottenBill } from "./support/restored-copy"
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

    it("comes to the order's price to the øre, however often a piece of a fraction of an øre is added", async () => {
      const order = await purchase(suite)
      const { http } = order.merchant
      for (let added = 1; added <= 4; added++) {
        await http.post("/admin/order-edits", { order_id: order.orderId })
        const items = [
          { variant_id: suite.store.variants["COFFEE-250"], quantity: 1, unit_price: 124.875 },
        ]
        await http.post(`/admin/order-edits/${order.orderId}/items`, { items })
        expect(await http.post(`/admin/order-edits/${order.orderId}/confirm`)).toMatchObject({
          status: 200,
        })
        expect(await bill(order, BY_LINK)).toMatchObject({ status: 200 })
        if (added % 2 === 0) {
          suite.sandbox.orders().forEach(({ uuid, status }) => {
            if (status === "SENT") {
              suite.sandbox.pay(uuid)
            }
          })
          await callbacksProcessed(suite)
        }
      }

      const asked = suite.sandbox.orders().map(({ grandTotal }) => Math.round(grandTotal * 100))
      const { total } = await order.merchant.order(order.orderId)
      expect(total).toBe(order.total + 499.5)
      expect(asked.reduce((sum, ore) => sum + ore, 0)).toBe(Math.round(total * 100))
      expect(await outstanding(order)).toMatchObject({ billable: 0 })
      expect(suite.sandbox.audit()).toMatchObject({ totalsOff: [] })
    })

    describe("that a restored copy of the database forgot", () => {
      const follow = (
        { merchant }: { merchant: Merchant },
        body: { uuid?: string | undefined; order_id: string }
      ): Promise<HttpAnswer<{ code?: string; record: object }>> =>
        merchant.http.post("/admin/e-invoice/records/follow", body)
      /** The coffee that was added is billed, and forgotten. */
      const forgotten = async () => {
        const order = await purchase(suite)
        await addCoffee(order)
        return { order, uuid: await forgottenBill(suite, 99.9) }
      }
      /** To what of the order staff are called that was made beside its payments. */
      const isCalledTo = ({ merchant }: { merchant: Merchant }, ...cases: [string, number][]) =>
        eventually(async () => {
          const { body } = await merchant.http.get<{
            overview: {
              attention: { items: { kind: string; reason: string; amount: string | null }[] }
            }
          }>("/admin/e-invoice/overview")
          expect(
            body.overview.attention.items
              .filter(({ kind }) => kind === "record")
              .map(({ reason, amount }) => [reason, Number(amount)])
          ).toEqual(cases)
        })
      const refreshed = async ({ merchant }: { merchant: Merchant }, uuid: string) => {
        const [record] = await suite.eInvoice.listEInvoiceRecords({ remote_uuid: uuid })
        await merchant.http.post(`/admin/e-invoice/records/${record?.id}/refresh`)
      }

      it("counts as billed once it is followed, and is paid beside Medusa's books", async () => {
        const { order, uuid } = await forgotten()
        await eventually(async () =>
          expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject({
            flags: ["change_unbilled"],
          })
        )

        const answer = await follow(order, { uuid, order_id: order.orderId })

        expect(answer).toMatchObject({
          status: 200,
          body: {
            record: { kind: "order", remote_uuid: uuid, order_id: order.orderId, amount: 99.9 },
          },
        })
        expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject({ flags: [] })
        expect(await outstanding(order)).toMatchObject({
          billable: 0,
          open: expect.arrayContaining([
            expect.objectContaining({ source: "record", amount: 99.9 }),
          ]),
          not_billable: "open-bill",
        })
        expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
        suite.sandbox.pay(uuid)
        const [record] = await suite.eInvoice.listEInvoiceRecords({ remote_uuid: uuid })
        await order.merchant.http.post(`/admin/e-invoice/records/${record?.id}/refresh`)
        expect(await suite.eInvoice.listEInvoiceRecords({ remote_uuid: uuid })).toMatchObject([
          { status: "PAID", order_id: order.orderId },
        ])
        expect(await outstanding(order)).toMatchObject({ billable: 0 })
      })

      it("is followed only if it exists, by one order alone, and not if it is a payment's invoice", async () => {
        const { order, uuid } = await forgotten()
        const other = await orderWithoutInvoice(suite)

        expect(
          await follow(order, { uuid: "ODR0000000000", order_id: order.orderId })
        ).toMatchObject({ status: 400, body: { code: "not_followed" } })
        expect(await follow(order, { uuid, order_id: "order_nope" })).toMatchObject({ status: 400 })
        expect(await follow(order, { uuid: order.uuid, order_id: other.orderId })).toMatchObject({
          status: 400,
          body: { code: "linked_elsewhere" },
        })
        expect(await follow(order, { uuid, order_id: order.orderId })).toMatchObject({
          status: 200,
        })
        expect(await follow(order, { uuid, order_id: order.orderId })).toMatchObject({
          status: 200,
        })
        expect(await follow(order, { uuid, order_id: other.orderId })).toMatchObject({
          status: 400,
          body: { code: "linked_elsewhere", values: { uuid } },
        })
      })

      it("calls staff where its order costs less, or it ends unpaid: it follows no change", async () => {
        const order = await orderWithoutInvoice(suite)
        const uuid = await forgottenBill(suite, order.total)
        await follow(order, { uuid, order_id: order.orderId })
        await isCalledTo(order)

        await orderChanges(suite).edit(order, { leave: { "COFFEE-250": 2 } })
        const { total } = await order.merchant.order(order.orderId)
        const less = Math.round((order.total - total) * 100) / 100
        expect(less).toBeGreaterThan(0)
        await isCalledTo(order, ["overbilled", less])
        await orderChanges(suite).edit(order, { add: { "COFFEE-250": 1 } })
        await isCalledTo(order)

        suite.sandbox.expire(uuid)
        await refreshed(order, uuid)
        await isCalledTo(order, ["cancelled_at_service", order.total])
      })

      it("calls staff where it expires beside the invoice of the checkout, until the rest is billed anew", async () => {
        const { order, uuid } = await forgotten()
        await follow(order, { uuid, order_id: order.orderId })
        await isCalledTo(order)
        suite.sandbox.expire(uuid)
        await refreshed(order, uuid)
        await isCalledTo(order, ["cancelled_at_service", 99.9])

        const desk = await OperationDesk.open(suite)
        await desk.call("orders.cancel", {
          at: uuid,
          body: { cancellationNote: "expired" },
        })
        expect(await bill(order, BY_LINK)).toMatchObject({ status: 200 })
        await isCalledTo(order)
      })

      it("calls staff to what is owed of it once it is paid, and none once it is marked as paid in Medusa", async () => {
        const order = await orderWithoutInvoice(suite)
        const uuid = await forgottenBill(suite, order.total)
        await follow(order, { uuid, order_id: order.orderId })
        suite.sandbox.pay(uuid)
        await refreshed(order, uuid)
        await isCalledTo(order)

        await orderChanges(suite).edit(order, { leave: { "COFFEE-250": 2 } })
        await isCalledTo(order, ["overbilled", 99.9])
        await orderChanges(suite).edit(order, { add: { "COFFEE-250": 1 } })
        await isCalledTo(order)

        const { payment_collections } = await order.merchant.order(order.orderId)
        const [collection] = payment_collections.filter(({ status }) => status !== "canceled")
        expect(
          await order.merchant.http.post(
            `/admin/payment-collections/${collection?.id}/mark-as-paid`,
            { order_id: order.orderId }
          )
        ).toMatchObject({ status: 200 })
        await isCalledTo(order)
      })

      it("is not followed while it may be the bill in doubt, which is found and captured", async () => {
        const order = await orderWithoutInvoice(suite)
        const other = await orderWithoutInvoice(suite)
        suite.forgetFailures()
        suite.sandbox.faults.add({
          fault: "after:drop",
          operation: "orders.create-payment-link",
          times: 1,
        })
        expect((await bill(order, BY_LINK)).status).toBe(409)
        const [{ uuid = "" } = {}] = suite.sandbox.orders()

        // Its own order's, and by the reference that it was given, another's.
        for (const { orderId } of [order, other]) {
          expect(await follow(order, { uuid, order_id: orderId })).toMatchObject({
            status: 400,
            body: { code: "order_in_doubt", values: { uuid } },
          })
        }
        expect(await suite.eInvoice.listEInvoiceRecords({ remote_uuid: uuid })).toEqual([])

        suite.forgetFailures()
        await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 3 * 60_000) })
        suite.sandbox.pay(uuid)
        await callbacksProcessed(suite)
        expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject({
          remote_order_uuid: uuid,
          flags: [],
        })
        expect((await order.merchant.order(order.orderId)).payment_status).toBe("captured")
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

    it("goes to the phone of the registered customer where the order has none", async () => {
      const order = await orderWithoutInvoice(suite, {
        address: { phone: "" },
        email: suite.store.customer.email,
      })

      expect((await bill(order, BY_LINK)).status).toBe(200)
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

    describe("while the order is being changed", () => {
      const { deliver, edit, exchange, requestReturn } = orderChanges(suite)
      const PASSES = { "PASS-YOUTH": 2 }

      const begun = async (asked: Promise<{ status: number }>): Promise<void> => {
        expect((await asked).status).toBe(200)
      }
      /** A paid order with two museum passes at 12 % VAT that are not billed yet. */
      const passesToBill = async (): Promise<Purchase> => {
        const bought = await purchase(suite)
        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        await edit(bought, { add: PASSES })
        expect(await outstanding(bought)).toMatchObject({ billable: 450 })
        return bought
      }
      const changes = {
        "adds a book": async ({ merchant: { http }, orderId }: Purchase) =>
          begun(
            http.post(`/admin/order-edits/${orderId}/items`, {
              items: [{ variant_id: suite.store.variants["BOOK-HARD"], quantity: 1 }],
            })
          ),
        "takes off a pass": async ({ merchant, orderId }: Purchase) => {
          const { items } = await merchant.order(orderId)
          const pass = items.find(({ variant_sku }) => variant_sku === "PASS-YOUTH")
          await begun(
            merchant.http.post(`/admin/order-edits/${orderId}/items/item/${pass?.id}`, {
              quantity: 1,
            })
          )
        },
      }
      /** An edit that the merchant has yet to confirm. */
      const beginEdit = async (
        bought: Purchase,
        change: keyof typeof changes
      ): Promise<() => Promise<void>> => {
        const { merchant, orderId } = bought
        await begun(merchant.http.post("/admin/order-edits", { order_id: orderId }))
        await changes[change](bought)
        return () => begun(merchant.http.post(`/admin/order-edits/${orderId}/confirm`))
      }
      const billsAfterTheFirst = () =>
        suite.sandbox
          .orders()
          .slice(1)
          .map(({ grandTotal, lines }) => ({
            grandTotal,
            lines: lines.map(({ amount, tax }) => ({ amount, tax })),
          }))

      const onceChanged = [
        [
          "adds a book",
          [
            { amount: 450, tax: 12 },
            { amount: 429, tax: 0 },
          ],
        ],
        ["takes off a pass", [{ amount: 225, tax: 12 }]],
      ] as const

      it.each(onceChanged)(
        "sends nothing when an edit that %s is confirmed between its readings, and then bills what is outstanding",
        async (change, lines) => {
          const bought = await passesToBill()
          const payments = suite.container.resolve(Modules.PAYMENT)
          const open = payments.createPaymentSession.bind(payments)
          jest.spyOn(payments, "createPaymentSession").mockImplementationOnce(async (...asked) => {
            const confirm = await beginEdit(bought, change)
            await confirm()
            return open(...asked)
          })

          const { status, body } = await bill(bought, BY_LINK, "the-key")

          expect({ status, code: body.code }).toEqual({
            status: 400,
            code: "order_changed_meanwhile",
          })
          expect(billsAfterTheFirst()).toEqual([])
          expect(await shopperDataCount(suite)).toBe(0)

          const again = await bill(bought, BY_LINK, "the-key")

          expect(again.body.message).toBeUndefined()
          const grandTotal = lines.reduce((sum, { amount }) => sum + amount, 0)
          expect(billsAfterTheFirst()).toEqual([{ grandTotal, lines }])
          expect(await outstanding(bought)).toMatchObject({ billable: 0 })
        }
      )

      it("reserves nothing when an edit is confirmed between its readings", async () => {
        const bought = await passesToBill()
        const { operations } = suite.eInvoice
        const known = operations.ofKey.bind(operations)
        jest.spyOn(operations, "ofKey").mockImplementationOnce(async (key) => {
          const confirm = await beginEdit(bought, "adds a book")
          await confirm()
          return known(key)
        })

        expect(await bill(bought, RESERVE)).toMatchObject({
          status: 400,
          body: { code: "order_changed_meanwhile" },
        })
        expect(suite.sandbox.reservations.list()).toEqual([])
        expect((await bill(bought, RESERVE)).status).toBe(200)
        expect(suite.sandbox.reservations.list()).toMatchObject([{ grandTotalOre: 87900 }])
      })

      it.each([
        ["adds a book", { billable: 429, open: [{ amount: 450 }] }],
        ["takes off a pass", { billable: 0, open: [{ amount: 225 }] }],
      ] as const)(
        "bills the order as it was, and follows an edit that %s and is confirmed while the service makes the bill, whose event is lost",
        async (change, after) => {
          const bought = await passesToBill()
          const events = suite.container.resolve(Modules.EVENT_BUS)
          const connect = suite.eInvoice.connect as unknown as {
            call: (id: string, ...given: unknown[]) => Promise<unknown>
          }
          const call = connect.call.bind(connect)
          const spy = jest.spyOn(connect, "call").mockImplementation(async (id, ...given) => {
            if (id === "orders.create-payment-link") {
              spy.mockRestore()
              const confirm = await beginEdit(bought, change)
              const lost = jest.spyOn(events, "emit").mockResolvedValue()
              await confirm()
              lost.mockRestore()
            }
            return call(id, ...given)
          })

          expect((await bill(bought, BY_LINK)).status).toBe(200)

          expect(billsAfterTheFirst()).toEqual([
            { grandTotal: 450, lines: [{ amount: 450, tax: 12 }] },
          ])
          await eventually(async () => expect(await outstanding(bought)).toMatchObject(after))
        }
      )

      it.each([
        ["adds a book", 879],
        ["takes off a pass", 225],
      ] as const)(
        "bills what is outstanding once an edit that %s is written, also before Medusa sees to its payment collection",
        async (change, amount) => {
          const bought = await passesToBill()
          const confirm = await beginEdit(bought, change)
          const orders = suite.container.resolve(Modules.ORDER)
          const write = orders.confirmOrderChange.bind(orders) as (
            ...asked: unknown[]
          ) => Promise<never>
          const statuses: number[] = []
          jest.spyOn(orders, "confirmOrderChange").mockImplementationOnce((async (
            ...asked: unknown[]
          ) => {
            const written = await write(...asked)
            statuses.push((await bill(bought, BY_LINK)).status)
            return written
          }) as never)

          await confirm()

          expect(statuses).toEqual([200])
          expect(billsAfterTheFirst()).toMatchObject([{ grandTotal: amount }])
          await eventually(async () =>
            expect(await outstanding(bought)).toMatchObject({ billable: 0, open: [{ amount }] })
          )
        }
      )

      const unconfirmed: [string, (bought: Purchase) => Promise<() => unknown>][] = [
        [
          "an edit",
          async ({ merchant: { http }, orderId }) => {
            await begun(http.post("/admin/order-edits", { order_id: orderId }))
            return () => http.delete(`/admin/order-edits/${orderId}`)
          },
        ],
        [
          "a return",
          async ({ merchant: { http }, orderId }) => {
            const { body } = await http.post<{ return: { id: string } }>("/admin/returns", {
              order_id: orderId,
            })
            return () => http.delete(`/admin/returns/${body.return.id}/request`)
          },
        ],
        [
          "a claim",
          async ({ merchant: { http }, orderId }) => {
            const { body } = await http.post<{ claim: { id: string } }>("/admin/claims", {
              order_id: orderId,
              type: "refund",
            })
            return () => http.delete(`/admin/claims/${body.claim.id}/request`)
          },
        ],
        [
          "an exchange",
          async ({ merchant: { http }, orderId }) => {
            const { body } = await http.post<{ exchange: { id: string } }>("/admin/exchanges", {
              order_id: orderId,
            })
            return () => http.delete(`/admin/exchanges/${body.exchange.id}/request`)
          },
        ],
      ]

      it.each(unconfirmed)("bills nothing until %s is confirmed or cancelled", async (_, begin) => {
        const bought = await passesToBill()
        const end = await begin(bought)

        expect(await outstanding(bought)).toMatchObject({
          billable: 450,
          not_billable: "order-change-active",
        })
        for (const way of [BY_LINK, RESERVE]) {
          expect(await bill(bought, way)).toMatchObject({
            status: 400,
            body: { code: "not_billable", values: { reason: "order-change-active" } },
          })
        }
        expect(billsAfterTheFirst()).toEqual([])
        expect(suite.sandbox.reservations.list()).toEqual([])

        await end()
        expect((await bill(bought, BY_LINK)).status).toBe(200)
        expect(billsAfterTheFirst()).toMatchObject([{ grandTotal: 450 }])
      })

      it("bills nothing of a change that begins between its readings", async () => {
        const bought = await passesToBill()
        const payments = suite.container.resolve(Modules.PAYMENT)
        const open = payments.createPaymentSession.bind(payments)
        jest.spyOn(payments, "createPaymentSession").mockImplementationOnce(async (...asked) => {
          await beginEdit(bought, "adds a book")
          return open(...asked)
        })

        expect(await bill(bought, BY_LINK)).toMatchObject({
          status: 400,
          body: { code: "order_changed_meanwhile" },
        })
        expect(billsAfterTheFirst()).toEqual([])
      })

      it("bills while a customer has yet to accept the order from another", async () => {
        const bought = await passesToBill()
        const [customer] = await suite.container
          .resolve(Modules.CUSTOMER)
          .createCustomers([{ email: "siri@example.com", has_account: true }])
        await begun(
          bought.merchant.http.post(`/admin/orders/${bought.orderId}/transfer`, {
            customer_id: customer?.id,
          })
        )

        expect((await bill(bought, BY_LINK)).status).toBe(200)
      })

      it.each([
        ["a return is agreed", (bought: Purchase) => requestReturn(bought, { "COFFEE-250": 1 })],
        [
          "an exchange is confirmed",
          (bought: Purchase) => exchange(bought, { "COFFEE-250": 1 }, { "COFFEE-250": 1 }),
        ],
      ])("bills once %s", async (_, change) => {
        const bought = await passesToBill()
        await deliver(bought)
        await change(bought)

        expect((await bill(bought, BY_LINK)).body.message).toBeUndefined()
      })
    })
  }
)
