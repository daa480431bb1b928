import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { holdCall } from "./support/hold-calls"
import { callbacksProcessed, callsOf } from "./support/purchase"
import { postRefund } from "./support/refund-at-service"
import { refundsByLine } from "./support/refunds-by-line"
import { restoreProcedure } from "./support/restored-copy"

eInvoiceSuite(
  "refund-by-line-portal",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const {
      paid,
      account,
      refund,
      refundedInMedusa,
      refundedByPortal,
      serviceNames,
      settlePathOfLast,
    } = refundsByLine(suite)

    describe("that the service's portal gave beside another one", () => {
      const givenTwice = async () => {
        const bought = await paid()
        const { id } = suite.sandbox.order(bought.uuid).lines[0] ?? {}
        for (const amount of [20, 10]) {
          const products = [{ id, amount }]
          await postRefund(bought.uuid, { type: "regular", grandTotal: amount, products })
        }
        await callbacksProcessed(suite)
        return bought
      }

      it("is recorded by itself, and the other one after it", async () => {
        const bought = await givenTwice()
        const sent = callsOf(suite, "orders.refund")
        const first = { amount: 20, given_at_service: true, beside_another: true }

        expect(await refund(bought, first, "first")).toMatchObject({ status: 200 })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["refunded_at_service"],
        })
        expect(await refund(bought, { amount: 10 })).toMatchObject({
          status: 400,
          body: { code: "refunded_at_service" },
        })
        expect(await refund(bought, { amount: 10, given_at_service: true })).toMatchObject({
          status: 200,
          body: { refund_account: { recordable: null, refunded: 30 } },
        })
        // The same request once more does not bring the flag back.
        expect(await refund(bought, first, "first")).toMatchObject({ status: 200 })

        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect((await refundedInMedusa(bought)).sort((a, b) => a - b)).toEqual([10, 20])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
      })

      it("goes by the amount that the service names, whatever staff say", async () => {
        const bought = await givenTwice()
        serviceNames(30)
        await bought.merchant.refresh(bought.id)
        const given = { amount: 30, given_at_service: true, beside_another: true }

        expect(await refund(bought, given)).toMatchObject({
          status: 200,
          body: { refund_account: { recordable: null, refunded: 30 } },
        })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
      })
    })

    it("that a restored copy forgot beside one that it knows is recorded first, and not given again", async () => {
      const { givenInPart, flagGivenSince } = restoreProcedure(suite)
      const bought = await paid()
      expect(await refund(bought, { amount: 20 })).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
      const { id } = suite.sandbox.order(bought.uuid).lines[0] ?? {}
      const products = [{ id, amount: 10 }]
      await postRefund(bought.uuid, { type: "regular", grandTotal: 10, products })
      await callbacksProcessed(suite)
      const sent = callsOf(suite, "orders.refund")
      const flags = async () =>
        (await bought.merchant.eInvoiceOrder(bought.orderId)).flags as readonly string[]
      expect(await flags()).toEqual([])

      expect(await givenInPart()).toMatchObject([
        { remote_order_uuid: bought.uuid, given: "20.00" },
      ])
      await flagGivenSince(bought.uuid)
      await flagGivenSince(bought.uuid)
      await bought.merchant.refresh(bought.id)

      expect(await flags()).toEqual(["refunded_at_service"])
      expect(await refund(bought, { amount: 10 }, "again")).toMatchObject({
        status: 400,
        body: { code: "refunded_at_service" },
      })
      const given = { amount: 10, given_at_service: true, beside_another: false }
      expect(await refund(bought, given)).toMatchObject({
        status: 200,
        body: { refund_account: { recordable: null, refunded: 30 } },
      })
      expect(callsOf(suite, "orders.refund")).toBe(sent)
      expect((await refundedInMedusa(bought)).sort((a, b) => a - b)).toEqual([10, 20])
      expect(await flags()).toEqual([])
    })

    describe("that the service's portal gave while another was being sent, which hides it", () => {
      it("is rejected as more than is left, and can be recorded then, once", async () => {
        const bought = await paid()
        const [one, other] = (await account(bought)).lines
        const whole = other?.amount ?? 0
        const held = holdCall(suite, "orders.refund", "before")
        const ours = refund(bought, { lines: [{ id: one?.id, amount: 10 }] }, "ours")
        await held.reached
        const products = [{ id: other?.id, amount: whole }]
        await postRefund(bought.uuid, { type: "regular", grandTotal: whole, products })
        held.release()
        expect(await ours).toMatchObject({ status: 200 })
        await callbacksProcessed(suite)
        const mayBeGiven = async () =>
          (await account(bought)).refunds.map(({ may_be_given }) => may_be_given)

        for (const key of ["theirs", "theirs-again"]) {
          const { seen } = await account(bought)
          expect(await refund(bought, { lines: products, seen }, key)).toMatchObject({
            status: 400,
            body: { code: "refund_rejected" },
          })
        }
        expect(await mayBeGiven()).toEqual([true, true, false])
        const settled = await bought.merchant.http.post(await settlePathOfLast(bought), {
          carried_out: true,
          attempt: 1,
        })

        expect(settled).toMatchObject({ status: 200 })
        expect((await refundedInMedusa(bought)).sort((a, b) => a - b)).toEqual([10, whole])
        expect(await mayBeGiven()).toEqual([false, false, false])
        expect(suite.sandbox.order(bought.uuid).refunded).toBeCloseTo(10 + whole)
      })
    })

    describe("that the service's portal gave all of", () => {
      it("is recorded in parts, by lines and by an amount, and nothing is sent", async () => {
        const bought = await paid()
        await refundedByPortal(bought)
        const sent = callsOf(suite, "orders.refund")
        const [line] = (await account(bought)).lines
        const part = line?.amount ?? 0
        const rest = Math.round((bought.total - part) * 100) / 100
        const byLine = { lines: [{ id: line?.id, amount: part }] }

        expect(await refund(bought, byLine)).toMatchObject({
          status: 400,
          body: { code: "refunded_at_service" },
        })
        expect(await refund(bought, { ...byLine, given_at_service: false })).toMatchObject({
          status: 400,
          body: { code: "beyond_left" },
        })
        expect(await refund(bought, { ...byLine, given_at_service: true })).toMatchObject({
          status: 200,
          body: { refund_account: { recordable: rest, refunded: part } },
        })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["refunded_at_service"],
        })
        expect(await refund(bought, { amount: rest, given_at_service: true })).toMatchObject({
          status: 200,
          body: { refund_account: { recordable: null, obstacle: "nothing-left" } },
        })

        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect((await refundedInMedusa(bought)).sort((a, b) => a - b)).toEqual(
          [part, rest].sort((a, b) => a - b)
        )
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: bought.total,
        })
        expect(await refund(bought, { amount: 1, given_at_service: true })).toMatchObject({
          status: 400,
          body: { code: "settled_meanwhile" },
        })
      })

      it("is recorded beside an earlier one of ours, as much as is left", async () => {
        const bought = await paid()
        expect(await refund(bought, { amount: 20 })).toMatchObject({ status: 200 })
        await callbacksProcessed(suite)
        const left = Math.round((bought.total - 20) * 100) / 100
        const lines = suite.sandbox.order(bought.uuid).lines.map(({ id, amount, refunded }) => ({
          id,
          amount: Math.round((amount - refunded) * 100) / 100,
        }))
        await postRefund(bought.uuid, { type: "regular", grandTotal: left, products: lines })
        await callbacksProcessed(suite)

        await eventually(async () => {
          expect(await account(bought)).toMatchObject({ recordable: left, obstacle: null })
        })
        const beyond = { amount: bought.total, given_at_service: true }
        expect(await refund(bought, beyond)).toMatchObject({
          status: 400,
          body: { code: "beyond_left" },
        })
        expect(await refund(bought, { amount: left, given_at_service: true })).toMatchObject({
          status: 200,
        })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
      })

      it("is recorded by Medusa's own button as before, and nothing is sent", async () => {
        const bought = await paid()
        await refundedByPortal(bought)
        const sent = callsOf(suite, "orders.refund")

        expect((await bought.merchant.refund(bought.orderId, bought.total)).status).toBe(200)

        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect(await account(bought)).toMatchObject({ recordable: null, refunded: bought.total })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
      })
    })
  }
)
