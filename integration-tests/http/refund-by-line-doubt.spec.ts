import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import {
  atService,
  callbacksProcessed,
  callsOf,
  minutesPass,
  type Purchase,
} from "./support/purchase"
import { refundAtService } from "./support/refund-at-service"
import { type Body, refundsByLine } from "./support/refunds-by-line"

eInvoiceSuite(
  "refund-by-line-doubt",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const { paid, path, account, refund, refundedInMedusa, shown, settlePathOfLast, serviceNames } =
      refundsByLine(suite)

    const loseAnswer = (fault: "before:drop" | "after:drop") =>
      suite.sandbox.faults.add({ fault, operation: "orders.refund", times: 1 })
    const inDoubt = async (
      fault: "before:drop" | "after:drop" = "after:drop",
      earlier?: Purchase
    ) => {
      const bought = earlier ?? (await paid())
      const [line] = (await account(bought)).lines
      loseAnswer(fault)
      const answer = await refund(bought, { lines: [{ id: line?.id, amount: "30" }] }, "lost")
      expect(answer).toMatchObject({ status: 400, body: { code: "in_doubt" } })
      return bought
    }
    /** Beside an earlier refund, the service's status does not show what became of the next one. */
    const besideTen = async () => {
      const bought = await paid()
      expect(await refund(bought, { amount: "10" })).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
      await minutesPass(suite)
      return inDoubt("after:drop", bought)
    }
    /** Settles the last refund. */
    const settle = async (bought: Purchase, body: object) =>
      bought.merchant.http.post<Body>(await settlePathOfLast(bought), body)

    describe("whose answer is lost", () => {
      it("is in doubt, and in Medusa nothing is refunded", async () => {
        const bought = await inDoubt()

        expect(await refundedInMedusa(bought)).toEqual([])
        expect(await account(bought)).toMatchObject({
          obstacle: "open",
          refunds: [{ state: "in_doubt", amount: 30 }],
        })
      })

      it("and that was carried out, as staff saw, is recorded in Medusa once and not sent again", async () => {
        const bought = await inDoubt()
        const [open] = (await account(bought)).refunds
        const settle = (further = {}) =>
          bought.merchant.http.post(`${path(bought)}/${open?.id}/settle`, {
            carried_out: true,
            ...further,
          })
        expect(await settle()).toMatchObject({
          status: 400,
          body: { code: "refunded_at_service" },
        })
        expect(await refundedInMedusa(bought)).toEqual([])

        expect((await settle({ beside_another: false })).status).toBe(200)
        expect((await settle({ beside_another: false })).status).toBe(404)

        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect(await refundedInMedusa(bought)).toEqual([30])
        expect((await account(bought)).refunds).toMatchObject([
          { state: "succeeded", missing_in_medusa: false },
        ])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunded_total: 30,
        })
      })

      it("and of which the service shows nothing is not settled as carried out", async () => {
        const bought = await paid()
        suite.sandbox.faults.add({
          fault: "before:drop",
          operation: "orders.refund",
          times: 1,
        })
        await refund(bought, { amount: "30" })
        const [open] = (await account(bought)).refunds

        const settled = await bought.merchant.http.post(`${path(bought)}/${open?.id}/settle`, {
          carried_out: true,
        })

        expect(settled.status).toBe(400)
        expect(await refundedInMedusa(bought)).toEqual([])
        expect(await account(bought)).toMatchObject({
          refunded_at_service: null,
          refunds: [{ state: "in_doubt" }],
        })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["refund_in_doubt"],
        })
      })

      it("and that was not, as staff saw, is not taken for what the service then shows", async () => {
        const bought = await inDoubt("before:drop")
        expect(await settle(bought, { carried_out: false })).toMatchObject({ status: 200 })
        await refundAtService(suite.sandbox, bought, 30)
        await callbacksProcessed(suite)

        const asked = await refund(bought, { amount: "12" }, "asked")
        expect(asked).toMatchObject({ status: 400, body: { code: "refunded_at_service" } })
        const answer = await refund(bought, { amount: "12", given_at_service: false })

        expect(answer.status).toBe(200)
        expect(await refundedInMedusa(bought)).toEqual([12])
      })

      it("and that the service shows is not settled as not carried out", async () => {
        const bought = await inDoubt()
        expect(await shown(bought)).toMatchObject({ contradicts: "not-carried-out" })

        expect(await settle(bought, { carried_out: false })).toMatchObject({
          status: 400,
          body: { code: "refund_shown", values: { amount: "30.00" } },
        })

        expect(await account(bought)).toMatchObject({ refunds: [{ state: "in_doubt" }] })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["refund_in_doubt"],
        })
      })

      describe("beside another refund that the portal gave", () => {
        const another = { carried_out: false, beside_another: true }
        const flagsOf = async (bought: Purchase) =>
          (await bought.merchant.eInvoiceOrder(bought.orderId)).flags
        const portalGave = async (bought: Purchase) => {
          await refundAtService(suite.sandbox, bought, 20)
          await callbacksProcessed(suite)
        }
        /** Every way to have it sent, none of which says whether the service shows it. */
        const isAskedBeforeSending = async (bought: Purchase) => {
          for (const key of ["lost", "anew"]) {
            expect(await refund(bought, { amount: "30" }, key)).toMatchObject({
              status: 400,
              body: { code: "refunded_at_service" },
            })
          }
          expect(await bought.merchant.refund(bought.orderId, 30)).toMatchObject({ status: 400 })
        }

        it("is not taken for what the service shows where it is asked for again, and the customer has both in the end", async () => {
          const bought = await inDoubt("before:drop")
          await portalGave(bought)
          const sent = callsOf(suite, "orders.refund")
          const thirty = { amount: "30" }

          for (const again of [
            await refund(bought, thirty, "lost"),
            await refund(bought, thirty, "anew"),
            await bought.merchant.refund(bought.orderId, 30),
            await bought.merchant.refund(bought.orderId, 20),
          ]) {
            expect(again).toMatchObject({ status: 400, body: { code: "refund_unclear" } })
          }
          expect(callsOf(suite, "orders.refund")).toBe(sent)
          expect(await refundedInMedusa(bought)).toEqual([])
          expect(await flagsOf(bought)).toContain("refund_in_doubt")

          expect(await settle(bought, another)).toMatchObject({ status: 200 })
          expect(await flagsOf(bought)).toEqual(["refunded_at_service"])
          const given = { amount: "20", given_at_service: true }
          expect(await refund(bought, given)).toMatchObject({ status: 200 })
          expect(callsOf(suite, "orders.refund")).toBe(sent)

          const anew = { ...thirty, confirm_repeat: true }
          expect(await refund(bought, anew, "lost")).toMatchObject({ status: 200 })
          expect(atService(suite, bought)).toMatchObject({ refunded: 50 })
          const inMedusa = await refundedInMedusa(bought)
          expect(inMedusa.toSorted()).toEqual([20, 30])
          await callbacksProcessed(suite)
          expect(await flagsOf(bought)).toEqual([])
        })

        it("is recorded as not carried out, and the other one next, which sends nothing", async () => {
          const bought = await inDoubt("before:drop")
          await portalGave(bought)
          expect(await shown(bought)).toMatchObject({
            contradicts: "not-carried-out",
            may_be_another: true,
          })
          expect(await settle(bought, { carried_out: false })).toMatchObject({
            status: 400,
            body: { code: "refund_shown" },
          })

          expect(await settle(bought, another)).toMatchObject({ status: 200 })
          expect(await flagsOf(bought)).toEqual(["refunded_at_service"])
          await isAskedBeforeSending(bought)
          const given = { amount: "20", given_at_service: true }
          expect(await refund(bought, given)).toMatchObject({ status: 200 })

          expect(await refundedInMedusa(bought)).toEqual([20])
          expect(atService(suite, bought)).toMatchObject({ refunded: 20 })
          expect(await flagsOf(bought)).toEqual([])
          const anew = { amount: "30", confirm_repeat: true }
          expect(await refund(bought, anew, "lost")).toMatchObject({ status: 200 })
          expect(await refundedInMedusa(bought)).toEqual([20, 30])
          expect(atService(suite, bought)).toMatchObject({ refunded: 50 })
        })

        it("is not sent again where it was carried out, whatever staff said", async () => {
          const bought = await inDoubt("after:drop")
          const sent = callsOf(suite, "orders.refund")

          expect(await settle(bought, another)).toMatchObject({ status: 200 })
          await bought.merchant.refresh(bought.id)
          expect(await flagsOf(bought)).toEqual(["refunded_at_service"])
          await isAskedBeforeSending(bought)
          const found = { carried_out: true, beside_another: false }
          expect(await settle(bought, found)).toMatchObject({ status: 200 })

          expect(await refund(bought, { amount: "30" }, "lost")).toMatchObject({ status: 200 })
          expect(callsOf(suite, "orders.refund")).toBe(sent)
          expect(await refundedInMedusa(bought)).toEqual([30])
          expect(await flagsOf(bought)).toEqual([])
        })

        it("is recorded as carried out, and leaves the other one to be recorded", async () => {
          const bought = await inDoubt("after:drop")
          await portalGave(bought)
          const sent = callsOf(suite, "orders.refund")
          const both = { carried_out: true, beside_another: true }

          expect(await settle(bought, both)).toMatchObject({ status: 200 })
          expect(await flagsOf(bought)).toEqual(["refunded_at_service"])
          const given = { amount: "20", given_at_service: true }
          expect(await refund(bought, given)).toMatchObject({ status: 200 })

          expect(await refundedInMedusa(bought)).toEqual([30, 20])
          expect(await flagsOf(bought)).toEqual([])
          expect(callsOf(suite, "orders.refund")).toBe(sent)
        })

        it("has that flagged at once where no callback told of it", async () => {
          const bought = await inDoubt("before:drop")
          suite.sandbox.callbacks.setChaos({ drop: true })
          await refundAtService(suite.sandbox, bought, 20)

          expect(await settle(bought, another)).toMatchObject({ status: 200 })
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            remote_status: "PARTIAL REFUNDED",
            flags: ["refunded_at_service"],
          })
          await isAskedBeforeSending(bought)
        })

        it("has that flagged also after an earlier refund, which would hide it", async () => {
          const bought = await paid()
          expect(await refund(bought, { amount: "10" })).toMatchObject({ status: 200 })
          await callbacksProcessed(suite)
          await minutesPass(suite)
          await inDoubt("before:drop", bought)
          await portalGave(bought)
          expect(await shown(bought)).toMatchObject({ contradicts: null, may_be_another: true })

          expect(await settle(bought, another)).toMatchObject({ status: 200 })
          await bought.merchant.refresh(bought.id)
          expect(await flagsOf(bought)).toEqual(["refunded_at_service"])
          const given = { amount: "20", given_at_service: true }
          expect(await refund(bought, given)).toMatchObject({ status: 200 })

          expect(await refundedInMedusa(bought)).toEqual([10, 20])
          expect(await flagsOf(bought)).toEqual([])
        })

        it("goes by the amount that the service names, whatever staff say", async () => {
          const bought = await inDoubt("after:drop")
          serviceNames(30)
          expect(await shown(bought)).toMatchObject({ may_be_another: false })

          expect(await settle(bought, another)).toMatchObject({
            status: 400,
            body: { code: "refund_shown" },
          })
          expect(await account(bought)).toMatchObject({ refunds: [{ state: "in_doubt" }] })
        })
      })

      it("and that the total which the service names covers is not settled as not carried out", async () => {
        const bought = await besideTen()
        serviceNames(40)

        expect(await shown(bought)).toMatchObject({ contradicts: "not-carried-out", recorded: 10 })
        expect(await settle(bought, { carried_out: false })).toMatchObject({
          status: 400,
          body: { code: "refund_shown" },
        })

        serviceNames(10)
        expect(await settle(bought, { carried_out: false })).toMatchObject({ status: 200 })
      })

      it("is settled as staff say where another one, ruled out before, may be what the service shows", async () => {
        const bought = await inDoubt("before:drop")
        expect(await settle(bought, { carried_out: false })).toMatchObject({ status: 200 })
        loseAnswer("after:drop")
        await refund(bought, { amount: "30" }, "anew")
        expect(await shown(bought)).toMatchObject({ contradicts: null })

        expect(await settle(bought, { carried_out: false })).toMatchObject({ status: 200 })
      })

      it("is left open where the service cannot be asked", async () => {
        const bought = await inDoubt("before:drop")
        suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.status" })

        expect(await settle(bought, { carried_out: false })).toMatchObject({
          status: 400,
          body: { code: "refund_not_recorded" },
        })
      })
    })

    describe("that staff recorded as not carried out by mistake", () => {
      const ruledOut = async () => {
        const bought = await besideTen()
        expect(await settle(bought, { carried_out: false })).toMatchObject({ status: 200 })
        const [row] = (await account(bought)).refunds
        expect(row).toMatchObject({ state: "rejected", may_be_given: true })
        return { bought, row }
      }
      const correct = (bought: Purchase, row: { id: string } | undefined, further = {}) =>
        bought.merchant.http.post<Body>(`${path(bought)}/${row?.id}/settle`, {
          carried_out: true,
          ...further,
        })

      it("is recorded once, and neither sent again nor recorded by a second person", async () => {
        const { bought, row } = await ruledOut()
        expect(await refund(bought, { amount: "30" }, "anew")).toMatchObject({ status: 200 })
        expect(atService(suite, bought)).toMatchObject({ refunded: 70 })
        expect(await refundedInMedusa(bought)).toEqual([10, 30])

        expect(await correct(bought, row, { attempt: 1 })).toMatchObject({ status: 200 })
        expect(await correct(bought, row, { attempt: 1 })).toMatchObject({
          status: 404,
          body: { code: "settled_meanwhile" },
        })

        expect(await refund(bought, { amount: "30" }, "lost")).toMatchObject({ status: 200 })
        expect(await refundedInMedusa(bought)).toEqual([10, 30, 30])
        expect(callsOf(suite, "orders.refund")).toBe(3)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: 70,
        })
        expect((await account(bought)).refunds.map((one) => one.may_be_given)).not.toContain(true)
      })

      it("is recorded also where the same key sent it again", async () => {
        const { bought, row } = await ruledOut()
        expect(await refund(bought, { amount: "30" }, "lost")).toMatchObject({ status: 200 })
        const [again, first] = (await account(bought)).refunds
        expect([again, first]).toMatchObject([
          { id: row?.id, state: "succeeded", attempt: 2, may_be_given: false },
          { state: "rejected", attempt: 1, may_be_given: true },
        ])

        expect(await correct(bought, first)).toMatchObject({ status: 200 })

        expect(await refund(bought, { amount: "30" }, "lost")).toMatchObject({ status: 200 })
        expect(await refundedInMedusa(bought)).toEqual([10, 30, 30])
        expect(callsOf(suite, "orders.refund")).toBe(3)
        expect(atService(suite, bought)).toMatchObject({ refunded: 70 })
      })

      it("is recorded beside another one whose answer is lost, which stays in doubt", async () => {
        const { bought, row } = await ruledOut()
        loseAnswer("before:drop")
        await refund(bought, { amount: "30" }, "anew")

        expect(await correct(bought, row)).toMatchObject({ status: 200 })

        expect(await refundedInMedusa(bought)).toEqual([10, 30])
        expect((await account(bought)).refunds[0]).toMatchObject({ state: "in_doubt" })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["refund_in_doubt"],
        })
      })

      it("is recorded beside one of its amount that the portal gave once staff confirm both", async () => {
        const bought = await besideTen()
        await refundAtService(suite.sandbox, bought, 30)
        const mistaken = { carried_out: false, beside_another: true }
        expect(await settle(bought, mistaken)).toMatchObject({ status: 200 })
        const [row] = (await account(bought)).refunds
        const given = { amount: "30", given_at_service: true }
        expect(await refund(bought, given)).toMatchObject({ status: 200 })
        const sent = callsOf(suite, "orders.refund")
        expect(await refundedInMedusa(bought)).toEqual([10, 30])

        expect(await correct(bought, row)).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(await refundedInMedusa(bought)).toEqual([10, 30])
        expect(await correct(bought, row, { confirm_repeat: true })).toMatchObject({ status: 200 })
        expect(await correct(bought, row, { confirm_repeat: true })).toMatchObject({ status: 404 })

        expect(await refundedInMedusa(bought)).toEqual([10, 30, 30])
        expect(atService(suite, bought)).toMatchObject({ refunded: 70 })
        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: 70,
        })
      })

      it("is recorded once where two say so at a time", async () => {
        const { bought, row } = await ruledOut()

        const answers = await Promise.all([correct(bought, row), correct(bought, row)])

        expect(answers.some(({ status }) => status === 200)).toBe(true)
        expect(await refundedInMedusa(bought)).toEqual([10, 30])
        expect(callsOf(suite, "orders.refund")).toBe(2)
      })

      it("asks before the same amount goes back again, however old the first is", async () => {
        const { bought, row } = await ruledOut()
        expect(await correct(bought, row)).toMatchObject({ status: 200 })
        await minutesPass(suite)

        for (const again of [
          await refund(bought, { amount: "30" }, "anew"),
          await bought.merchant.refund(bought.orderId, 30),
        ]) {
          expect(again).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
        }
        expect(callsOf(suite, "orders.refund")).toBe(2)
      })

      it("is shown as missing where Medusa has no room for it", async () => {
        const { bought, row } = await ruledOut()
        const { id: payment } = await bought.merchant.payment(bought.orderId)
        const { refundService_: medusaRefunds } = suite.container.resolve<{
          refundService_: { create: (refund: object) => Promise<unknown> }
        }>(Modules.PAYMENT as string)
        await medusaRefunds.create({ payment_id: payment, amount: bought.total - 20 })

        expect(await correct(bought, row)).toMatchObject({ status: 200 })

        expect((await account(bought)).refunds[0]).toMatchObject({
          state: "succeeded",
          missing_in_medusa: true,
        })
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["refunded_at_service"],
        })
        expect(callsOf(suite, "orders.refund")).toBe(2)
      })

      it("is not recorded while the service shows nothing of it, nor where the service had rejected it", async () => {
        const { bought, row } = await ruledOut()
        serviceNames(10)
        expect(await correct(bought, row)).toMatchObject({
          status: 400,
          body: { code: "refund_not_shown" },
        })
        jest.restoreAllMocks()
        const untaken = await paid({ basket: { "COFFEE-250": 60 } })
        expect((await refund(untaken, { amount: "5500" })).status).toBe(400)
        const [rejected] = (await account(untaken)).refunds

        expect(rejected).toMatchObject({ state: "rejected", may_be_given: false })
        expect(await correct(untaken, rejected)).toMatchObject({
          status: 404,
          body: { code: "settled_meanwhile" },
        })
      })
    })

    describe("under several keys", () => {
      const loseAnswer = (fault: string) =>
        suite.sandbox.faults.add({
          fault,
          operation: "orders.refund",
          times: 1,
        })
      const twenty = { amount: "20" }

      it("goes back once: the key whose answer was lost, another that stands for it, and the first again", async () => {
        const bought = await paid()
        loseAnswer("after:drop")
        expect((await refund(bought, twenty, "key-a")).status).toBe(400)
        serviceNames(20)

        const other = await refund(bought, twenty, "key-b")
        const first = await refund(bought, twenty, "key-a")
        const second = await refund(bought, twenty, "key-b")

        expect([other.status, first.status, second.status]).toEqual([200, 200, 200])
        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect(atService(suite, bought)).toMatchObject({ refunded: 20 })
        expect(await refundedInMedusa(bought)).toEqual([20])
        expect((await account(bought)).refunds).toHaveLength(1)
      })

      it("asks before the same amount goes back again after another key stood for it", async () => {
        const bought = await paid()
        loseAnswer("after:drop")
        await refund(bought, twenty, "key-a")
        serviceNames(20)
        expect((await refund(bought, twenty, "key-b")).status).toBe(200)

        const third = await refund(bought, twenty, "key-c")
        const button = await bought.merchant.refund(bought.orderId, 20)

        expect(third).toMatchObject({
          status: 400,
          body: { type: "not_allowed", code: "confirm_repeat" },
        })
        expect(button).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("Refunds section") },
        })
        expect(callsOf(suite, "orders.refund")).toBe(1)
        jest.restoreAllMocks()

        const confirmed = await refund(bought, { ...twenty, confirm_repeat: true }, "key-c")
        expect(confirmed.status).toBe(200)
        expect(atService(suite, bought)).toMatchObject({ refunded: 40 })
        expect(await refundedInMedusa(bought)).toEqual([20, 20])
      })

      it("asks also when staff said that the first was carried out", async () => {
        const bought = await paid()
        loseAnswer("after:drop")
        await refund(bought, twenty, "key-a")
        for (const key of ["key-a", "key-b"]) {
          expect(await refund(bought, twenty, key)).toMatchObject({
            status: 400,
            body: { code: "refund_unclear" },
          })
        }
        const found = { carried_out: true, beside_another: false }
        expect(await settle(bought, found)).toMatchObject({ status: 200 })

        expect((await refund(bought, twenty, "key-a")).status).toBe(200)
        expect(await refund(bought, twenty, "key-b")).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(callsOf(suite, "orders.refund")).toBe(1)
      })

      it("is attempted again as the same refund once staff ruled the first attempt out", async () => {
        const bought = await paid()
        loseAnswer("before:drop")
        await refund(bought, twenty, "key-a")
        const [open] = (await account(bought)).refunds
        const settle = (attempt: number) =>
          bought.merchant.http.post<Body>(`${path(bought)}/${open?.id}/settle`, {
            carried_out: false,
            attempt,
          })
        expect((await settle(1)).status).toBe(200)
        // As old as the one that stays beside it: Node's dates are of whole milliseconds.
        await suite.container
          .resolve(ContainerRegistrationKeys.PG_CONNECTION)
          .raw("update einvoice_refund set created_at = date_trunc('milliseconds', created_at)")
        loseAnswer("after:drop")
        await refund(bought, twenty, "key-a")

        expect((await account(bought)).refunds).toMatchObject([
          { id: open?.id, attempt: 2, state: "in_doubt" },
          { attempt: 1, state: "rejected", may_be_given: true },
        ])
        expect(await settle(1)).toMatchObject({ status: 400, body: { code: "settled_meanwhile" } })
        expect(await refund(bought, twenty, "key-a")).toMatchObject({
          status: 400,
          body: { code: "refund_unclear" },
        })
        serviceNames(20)
        expect((await refund(bought, twenty, "key-a")).status).toBe(200)
        expect(callsOf(suite, "orders.refund")).toBe(2)
        expect(atService(suite, bought)).toMatchObject({ refunded: 20 })
        expect(await refundedInMedusa(bought)).toEqual([20])
      })
    })
  }
)
