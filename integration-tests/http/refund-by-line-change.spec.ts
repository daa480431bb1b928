import { Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { atService, callsOf, type Purchase } from "./support/purchase"
import { type Body, refundsByLine } from "./support/refunds-by-line"

eInvoiceSuite(
  "refund-by-line-change",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const { paid, path, account, refund, refundedInMedusa } = refundsByLine(suite)

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
            beside_another: false,
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
  }
)
