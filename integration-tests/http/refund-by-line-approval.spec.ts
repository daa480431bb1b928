import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { postRefund, refundAtService } from "./support/refund-at-service"
import { type Body, refundsByLine } from "./support/refunds-by-line"

eInvoiceSuite(
  "refund-by-line-approval",
  { options: { inDoubtQuietPeriod: 0, requestBudget: 2_000 } },
  (suite) => {
    const { paid, path, account, refund, refundedInMedusa, shown, serviceNames } =
      refundsByLine(suite)

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

      it.each([
        [
          "in Admin",
          async (bought: Purchase, amount: number) => {
            const { seen } = await account(bought)
            expect((await refund(bought, { amount, seen })).status).toBe(200)
          },
        ],
        [
          "in the portal, and is not recorded",
          async (bought: Purchase, amount: number) => {
            await refundAtService(suite.sandbox, bought, amount)
            await callbacksProcessed(suite)
          },
        ],
        [
          "in the portal, and no callback told of it",
          async (bought: Purchase, amount: number) => {
            suite.sandbox.callbacks.setChaos({ drop: true })
            await refundAtService(suite.sandbox, bought, amount)
          },
        ],
      ])(
        "has its approval asked for once it is confirmed, where the same was given since %s",
        async (_, give) => {
          const { bought, refused } = await refusedRefund("5500", 120)
          for (const amount of [3000, 2500]) {
            await give(bought, amount)
          }

          const early = await ask(bought, refused?.id)
          const asked = suite.sandbox.refundApprovals.list()
          const confirmed = await ask(bought, refused?.id, { confirm_repeat: true })

          expect(early).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
          expect(asked).toEqual([])
          expect(confirmed.status).toBe(200)
          expect((await ask(bought, refused?.id)).status).toBe(200)
          expect(suite.sandbox.refundApprovals.list()).toHaveLength(1)
        }
      )

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
        expect(await refundsWaiting(bought)).toEqual(["refund_perhaps_approved"])
        // The portal may have given another sum in its place.
        expect(await shown(bought)).toMatchObject({ contradicts: null })
        serviceNames(5500)
        expect(await shown(bought)).toMatchObject({ contradicts: "not-carried-out" })
        expect(await bought.merchant.http.post(settlePath, { carried_out: false })).toMatchObject({
          status: 400,
          body: { code: "refund_shown" },
        })
        jest.restoreAllMocks()
        expect(await bought.merchant.http.post(settlePath, { carried_out: true })).toMatchObject({
          status: 400,
          body: { code: "refunded_at_service" },
        })
        const settled = await bought.merchant.http.post(settlePath, {
          carried_out: true,
          beside_another: false,
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

      it.each([
        [5499, "refund_awaiting_approval"],
        [5500, "refund_approved"],
        [5501, "refund_perhaps_approved"],
      ])("and approved is called so by what the service names: %d is %s", async (named, reason) => {
        const { bought, refused } = await refusedRefund("5500")
        await ask(bought, refused?.id)
        approve()
        await callbacksProcessed(suite)

        await suite.eInvoice.orders.statuses.raiseRefundedTotal(bought.id, `${named}.00`)

        expect(await refundsWaiting(bought)).toEqual([reason])
      })

      it("and approved may be either of two, where the service names that much", async () => {
        const { bought, refused: first } = await refusedRefund("5500", 120)
        expect((await refund(bought, { amount: "5600" })).status).toBe(400)
        const [second] = (await account(bought)).refunds
        await ask(bought, first?.id)
        expect((await ask(bought, second?.id, { confirm_repeat: true })).status).toBe(200)
        approve()
        await callbacksProcessed(suite)

        await suite.eInvoice.orders.statuses.raiseRefundedTotal(bought.id, "5500.00")

        expect((await refundsWaiting(bought)).toSorted()).toEqual([
          "refund_awaiting_approval",
          "refund_perhaps_approved",
        ])
      })

      it("and approved leaves what the portal refunded meanwhile to be recorded", async () => {
        const { bought, refused } = await refusedRefund("5500")
        await ask(bought, refused?.id)
        const [line] = atService(suite, bought).lines
        const products = [{ id: line?.id, amount: 100 }]
        await postRefund(bought.uuid, { type: "regular", grandTotal: 100, products })
        const sent = callsOf(suite, "orders.refund")
        await callbacksProcessed(suite)
        approve()
        await callbacksProcessed(suite)
        const beside = { carried_out: true, beside_another: true }

        const settlePath = `${path(bought)}/${refused?.id}/settle`
        expect(await bought.merchant.http.post(settlePath, beside)).toMatchObject({ status: 200 })
        const given = { amount: "100", given_at_service: true }
        expect(await refund(bought, given)).toMatchObject({ status: 200 })

        expect(await refundedInMedusa(bought)).toEqual([5500, 100])
        expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          refunded_total: 5600,
        })
        expect(callsOf(suite, "orders.refund")).toBe(sent)
      })

      describe("and open beside a refund that the portal gave", () => {
        const given = { amount: "100", given_at_service: true }
        /** 5500.00 or all of it awaits approval, and the portal refunded 100.00. */
        const besideOpen = async (isOfAll = false) => {
          const { bought, refused } = await refusedRefund(isOfAll ? undefined : "5500")
          await ask(bought, refused?.id)
          const [line] = atService(suite, bought).lines
          const products = [{ id: line?.id, amount: 100 }]
          await postRefund(bought.uuid, { type: "regular", grandTotal: 100, products })
          await callbacksProcessed(suite)
          const sent = callsOf(suite, "orders.refund")
          const settle = (body: object) =>
            bought.merchant.http.post<Body>(`${path(bought)}/${refused?.id}/settle`, body)
          const isLeftOpen = async () => {
            expect((await account(bought)).refunds).toContainEqual(
              expect.objectContaining({ id: refused?.id, approval: "open" })
            )
            expect(await refundsWaiting(bought)).toEqual(["refund_awaiting_approval"])
            expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({ flags: [] })
            expect(callsOf(suite, "orders.refund")).toBe(sent)
          }
          return { bought, settle, isLeftOpen }
        }

        it("has that recorded where staff say that it is another, and is not called approved then", async () => {
          const { bought, settle, isLeftOpen } = await besideOpen()
          // Where no amount is named, it may be either.
          expect(await refundsWaiting(bought)).toEqual(["refund_perhaps_approved"])
          const untold = [
            given,
            { amount: "100" },
            { ...given, given_at_service: false },
            { ...given, given_at_service: false, beside_another: true },
          ]
          for (const body of untold) {
            expect(await refund(bought, body)).toMatchObject({
              status: 400,
              body: { code: "refund_unrecorded" },
            })
          }

          expect(await refund(bought, { ...given, beside_another: false })).toMatchObject({
            status: 200,
          })
          expect(await refundedInMedusa(bought)).toEqual([100])
          await isLeftOpen()

          approve()
          await callbacksProcessed(suite)
          expect(await settle({ carried_out: true })).toMatchObject({ status: 200 })
          expect(await refundedInMedusa(bought)).toEqual([100, 5500])
          expect(atService(suite, bought)).toMatchObject({ refunded: 5600 })
          expect(await refundsWaiting(bought)).toEqual([])
        })

        it("stays to be recorded, where staff say that the service shows both", async () => {
          const { bought, settle } = await besideOpen()
          approve()
          await callbacksProcessed(suite)

          expect(await refund(bought, { ...given, beside_another: true })).toMatchObject({
            status: 200,
          })
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: ["refunded_at_service"],
          })
          expect(await refundsWaiting(bought)).toEqual(["refund_perhaps_approved"])
          const alone = { carried_out: true, beside_another: false }
          expect(await settle(alone)).toMatchObject({ status: 200 })

          expect(await refundedInMedusa(bought)).toEqual([100, 5500])
          expect(await bought.merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
            flags: [],
            refunded_total: 5600,
          })
        })

        it.each(["amount", "line"])(
          "leaves lines to record that of, by %s, also where all of the order awaits approval",
          async (by) => {
            const { bought, isLeftOpen } = await besideOpen(true)
            const { lines, refundable, recordable } = await account(bought)
            expect([refundable, recordable]).toEqual([0, bought.total])
            expect(lines[0]).toMatchObject({ refundable: 0, recordable: lines[0]?.amount })
            const { amount, ...said } = { ...given, beside_another: false }
            const choice = by === "line" ? { lines: [{ id: lines[0]?.id, amount }] } : { amount }

            expect(await refund(bought, { ...said, ...choice })).toMatchObject({ status: 200 })

            expect(await refundedInMedusa(bought)).toEqual([100])
            await isLeftOpen()
          }
        )

        it("is not called approved where the service names less, and staff need not say so", async () => {
          const { bought, isLeftOpen } = await besideOpen()
          serviceNames(100)
          await bought.merchant.refresh(bought.id)
          expect(await refundsWaiting(bought)).toEqual(["refund_awaiting_approval"])

          expect(await refund(bought, given)).toMatchObject({ status: 200 })

          expect(await refundedInMedusa(bought)).toEqual([100])
          await isLeftOpen()
        })

        it("asks before as much is recorded as awaits approval", async () => {
          const { bought } = await besideOpen()
          const same = { ...given, amount: "5500", beside_another: false }

          expect(await refund(bought, same)).toMatchObject({
            status: 400,
            body: { code: "confirm_repeat" },
          })
          expect(await refundedInMedusa(bought)).toEqual([])
        })
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

      it("and sent as a credit is recorded as a refund, where the customer paid before it was approved", async () => {
        const bought = await purchase(suite, { basket: { "COFFEE-250": 60 } })
        const { merchant } = bought
        suite.sandbox.invoice(bought.uuid)
        await callbacksProcessed(suite)
        const [line] = suite.sandbox.order(bought.uuid).lines
        await postRefund(bought.uuid, {
          type: "invoiced",
          grandTotal: 99.9,
          products: [{ id: line?.id, amount: 99.9 }],
        })
        await callbacksProcessed(suite)
        expect((await merchant.cancel(bought.orderId)).status).toBe(200)
        const credit = async () => {
          const [last] = (await account(bought)).refunds
          return last
        }
        await eventually(async () => {
          expect(await credit()).toMatchObject({ may_be_given: true })
        })
        const settled = await merchant.http.post(`${path(bought)}/${(await credit())?.id}/settle`, {
          carried_out: true,
          amount: "99.9",
          beside_another: false,
        })
        expect(settled.status).toBe(200)
        await eventually(async () => {
          expect(await credit()).toMatchObject({ purpose: "credit", approval: "possible" })
        })
        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        const rest = Math.round(bought.total * 100 - 9_990) / 100
        expect(await account(bought)).toMatchObject({ captured: rest, refundable: rest })
        expect(await merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: ["paid_after_cancel"],
        })

        expect((await ask(bought, (await credit())?.id)).status).toBe(200)
        approve()
        await callbacksProcessed(suite)

        expect(await refundedInMedusa(bought)).toEqual([rest])
        expect(await account(bought)).toMatchObject({ refunded: rest, obstacle: "nothing-left" })
        expect(await credit()).toMatchObject({
          state: "succeeded",
          purpose: "refund",
          approval: "carried-out",
          missing_in_medusa: false,
        })
        await merchant.refresh(bought.id)
        expect(await merchant.eInvoiceOrder(bought.orderId)).toMatchObject({
          flags: [],
          remote_status: "REFUNDED",
          credited_total: 99.9,
          refunded_total: bought.total,
        })
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
        const approved = { carried_out: true, beside_another: false }
        await bought.merchant.http.post(settlePath, approved)

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
              beside_another: false,
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

          // The operator may have the lost request all the same.
          expect(await ask(bought, second?.id)).toMatchObject({ body: { code: "confirm_repeat" } })
          const asked = await ask(bought, second?.id, { confirm_repeat: true })

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

          expect(await ask(bought, second?.id, { confirm_repeat: true })).toMatchObject({
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
