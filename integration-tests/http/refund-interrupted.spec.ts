import { Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import {
  atService,
  callbacksProcessed,
  callsOf,
  minutesPass,
  purchase,
  type Purchase,
} from "./support/purchase"
import { refundsByLine } from "./support/refunds-by-line"

const MINUTE = 60_000
const AMOUNT = 40

const connectionLost = () => Promise.reject(new Error("Connection terminated"))

eInvoiceSuite(
  "refund-interrupted",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const paid = async (): Promise<Purchase> => {
      const bought = await purchase(suite)
      suite.sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)
      return bought
    }
    const refund = ({ merchant, orderId }: Purchase) => merchant.refund(orderId, AMOUNT)
    const refundInSection = ({ merchant, id }: Purchase, key: string) =>
      merchant.http.with({ "idempotency-key": key }).post(`/admin/e-invoice/orders/${id}/refunds`, {
        amount: String(AMOUNT),
      })
    const refundedInMedusa = async ({ merchant, orderId }: Purchase) => {
      const { refunds } = await merchant.payment(orderId)
      return (refunds ?? []).map(({ amount }) => amount)
    }
    const { serviceNames, settlePathOfLast } = refundsByLine(suite)
    const journalOf = ({ id }: Purchase) => suite.eInvoice.refunds.list(id)
    /** Half a minute passes, so that no process can still be sending. */
    const letTimePass = async (bought: Purchase) => {
      const past = new Date(Date.now() - MINUTE)
      for (const { id } of await journalOf(bought)) {
        await suite.eInvoice.refunds["database"]("einvoice_refund")
          .where({ id })
          .update({ created_at: past, sending_at: past, updated_at: past })
      }
    }
    /** Medusa cannot write down that its provider refunded, and so takes its own refund back. */
    const failInMedusa = () =>
      jest
        .spyOn(
          suite.container.resolve<{
            paymentService_: { update: () => Promise<unknown> }
          }>(Modules.PAYMENT as string).paymentService_,
          "update"
        )
        .mockImplementationOnce(connectionLost)

    const expectPaidOutOnce = async (bought: Purchase) => {
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(atService(suite, bought)).toMatchObject({ refunded: AMOUNT })
      expect(await refundedInMedusa(bought)).toEqual([AMOUNT])
      await callbacksProcessed(suite)
      expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
        attention: null,
        refunded_total: AMOUNT,
        refunds: [{ state: "succeeded" }],
      })
    }

    beforeEach(() => suite.sandbox.callbacks.setChaos({}))
    afterEach(() => jest.restoreAllMocks())

    describe("a refund that went through and is written down", () => {
      it.each([
        ["a flag cannot be taken away", () => suite.eInvoice.orders.statuses, "unflag"],
        ["the timeline cannot be written", () => suite.eInvoice.timeline, "record"],
      ] as const)("stands although %s", async (_what, owner, method) => {
        const bought = await paid()
        suite.sandbox.callbacks.setChaos({ drop: true })
        const collaborator: object = owner()
        jest
          .spyOn(collaborator as Record<string, () => unknown>, method)
          .mockImplementationOnce(connectionLost)

        const answer = await refund(bought)

        expect(answer.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("stands although the order cannot be read again", async () => {
        const bought = await paid()
        const { refunds, orders } = suite.eInvoice
        const { statuses } = orders
        const done = refunds.succeeded.bind(refunds)
        jest.spyOn(refunds, "succeeded").mockImplementationOnce(async (...given) => {
          const was = await done(...given)
          jest.spyOn(statuses, "find").mockImplementationOnce(connectionLost)
          return was
        })
        suite.sandbox.callbacks.setChaos({ drop: true })

        const answer = await refund(bought)

        expect(answer.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("and that Medusa then took back is its next refund of the same amount", async () => {
        const bought = await paid()
        failInMedusa()
        const first = await refund(bought)
        expect(first.status).toBe(500)
        expect(await refundedInMedusa(bought)).toEqual([])

        const again = await refund(bought)

        expect(again.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("and that Medusa then took back is neither sent again nor taken for another refund of the Refunds section", async () => {
        const bought = await paid()
        failInMedusa()
        const first = await refundInSection(bought, "key-of-refund")
        expect(first.status).toBe(500)

        const other = await refundInSection(bought, "another")
        expect(other).toMatchObject({
          status: 400,
          body: { code: "refund_unrecorded" },
        })

        const again = await refundInSection(bought, "key-of-refund")
        expect(again.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("of the Refunds section and that Medusa then took back is recorded under the same key", async () => {
        const bought = await paid()
        failInMedusa()
        const first = await refundInSection(bought, "key-of-refund")
        expect(first.status).toBe(500)

        const again = await refundInSection(bought, "key-of-refund")
        const later = await refundInSection(bought, "key-of-refund")

        expect([again.status, later.status]).toEqual([200, 200])
        await expectPaidOutOnce(bought)
      })

      it("of the Refunds section and that Medusa then took back is recorded once, however often the button is pressed", async () => {
        const bought = await paid()
        failInMedusa()
        await refundInSection(bought, "key-of-refund")

        const answers = await Promise.all(
          [1, 2, 3].map(() => refundInSection(bought, "key-of-refund"))
        )

        expect(answers.some(({ status }) => status === 200)).toBe(true)
        await expectPaidOutOnce(bought)
      })

      it("and that Medusa then took back is shown, and recorded when staff say so", async () => {
        const bought = await paid()
        failInMedusa()
        await refund(bought)
        const path = `/admin/e-invoice/orders/${bought.id}/refunds`

        const { body } = await bought.merchant.http.get<{
          refund_account: { refunds: { id: string }[] }
        }>(path)
        expect(body.refund_account.refunds).toMatchObject([
          { state: "succeeded", missing_in_medusa: true, refund_id: null },
        ])
        const settled = await bought.merchant.http.post(
          `${path}/${body.refund_account.refunds[0]?.id}/settle`,
          { carried_out: true }
        )

        expect(settled.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("goes back a second time where Medusa has the first, minutes later", async () => {
        const bought = await paid()
        await refund(bought)
        await minutesPass(suite)

        await refund(bought)

        expect(callsOf(suite, "orders.refund")).toBe(2)
        expect(await refundedInMedusa(bought)).toEqual([AMOUNT, AMOUNT])
      })
    })

    describe("a refund that the operator approved", () => {
      const approved = async (amount: number | undefined) => {
        const bought = await purchase(suite, {
          basket: { "COFFEE-250": 60 },
        })
        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        await bought.merchant.refund(bought.orderId, amount ?? bought.total)
        const [row] = await journalOf(bought)
        const path = `/admin/e-invoice/orders/${bought.id}/refunds/${row?.id}`
        await bought.merchant.http.post(`${path}/approval`)
        return {
          bought,
          settle: () =>
            bought.merchant.http.post(`${path}/settle`, {
              carried_out: true,
              beside_another: false,
            }),
        }
      }
      const approve = async () => {
        const [approval] = suite.sandbox.refundApprovals.list()
        suite.sandbox.refundApprovals.approve(approval?.uuid ?? "")
        await suite.sandbox.callbacks.settled()
      }
      const later = () => new Date(Date.now() + 10 * MINUTE)

      it.each([
        ["fails in Medusa", failInMedusa],
        [
          "is cut off",
          () => {
            const { refunds } = suite.eInvoice
            const carriedOutLater = refunds.carriedOutLater.bind(refunds)
            return jest
              .spyOn(refunds, "carriedOutLater")
              .mockImplementationOnce(async (...given) => {
                await carriedOutLater(...given)
                return connectionLost()
              })
          },
        ],
      ])("is recorded later where that %s", async (_what, fail) => {
        const { bought } = await approved(undefined)
        suite.sandbox.callbacks.setChaos({ drop: true })
        await approve()
        const failure = fail()

        await bought.merchant.refresh(bought.id)
        expect(failure).toHaveBeenCalled()
        expect(await refundedInMedusa(bought)).toEqual([])
        await sweepEInvoiceOrders(suite.container, { now: later() })

        expect(await refundedInMedusa(bought)).toEqual([bought.total])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          remote_status: "REFUNDED",
          refunds: [{ state: "succeeded" }],
        })
        expect(callsOf(suite, "orders.refund")).toBe(1)
      })

      it("keeps its flag while Medusa has not recorded it", async () => {
        const { bought, settle } = await approved(5_500)
        await approve()
        await callbacksProcessed(suite)
        jest.spyOn(suite.eInvoice.refunds, "link").mockImplementation(connectionLost)
        expect((await settle()).status).toBe(500)

        await bought.merchant.refresh(bought.id)
        expect(await refundedInMedusa(bought)).toEqual([])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: "refunded_at_service",
        })

        jest.restoreAllMocks()
        await bought.merchant.refresh(bought.id)
        expect(await refundedInMedusa(bought)).toEqual([5_500])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          attention: null,
          refunded_total: 5_500,
        })
      })
    })

    it("is left to its sender by a server whose clock is ahead", async () => {
      const bought = await paid()
      const { refunds } = suite.eInvoice
      const begin = refunds.begin.bind(refunds)
      const ahead = new Date(Date.now() + 20 * MINUTE)
      jest.spyOn(refunds, "begin").mockImplementationOnce(async (...given) => {
        await sweepEInvoiceOrders(suite.container, { now: ahead })
        return begin(...given)
      })

      expect((await refund(bought)).status).toBe(200)

      await expectPaidOutOnce(bought)
    })

    describe("a refund that went through while the database was gone", () => {
      it("is the next one of the same amount, where it was written down and only the answer was lost", async () => {
        const bought = await paid()
        const { refunds } = suite.eInvoice
        const done = refunds.succeeded.bind(refunds)
        jest.spyOn(refunds, "succeeded").mockImplementationOnce(async (...given) => {
          await done(...given)
          return connectionLost()
        })

        const first = await refund(bought)
        expect(first.body).toMatchObject({ code: "in_doubt" })
        expect(await refundedInMedusa(bought)).toEqual([])
        const again = await refund(bought)

        expect(again.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("is the next one of the same amount, also once the sweep has found it", async () => {
        const bought = await paid()
        const { refunds } = suite.eInvoice
        jest.spyOn(refunds, "succeeded").mockImplementationOnce(connectionLost)
        jest.spyOn(refunds, "inDoubt").mockImplementationOnce(connectionLost)
        expect((await refund(bought)).status).toBe(500)
        expect(await refundedInMedusa(bought)).toEqual([])
        await letTimePass(bought)
        serviceNames(AMOUNT)
        await sweepEInvoiceOrders(suite.container, { now: new Date() })
        expect(await journalOf(bought)).toMatchObject([{ state: "succeeded" }])

        const again = await refund(bought)

        expect(again.status).toBe(200)
        await expectPaidOutOnce(bought)
      })

      it("waits for staff where the service names no amount, who record it once", async () => {
        const bought = await paid()
        const { refunds } = suite.eInvoice
        jest.spyOn(refunds, "succeeded").mockImplementationOnce(connectionLost)
        jest.spyOn(refunds, "inDoubt").mockImplementationOnce(connectionLost)
        expect((await refund(bought)).status).toBe(500)
        await letTimePass(bought)
        await sweepEInvoiceOrders(suite.container, { now: new Date() })
        expect(await journalOf(bought)).toMatchObject([{ state: "in_doubt" }])
        expect(await refund(bought)).toMatchObject({
          status: 400,
          body: { code: "refund_unclear" },
        })

        const settled = await bought.merchant.http.post(await settlePathOfLast(bought), {
          carried_out: true,
          beside_another: false,
        })

        expect(settled.status).toBe(200)
        await expectPaidOutOnce(bought)
      })
    })
  }
)
