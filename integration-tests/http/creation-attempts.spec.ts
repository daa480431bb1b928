import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { resolveInDoubt } from "../../src/domain/creation/resolve-in-doubt"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf, onlyJournalRow } from "./support/evidence"
import { expectDeclined, expectInvoiced } from "./support/expect-invoiced"
import { type HeldCall, holdCall } from "./support/hold-calls"
import { Merchant } from "./support/merchant"
import { purchase } from "./support/purchase"
import { Shopper } from "./support/shopper"

const MINUTE = 60_000

eInvoiceSuite("creation-attempts", {}, (suite) => {
  const { sandbox } = suite
  const CREATE = "orders.create-e-invoice"

  const held: HeldCall[] = []
  const hold = (operationId: string, when: "before" | "after") => {
    const call = holdCall(suite, operationId, when)
    held.push(call)
    return call
  }

  afterEach(() => {
    held.splice(0).forEach((call) => call.release())
    jest.restoreAllMocks()
    sandbox.faults.clear()
    suite.forgetFailures()
  })

  describe("a server whose clock is two minutes fast", () => {
    /** What a server would do whose own clock is ahead. */
    const ahead = async <Result>(work: () => Promise<Result>) => {
      jest.useFakeTimers({
        now: Date.now() + 2 * MINUTE,
        doNotFake: [
          "hrtime",
          "nextTick",
          "performance",
          "queueMicrotask",
          "setImmediate",
          "clearImmediate",
          "setInterval",
          "clearInterval",
          "setTimeout",
          "clearTimeout",
        ],
      })
      try {
        return await work()
      } finally {
        jest.useRealTimers()
      }
    }

    it("does not declare a creation in flight lost, and leaves no flag", async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      await ahead(async () => {
        await sweepEInvoiceOrders(suite.container)
        await sweepEInvoiceOrders(suite.container)
      })
      expect(await onlyJournalRow(suite)).toMatchObject({ state: "sending" })
      creation.release()

      const { row } = await expectInvoiced(suite, await completion)
      sandbox.pay(row.remote_order_uuid ?? "")
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + 5 * MINUTE),
      })
      await eventually(async () => {
        expect(await suite.eInvoice.listEInvoiceOrders()).toMatchObject([
          { remote_status: "PAID", attention: null },
        ])
      })
      expect(await journalOf(suite)).toHaveLength(1)
    })
  })

  /** A shopper whose first attempt got no answer, and what staff see of it. */
  const inDoubt = async (fault: string) => {
    const shopper = await Shopper.arrive(suite)
    const { body } = await shopper.chooseInvoice()
    sandbox.faults.add({ fault, operation: CREATE, times: 1 })
    expectDeclined(await shopper.complete())
    const row = await onlyJournalRow(suite)
    expect(row).toMatchObject({ state: "in_doubt", attempt: 1 })
    const merchant = await Merchant.signIn(suite)
    return {
      shopper,
      row,
      merchant,
      sessionId: body.payment_collection.payment_sessions?.[0]?.id ?? "",
      settle: (decision: object) =>
        merchant.http.post(`/admin/e-invoice/orders/${row.id}/settle`, decision),
      seen: async () => {
        const { body: answer } = await merchant.http.get<{
          e_invoice_order: {
            flags: string[]
            other_orders: { order_uuid: string; state: string }[]
          }
        }>(`/admin/e-invoice/orders/${row.id}`)
        return answer.e_invoice_order
      },
    }
  }

  const letPass = async (seconds: number) => {
    const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await database("einvoice_order").update({
      sending_at: database.raw("sending_at - make_interval(secs => ?)", [seconds]),
    })
  }

  it("shows staff no list as whole that lacks an order which is known", async () => {
    await purchase(suite)
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    sandbox.faults.add({ fault: "before:drop", operation: CREATE, times: 1 })
    expectDeclined(await shopper.complete())
    const doubt = (await journalOf(suite)).find(({ state }) => state === "in_doubt")
    const { http } = await Merchant.signIn(suite)
    const settlement = () => http.get(`/admin/e-invoice/orders/${doubt?.id}/settle`)

    const whole = await settlement()
    sandbox.setQuirks({ emptyLists: true })
    const empty = await settlement()
    sandbox.setQuirks({ emptyLists: false })

    expect(whole).toMatchObject({ body: { settlement: { candidates: [], complete: true } } })
    expect(empty).toMatchObject({ body: { settlement: { candidates: [], complete: false } } })
  })

  describe("what is known about an attempt", () => {
    beforeEach(() => sandbox.callbacks.setChaos({ drop: true }))

    it("by a slow look-up does not move the next one, which is in flight", async () => {
      const { shopper, row, settle } = await inDoubt("before:500")
      await letPass(121)
      const lookUp = hold("orders.details-by-date-range", "after")
      const slow = resolveInDoubt(
        suite.eInvoice,
        (await suite.eInvoice.orders.creations.find(row.id)) ?? row,
        { actor: "schedule", budgetMs: 5_000 }
      )
      await lookUp.reached
      expect((await settle({ decision: "create-again", attempt: 1 })).status).toBe(200)
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      lookUp.release()
      expect((await slow).row).toMatchObject({ state: "sending", attempt: 2 })
      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "sending",
        attempt: 2,
      })
      creation.release()

      const { row: placed } = await expectInvoiced(suite, await completion)
      expect(placed.attempt).toBe(2)
    })

    it("by staff does not move the next one, which is in flight", async () => {
      const { shopper, settle } = await inDoubt("before:500")
      expect((await settle({ decision: "create-again", attempt: 1 })).status).toBe(200)
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      expect(await settle({ decision: "create-again", attempt: 1 })).toMatchObject({
        status: 400,
        body: { type: "not_allowed" },
      })
      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "sending",
        attempt: 2,
      })
      creation.release()

      await expectInvoiced(suite, await completion)
    })

    it("by a look-up that found its order is kept as a second order", async () => {
      const { shopper, row, settle, seen } = await inDoubt("after:drop")
      const [first] = sandbox.orders()
      const lookUp = hold("orders.details-by-date-range", "after")
      const slow = resolveInDoubt(suite.eInvoice, row, {
        actor: "schedule",
        budgetMs: 5_000,
      })
      await lookUp.reached
      await settle({ decision: "create-again", attempt: 1, not_it: [first?.uuid] })
      const creation = hold(CREATE, "before")
      const completion = shopper.complete()
      await creation.reached

      lookUp.release()
      await slow
      expect(await onlyJournalRow(suite)).toMatchObject({
        state: "sending",
        attempt: 2,
      })
      creation.release()

      expect((await completion).body.type).toBe("order")
      expect(await seen()).toMatchObject({
        flags: ["second_order"],
        other_orders: [{ order_uuid: first?.uuid, state: "open" }],
      })
    })

    it("by its late sender is kept as a second order", async () => {
      const shopper = await Shopper.arrive(suite)
      const { body } = await shopper.chooseInvoice()
      const [session] = body.payment_collection.payment_sessions ?? []
      const first = hold(CREATE, "after")
      const completion = shopper.complete()
      await first.reached
      const { id } = await onlyJournalRow(suite)
      const { creations } = suite.eInvoice.orders
      const failure = { kind: "person", message: "No.", at: "2026-01-01" }
      await creations.senderLost({ id, attempt: 1 }, failure, new Date(Date.now() + 3_600_000))
      await creations.rejected({ id, attempt: 1 }, "staff", failure)
      await suite.container.resolve(Modules.PAYMENT).authorizePaymentSession(session?.id ?? "", {})
      const [one, other] = sandbox.orders()
      const after = await onlyJournalRow(suite)
      expect(after).toMatchObject({ state: "succeeded", attempt: 2 })

      first.release()
      await completion

      const [late] = [one, other].filter((order) => order?.uuid !== after.remote_order_uuid)
      expect(await onlyJournalRow(suite)).toMatchObject({
        remote_order_uuid: after.remote_order_uuid,
        attention: expect.stringContaining("second_order"),
        other_orders: { [late?.uuid ?? ""]: { state: "open" } },
      })
    })
  })

  describe("a checkout that was killed after the service had its order", () => {
    const database = (): Knex => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const payments = () => suite.container.resolve(Modules.PAYMENT)

    /** Leaves what a process leaves that is killed within the authorisation: Medusa's order, and a row that is sending. */
    const killed = async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const shopper = await Shopper.arrive(suite)
      const { body: chosen } = await shopper.chooseInvoice()
      const { id: collectionId, payment_sessions: [session] = [] } = chosen.payment_collection
      const { body } = await shopper.complete()
      if (body.type !== "order") {
        throw new Error(body.error.message)
      }
      await eventually(async () => {
        expect(await suite.eInvoice.listEInvoiceOrders()).toMatchObject([
          { payment_id: expect.any(String) },
        ])
      })
      const sessionId = session?.id ?? ""
      await database()("payment").delete()
      await database()("payment_session").where({ id: sessionId }).update({
        status: "pending",
        authorized_at: null,
        data: session?.data,
      })
      await database()("payment_collection").update({
        status: "awaiting",
        authorized_amount: null,
        raw_authorized_amount: null,
      })
      await database()("einvoice_order").update({
        state: "sending",
        shopper_data_id: session?.data["shopper_data_id"],
        payment_id: null,
        remote_order_uuid: null,
        remote_status: null,
      })
      const merchant = await Merchant.signIn(suite)
      return { shopper, order: body.order, collectionId, sessionId, merchant }
    }

    /** The same, and the payment session was replaced past whatever protects it. */
    const detached = async () => {
      const left = await killed()
      await database()("payment_session")
        .where({ id: left.sessionId })
        .update({ deleted_at: new Date() })
      await payments().createPaymentSession(left.collectionId, {
        provider_id: "pp_e-invoice_private",
        currency_code: "nok",
        amount: left.order.total,
        data: {},
      })
      return left
    }

    const sweepInMinutes = (minutes: number) =>
      sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + minutes * MINUTE),
      })

    const expectBilled = async ({ order, merchant }: Awaited<ReturnType<typeof killed>>) => {
      const [invoice] = sandbox.orders()
      expect(sandbox.orders()).toMatchObject([{ status: "SENT" }])
      const { id: paymentId } = await merchant.payment(order.id)
      expect(await merchant.eInvoiceOrder(order.id)).toMatchObject({
        payment_id: paymentId,
        remote_order_uuid: invoice?.uuid,
        flags: [],
      })
      sandbox.pay(invoice?.uuid ?? "")
      await sweepInMinutes(2 * 24 * 60)
      expect((await merchant.payment(order.id)).captured_at).toBeTruthy()
    }

    it("keeps its payment session, and is billed by that order", async () => {
      const left = await killed()

      expect(await left.shopper.chooseInvoice()).toMatchObject({
        status: 400,
        body: { type: "not_allowed" },
      })
      await expect(payments().deletePaymentSession(left.sessionId)).rejects.toThrow()
      expect((await left.shopper.complete()).body).toMatchObject({
        type: "order",
        order: { id: left.order.id },
      })

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      await expectBilled(left)
    })

    it("is billed by that order when its session was replaced and Medusa answered with its own order", async () => {
      const left = await detached()
      expect((await left.shopper.complete()).body).toMatchObject({
        type: "order",
        order: { id: left.order.id },
      })

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      await expectBilled(left)
    })

    it("is flagged while Medusa cannot authorise it, and its invoice is not cancelled", async () => {
      const left = await detached()
      const refused = jest
        .spyOn(payments(), "authorizePaymentSession")
        .mockRejectedValue(new Error("Not now."))

      await sweepInMinutes(3)
      await sweepInMinutes(6)
      await sweepInMinutes(15)

      expect(refused).toHaveBeenCalled()
      expect(sandbox.orders()).toMatchObject([{ status: "SENT" }])
      expect(await left.merchant.eInvoiceOrder(left.order.id)).toMatchObject({
        flags: ["placed_unbilled"],
      })

      refused.mockRestore()
      await sweepInMinutes(40)
      await expectBilled(left)
    })

    it("is flagged when its invoice ended meanwhile", async () => {
      const left = await detached()
      sandbox.cancel(sandbox.orders()[0]?.uuid ?? "")

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      expect(await left.merchant.eInvoiceOrder(left.order.id)).toMatchObject({
        flags: expect.arrayContaining(["placed_unbilled"]),
      })
    })

    it.each([
      ["lines", `sent_request = jsonb_set(sent_request, '{products,0,productId}', '"OTHER"')`],
      ["amount", "grand_total = 1"],
    ])(
      "has its invoice cancelled, and is flagged, when it has other %s",
      async (_what, changed) => {
        const left = await detached()
        await database().raw(`update einvoice_order set ${changed}`)
        const sessions = () => database()("payment_session").whereNull("deleted_at").pluck("id")
        const before = await sessions()

        await sweepInMinutes(3)
        await sweepInMinutes(6)

        expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
        expect(
          (await suite.eInvoice.orders.statuses.ofOrder(left.order.id)).map(
            ({ status, flags }) => ({
              status,
              flags,
            })
          )
        ).toContainEqual({
          status: "CANCELLED",
          flags: expect.arrayContaining(["placed_unbilled"]),
        })
        expect(await sessions()).toEqual(before)
        expect(await database()("payment")).toEqual([])
      }
    )

    it("has its invoice cancelled when the order was paid in another way", async () => {
      const { collectionId, order, merchant } = await detached()
      await database()("payment_collection").update({ status: "not_paid" })
      expect(
        await merchant.http.post(`/admin/payment-collections/${collectionId}/mark-as-paid`, {
          order_id: order.id,
        })
      ).toMatchObject({ status: 200 })

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
      expect((await merchant.payment(order.id)).captured_at).toBeTruthy()
    })
  })

  describe("a checkout whose answer was lost, and that was paid another way", () => {
    const CANCEL = "orders.cancel"

    beforeEach(() => sandbox.callbacks.setChaos({ drop: true }))

    const sweepInMinutes = (minutes: number) =>
      sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + minutes * MINUTE),
      })

    /** The shopper pays when the order comes. */
    const payAnotherWay = async ({ shopper, merchant }: Awaited<ReturnType<typeof inDoubt>>) => {
      const chosen = await shopper.chooseInvoice({}, "pp_system_default")
      expect(chosen.status).toBe(200)
      const { body } = await shopper.complete()
      if (body.type !== "order") {
        throw new Error(body.error.message)
      }
      const { id } = body.order
      return async () =>
        (await merchant.order(id)).payment_collections.flatMap(({ payments }) =>
          (payments ?? []).map(({ provider_id, canceled_at }) => ({
            provider_id,
            canceled_at,
          }))
        )
    }

    const THE_OTHER = [{ provider_id: "pp_system_default", canceled_at: null }]

    it("has its invoice cancelled, and no second payment", async () => {
      const doubt = await inDoubt("after:drop")
      const payments = await payAnotherWay(doubt)

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
      expect(await payments()).toEqual(THE_OTHER)
      await sweepInMinutes(2 * 24 * 60)
      expect(await payments()).toEqual(THE_OTHER)
      expect(await doubt.seen()).toMatchObject({ flags: [] })
    })

    it("has its invoice cancelled soon when that was found before", async () => {
      const doubt = await inDoubt("after:drop")
      await sweepInMinutes(3)
      await sweepInMinutes(6)
      await sweepInMinutes(24 * 60)
      expect(await doubt.seen()).toMatchObject({ flags: ["order_missing"] })
      const payments = await payAnotherWay(doubt)
      expect(await doubt.seen()).toMatchObject({ flags: ["order_missing"] })

      await eventually(async () => {
        await sweepInMinutes(3)
        expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
      })
      expect(await payments()).toEqual(THE_OTHER)
      expect(await doubt.seen()).toMatchObject({ flags: [] })
    })

    it("keeps its flag until the cancellation is confirmed", async () => {
      const doubt = await inDoubt("after:drop")
      const payments = await payAnotherWay(doubt)
      sandbox.faults.add({ fault: "before:500", operation: CANCEL })

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      expect(await doubt.seen()).toMatchObject({
        flags: expect.arrayContaining(["order_missing"]),
      })
      sandbox.faults.clear()
      suite.forgetFailures()
      await sweepInMinutes(24 * 60)
      expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
      expect(await payments()).toEqual(THE_OTHER)
      expect(await doubt.seen()).toMatchObject({ flags: [] })
    })

    it.each([["before the other payment"], ["after it"]])(
      "keeps its flag when the invoice was paid %s",
      async (when) => {
        const doubt = await inDoubt("after:drop")
        const pay = () => sandbox.pay(sandbox.orders()[0]?.uuid ?? "")
        if (when.startsWith("before")) {
          pay()
        }
        const payments = await payAnotherWay(doubt)
        if (when.startsWith("after")) {
          pay()
        }

        await sweepInMinutes(3)
        await sweepInMinutes(6)
        await sweepInMinutes(2 * 24 * 60)

        expect(await payments()).toEqual(THE_OTHER)
        expect(await doubt.seen()).toMatchObject({ flags: ["order_missing"] })
      }
    )

    it("has its invoice cancelled when the cart was changed in between", async () => {
      const doubt = await inDoubt("after:drop")
      const { shopper } = doubt
      await shopper.http.post(`/store/carts/${shopper.cartId}/line-items`, {
        variant_id: suite.store.variants["COFFEE-250"],
        quantity: 1,
      })
      const payments = await payAnotherWay(doubt)

      await sweepInMinutes(3)
      await sweepInMinutes(6)

      expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
      expect(await payments()).toEqual(THE_OTHER)
      expect(await doubt.seen()).toMatchObject({ flags: [] })
    })

    it("gets no second payment while Medusa is making the other", async () => {
      const doubt = await inDoubt("after:drop")
      await doubt.shopper.chooseInvoice({}, "pp_system_default")
      const module = suite.container.resolve(Modules.PAYMENT)
      const authorise = module.authorizePaymentSession.bind(module)
      const sweeps: Promise<unknown>[] = []
      jest.spyOn(module, "authorizePaymentSession").mockImplementationOnce(async (...input) => {
        sweeps.push(sweepInMinutes(3).then(() => sweepInMinutes(6)))
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        return authorise(...input)
      })

      const { body } = await doubt.shopper.complete()
      await Promise.all(sweeps)
      jest.restoreAllMocks()

      if (body.type !== "order") {
        throw new Error(body.error.message)
      }
      const { payment_collections } = await doubt.merchant.order(body.order.id)
      expect(
        payment_collections
          .flatMap(({ payments }) => payments ?? [])
          .map(({ provider_id }) => provider_id)
      ).toEqual(["pp_system_default"])
      await sweepInMinutes(24 * 60)
      expect(sandbox.orders()).toMatchObject([{ status: "CANCELLED" }])
    })
  })

  describe("a second order", () => {
    /** A purchase whose first attempt was given up for lost although the service has its order. */
    const boughtTwice = async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const doubt = await inDoubt("after:drop")
      const not_it = sandbox.orders().map(({ uuid }) => uuid)
      await doubt.settle({ decision: "create-again", attempt: 1, not_it })
      const { body } = await doubt.shopper.complete()
      expect(body.type).toBe("order")
      const { remote_order_uuid: own } = await onlyJournalRow(suite)
      const second = sandbox.orders().find(({ uuid }) => uuid !== own)
      sandbox.callbacks.setChaos({})
      return { ...doubt, second: second?.uuid ?? "" }
    }

    it("that the customer pays is seen, whatever its reference", async () => {
      const { second, seen, settle } = await boughtTwice()

      sandbox.pay(second)

      await eventually(async () => {
        expect(await seen()).toMatchObject({
          flags: ["second_order"],
          other_orders: [
            {
              order_uuid: second,
              state: "open",
              found_by: "callback",
              status: "PAID",
            },
          ],
        })
      })
      expect((await settle({ decision: "declare-foreign", order_uuid: second })).status).toBe(200)
      expect(await seen()).toMatchObject({
        flags: [],
        other_orders: [{ order_uuid: second, state: "foreign" }],
      })
    })

    it("that staff declared foreign is flagged again once the customer pays it", async () => {
      const { second, seen, settle } = await boughtTwice()
      sandbox.invoice(second)
      await eventually(async () => expect(await seen()).toMatchObject({ flags: ["second_order"] }))
      await settle({ decision: "declare-foreign", order_uuid: second })
      expect(await seen()).toMatchObject({ flags: [] })

      sandbox.pay(second)

      await eventually(async () =>
        expect(await seen()).toMatchObject({
          flags: ["second_order"],
          other_orders: [{ order_uuid: second, state: "open", status: "PAID" }],
        })
      )
    })

    it("stays open when staff adopt one of two, until it is cancelled at the service", async () => {
      sandbox.callbacks.setChaos({ drop: true })
      const { row, shopper, merchant, settle, seen } = await inDoubt("after:drop")
      const [first] = sandbox.orders()
      await settle({ decision: "create-again", attempt: 1, not_it: [first?.uuid] })
      sandbox.faults.add({ fault: "after:drop", operation: CREATE, times: 1 })
      expectDeclined(await shopper.complete())
      const [adopted] = sandbox.orders().filter(({ uuid }) => uuid !== first?.uuid)
      const uuids = [first?.uuid ?? "", adopted?.uuid ?? ""]
      await suite.eInvoice.orders.creations.keepEvidence(
        { id: row.id, attempt: 2 },
        {
          kind: "ambiguous",
          message: "No answer.",
          at: "2026-01-01",
          lookup: { at: "2026-01-01", result: "unclear", orderUuids: uuids },
        },
        new Date()
      )

      const decision = { decision: "adopt", attempt: 2, order_uuid: uuids[1] }
      expect((await settle(decision)).status).toBe(200)
      expect(await seen()).toMatchObject({
        flags: expect.arrayContaining(["second_order"]),
        other_orders: [{ order_uuid: uuids[0], state: "open" }],
      })

      sandbox.cancel(uuids[0] ?? "")
      await merchant.refresh(row.id)
      expect((await seen()).flags).not.toContain("second_order")
    })
  })
})
