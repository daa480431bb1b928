import { setTimeout } from "node:timers/promises"

import { Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { LeaseLostError } from "../../src/modules/e-invoice/leases"
import { bill, BY_LINK } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { holdCall } from "./support/hold-calls"
import type { AdminRefusal } from "./support/merchant"
import { orderChanges } from "./support/order-changes"
import {
  atService,
  callbacksProcessed,
  callsOf,
  minutesPass,
  purchase,
  type Purchase,
} from "./support/purchase"

type AnyMethod = (...args: unknown[]) => Promise<unknown>

/** How Medusa's order module counts what was paid. */
type OrderBooks = Record<
  "listOrderSummaries" | "addOrderTransactions" | "listOrderTransactions",
  AnyMethod
>

/** The second invoice of an order. */
type Second = { readonly id: string; readonly uuid: string; readonly paymentId: string }

/** What is counted of the goods, in all: 3 packs of coffee and the freight, then a fourth pack. */
const [FIRST, PACK] = [348.7, 99.9]

eInvoiceSuite(
  "payments of an order at once",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const books = () => suite.container.resolve<OrderBooks>(Modules.ORDER)
    /** An order whose second invoice is not paid yet. */
    const billedTwice = async (): Promise<{ bought: Purchase; second: Second }> => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      await orderChanges(suite).edit(bought, { leave: { "COFFEE-250": 4 } })
      const { body } = await bill(bought, BY_LINK)
      const { id, remote_order_uuid: uuid, payment_id: paymentId } = body.e_invoice_order
      return { bought, second: { id, uuid, paymentId } }
    }
    const bothPaid = async () => {
      const both = await billedTwice()
      suite.sandbox.pay(both.second.uuid)
      await callbacksProcessed(suite)
      return both
    }
    /** The service does not tell that the invoice is paid. */
    const payUnheard = (uuid: string) => {
      suite.sandbox.callbacks.setChaos({ drop: true })
      suite.sandbox.pay(uuid)
    }
    /** Medusa adds the next payment or refund to the order's summary slowly: it reads that, and writes it a moment later. */
    const slow = (milliseconds = 1_200) => {
      const orders = books()
      const [read, add] = [orders.listOrderSummaries, orders.addOrderTransactions]
      let state: "waiting" | "adding" | "begun" = "waiting"
      jest.spyOn(orders, "listOrderSummaries").mockImplementation(async (...args) => {
        const summaries = await read.apply(orders, args)
        if (state === "adding") {
          state = "begun"
          await setTimeout(milliseconds)
        }
        return summaries
      })
      jest.spyOn(orders, "addOrderTransactions").mockImplementation(async (...args) => {
        state = state === "waiting" ? "adding" : state
        const added = await add.apply(orders, args)
        // Medusa's credit of a refund comes after its transaction.
        await setTimeout(500)
        return added
      })
      return { begun: () => eventually(async () => expect(state).toBe("begun")) }
    }
    const throughMedusa = (bought: Purchase, amount = PACK) =>
      bought.merchant.refund(bought.orderId, amount)
    const throughPlugin = ({ merchant, id }: Purchase, amount = PACK, key = "of-one-item") =>
      merchant.http
        .with({ "idempotency-key": key })
        .post<AdminRefusal>(`/admin/e-invoice/orders/${id}/refunds`, { amount: String(amount) })
    const counted = async ({ merchant, orderId }: Purchase, expected: object) => {
      await callbacksProcessed(suite)
      const { summary } = await merchant.order(orderId)
      expect(summary).toMatchObject(expected)
    }
    /** What the order counts of its refunds, and what it credits for them. */
    const refundsOf = async ({ orderId }: Purchase) => {
      const orders = suite.container.resolve(Modules.ORDER)
      const [transactions, order] = await Promise.all([
        orders.listOrderTransactions(
          { order_id: orderId, reference: "refund" },
          { order: { id: "ASC" } }
        ),
        orders.retrieveOrder(orderId, { relations: ["credit_lines"] }),
      ])
      return {
        transactions: transactions.map(({ amount }) => Number(amount)).sort((a, b) => a - b),
        references: new Set(transactions.map(({ reference_id: id }) => id)).size,
        credits: (order.credit_lines ?? []).map(({ amount }) => Number(amount)),
      }
    }
    /** Has Medusa's refunds be as old as the sweep wants them. */
    const age = () =>
      suite.eInvoice.refunds["database"]("refund").update({
        created_at: new Date(Date.now() - 15 * 60_000),
      })
    const sweepLater = async () => {
      await age()
      await sweepEInvoiceOrders(suite.container, { now: new Date() })
    }
    /** The process ends after the money was refunded, and before the order counts it. */
    const uncounted = async (refund: () => Promise<unknown>) => {
      const add = jest.spyOn(books(), "addOrderTransactions")
      add.mockRejectedValueOnce(new Error("killed"))
      await refund()
      expect(add).toHaveBeenCalled()
      add.mockRestore()
    }

    afterEach(() => {
      jest.restoreAllMocks()
      suite.forgetFailures()
      suite.sandbox.callbacks.setChaos({})
    })

    describe("a bill while a payment of the order is recorded", () => {
      const outstandingOf = async ({ merchant, orderId }: Purchase) => {
        const { body } = await merchant.http.get<{ outstanding: object }>(
          `/admin/e-invoice/medusa-orders/${orderId}/bill`
        )
        return body.outstanding
      }
      const rejectedAs = (reason: string) => ({
        status: 400,
        body: { code: "not_billable", values: { reason } },
      })

      it("waits until the order counts it, and finds nothing outstanding", async () => {
        const bought = await purchase(suite)
        const { begun } = slow()

        suite.sandbox.pay(bought.uuid)
        await begun()
        expect(await outstandingOf(bought)).toMatchObject({ billable: 0 })

        expect(await bill(bought, BY_LINK)).toMatchObject(rejectedAs("nothing-outstanding"))
        expect(suite.sandbox.orders()).toHaveLength(1)
      })

      it("whose process ended before the order counts it, finds it asked for", async () => {
        const bought = await purchase(suite)
        payUnheard(bought.uuid)
        const paymentId = (await bought.merchant.eInvoiceOrder(bought.orderId)).payment_id
        const add = jest.spyOn(books(), "addOrderTransactions")
        add.mockRejectedValue(new Error("killed"))
        await bought.merchant.http.post(`/admin/payments/${paymentId}/capture`)
        expect(add).toHaveBeenCalled()
        add.mockRestore()

        expect(await outstandingOf(bought)).toMatchObject({
          pending: FIRST,
          billable: 0,
          open: [{ source: "e-invoice", id: paymentId, amount: FIRST }],
        })
        expect(await bill(bought, BY_LINK)).toMatchObject(rejectedAs("open-bill"))
        expect(suite.sandbox.orders()).toHaveLength(1)

        await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 48 * 3_600_000) })
        await callbacksProcessed(suite)
        expect(await bill(bought, BY_LINK)).toMatchObject(rejectedAs("nothing-outstanding"))
      })
    })

    describe("a payment that Medusa counts while a change of its order is confirmed", () => {
      const coffee = (quantity: number) => ({ leave: { "COFFEE-250": quantity } })
      /** The change is confirmed after Medusa read the version that the payment counts on, and before it wrote that. */
      const paidDuring = async (change: (bought: Purchase) => Promise<unknown>) => {
        const bought = await purchase(suite)
        await orderChanges(suite).deliver(bought)
        const { begun } = slow(5_000)
        suite.sandbox.pay(bought.uuid)
        await begun()
        await change(bought)
        return bought
      }

      it.each([
        ["an edit that adds", (bought) => orderChanges(suite).edit(bought, coffee(4)), PACK],
        [
          "a return",
          (bought) => orderChanges(suite).requestReturn(bought, { "COFFEE-250": 1 }),
          -PACK,
        ],
      ] as [string, (bought: Purchase) => Promise<unknown>, number][])(
        "is counted on the order as %s leaves it",
        async (_, change, pending) => {
          const bought = await paidDuring(change)

          await eventually(async () =>
            counted(bought, {
              transaction_total: FIRST,
              paid_total: FIRST,
              pending_difference: expect.closeTo(pending, 2),
            })
          )
          const { flags } = await bought.merchant.eInvoiceOrder(bought.orderId)
          expect(flags).toEqual(pending > 0 ? ["change_unbilled"] : [])
        }
      )

      it("is not billed again, also where its order cannot be made to count it", async () => {
        const forgotten = jest
          .spyOn(suite.container.resolve(Modules.ORDER), "deleteOrderTransactions")
          .mockRejectedValue(new Error("The database is away"))
        const bought = await paidDuring((order) => orderChanges(suite).edit(order, coffee(4)))
        await eventually(async () => expect(forgotten).toHaveBeenCalled())

        const { merchant, orderId } = bought
        expect((await merchant.order(orderId)).summary).toMatchObject({ transaction_total: 0 })
        // The payment is being recorded until its lease is given back.
        await eventually(async () => {
          const { body } = await merchant.http.get<{ outstanding: object }>(
            `/admin/e-invoice/medusa-orders/${orderId}/bill`
          )
          expect(body.outstanding).toMatchObject({
            pending: PACK,
            billable: PACK,
            open: [],
            not_billable: null,
          })
        })

        forgotten.mockRestore()
        expect((await bill(bought, BY_LINK)).body).toMatchObject({
          e_invoice_order: { grand_total: PACK },
        })
        expect((await merchant.order(orderId)).summary).toMatchObject({ transaction_total: FIRST })
      })
    })

    describe("a refund while another invoice of the order is paid", () => {
      describe.each([
        ["Medusa's own", throughMedusa],
        ["the plugin's", throughPlugin],
      ])("%s", (_whose, refund) => {
        const both = { paid_total: FIRST + PACK, refunded_total: PACK }

        it("is counted, and so is the payment", async () => {
          const { bought, second } = await billedTwice()
          const { begun } = slow()

          suite.sandbox.pay(second.uuid)
          await begun()
          expect((await refund(bought)).status).toBe(200)

          await counted(bought, both)
        })

        it("is counted, and so is the payment that came a moment later", async () => {
          const { bought, second } = await billedTwice()
          const { begun } = slow()

          const refunding = refund(bought)
          await begun()
          suite.sandbox.pay(second.uuid)

          expect((await refunding).status).toBe(200)
          await counted(bought, both)
        })

        it("is counted, and so is the payment that staff capture with Medusa's button", async () => {
          const { bought, second } = await billedTwice()
          payUnheard(second.uuid)
          const { begun } = slow()

          const refunding = refund(bought)
          await begun()
          const captured = await bought.merchant.http.post(
            `/admin/payments/${second.paymentId}/capture`
          )

          expect([captured.status, (await refunding).status]).toEqual([200, 200])
          await counted(bought, both)
        })

        it("is counted where it begins while staff capture with Medusa's button", async () => {
          const { bought, second } = await billedTwice()
          payUnheard(second.uuid)
          const { begun } = slow()

          const capturing = bought.merchant.http.post(`/admin/payments/${second.paymentId}/capture`)
          await begun()

          expect((await refund(bought)).status).toBe(200)
          expect((await capturing).status).toBe(200)
          await counted(bought, both)
        })
      })
    })

    it("a refresh waits for a capture with Medusa's own button", async () => {
      const { bought, second } = await billedTwice()
      payUnheard(second.uuid)
      const held = holdCall(suite, "orders.status", "after")
      const asked = callsOf(suite, "orders.status") + 1

      const capturing = bought.merchant.http.post(`/admin/payments/${second.paymentId}/capture`)
      await held.reached
      const refreshing = bought.merchant.refresh(second.id)
      await eventually(async () => expect(callsOf(suite, "orders.status")).toBeGreaterThan(asked))
      held.release()

      expect([(await capturing).status, (await refreshing).status]).toEqual([200, 200])
      await counted(bought, { paid_total: FIRST + PACK })
    })

    describe("a process that stood still until its lease had passed on", () => {
      /** The next lease, or a later one, is lost as soon as it is asked for. */
      const loseTurn = (which = 1) => {
        const { leases } = suite.eInvoice
        const hold = leases.hold.bind(leases)
        let turns = 0
        jest.spyOn(leases, "hold").mockImplementation((name, work, options) =>
          hold(
            name,
            name.startsWith("payments:") && ++turns === which
              ? () => {
                  jest.mocked(leases.hold).mockRestore()
                  return work({ check: () => Promise.reject(new LeaseLostError(name)) })
                }
              : work,
            options
          )
        )
      }

      it("captures nothing", async () => {
        const bought = await purchase(suite)
        payUnheard(bought.uuid)
        loseTurn()

        expect(await bought.merchant.capture(bought.orderId)).toMatchObject({
          status: 400,
          body: { code: "payment_under_way" },
        })

        expect((await bought.merchant.payment(bought.orderId)).captures).toEqual([])
      })

      it.each([
        ["by Medusa's own button", throughMedusa, 1],
        ["by the Refunds section as it is prepared", throughPlugin, 1],
        ["by the Refunds section as it is made", throughPlugin, 2],
      ])("refunds nothing %s", async (_, refund, which) => {
        const bought = await purchase(suite)
        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        loseTurn(which)

        expect((await refund(bought)).status).toBe(400)

        expect(callsOf(suite, "orders.refund")).toBe(0)
        expect((await bought.merchant.payment(bought.orderId)).refunds).toEqual([])
        expect((await refund(bought)).status).toBeLessThan(300)
        expect(callsOf(suite, "orders.refund")).toBe(1)
      })
    })

    it("a capture that Medusa was kept from counting is counted at the next look, once", async () => {
      const { bought, second } = await billedTwice()
      payUnheard(second.uuid)
      const add = jest.spyOn(books(), "addOrderTransactions")
      add.mockRejectedValueOnce(new Error("killed"))
      await bought.merchant.http.post(`/admin/payments/${second.paymentId}/capture`)
      expect(add).toHaveBeenCalledTimes(1)
      add.mockRestore()
      await counted(bought, { paid_total: FIRST })

      expect((await bought.merchant.refresh(second.id)).status).toBe(200)
      await counted(bought, { paid_total: FIRST + PACK, pending_difference: 0 })
      expect((await bought.merchant.refresh(second.id)).status).toBe(200)
      await counted(bought, { paid_total: FIRST + PACK, pending_difference: 0 })
    })

    describe("two refunds with Medusa's own button", () => {
      it("of two invoices are both counted", async () => {
        const { bought, second } = await bothPaid()
        await orderChanges(suite).edit(bought, { leave: { "COFFEE-250": 2 } })
        const { begun } = slow()

        const first = throughMedusa(bought)
        await begun()
        const other = await bought.merchant.http.post(
          `/admin/payments/${second.paymentId}/refund`,
          { amount: PACK }
        )

        expect([(await first).status, other.status]).toEqual([200, 200])
        await counted(bought, { paid_total: FIRST + PACK, refunded_total: 2 * PACK })
      })

      it("of one invoice are counted by their own amounts, and the second is made when it is asked for again", async () => {
        const { bought } = await bothPaid()
        const payments = suite.container.resolve<Record<"retrievePayment", AnyMethod>>(
          Modules.PAYMENT
        )
        const read = payments.retrievePayment
        const reads = jest.spyOn(payments, "retrievePayment")
        // Medusa reads the payment's refunds after the provider answered, and writes each on the order.
        reads.mockImplementationOnce(async (...args) => {
          await setTimeout(1_500)
          return read.apply(payments, args)
        })

        const first = throughMedusa(bought)
        await eventually(async () => expect(reads).toHaveBeenCalled())
        const second = await throughMedusa(bought, 20)
        expect((await first).status).toBe(200)
        expect(second).toMatchObject({ status: 400, body: { code: "payment_under_way" } })
        expect(await refundsOf(bought)).toMatchObject({ transactions: [-PACK] })

        await minutesPass(suite)
        expect((await throughMedusa(bought, 20)).status).toBe(200)
        expect(await refundsOf(bought)).toMatchObject({ transactions: [-PACK, -20], references: 2 })
        expect(atService(suite, bought)).toMatchObject({ refunded: 119.9 })
      })

      it("in the same instant: at least one is made, and none twice", async () => {
        const { bought } = await bothPaid()

        const answers = await Promise.all([throughMedusa(bought, 30), throughMedusa(bought, 20)])

        const made = [30, 20].filter((_amount, at) => answers[at]?.status === 200)
        expect(made.length).toBeGreaterThan(0)
        expect(callsOf(suite, "orders.refund")).toBe(made.length)
        expect(await refundsOf(bought)).toMatchObject({ transactions: made.map((one) => -one) })
      })
    })

    it("a cancellation of the order refunds both of its invoices", async () => {
      const { bought, second } = await bothPaid()

      expect((await bought.merchant.cancel(bought.orderId)).status).toBe(200)

      await callbacksProcessed(suite)
      expect(atService(suite, bought)).toMatchObject({ status: "REFUNDED" })
      expect(suite.sandbox.order(second.uuid)).toMatchObject({ status: "REFUNDED" })
      await counted(bought, { paid_total: FIRST + PACK, refunded_total: FIRST + PACK })
    })

    describe("a refund that the order does not count yet", () => {
      it("by Medusa's button holds back the next by that button until it is counted, each by its own amount", async () => {
        const { bought } = await bothPaid()
        await uncounted(() => throughMedusa(bought))

        expect(await throughMedusa(bought, 20)).toMatchObject({
          status: 400,
          body: { code: "payment_under_way" },
        })
        expect(callsOf(suite, "orders.refund")).toBe(1)
        await sweepLater()
        await minutesPass(suite)
        expect((await throughMedusa(bought, 20)).status).toBe(200)

        await sweepLater()
        expect(await refundsOf(bought)).toEqual({
          transactions: [-PACK, -20],
          references: 2,
          credits: [PACK, 20],
        })
      })

      it("is counted once, by its own amount, beside one of the Refunds section", async () => {
        const { bought } = await bothPaid()
        await uncounted(() => throughMedusa(bought))

        await minutesPass(suite)
        expect((await throughPlugin(bought, 20)).status).toBe(200)
        expect(await refundsOf(bought)).toMatchObject({ transactions: [-20], credits: [20] })
        await sweepLater()
        await sweepLater()

        expect(await refundsOf(bought)).toEqual({
          transactions: [-PACK, -20],
          references: 2,
          credits: [20, PACK],
        })
      })

      it("of a cancelled order is counted by itself, not with the next", async () => {
        suite.sandbox.callbacks.setChaos({ drop: true })
        const bought = await purchase(suite)
        suite.sandbox.pay(bought.uuid)
        await bought.merchant.cancel(bought.orderId)
        await eventually(async () => {
          const { captured_at } = await bought.merchant.payment(bought.orderId)
          expect(captured_at).toBeTruthy()
        })
        await uncounted(() => throughPlugin(bought, 30))

        await minutesPass(suite)
        expect((await throughPlugin(bought, 20, "of-more")).status).toBe(200)
        await sweepLater()
        await sweepLater()

        expect(await refundsOf(bought)).toMatchObject({ transactions: [-30, -20], references: 2 })
      })

      it("because it is being counted, is counted once by the sweep of that moment", async () => {
        // What is not paid yet of the order is not credited away by a refund that is booked once more.
        const { bought } = await billedTwice()
        const orders = books()
        const [add, list] = [orders.addOrderTransactions, orders.listOrderTransactions]
        const lists = jest.spyOn(orders, "listOrderTransactions")
        let sweeping: Promise<unknown> | undefined
        jest.spyOn(orders, "addOrderTransactions").mockImplementationOnce(async (...args) => {
          await age()
          let isRead = false
          lists.mockImplementation(async (...asked) => {
            const found = await list.apply(orders, asked)
            isRead = true
            return found
          })
          sweeping = sweepEInvoiceOrders(suite.container, { now: new Date() })
          // The sweep may as well wait for the lease before it reads.
          await Promise.race([eventually(async () => expect(isRead).toBe(true)), setTimeout(3_000)])
          return add.apply(orders, args)
        })

        expect((await throughPlugin(bought)).status).toBe(200)
        await sweeping

        expect(await refundsOf(bought)).toEqual({
          transactions: [-PACK],
          references: 1,
          credits: [PACK],
        })
      })
    })
  }
)
