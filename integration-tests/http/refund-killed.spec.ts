import { Modules } from "@medusajs/framework/utils"

import { keyOfMedusa } from "../../src/modules/e-invoice/refunds/refund-journal"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { refundAtService } from "./support/refund-at-service"
import { refundsByLine } from "./support/refunds-by-line"

const MINUTE = 60_000
const AMOUNT = 40

/** What Medusa counts as refunded, in each of its books. */
type Books = { refunds: number[]; collection: number; transactions: number[] }

/** What a refund leaves whose process was killed: Medusa's own refund, and a row of the journal that says `sending`. */
eInvoiceSuite(
  "refund-killed",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const paid = async (): Promise<Purchase> => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      return bought
    }
    const { serviceNames } = refundsByLine(suite)
    const killedRefund = async (bought: Purchase, { carriedOut }: { carriedOut: boolean }) => {
      const payment = await bought.merchant.payment(bought.orderId)
      const { id: refundId } = await suite.container
        .resolve<{
          refundService_: {
            create: (refund: object) => Promise<{ id: string }>
          }
        }>(Modules.PAYMENT as string)
        .refundService_.create({ payment: payment.id, amount: AMOUNT })
      const [line] = atService(suite, bought).lines
      const products = [{ id: line?.id ?? 0, amount: "40.00" }]
      const row = await suite.eInvoice.refunds.begin({
        key: keyOfMedusa(refundId),
        eInvoiceOrderId: bought.id,
        refundId,
        amount: "40.00",
        type: "regular",
        statusBefore: "PAID",
        products,
        goods: [],
      })
      const past = new Date(Date.now() - MINUTE)
      await suite.eInvoice.refunds["database"]("einvoice_refund")
        .where({ id: row?.id })
        .update({ sending_at: past, updated_at: past })
      if (carriedOut) {
        await suite.eInvoice.connect.call("orders.refund", {
          params: { order_uuid: bought.uuid },
          body: { type: "regular", grandTotal: "40.00", products },
        })
        await callbacksProcessed(suite)
      }
      return row?.id ?? ""
    }
    const booksOf = async ({ merchant, orderId }: Purchase): Promise<Books> => {
      const order = await merchant.order(orderId)
      const [collection] = order.payment_collections
      const transactions = await suite.container
        .resolve(Modules.ORDER)
        .listOrderTransactions({ order_id: orderId, reference: "refund" })
      return {
        refunds: (collection?.payments?.[0]?.refunds ?? []).map(({ amount }) => amount ?? 0),
        collection: collection?.refunded_amount ?? 0,
        transactions: transactions.map(({ amount }) => Number(amount)),
      }
    }
    const whole: Books = {
      refunds: [AMOUNT],
      collection: AMOUNT,
      transactions: [-AMOUNT],
    }
    const withMedusasButton = ({ merchant, orderId }: Purchase) => merchant.refund(orderId, AMOUNT)
    const inTheRefundsSection = ({ merchant, id }: Purchase) =>
      merchant.http.post(`/admin/e-invoice/orders/${id}/refunds`, {
        amount: String(AMOUNT),
      })
    const leftInDoubt = async ({ id }: Purchase, rowId: string) => {
      const row = await suite.eInvoice.refunds.find(rowId)
      expect(row && (await suite.eInvoice.refunds.senderLost(row))).toBe(true)
      await suite.eInvoice.orders.statuses.flag(id, "refund_in_doubt")
    }
    const settle = ({ merchant, id }: Purchase, row: string, yes: boolean) =>
      merchant.http.post(`/admin/e-invoice/orders/${id}/refunds/${row}/settle`, {
        carried_out: yes,
        ...(yes && { beside_another: false }),
      })

    describe.each([
      ["with Medusa's button", withMedusasButton],
      ["in the Refunds section", inTheRefundsSection],
    ])("asked for again %s", (_where, refund) => {
      it("counts once in Medusa where it was carried out, and is not sent again", async () => {
        const bought = await paid()
        await killedRefund(bought, { carriedOut: true })
        serviceNames(AMOUNT)

        const answer = await refund(bought)

        expect(answer.status).toBe(200)
        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect(await booksOf(bought)).toEqual(whole)
        await callbacksProcessed(suite)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunded_total: AMOUNT,
        })
      })

      it("is not sent where the service names no amount, and counts once in Medusa when staff say that it was carried out", async () => {
        const bought = await paid()
        const row = await killedRefund(bought, { carriedOut: true })

        expect(await refund(bought)).toMatchObject({
          status: 400,
          body: { code: "refund_unclear" },
        })
        expect((await settle(bought, row, true)).status).toBe(200)

        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect(await booksOf(bought)).toEqual(whole)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunded_total: AMOUNT,
        })
      })

      it("is not sent while the service shows nothing of it; once staff rule it out it is sent, and counts once in Medusa", async () => {
        const bought = await paid()
        const row = await killedRefund(bought, { carriedOut: false })

        expect(await refund(bought)).toMatchObject({
          status: 400,
          body: { code: "refund_unclear" },
        })
        expect(callsOf(suite, "orders.refund")).toBe(0)
        expect((await settle(bought, row, false)).status).toBe(200)
        const answer = await refund(bought)

        expect(answer.status).toBe(200)
        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect(atService(suite, bought)).toMatchObject({ refunded: AMOUNT })
        expect(await booksOf(bought)).toEqual(whole)
      })
    })

    describe("settled by staff", () => {
      it("as carried out counts once in Medusa, also for the sweep", async () => {
        const bought = await paid()
        const row = await killedRefund(bought, { carriedOut: true })
        await leftInDoubt(bought, row)

        expect((await settle(bought, row, true)).status).toBe(200)

        await suite.eInvoice.refunds["database"]("refund").update({
          created_at: new Date(Date.now() - 15 * MINUTE),
        })
        await sweepEInvoiceOrders(suite.container, { now: new Date() })
        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect(await booksOf(bought)).toEqual(whole)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunded_total: AMOUNT,
          refunds: [{ state: "succeeded" }],
        })
        expect((await settle(bought, row, true)).status).toBe(404)
      })

      it("as not carried out leaves Medusa's books", async () => {
        const bought = await paid()
        const row = await killedRefund(bought, { carriedOut: false })
        await leftInDoubt(bought, row)

        expect((await settle(bought, row, false)).status).toBe(200)

        expect(await booksOf(bought)).toMatchObject({ refunds: [] })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunds: [{ state: "rejected" }],
        })
      })
    })

    it.each([
      ["stays in Medusa where the service names its amount", true, { named: AMOUNT }, "succeeded"],
      ["stays in doubt where the service names no amount", true, {}, "in_doubt"],
      ["stays in doubt where the service shows nothing of it", false, {}, "in_doubt"],
      ["stays in doubt where the portal gave another", false, { portalGave: 20 }, "in_doubt"],
    ] as [string, boolean, { named?: number; portalGave?: number }, string][])(
      "found by the sweep %s",
      async (_what, carriedOut, { named, portalGave }, state) => {
        const bought = await paid()
        await killedRefund(bought, { carriedOut })
        if (portalGave !== undefined) {
          await refundAtService(suite.sandbox, bought, portalGave)
          await callbacksProcessed(suite)
        }
        if (named !== undefined) {
          serviceNames(named)
        }

        await sweepEInvoiceOrders(suite.container, { now: new Date() })

        expect(await booksOf(bought)).toMatchObject({ refunds: [AMOUNT] })
        expect(await suite.eInvoice.refunds.list(bought.id)).toMatchObject([{ state }])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: state === "in_doubt" ? "refund_in_doubt" : null,
        })
      }
    )

    it("counts once in each of Medusa's books where the sweep found it carried out", async () => {
      const bought = await paid()
      await killedRefund(bought, { carriedOut: true })
      serviceNames(AMOUNT)
      await suite.eInvoice.refunds["database"]("refund").update({
        created_at: new Date(Date.now() - 15 * MINUTE),
      })

      await sweepEInvoiceOrders(suite.container, { now: new Date() })
      await sweepEInvoiceOrders(suite.container, { now: new Date() })

      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(await booksOf(bought)).toEqual(whole)
    })

    it("that was prepared and never sent is rejected by the sweep, without a doubt", async () => {
      const bought = await paid()
      const { refunds } = suite.eInvoice
      await refunds.begin({
        key: "request:killed",
        eInvoiceOrderId: bought.id,
        amount: "40.00",
        products: [],
        goods: [],
      })
      await refunds["database"]("einvoice_refund").update({
        updated_at: new Date(Date.now() - MINUTE),
      })

      await sweepEInvoiceOrders(suite.container, { now: new Date() })

      expect(await refunds.list(bought.id)).toMatchObject([
        { state: "rejected", failure: { kind: "not-sent" } },
      ])
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ attention: null })
    })

    describe("before anything of it was written here", () => {
      /** What Medusa leaves when its process ends inside its refund: the refund alone. */
      const leftInMedusa = async (bought: Purchase, minutesAgo: number) => {
        const payment = await bought.merchant.payment(bought.orderId)
        const { id } = await suite.container
          .resolve<{
            refundService_: {
              create: (refund: object) => Promise<{ id: string }>
            }
          }>(Modules.PAYMENT as string)
          .refundService_.create({ payment: payment.id, amount: AMOUNT })
        await suite.eInvoice.refunds["database"]("refund")
          .where({ id })
          .update({ created_at: new Date(Date.now() - minutesAgo * MINUTE) })
        return id
      }
      const pass = async (bought: Purchase) => {
        await suite.eInvoice.refunds["database"]("einvoice_refund")
          .where({ e_invoice_order_id: bought.id })
          .update({
            sending_at: new Date(Date.now() - MINUTE),
            updated_at: new Date(Date.now() - MINUTE),
          })
      }
      const sweep = () => sweepEInvoiceOrders(suite.container, { now: new Date() })

      it("is in doubt until staff rule it out, which takes it out of Medusa", async () => {
        const bought = await paid()
        await leftInMedusa(bought, 15)

        await sweep()
        await pass(bought)
        await sweep()

        const [row] = await suite.eInvoice.refunds.list(bought.id)
        expect(row).toMatchObject({ state: "in_doubt", amount: "40.00" })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: "refund_in_doubt",
        })
        expect(callsOf(suite, "orders.refund")).toBe(0)

        expect((await settle(bought, row?.id ?? "", false)).status).toBe(200)

        expect(await booksOf(bought)).toMatchObject({ refunds: [] })
        await sweep()
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunds: [{ state: "rejected" }],
        })
      })

      it("is looked at once the order's refund in doubt is settled", async () => {
        const bought = await paid()
        const first = await killedRefund(bought, { carriedOut: false })
        await leftInDoubt(bought, first)
        await leftInMedusa(bought, 15)

        await sweep()
        expect(await suite.eInvoice.refunds.list(bought.id)).toHaveLength(1)
        expect((await settle(bought, first, false)).status).toBe(200)
        await sweep()

        expect(await suite.eInvoice.refunds.list(bought.id)).toMatchObject([
          { state: "rejected" },
          { state: "sending" },
        ])
      })

      it("leaves Medusa where it is known that the service refused it", async () => {
        const bought = await paid()
        const refundId = await leftInMedusa(bought, 15)
        const { refunds } = suite.eInvoice
        const row = await refunds.begin({
          key: keyOfMedusa(refundId),
          eInvoiceOrderId: bought.id,
          refundId,
          amount: "40.00",
          products: [],
          goods: [],
        })
        await refunds.rejected(row ?? { id: "", attempt: 1 }, "sender", {
          kind: "refused",
          message: "",
          at: "",
        })

        await sweep()

        expect(await booksOf(bought)).toMatchObject({ refunds: [] })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
        })
      })

      it("is left alone while it is under way, or known", async () => {
        const bought = await paid()
        expect((await bought.merchant.refund(bought.orderId, AMOUNT)).status).toBe(200)
        await suite.eInvoice.refunds["database"]("refund").update({
          created_at: new Date(Date.now() - 15 * MINUTE),
        })
        await leftInMedusa(bought, 1)

        await sweep()

        expect(await suite.eInvoice.refunds.list(bought.id)).toMatchObject([{ state: "succeeded" }])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
        })
      })
    })
  }
)
