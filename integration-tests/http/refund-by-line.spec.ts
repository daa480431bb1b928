import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { refundEInvoiceOrderWorkflow, sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import type { HttpAnswer } from "./support/http-client"
import {
  atService,
  callbacksProcessed,
  callsOf,
  minutesPass,
  purchase,
  type Purchase,
} from "./support/purchase"
import { postRefund, refundAtService } from "./support/refund-at-service"
import type { Visit } from "./support/shopper"

type RefundAccount = {
  refundable: number
  recordable: number | null
  refunded: number
  refunded_at_service: number | null
  captured: number
  obstacle: string | null
  lines: {
    id: number
    name: string
    amount: number
    refunded: number
    refundable: number
  }[]
  refunds: {
    id: string
    refund_id: string | null
    attempt: number
    amount: number
    state: string
    missing_in_medusa: boolean
    products: { id: number; amount: number }[]
    failure: { message: string; message_key: string | null } | null
    approval: string | null
    may_be_given: boolean
  }[]
}

type Body = {
  refund_account: RefundAccount
  message: string
  type: string
  code?: string
}

eInvoiceSuite(
  "refund-by-line",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const paid = async (visit?: Visit): Promise<Purchase> => {
      const bought = await purchase(suite, visit)
      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      return bought
    }
    const path = ({ id }: Purchase) => `/admin/e-invoice/orders/${id}/refunds`
    const account = async (bought: Purchase): Promise<RefundAccount> => {
      const { body } = await bought.merchant.http.get<Body>(path(bought))
      return body.refund_account
    }
    const refund = (bought: Purchase, body: unknown, key?: string): Promise<HttpAnswer<Body>> =>
      (key === undefined
        ? bought.merchant.http
        : bought.merchant.http.with({ "idempotency-key": key })
      ).post(path(bought), body)
    const refundedInMedusa = async ({ merchant, orderId }: Purchase) => {
      const { refunds } = await merchant.payment(orderId)
      return (refunds ?? []).map(({ amount }) => amount)
    }
    const sentRefunds = () =>
      suite.sandbox
        .requests()
        .filter(({ operationId }) => operationId === "orders.refund")
        .map(({ body }) => body)

    it("reaches the service with exactly the lines and amounts that were chosen", async () => {
      const bought = await paid()
      const { lines } = await account(bought)
      const [first, second] = lines
      expect(first && second).toBeDefined()
      const chosen = [
        { id: first?.id, amount: "10.01" },
        { id: second?.id, amount: 5 },
      ]

      const answer = await refund(bought, { lines: chosen, note: "Broken" })

      expect(answer.status).toBe(200)
      expect(sentRefunds()).toMatchObject([
        {
          type: "regular",
          grandTotal: "15.01",
          products: [
            { id: first?.id, amount: "10.01" },
            { id: second?.id, amount: "5.00" },
          ],
        },
      ])
      expect(await refundedInMedusa(bought)).toEqual([15.01])
      expect(atService(suite, bought)).toMatchObject({ refunded: 15.01 })
      const after = answer.body.refund_account
      expect(after.refunds).toMatchObject([
        { amount: 15.01, state: "succeeded", missing_in_medusa: false },
      ])
      expect(after.lines[0]).toMatchObject({ refunded: 10.01 })
      expect(after.refundable * 100).toBeCloseTo(bought.total * 100 - 1501)
    })

    it("by amount is spread over the lines, and Medusa shows the same", async () => {
      const bought = await paid()

      const answer = await refund(bought, { amount: "100.01" })

      expect(answer.status).toBe(200)
      expect(await refundedInMedusa(bought)).toEqual([100.01])
      const shares = atService(suite, bought).lines.map(({ refunded }) => refunded)
      expect(shares.reduce((sum, share) => sum + share * 100, 0)).toBeCloseTo(10_001)
    })

    it("is told and credited as one by Medusa's own button, with its reason", async () => {
      const told: unknown[] = []
      suite.container.resolve(Modules.EVENT_BUS).subscribe(
        "payment.refunded",
        async ({ data }) => {
          told.push(data)
        },
        { subscriberId: "test-payment-refunded" }
      )
      const bought = await paid()
      const { http } = bought.merchant
      const reason = { label: "Broken", code: "broken" }
      const { body } = await http.post<{ refund_reason: { id: string } }>(
        "/admin/refund-reasons",
        reason
      )

      const answer = await refund(bought, {
        amount: "20",
        refund_reason_id: body.refund_reason.id,
      })
      await minutesPass(suite)
      await bought.merchant.refund(bought.orderId, 30)

      expect(answer.status).toBe(200)
      const { id } = await bought.merchant.payment(bought.orderId)
      await eventually(async () => expect(told).toEqual([{ id }, { id }]))
      const order = await suite.container
        .resolve(Modules.ORDER)
        .retrieveOrder(bought.orderId, { relations: ["credit_lines", "summary"] })
      const credits = (order.credit_lines ?? []).map((credit) => [
        Number(credit.amount),
        credit.reference,
      ])
      expect(credits).toEqual([
        [20, "Broken"],
        [30, "payment_collection"],
      ])
      expect(Number(order.summary?.pending_difference ?? 0)).toBe(0)
    })

    it("of every line in full leaves nothing, in Medusa and at the service", async () => {
      const bought = await paid()
      const { lines } = await account(bought)

      const answer = await refund(bought, {
        lines: lines.map(({ id, refundable }) => ({ id, amount: refundable })),
      })

      expect(answer.status).toBe(200)
      expect(answer.body.refund_account).toMatchObject({
        refundable: 0,
        obstacle: "nothing-left",
      })
      await callbacksProcessed(suite)
      expect(atService(suite, bought)).toMatchObject({ status: "REFUNDED" })
      const order = await bought.merchant.order(bought.orderId)
      expect(order.payment_status).toBe("refunded")
    })

    it("of all that is left is what a workflow refunds when no amount is named", async () => {
      const bought = await paid()
      await refund(bought, { amount: "48.70" })

      await refundEInvoiceOrderWorkflow(suite.container).run({
        input: { e_invoice_order_id: bought.id, confirm_repeat: true },
      })

      expect(await account(bought)).toMatchObject({ refundable: 0 })
      expect(atService(suite, bought)).toMatchObject({
        status: "REFUNDED",
        refunded: bought.total,
      })
    })

    it("of more than is left of a line is refused by name, and nothing is sent", async () => {
      const bought = await paid()
      const { lines } = await account(bought)
      const [line] = lines

      const answer = await refund(bought, {
        lines: [{ id: line?.id, amount: (line?.refundable ?? 0) + 0.01 }],
      })

      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(/^lines\.0\.amount: only [\d.]+ is left/)
      expect(callsOf(suite, "orders.refund")).toBe(0)
      expect((await account(bought)).refunds).toEqual([])
    })

    it.each([
      [{}, /amount: give either an amount or lines/],
      [{ amount: "1", lines: [{ id: 1, amount: "1" }] }, /either/],
      [{ amount: "1.005" }, /at most two decimals/],
      [{ amount: "0" }, /more than nothing/],
      [{ lines: [{ id: 999_999, amount: "1" }] }, /lines\.0\.id/],
    ])("refuses %j", async (body, sentence) => {
      const bought = await paid()

      const answer = await refund(bought, body)

      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(sentence)
      expect(callsOf(suite, "orders.refund")).toBe(0)
    })

    it("is refused while the payment is not captured", async () => {
      const bought = await purchase(suite)

      const answer = await refund(bought, { amount: "10" })

      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe("not_captured")
      expect(await account(bought)).toMatchObject({ obstacle: "not-captured" })
    })

    it("is made once, however often its key is sent", async () => {
      const bought = await paid()

      const answers = await Promise.all(
        [1, 2, 3].map(() => refund(bought, { amount: "25" }, "press"))
      )
      const later = await refund(bought, { amount: "25" }, "press")

      expect(answers.some(({ status }) => status === 200)).toBe(true)
      expect(later.status).toBe(200)
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(await refundedInMedusa(bought)).toEqual([25])
      expect((await account(bought)).refunds).toHaveLength(1)
    })

    it("under a key that was used for another refund is refused", async () => {
      const bought = await paid()
      await refund(bought, { amount: "25" }, "press")

      const answer = await refund(bought, { amount: "26" }, "press")

      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain("Idempotency-Key")
      expect(callsOf(suite, "orders.refund")).toBe(1)
    })

    it("is not marked as made while the service cannot be reached", async () => {
      const bought = await paid()

      await suite.interruptService(async () => {
        const answer = await refund(bought, { amount: "25" })
        expect(answer.status).toBe(400)
        expect(answer.body.message).toMatch(/^The refund was not sent/)
        const shown = await account(bought)
        expect(shown).toMatchObject({ obstacle: "lines-unknown", refunds: [] })
      })

      expect(await refundedInMedusa(bought)).toEqual([])
      expect((await refund(bought, { amount: "25" })).status).toBe(200)
      expect(await refundedInMedusa(bought)).toEqual([25])
    })

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
    const settlePathOfLast = async (bought: Purchase) =>
      `${path(bought)}/${(await account(bought)).refunds[0]?.id}/settle`
    /** Settles the last refund. */
    const settle = async (bought: Purchase, body: object) =>
      bought.merchant.http.post<Body>(await settlePathOfLast(bought), body)
    /** What the service shows of the last refund. */
    const shown = async (bought: Purchase) => {
      const { body } = await bought.merchant.http.get<{ settlement: object }>(
        await settlePathOfLast(bought)
      )
      return body.settlement
    }
    /** From now on the service names what it refunded of an order in all. */
    const serviceNames = (refundedAmount: number) => {
      jest.restoreAllMocks()
      const connect: { call(id: string, ...request: unknown[]): Promise<object> } = suite.eInvoice
        .connect as never
      const call = connect.call.bind(connect)
      jest.spyOn(connect, "call").mockImplementation(async (id, ...request) => {
        const answer = (await call(id, ...request)) as { data: object }
        return id === "orders.status"
          ? { ...answer, data: { ...answer.data, refundedAmount } }
          : answer
      })
    }
    afterEach(() => jest.restoreAllMocks())

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
        const settle = () =>
          bought.merchant.http.post(`${path(bought)}/${open?.id}/settle`, {
            carried_out: true,
          })

        expect((await settle()).status).toBe(200)
        expect((await settle()).status).toBe(404)

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
        await refund(bought, twenty, "key-b")

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

        const confirmed = await refund(bought, { ...twenty, confirm_repeat: true }, "key-c")
        expect(confirmed.status).toBe(200)
        expect(atService(suite, bought)).toMatchObject({ refunded: 40 })
        expect(await refundedInMedusa(bought)).toEqual([20, 20])
      })

      it("asks also when staff said that the first was carried out", async () => {
        const bought = await paid()
        loseAnswer("after:drop")
        await refund(bought, twenty, "key-a")
        const [open] = (await account(bought)).refunds
        await bought.merchant.http.post(`${path(bought)}/${open?.id}/settle`, {
          carried_out: true,
        })

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
        expect((await refund(bought, twenty, "key-a")).status).toBe(200)
        expect(callsOf(suite, "orders.refund")).toBe(2)
        expect(atService(suite, bought)).toMatchObject({ refunded: 20 })
        expect(await refundedInMedusa(bought)).toEqual([20])
      })
    })

    describe("while Medusa could not record it", () => {
      const changes: [string, (bought: Purchase) => Promise<() => unknown>][] = [
        [
          "an edit is begun",
          async ({ merchant: { http }, orderId }) => {
            await begun(http.post("/admin/order-edits", { order_id: orderId }))
            return () => http.delete(`/admin/order-edits/${orderId}`)
          },
        ],
        [
          "a return is begun",
          async ({ merchant: { http }, orderId }) => {
            const { body } = await begun(
              http.post<{ return: { id: string } }>("/admin/returns", {
                order_id: orderId,
              })
            )
            return () => http.delete(`/admin/returns/${body.return.id}/request`)
          },
        ],
        [
          "a claim is begun",
          async ({ merchant: { http }, orderId }) => {
            const { body } = await begun(
              http.post<{ claim: { id: string } }>("/admin/claims", {
                order_id: orderId,
                type: "refund",
              })
            )
            return () => http.delete(`/admin/claims/${body.claim.id}/request`)
          },
        ],
      ]
      const begun = async <Answer extends { status: number }>(
        asked: Promise<Answer>
      ): Promise<Answer> => {
        const answer = await asked
        expect(answer.status).toBe(200)
        return answer
      }
      const moneyOf = async (bought: Purchase) => ({
        sent: callsOf(suite, "orders.refund"),
        atService: atService(suite, bought).refunded,
        inMedusa: await refundedInMedusa(bought),
      })
      const nothing = { sent: 0, atService: 0, inMedusa: [] }
      const beginWhileSending = ({ orderId, merchant: { http } }: Purchase) => {
        const connect: object = suite.eInvoice.connect
        const client = connect as {
          call: (id: string, ...given: unknown[]) => Promise<unknown>
        }
        const call = client.call.bind(client)
        jest.spyOn(client, "call").mockImplementation(async (id, ...given) => {
          if (id === "orders.refund") {
            await begun(http.post("/admin/order-edits", { order_id: orderId }))
          }
          return call(id, ...given)
        })
      }
      /** What the order counts of its refunds, and what it takes to be owed. */
      const onOrder = async ({ orderId }: Purchase) => {
        const orders = suite.container.resolve(Modules.ORDER)
        const [transactions, order] = await Promise.all([
          orders.listOrderTransactions({ order_id: orderId, reference: "refund" }),
          orders.retrieveOrder(orderId, { relations: ["credit_lines", "summary"] }),
        ])
        return {
          transactions: transactions.map(({ amount }) => Number(amount)),
          credits: (order.credit_lines ?? []).map(({ amount }) => Number(amount)),
          owed: Number(order.summary?.pending_difference ?? 0),
        }
      }
      /** A sweep once Medusa's refunds are old enough for it to look at them. */
      const sweepLater = async () => {
        await suite.eInvoice.refunds["database"]("refund").update({
          created_at: new Date(Date.now() - 15 * 60_000),
        })
        await sweepEInvoiceOrders(suite.container, { now: new Date() })
      }

      it.each(changes)(
        "because %s, is refused before anything is sent, and made once when it is over",
        async (_what, begin) => {
          const bought = await paid()
          const end = await begin(bought)

          const section = await refund(bought, { amount: "20" })
          const pressedAgain = await refund(bought, { amount: "20" })
          const button = await bought.merchant.refund(bought.orderId, 20)

          for (const answer of [section, pressedAgain, button]) {
            expect(answer).toMatchObject({
              status: 400,
              body: { code: "order_change_active" },
            })
          }
          expect(await moneyOf(bought)).toEqual(nothing)
          expect((await account(bought)).refunds).toEqual([])

          await end()
          const answer = await refund(bought, { amount: "20" })

          expect(answer.status).toBe(200)
          expect(await moneyOf(bought)).toEqual({
            sent: 1,
            atService: 20,
            inMedusa: [20],
          })
        }
      )

      it("is not settled as carried out before the change is over", async () => {
        const bought = await paid()
        suite.sandbox.faults.add({
          fault: "after:drop",
          operation: "orders.refund",
          times: 1,
        })
        await refund(bought, { amount: "20" })
        const [open] = (await account(bought)).refunds
        const settle = () =>
          bought.merchant.http.post<Body>(`${path(bought)}/${open?.id}/settle`, {
            carried_out: true,
          })
        const { http } = bought.merchant
        await begun(http.post("/admin/order-edits", { order_id: bought.orderId }))

        expect(await settle()).toMatchObject({
          status: 400,
          body: { code: "order_change_active" },
        })
        expect((await account(bought)).refunds).toMatchObject([{ state: "in_doubt" }])

        await http.delete(`/admin/order-edits/${bought.orderId}`)
        expect((await settle()).status).toBe(200)
        expect(await refundedInMedusa(bought)).toEqual([20])
      })

      it("because a change begins while it is sent, is not sent again by the same key, and another one is asked", async () => {
        const bought = await paid()
        const { http } = bought.merchant
        beginWhileSending(bought)

        const first = await refund(bought, { amount: "20" }, "key-a")
        jest.restoreAllMocks()
        const again = await refund(bought, { amount: "20" }, "key-a")
        await http.delete(`/admin/order-edits/${bought.orderId}`)
        const other = await refund(bought, { amount: "20" }, "key-b")

        expect([first.status, again.status]).toEqual([400, 200])
        expect(other).toMatchObject({
          status: 400,
          body: { code: "confirm_repeat" },
        })
        expect(await moneyOf(bought)).toEqual({
          sent: 1,
          atService: 20,
          inMedusa: [20],
        })
      })

      it.each([
        ["Medusa's own button", (bought: Purchase) => bought.merchant.refund(bought.orderId, 20)],
        ["the Refunds section", (bought: Purchase) => refund(bought, { amount: "20" })],
      ])(
        "begun while it is sent by %s, leaves it to the sweep to count it on the order",
        async (_where, send) => {
          const bought = await paid()
          const { http } = bought.merchant
          beginWhileSending(bought)

          const answer = await send(bought)
          jest.restoreAllMocks()

          expect(answer.status).toBe(400)
          expect(await onOrder(bought)).toEqual({ transactions: [], credits: [], owed: 0 })
          await sweepLater()
          expect(await onOrder(bought)).toEqual({ transactions: [], credits: [], owed: 0 })
          await http.delete(`/admin/order-edits/${bought.orderId}`)
          await sweepLater()
          await sweepLater()
          expect(await onOrder(bought)).toEqual({ transactions: [-20], credits: [20], owed: 0 })
          expect(await moneyOf(bought)).toEqual({ sent: 1, atService: 20, inMedusa: [20] })
        }
      )

      it("keeps Medusa from cancelling the order, and nothing is sent for that", async () => {
        const bought = await paid()
        const { http } = bought.merchant
        await begun(http.post("/admin/order-edits", { order_id: bought.orderId }))

        const answer = await bought.merchant.cancel(bought.orderId)

        expect(answer.status).toBe(400)
        expect(await moneyOf(bought)).toEqual(nothing)
      })
    })

    describe("of a cancelled Medusa order", () => {
      /** Medusa cancels its order although the service refuses to refund it. */
      const cancelledUnrefunded = async () => {
        const bought = await paid()
        suite.sandbox.faults.add({
          fault: "417",
          operation: "orders.refund",
          times: 1,
        })
        expect((await bought.merchant.cancel(bought.orderId)).status).toBe(200)
        await eventually(async () => {
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: ["refund_failed"],
          })
        })
        suite.sandbox.faults.clear()
        // It was paid before it was cancelled, which each check of its status finds again.
        const { body } = await bought.merchant.refresh(bought.id)
        expect(body.e_invoice_order.flags).toEqual(["refund_failed"])
        return bought
      }
      const transactions = async ({ orderId }: Purchase) =>
        (
          await suite.container.resolve(Modules.ORDER).listOrderTransactions({ order_id: orderId })
        ).map(({ amount }) => Number(amount))

      it("is made in the Refunds section, in parts, and the flag goes with the last", async () => {
        const bought = await cancelledUnrefunded()
        const rest = Math.round(bought.total * 100 - 2_000) / 100

        const part = await refund(bought, { amount: "20" })
        const again = await refund(bought, { amount: rest, confirm_repeat: true })
        await callbacksProcessed(suite)

        expect([part.status, again.status]).toEqual([200, 200])
        expect(atService(suite, bought)).toMatchObject({
          status: "REFUNDED",
          refunded: bought.total,
        })
        expect(await refundedInMedusa(bought)).toEqual([20, rest])
        const sum = (await transactions(bought)).reduce((a, b) => a + b, 0)
        expect(sum).toBeCloseTo(0)
        await bought.merchant.refresh(bought.id)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: bought.total,
        })
      })

      it("that was paid after the cancellation is written among its transactions", async () => {
        suite.sandbox.callbacks.setChaos({ drop: true })
        const bought = await purchase(suite)
        suite.sandbox.pay(bought.uuid)
        await bought.merchant.cancel(bought.orderId)
        await eventually(async () => {
          const { captured_at } = await bought.merchant.payment(bought.orderId)
          expect(captured_at).toBeTruthy()
        })

        const answer = await refund(bought, { amount: "20" })

        expect(answer.status).toBe(200)
        expect(atService(suite, bought)).toMatchObject({ refunded: 20 })
        expect(await refundedInMedusa(bought)).toEqual([20])
        expect(await transactions(bought)).toContain(-20)
      })

      it("is refused with Medusa's button, which names the Refunds section, and nothing is sent", async () => {
        const bought = await cancelledUnrefunded()
        const sent = callsOf(suite, "orders.refund")

        const answer = await bought.merchant.refund(bought.orderId, 20)

        expect(answer).toMatchObject({
          status: 400,
          body: {
            code: "order_cancelled",
            message: expect.stringContaining("Refunds section"),
          },
        })
        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect(await refundedInMedusa(bought)).toEqual([])
      })

      it("is recorded in the Refunds section where the service's portal gave all of it", async () => {
        const bought = await cancelledUnrefunded()
        await refundedByPortal(bought)
        expect(await bought.merchant.refund(bought.orderId, bought.total)).toMatchObject({
          status: 400,
          body: { code: "order_cancelled" },
        })
        const sent = callsOf(suite, "orders.refund")

        const given = { amount: bought.total, given_at_service: true }
        expect(await refund(bought, given)).toMatchObject({ status: 200 })

        expect(callsOf(suite, "orders.refund")).toBe(sent)
        expect(await refundedInMedusa(bought)).toEqual([bought.total])
        expect((await transactions(bought)).reduce((a, b) => a + b, 0)).toBeCloseTo(0)
        await bought.merchant.refresh(bought.id)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: bought.total,
        })
      })
    })

    /** Staff refund all of it in the service's own portal. */
    const refundedByPortal = async (bought: Purchase) => {
      await refundAtService(suite.sandbox, bought, bought.total)
      await callbacksProcessed(suite)
      await eventually(async () => {
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          remote_status: "REFUNDED",
          flags: ["refunded_at_service"],
        })
      })
      expect(await account(bought)).toMatchObject({
        refundable: 0,
        recordable: bought.total,
        refunded_at_service: bought.total,
        obstacle: null,
      })
    }

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

    describe("beyond the service's limit", () => {
      const refusedRefund = async (amount: string | undefined, bags = 60) => {
        const bought = await paid({ basket: { "COFFEE-250": bags } })
        const answer = await refund(bought, {
          amount: amount ?? String(bought.total),
        })
        expect(answer.status).toBe(400)
        const [refused] = (await account(bought)).refunds
        return { bought, refused }
      }
      const ask = (bought: Purchase, id: string | undefined, body = {}) =>
        bought.merchant.http.post<Body & { operation: { state: string } }>(
          `${path(bought)}/${id}/approval`,
          body
        )
      /** What the overview says of refunds. */
      const refundsWaiting = async (bought: Purchase) => {
        const { body } = await bought.merchant.http.get<{
          overview: { attention: { items: { kind: string; reason: string }[] } }
        }>("/admin/e-invoice/overview")
        return body.overview.attention.items
          .filter(({ kind }) => kind === "refund")
          .map(({ reason }) => reason)
      }
      const approve = () => {
        const [approval] = suite.sandbox.refundApprovals.list()
        suite.sandbox.refundApprovals.approve(approval?.uuid ?? "")
      }

      it("is refused with the reason, and approval is asked for once", async () => {
        const { bought, refused } = await refusedRefund("5500")
        expect(refused).toMatchObject({
          state: "rejected",
          approval: "possible",
          failure: {
            message_key: "refundRejectionForRequestAmountThresholdExceed",
          },
        })
        expect(refused?.failure?.message).toMatch(/approval/)

        const asked = await ask(bought, refused?.id)
        const again = await ask(bought, refused?.id)

        expect([asked.status, again.status]).toEqual([200, 200])
        expect(suite.sandbox.refundApprovals.list()).toMatchObject([
          { amountOre: 550_000, state: "pending", type: "regular" },
        ])
        const after = await account(bought)
        expect(after.refunds).toMatchObject([{ approval: "open" }])
        expect(after.refundable * 100).toBeCloseTo(bought.total * 100 - 550_000)
        expect(await refundedInMedusa(bought)).toEqual([])
      })

      it("twice over the same amount, has the second approval asked for once it is confirmed", async () => {
        const { bought, refused: first } = await refusedRefund("5500", 120)
        expect((await refund(bought, { amount: "5500" })).status).toBe(400)
        const [second] = (await account(bought)).refunds
        expect(second?.id).not.toBe(first?.id)
        expect((await ask(bought, first?.id)).status).toBe(200)

        const early = await ask(bought, second?.id)
        const held = (await account(bought)).refunds
        const confirmed = await ask(bought, second?.id, { confirm_repeat: true })

        expect(early).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
        expect(held).toMatchObject([{ approval: "possible" }, { approval: "open" }])
        expect(confirmed.status).toBe(200)
        expect(suite.sandbox.refundApprovals.list()).toMatchObject([
          { amountOre: 550_000, state: "pending" },
          { amountOre: 550_000, state: "pending" },
        ])
      })

      it("has no approval asked for beside its own", async () => {
        const { bought, refused } = await refusedRefund("5500")
        const besides = () =>
          bought.merchant.http
            .with({ "idempotency-key": "beside-the-refund" })
            .post<Body>("/admin/e-invoice/operations/refunds.request-approval", {
              params: { order_uuid: bought.uuid },
              body: {
                type: "regular",
                grandTotal: "100.00",
                products: [{ id: atService(suite, bought).lines[0]?.id, amount: "100.00" }],
                message: "refundRejectionForRequestAmountThresholdExceed",
              },
            })

        const before = await besides()
        await ask(bought, refused?.id)
        const after = await besides()

        expect([before.status, after.status]).toEqual([400, 400])
        expect(suite.sandbox.refundApprovals.list()).toMatchObject([{ amountOre: 550_000 }])
      })

      it("and approved in part of the order is recorded once staff say so", async () => {
        const { bought, refused } = await refusedRefund("5500")
        await ask(bought, refused?.id)
        const settlePath = `${path(bought)}/${refused?.id}/settle`
        const early = await bought.merchant.http.post<Body>(settlePath, {
          carried_out: true,
        })
        expect(early).toMatchObject({
          status: 400,
          body: { code: "refund_not_shown", values: { amount: "5500.00" } },
        })
        expect(await refundsWaiting(bought)).toEqual(["refund_awaiting_approval"])
        expect(await shown(bought)).toMatchObject({ contradicts: "carried-out" })

        approve()
        await callbacksProcessed(suite)
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: "refunded_at_service",
        })
        expect(await refundsWaiting(bought)).toEqual(["refund_approved"])
        // The portal may have given another sum in its place.
        expect(await shown(bought)).toMatchObject({ contradicts: null })
        serviceNames(5500)
        expect(await shown(bought)).toMatchObject({ contradicts: "not-carried-out" })
        expect(await bought.merchant.http.post(settlePath, { carried_out: false })).toMatchObject({
          status: 400,
          body: { code: "refund_shown" },
        })
        jest.restoreAllMocks()
        const settled = await bought.merchant.http.post(settlePath, {
          carried_out: true,
        })

        expect(settled.status).toBe(200)
        expect(await refundedInMedusa(bought)).toEqual([5500])
        expect(atService(suite, bought)).toMatchObject({ refunded: 5500 })
        expect(callsOf(suite, "orders.refund")).toBe(1)
        expect((await account(bought)).refunds).toMatchObject([
          { state: "succeeded", approval: "carried-out", missing_in_medusa: false },
        ])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunded_total: 5500,
        })
        expect(await refundsWaiting(bought)).toEqual([])
      })

      it("and approved in full is recorded in Medusa by itself", async () => {
        const { bought, refused } = await refusedRefund(undefined)
        await ask(bought, refused?.id)

        approve()
        await callbacksProcessed(suite)

        expect(await refundedInMedusa(bought)).toEqual([bought.total])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          remote_status: "REFUNDED",
          refunded_total: bought.total,
        })
        expect(callsOf(suite, "orders.refund")).toBe(1)
      })

      it("and not approved frees the amount again", async () => {
        const { bought, refused } = await refusedRefund("5500")
        await ask(bought, refused?.id)

        await bought.merchant.http.post(`${path(bought)}/${refused?.id}/settle`, {
          carried_out: false,
        })

        const after = await account(bought)
        expect(after.refundable).toBe(bought.total)
        expect(after.refunds).toMatchObject([{ state: "rejected", approval: "not-carried-out" }])
        expect(await refundsWaiting(bought)).toEqual([])
      })

      describe("and approved after staff recorded that it was not", () => {
        const refusedAtFirst = async () => {
          const { bought, refused } = await refusedRefund("5500")
          await ask(bought, refused?.id)
          const settle = (body: object) =>
            bought.merchant.http.post<Body>(`${path(bought)}/${refused?.id}/settle`, body)
          expect(await settle({ carried_out: false })).toMatchObject({ status: 200 })
          return { bought, settle }
        }

        it("is recorded beside another refund, where no flag can show it", async () => {
          const { bought, settle } = await refusedAtFirst()
          expect(await refund(bought, { amount: "100" })).toMatchObject({ status: 200 })
          approve()
          await callbacksProcessed(suite)
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
          expect((await account(bought)).refunds.at(-1)).toMatchObject({ may_be_given: true })

          expect(await settle({ carried_out: true })).toMatchObject({ status: 200 })
          expect(await settle({ carried_out: true })).toMatchObject({
            status: 404,
            body: { code: "settled_meanwhile" },
          })

          expect(await refundedInMedusa(bought)).toEqual([100, 5500])
          expect(atService(suite, bought)).toMatchObject({ refunded: 5600 })
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: [],
            refunded_total: 5600,
          })
          expect((await account(bought)).refunds.at(-1)).toMatchObject({
            approval: "carried-out",
            may_be_given: false,
          })
        })

        it("leaves what the portal refunded beside it to be recorded", async () => {
          const { bought, settle } = await refusedAtFirst()
          approve()
          const [line] = atService(suite, bought).lines
          await postRefund(bought.uuid, {
            type: "regular",
            grandTotal: 10,
            products: [{ id: line?.id, amount: 10 }],
          })
          await callbacksProcessed(suite)

          expect(await settle({ carried_out: true })).toMatchObject({
            status: 400,
            body: { code: "refunded_at_service" },
          })
          expect(await settle({ carried_out: true, beside_another: true })).toMatchObject({
            status: 200,
          })
          await bought.merchant.refresh(bought.id)
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: ["refunded_at_service"],
          })
          const given = await refund(bought, { amount: "10", given_at_service: true })

          expect(given.status).toBe(200)
          expect(await refundedInMedusa(bought)).toEqual([5500, 10])
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: [],
            refunded_total: 5510,
          })
        })
      })

      it("answers with a doubt about the request where that was carried out", async () => {
        const { bought, refused } = await refusedRefund("5500")
        suite.sandbox.faults.add({
          fault: "after:drop",
          operation: "refunds.request-approval",
          times: 1,
        })
        await ask(bought, refused?.id)
        expect((await account(bought)).refunds).toMatchObject([{ approval: "asking" }])
        approve()
        await callbacksProcessed(suite)

        const settlePath = `${path(bought)}/${refused?.id}/settle`
        await bought.merchant.http.post(settlePath, { carried_out: true })

        expect(await refundedInMedusa(bought)).toEqual([5500])
        const { body } = await bought.merchant.http.get<{
          overview: { attention: { items: { reason: string }[] } }
        }>("/admin/e-invoice/overview")
        expect(body.overview.attention.items).toEqual([])
      })

      describe("whose request for approval was lost", () => {
        const rejectedRefund = async () => {
          const { bought, refused: first } = await refusedRefund("5500", 120)
          const settle = (id: string | undefined, carriedOut: boolean) =>
            bought.merchant.http.post<Body>(`${path(bought)}/${id}/settle`, {
              carried_out: carriedOut,
            })
          const lose = async (fault: "before:drop" | "after:drop") => {
            suite.sandbox.faults.add({ fault, operation: "refunds.request-approval", times: 1 })
            expect(await ask(bought, first?.id)).toMatchObject({ status: 504 })
          }
          /** Refunds the same amount anew, which the service rejects, too. */
          const again = async () => {
            expect(await refund(bought, { amount: "5500", confirm_repeat: true })).toMatchObject({
              status: 400,
              body: { code: "refund_rejected" },
            })
            return (await account(bought)).refunds[0]
          }
          return { bought, first, settle, lose, again }
        }
        const openRequests = async (bought: Purchase) => {
          const { body } = await bought.merchant.http.get<{
            operations: { id: string; idempotency_key: string }[]
          }>("/admin/e-invoice/operation-log?state=in_doubt")
          return body.operations
        }

        it("holds back another refund's request, and is not sent in its place", async () => {
          const { bought, first, settle, lose, again } = await rejectedRefund()
          const second = await again()
          await lose("before:drop")
          expect(await ask(bought, second?.id)).toMatchObject({
            status: 409,
            body: { code: "under_way" },
          })
          expect((await account(bought)).refunds).toMatchObject([
            { id: second?.id, approval: "possible" },
            { id: first?.id, approval: "asking" },
          ])
          const [lost] = await openRequests(bought)
          await bought.merchant.http.post(`/admin/e-invoice/operation-log/${lost?.id}/settle`, {
            took_effect: false,
            attempt: 1,
          })

          const asked = await ask(bought, second?.id)

          expect(asked).toMatchObject({
            status: 200,
            body: { operation: { idempotency_key: `refund-approval:${second?.id}` } },
          })
          expect((await account(bought)).refunds).toMatchObject([
            { id: second?.id, approval: "open" },
            { id: first?.id, approval: "possible" },
          ])
          expect(await refundsWaiting(bought)).toEqual(["refund_awaiting_approval"])
          approve()
          await callbacksProcessed(suite)
          expect(await settle(second?.id, true)).toMatchObject({ status: 200 })
          expect(await refundedInMedusa(bought)).toEqual([5500])
          expect(suite.sandbox.refundApprovals.list()).toHaveLength(1)
        })

        it("leaves no doubt that holds another back once staff recorded the refund as not carried out", async () => {
          const { bought, first, settle, lose, again } = await rejectedRefund()
          await lose("before:drop")
          expect(await settle(first?.id, false)).toMatchObject({ status: 200 })
          expect(await openRequests(bought)).toEqual([])
          const second = await again()

          expect(await ask(bought, second?.id)).toMatchObject({
            status: 200,
            body: { operation: { idempotency_key: `refund-approval:${second?.id}` } },
          })

          expect((await account(bought)).refunds).toMatchObject([
            { id: second?.id, approval: "open" },
            { id: first?.id, approval: "not-carried-out" },
          ])
          expect(await refundsWaiting(bought)).toEqual(["refund_awaiting_approval"])
          expect(suite.sandbox.refundApprovals.list()).toHaveLength(1)
        })

        it("is recorded where the operator approved it after all", async () => {
          const { bought, first, settle, lose } = await rejectedRefund()
          await lose("after:drop")
          expect(await settle(first?.id, false)).toMatchObject({ status: 200 })
          expect((await account(bought)).refunds).toMatchObject([
            { approval: "not-carried-out", may_be_given: true },
          ])
          approve()
          await callbacksProcessed(suite)

          const settled = await bought.merchant.http.post(`${path(bought)}/${first?.id}/settle`, {
            carried_out: true,
            beside_another: false,
          })

          expect(settled).toMatchObject({ status: 200 })
          expect(await refundedInMedusa(bought)).toEqual([5500])
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
        })
      })

      it("is not asked for where approval lifts nothing", async () => {
        const bought = await paid()
        await refund(bought, { amount: "10" })
        const [done] = (await account(bought)).refunds

        const answer = await ask(bought, done?.id)

        expect(answer.status).toBe(400)
        expect(suite.sandbox.refundApprovals.list()).toEqual([])
      })
    })
  }
)
