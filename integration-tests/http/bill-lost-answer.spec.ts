import { Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { letAge, letMedusaOrdersAge, orderOfAnother } from "./support/absence"
import { bill, BY_LINK, orderWithoutInvoice, outstanding, RESERVE } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, onlyJournalRow } from "./support/evidence"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed } from "./support/purchase"
import { refundAtService } from "./support/refund-at-service"

const MINUTE = 60_000

type BilledOrder = Awaited<ReturnType<typeof orderWithoutInvoice>>

eInvoiceSuite(
  "bill-lost-answer",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    // Nearly all creations fail here, one after the other: their circuit would open.
    beforeEach(() => suite.forgetFailures())

    const sweep = (minutes: number) =>
      sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + minutes * MINUTE),
      })

    /** An order that the service was asked to bill, and did, and whose answer never came. */
    const billedUnheard = async (): Promise<BilledOrder> => {
      const order = await orderWithoutInvoice(suite)
      suite.sandbox.faults.add({
        fault: "after:drop",
        operation: "orders.create-payment-link",
        times: 1,
      })
      const { status } = await bill(order, BY_LINK, "lost-key")
      expect(status).toBe(409)
      return order
    }

    /** Which payments of an order can still be captured, by provider. */
    const livingPayments = async ({ merchant, orderId }: BilledOrder) => {
      const { payment_collections } = await merchant.order(orderId)
      return payment_collections
        .flatMap(({ payments }) => payments ?? [])
        .filter(({ canceled_at }) => !canceled_at)
        .map(({ provider_id }) => provider_id)
    }

    const pay = async (): Promise<void> => {
      const [sent] = suite.sandbox.orders()
      suite.sandbox.pay(sent?.uuid ?? "")
      await callbacksProcessed(suite)
    }

    it("keeps the payment that the bill is to replace while the bill is in doubt", async () => {
      const order = await billedUnheard()

      expect(await livingPayments(order)).toEqual(["pp_system_default"])
    })

    it("replaces that payment when the same key finds the bill", async () => {
      const order = await billedUnheard()

      const { status } = await bill(order, BY_LINK, "lost-key")

      expect(status).toBe(200)
      expect(await livingPayments(order)).toEqual(["pp_e-invoice_private"])
      await pay()
      const after = await order.merchant.order(order.orderId)
      expect(after.summary.paid_total).toBe(order.total)
      expect(after.payment_status).toBe("captured")
    })

    it("replaces it when the sweep finds the bill", async () => {
      const order = await billedUnheard()

      await sweep(3)
      await sweep(6)

      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "succeeded",
        payment_id: expect.any(String),
      })
      expect(await livingPayments(order)).toEqual(["pp_e-invoice_private"])
    })

    it("replaces it where the server that placed the order dated it a month ahead", async () => {
      const order = await billedUnheard()
      await letMedusaOrdersAge(suite, -30 * 24 * 60 * 60)

      await sweep(3)

      expect(await livingPayments(order)).toEqual(["pp_e-invoice_private"])
    })

    it("replaces it when the process was killed before the bill was linked to its order", async () => {
      const order = await orderWithoutInvoice(suite)
      const link = jest
        .spyOn(suite.eInvoice.orders.statuses, "link")
        .mockRejectedValueOnce(new Error("gone"))
      const events = jest.spyOn(suite.eInvoice.events, "emit").mockResolvedValue(undefined)
      await bill(order, BY_LINK, "cut-off")
      expect(link).toHaveBeenCalledTimes(1)
      link.mockRestore()
      events.mockRestore()

      await sweep(3)

      expect(await livingPayments(order)).toEqual(["pp_e-invoice_private"])
    })

    it("replaces it when the bill is paid before it could be linked to its order", async () => {
      suite.sandbox.callbacks.setChaos({ drop: true })
      const order = await billedUnheard()
      const [sent] = suite.sandbox.orders()
      suite.sandbox.pay(sent?.uuid ?? "")
      const payments = suite.container.resolve(Modules.PAYMENT)
      const authorised = jest
        .spyOn(payments, "authorizePaymentSession")
        .mockRejectedValueOnce(new Error("gone"))

      await sweep(3)

      expect(authorised.mock.calls.length).toBeGreaterThan(1)
      authorised.mockRestore()
      expect(await livingPayments(order)).toEqual(["pp_e-invoice_private"])
      const after = await order.merchant.order(order.orderId)
      expect(after.summary.paid_total).toBe(order.total)
    })

    it("counts as paid where it was paid before the sweep found it", async () => {
      suite.sandbox.callbacks.setChaos({ drop: true })
      const order = await billedUnheard()
      const [sent] = suite.sandbox.orders()
      suite.sandbox.pay(sent?.uuid ?? "")
      const emitted = jest.spyOn(suite.eInvoice.events, "emit")

      await sweep(3)

      expect(emitted).toHaveBeenCalledWith(
        "e_invoice.status_changed",
        expect.objectContaining({ order_id: order.orderId, status: "PAID", paid: true })
      )
      emitted.mockRestore()
      expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject({
        remote_status: "PAID",
        paid_at: expect.any(String),
        invoiced_at: expect.any(String),
      })
      expect((await order.merchant.order(order.orderId)).payment_status).toBe("captured")
      const { body } = await order.merchant.http.get<{
        overview: { outstanding: unknown[] }
      }>("/admin/e-invoice/overview")
      expect(body.overview.outstanding).toEqual([])
    })

    describe("whose order was changed before it was found", () => {
      const { edit } = orderChanges(suite)

      /** Puts another book into an order that the service was asked to bill, whatever its invoice asks for. */
      const changedUnheard = async () => {
        const order = await billedUnheard()
        const asked = order.total
        await edit(order, { add: { "BOOK-HARD": 1 } })
        return { order, asked }
      }

      it.each(["the sweep", "the same key"])(
        "is booked for what was paid when %s finds it, and leaves the rest to be billed",
        async (finder) => {
          const { order, asked } = await changedUnheard()
          const [sent] = suite.sandbox.orders()
          suite.sandbox.pay(sent?.uuid ?? "")
          await suite.sandbox.callbacks.settled()

          await (finder === "the sweep" ? sweep(3) : bill(order, BY_LINK, "lost-key"))

          await eventually(async () => {
            expect(await livingPayments(order)).toEqual(["pp_e-invoice_private"])
            const { summary } = await order.merchant.order(order.orderId)
            expect(summary.paid_total).toBe(asked)
            expect(summary.pending_difference).toBeGreaterThan(0)
            const { billable } = await outstanding(order)
            expect(Number(billable)).toBe(summary.pending_difference)
          })
          expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject({
            flags: ["change_unbilled"],
          })
        }
      )

      it("is lowered when the order takes less", async () => {
        const order = await billedUnheard()
        const [sku = ""] = (await order.merchant.order(order.orderId)).items.map(
          ({ variant_sku }) => variant_sku ?? ""
        )
        await edit(order, { add: { "BOOK-HARD": 1 }, leave: { [sku]: 0 } })

        await sweep(3)
        await sweep(6)

        const { total } = await order.merchant.order(order.orderId)
        const asked = suite.sandbox
          .orders()
          .filter(({ status }) => status !== "CANCELLED")
          .reduce((sum, { grandTotal }) => sum + grandTotal, 0)
        expect(asked).toBeLessThanOrEqual(total)
      })
    })

    it("leaves alone what staff captured meanwhile", async () => {
      const order = await billedUnheard()
      const { id } = await order.merchant.payment(order.orderId)
      await order.merchant.http.post(`/admin/payments/${id}/capture`)

      await bill(order, BY_LINK, "lost-key")

      const [collected] = (await order.merchant.order(order.orderId)).payment_collections
      expect(collected?.payments).toMatchObject([
        { id, canceled_at: null, captured_at: expect.any(String) },
      ])
    })

    it("is flagged where the order was marked as paid meanwhile, until one of the two is gone", async () => {
      const order = await billedUnheard()
      const { id } = await order.merchant.payment(order.orderId)
      await order.merchant.http.post(`/admin/payments/${id}/capture`)
      await bill(order, BY_LINK, "lost-key")
      const flags = async () => (await order.merchant.eInvoiceOrder(order.orderId)).flags

      expect(await flags()).toEqual(["overbilled"])

      const [sent] = suite.sandbox.orders()
      suite.sandbox.cancel(sent?.uuid ?? "")
      await callbacksProcessed(suite)
      expect(await flags()).toEqual([])
    })

    it("is flagged when the sweep finds it and the order was marked as paid meanwhile", async () => {
      const order = await billedUnheard()
      const { id } = await order.merchant.payment(order.orderId)
      await order.merchant.http.post(`/admin/payments/${id}/capture`)

      await sweep(3)

      expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject({
        flags: ["order_missing"],
      })
    })

    it("leaves no collection behind when the bill that was in doubt was never made", async () => {
      await orderOfAnother(suite)
      const order = await orderWithoutInvoice(suite)
      suite.sandbox.faults.add({
        fault: "before:drop",
        operation: "orders.create-payment-link",
        times: 1,
      })
      expect((await bill(order, BY_LINK, "lost-key")).status).toBe(409)
      await letAge(suite, 3_600)
      await orderOfAnother(suite)
      suite.sandbox.faults.add({
        fault: "417",
        operation: "orders.create-payment-link",
        times: 1,
      })

      const refused = await bill(order, BY_LINK, "lost-key")

      expect(refused.status).toBe(400)
      const after = await order.merchant.order(order.orderId)
      expect(after.payment_collections).toHaveLength(1)
      expect(await livingPayments(order)).toEqual(["pp_system_default"])
    })

    describe("given up, and billed anew", () => {
      /** Both of an order's bills exist, though staff gave the first one up. */
      const billedTwice = async () => {
        suite.sandbox.callbacks.setChaos({ drop: true })
        const order = await billedUnheard()
        const { id, attempt } = await onlyJournalRow(suite)
        const { status } = await order.merchant.http.post(`/admin/e-invoice/orders/${id}/settle`, {
          decision: "give-up",
          attempt,
          not_it: suite.sandbox.orders().map(({ uuid }) => uuid),
        })
        expect(status).toBe(200)
        const anew = await bill(order, BY_LINK)
        expect(anew.status).toBe(200)
        suite.sandbox.callbacks.setChaos({ drop: false })
        // A bill that is being made at this moment is left to its sender, and an order that is being placed to its checkout.
        await letAge(suite, 600)
        await letMedusaOrdersAge(suite, 600)
        const [givenUp = "", billed = ""] = suite.sandbox.orders().map(({ uuid }) => uuid)
        return { order, givenUp, billed }
      }

      type Shown = {
        flags: string[]
        other_orders: { order_uuid: string; state: string }[]
        payment_id: string | null
        timeline: { action: string; detail: { second_order_uuid?: string } | null }[]
      }

      /** The e-invoices of an order as staff see them, the oldest first. */
      const shown = async ({ merchant }: BilledOrder): Promise<Shown[]> =>
        Promise.all(
          (await journalOf(suite)).map(async ({ id }) => {
            const { body } = await merchant.http.get<{
              e_invoice_order: Shown
            }>(`/admin/e-invoice/orders/${id}`)
            return body.e_invoice_order
          })
        )

      const payAt = async (uuid: string): Promise<void> => {
        suite.sandbox.pay(uuid)
        await callbacksProcessed(suite)
      }

      const takenInMedusa = async ({ merchant, orderId }: BilledOrder) => {
        const { payment_collections, summary } = await merchant.order(orderId)
        return {
          paid: summary.paid_total,
          payments: payment_collections
            .flatMap(({ payments }) => payments ?? [])
            .filter(({ canceled_at }) => !canceled_at).length,
        }
      }

      it("flags both when the service speaks of the one given up", async () => {
        const { order, givenUp, billed } = await billedTwice()
        suite.sandbox.invoice(givenUp)
        await callbacksProcessed(suite)

        const [first, second] = await shown(order)

        expect(first).toMatchObject({
          flags: ["second_order"],
          payment_id: null,
          other_orders: [{ order_uuid: billed, state: "open" }],
        })
        expect(second).toMatchObject({
          flags: ["second_order"],
          other_orders: [{ order_uuid: givenUp, state: "open" }],
        })
        const named = [first, second].map((order) =>
          order?.timeline.find(({ action }) => action === "second-order")
        )
        expect(named).toMatchObject(
          [givenUp, givenUp].map((uuid) => ({ detail: { second_order_uuid: uuid } }))
        )
      })

      it("takes the money once in Medusa when the customer pays both, and keeps the flags until one was refunded", async () => {
        const { order, givenUp, billed } = await billedTwice()
        await payAt(givenUp)
        await payAt(billed)
        await sweep(3)
        await sweep(10)

        expect(await takenInMedusa(order)).toEqual({
          paid: order.total,
          payments: 1,
        })
        const both = await shown(order)
        expect(both.map(({ flags }) => flags)).toEqual([["second_order"], ["second_order"]])

        await refundAtService(suite.sandbox, { uuid: givenUp }, order.total)
        const [first] = await journalOf(suite)
        await order.merchant.http.post(`/admin/e-invoice/orders/${first?.id ?? ""}/refresh`)

        const after = await shown(order)
        expect(after.map(({ flags }) => flags)).toEqual([[], []])
        expect(await takenInMedusa(order)).toEqual({
          paid: order.total,
          payments: 1,
        })
      })

      it("books the one given up once the other is cancelled", async () => {
        const { order, givenUp } = await billedTwice()
        await payAt(givenUp)
        const [, second] = await journalOf(suite)
        await order.merchant.http.post(`/admin/e-invoice/orders/${second?.id ?? ""}/cancel`, {
          note: "billed twice",
        })
        await sweep(3)
        await sweep(10)

        const after = await shown(order)
        expect(after.map(({ flags }) => flags)).toEqual([[], []])
        expect(await takenInMedusa(order)).toEqual({
          paid: order.total,
          payments: 1,
        })
      })
    })

    describe("a reservation", () => {
      it("is answered again to the same key, and made once", async () => {
        const order = await orderWithoutInvoice(suite)
        const first = await bill(order, RESERVE, "the-key")

        const again = await bill(order, RESERVE, "the-key")

        expect(again.body.message).toBeUndefined()
        expect(again.status).toBe(200)
        expect(again.body.operation).toEqual(first.body.operation)
        expect(suite.sandbox.reservations.list()).toHaveLength(1)
      })

      it("whose answer was lost stays in doubt for the same key", async () => {
        const order = await orderWithoutInvoice(suite)
        suite.sandbox.faults.add({
          fault: "after:drop",
          operation: "reservations.submit",
          times: 1,
        })
        await bill(order, RESERVE, "lost-key")

        const again = await bill(order, RESERVE, "lost-key")

        expect(again.status).toBe(409)
        expect(again.body.code).toBe("in_doubt")
        expect(suite.sandbox.reservations.list()).toHaveLength(1)
      })

      it("that was refused is not made any more once the order is billed another way", async () => {
        const order = await orderWithoutInvoice(suite)
        suite.sandbox.faults.add({
          fault: "417",
          operation: "reservations.submit",
          times: 1,
        })
        expect((await bill(order, RESERVE, "the-key")).status).toBe(400)
        expect((await bill(order, BY_LINK)).status).toBe(200)

        const again = await bill(order, RESERVE, "the-key")

        expect(again.status).toBe(400)
        expect(again.body.message).toMatch(/has been asked for the outstanding amount/)
        expect(suite.sandbox.reservations.list()).toEqual([])
      })
    })
  }
)
