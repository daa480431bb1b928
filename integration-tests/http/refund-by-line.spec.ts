import { Modules } from "@medusajs/framework/utils"

import { refundEInvoiceOrderWorkflow } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, minutesPass, purchase } from "./support/purchase"
import { refundsByLine } from "./support/refunds-by-line"

eInvoiceSuite(
  "refund-by-line",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const { paid, account, refund, refundedInMedusa } = refundsByLine(suite)

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

    it.each([
      ["amount", { amount: "abc" }],
      ["amount", { amount: Number.NaN }],
      ["amount", { amount: -1 }],
      ["lines.0.amount", { lines: [{ id: 1, amount: "0" }] }],
    ])(
      "of what is no amount is refused by a workflow, which names %s (%j)",
      async (field, what) => {
        const { id } = await paid()

        const refunding = refundEInvoiceOrderWorkflow(suite.container).run({
          input: { e_invoice_order_id: id, ...what },
        })

        await expect(refunding).rejects.toMatchObject({
          type: "invalid_data",
          message: expect.stringMatching(`^${field}: `),
        })
        expect(callsOf(suite, "orders.refund")).toBe(0)
      }
    )

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

      const [done, ...underWay] = answers.toSorted((one, other) => one.status - other.status)
      expect(done?.status).toBe(200)
      // Whoever was asked to confirm it might refund it a second time.
      for (const { status, body } of underWay) {
        expect(status === 200 ? "refund_under_way" : body.code).toBe("refund_under_way")
      }
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
  }
)
