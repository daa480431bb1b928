import { setTimeout } from "node:timers/promises"

import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { listLinesOnce, listLinesTwice } from "./support/listed-twice"
import { orderChanges } from "./support/order-changes"
import {
  atService,
  callbacksProcessed,
  callsOf,
  placedBy,
  purchase,
  type Purchase,
} from "./support/purchase"
import { postRefund } from "./support/refund-at-service"
import { type Basket, Shopper } from "./support/shopper"

/** Three of an item at 99.90 and a delivery at 49.00: what is bought where nothing is named. */
const BASKET = { "COFFEE-250": 3 }

/** One of them for a mug, which is at another VAT rate. */
const SWAPPED = { add: { "MUG-35": 1 }, leave: { "COFFEE-250": 2 } }

eInvoiceSuite("order-change", {}, (suite) => {
  const bought = (status: "SENT" | "INVOICED" | "PAID" = "INVOICED") => buy(status)
  const buy = async (status: "SENT" | "INVOICED" | "PAID"): Promise<Purchase> => {
    const order = await purchase(suite)
    if (status !== "SENT") {
      suite.sandbox.invoice(order.uuid)
    }
    if (status === "PAID") {
      suite.sandbox.pay(order.uuid)
    }
    await callbacksProcessed(suite)
    return order
  }
  const editTo = async ({ merchant, orderId }: Purchase, quantity: number): Promise<void> => {
    const { http } = merchant
    const { items } = await merchant.order(orderId)
    await http.post("/admin/order-edits", { order_id: orderId })
    await http.post(`/admin/order-edits/${orderId}/items/item/${items[0]?.id}`, { quantity })
    expect((await http.post(`/admin/order-edits/${orderId}/confirm`)).status).toBe(200)
  }
  const giveBack = async ({ merchant, orderId }: Purchase, quantity: number): Promise<void> => {
    const { http } = merchant
    const { items } = await merchant.order(orderId)
    const all = items.map((item) => ({ id: item.id, quantity: item.quantity }))
    await http.post(`/admin/orders/${orderId}/fulfillments`, { items: all })
    const { body } = await http.post<{ return: { id: string } }>("/admin/returns", {
      order_id: orderId,
    })
    const path = `/admin/returns/${body.return.id}`
    await http.post(`${path}/request-items`, { items: [{ id: items[0]?.id, quantity }] })
    expect((await http.post(`${path}/request`, {})).status).toBe(200)
  }
  /** The payments of a Medusa order that are not cancelled, and what Medusa still waits for. */
  const inMedusa = async ({ merchant, orderId }: Purchase) => {
    const order = await merchant.order(orderId)
    const payments = order.payment_collections.flatMap((collection) => collection.payments ?? [])
    return {
      pending: order.summary.pending_difference,
      payments: payments
        .filter(({ canceled_at }) => !canceled_at)
        .map(({ amount, captured_at }) => ({ amount, captured: captured_at !== null })),
    }
  }
  const { deliver, edit, exchange, requestReturn } = orderChanges(suite)
  /** Medusa's own schedule may be sweeping: then this one did nothing. */
  const sweepIn = (hours: number) =>
    eventually(async () => {
      const now = new Date(Date.now() + hours * 3_600_000)
      expect(await sweepEInvoiceOrders(suite.container, { now })).not.toBeNull()
    })
  beforeEach(() => {
    suite.forgetFailures()
    // Days pass within a minute of the service, which counts calls by the minute.
    jest
      .spyOn(suite.eInvoice.connect, "rateLimit", "get")
      .mockReturnValue({ low: false, limited: 0 })
  })
  afterEach(() => jest.restoreAllMocks())

  const firstFlags = async ({ id }: Purchase) =>
    (await suite.eInvoice.orders.statuses.find(id))?.flags

  const refuseCredits = () => {
    suite.sandbox.faults.add({ fault: "417", operation: "orders.refund", times: 1 })
  }
  /** Staff give a credit in the service's own portal, of the first line. */
  const creditByHand = (order: Purchase, amount: number, type = "invoiced") =>
    postRefund(order.uuid, {
      type,
      grandTotal: amount,
      products: [{ id: atService(suite, order).lines[0]?.id, amount }],
    })
  /** The service names how much it refunded of an order, and credited. */
  const whileNaming = async (refundedAmount: number, act: () => Promise<unknown>) => {
    const connect: { call(id: string, ...request: unknown[]): Promise<object> } = suite.eInvoice
      .connect as never
    const call = connect.call.bind(connect)
    const named = jest.spyOn(connect, "call").mockImplementation(async (id, ...request) => {
      const answer = (await call(id, ...request)) as { data: object }
      return id === "orders.status"
        ? { ...answer, data: { ...answer.data, refundedAmount } }
        : answer
    })
    try {
      await act()
    } finally {
      named.mockRestore()
    }
  }
  /** Staff say that the last credit was given by hand. */
  const settleAsGiven = async (order: Purchase) => {
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    const said = { carried_out: true, beside_another: false, confirm_repeat: true }
    expect(await order.merchant.http.post(path, said)).toMatchObject({ status: 200 })
  }
  /** In how many rows of these days the reconciliation finds that service and Medusa disagree. */
  const differing = async ({ merchant }: Purchase): Promise<number> => {
    const day = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    const { body } = await merchant.http.get<{ reconciliation: { differing: number } }>(
      `/admin/e-invoice/reconciliation?from=${day(-24)}&to=${day(24)}`
    )
    return body.reconciliation.differing
  }
  /** What can be refunded of an e-invoice order. */
  const accountOf = async ({ id, merchant }: Pick<Purchase, "id" | "merchant">) => {
    const { body } = await merchant.http.get<{
      refund_account: {
        obstacle: string | null
        changed: { lines: { id: number; amount: number }[]; certain: boolean } | null
      }
    }>(`/admin/e-invoice/orders/${id}/refunds`)
    return body.refund_account
  }

  const followed = (order: Purchase, expected: Record<string, unknown>) =>
    eventually(async () => {
      expect(await order.merchant.eInvoiceOrder(order.orderId)).toMatchObject(expected)
    })

  it.each([
    ["an edit", (order: Purchase) => editTo(order, 2)],
    ["a return", (order: Purchase) => giveBack(order, 1)],
  ])("credits what %s takes off an invoice that is out, and keeps the invoice", async (_, less) => {
    const order = await bought()

    await less(order)

    await followed(order, {
      flags: [],
      warnings: [],
      credited_total: 99.9,
      refunds: [{ state: "succeeded", purpose: "credit", products: [{ amount: "99.90" }] }],
    })
    expect(atService(suite, order)).toMatchObject({ status: "PARTIAL REFUNDED", credited: 99.9 })
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(await inMedusa(order)).toEqual({
      pending: 248.8,
      payments: [{ amount: 248.8, captured: false }],
    })

    await callbacksProcessed(suite)
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 248.8, captured: true }],
    })
    await followed(order, { flags: [], paid_at: expect.any(String) })
    expect(callsOf(suite, "orders.refund")).toBe(1)
  })

  it("keeps an order that is not invoiced yet, and credits it once it is", async () => {
    const order = await bought("SENT")

    await editTo(order, 2)

    await followed(order, { flags: ["change_not_followed"], remote_status: "SENT" })
    expect(await inMedusa(order)).toEqual({
      pending: 248.8,
      payments: [{ amount: 248.8, captured: false }],
    })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await followed(order, { flags: [], credited_total: 99.9 })
    expect(atService(suite, order)).toMatchObject({ credited: 99.9 })
  })

  it("keeps an invoice of which more is wanted, and leaves the difference to be billed", async () => {
    const order = await bought()

    await editTo(order, 9)

    await eventually(async () => {
      expect(await inMedusa(order)).toEqual({
        pending: 948.1,
        payments: [{ amount: 348.7, captured: false }],
      })
    })
    expect(callsOf(suite, "orders.refund") + callsOf(suite, "orders.cancel")).toBe(0)
    expect(await outstanding(order)).toMatchObject({ billable: 599.4 })
    await followed(order, { flags: ["change_unbilled"] })
  })

  it.each(["INVOICED", "PAID"] as const)(
    "tells staff of what was added to an order that is %s, until it is billed",
    async (status) => {
      const order = await bought(status)

      await edit(order, { add: { "MUG-35": 1 } })
      await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))

      expect((await bill(order, BY_LINK)).status).toBe(200)
      await eventually(async () => expect(await firstFlags(order)).toEqual([]))
    }
  )

  it("tells staff of an addition no more once it is taken back", async () => {
    const order = await bought("PAID")
    await edit(order, { add: { "MUG-35": 1 } })
    await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))

    await edit(order, { leave: { "MUG-35": 0 } })

    await eventually(async () => expect(await firstFlags(order)).toEqual([]))
  })

  it("follows each of two changes", async () => {
    const order = await bought()

    await editTo(order, 2)
    await editTo(order, 1)

    await followed(order, { flags: [], credited_total: 199.8 })
    expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
  })

  it("sends a credit whose answer is lost no second time", async () => {
    const order = await bought()
    suite.forgetFailures()
    suite.sandbox.faults.add({ fault: "after:drop", operation: "orders.refund", times: 1 })

    await editTo(order, 2)

    await followed(order, { refunds: [{ state: "in_doubt" }] })
    await order.merchant.refresh(order.id)
    await sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + 10 * 60_000) })
    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect(atService(suite, order)).toMatchObject({ credited: 99.9 })
  })

  it("goes on where a process ended between the two halves", async () => {
    const order = await bought()
    const payments = suite.container.resolve(Modules.PAYMENT)
    const authorise = jest
      .spyOn(payments, "authorizePaymentSession")
      .mockRejectedValue(new Error("The process ended."))
    await editTo(order, 2)
    await eventually(async () => expect(authorise).toHaveBeenCalled())
    expect((await inMedusa(order)).payments).toEqual([])
    authorise.mockRestore()

    for (const minutes of [2, 10]) {
      await sweepEInvoiceOrders(suite.container, {
        now: new Date(Date.now() + minutes * 60_000),
      })
    }

    await followed(order, { flags: [], credited_total: 99.9 })
    expect((await inMedusa(order)).payments).toEqual([{ amount: 248.8, captured: false }])
    expect(callsOf(suite, "orders.refund")).toBe(1)
  })

  it("takes the total that the service names for a credit that staff gave by hand", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })
    refuseCredits()
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed"] })
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    const asked = callsOf(suite, "orders.refund")
    await whileNaming(199.8, () => order.merchant.refresh(order.id))

    // What is not in the plugin's own books stays noted until staff say what it was.
    await followed(order, { flags: ["refunded_at_service"], refunded_total: 199.8 })
    expect(await differing(order)).toBe(0)
    await settleAsGiven(order)
    expect(await differing(order)).toBe(0)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect(callsOf(suite, "orders.refund")).toBe(asked)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
  })

  it("has a credit that the service names recorded as that once it is paid, and as no refund", async () => {
    const order = await bought()
    refuseCredits()
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed"] })
    await creditByHand(order, 199.8)
    await callbacksProcessed(suite)
    await whileNaming(199.8, () => order.merchant.refresh(order.id))
    await followed(order, { flags: ["refunded_at_service"], refunded_total: 199.8 })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: true }])

    const { http } = order.merchant
    const given = { amount: 100, given_at_service: true }
    expect(await http.post(`/admin/e-invoice/orders/${order.id}/refunds`, given)).toMatchObject({
      status: 400,
      body: { code: "beyond_left", values: { amount: "0.00" } },
    })
    await settleAsGiven(order)

    await followed(order, { flags: [], credited_total: 199.8 })
    expect(await inMedusa(order)).toMatchObject({ pending: 0, payments: [{ captured: true }] })
  })

  it("tells staff that the rest of an invoice went to debt collection", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { flags: [], warnings: [], remote_status: "PARTIAL REFUNDED" })

    suite.sandbox.collectDebt(order.uuid)
    await callbacksProcessed(suite)

    await followed(order, { warnings: ["in_debt_collection"], remote_status: "PARTIAL REFUNDED" })
  })

  it("leaves a credit that was refused to staff once the invoice is paid, who may have given it", async () => {
    const order = await bought("SENT")
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })

    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    await followed(order, { flags: ["change_not_followed"], paid_at: expect.any(String) })
    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 248.8, captured: true }],
    })
    await creditByHand(order, 99.9, "regular")
    await callbacksProcessed(suite)
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 99.9 })
  })

  it("has what the portal credited of an unpaid invoice taken off the order, not recorded as a refund", async () => {
    const order = await bought()
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    await followed(order, { flags: ["refunded_at_service"] })

    const recorded = await order.merchant.http
      .with({ "idempotency-key": "given" })
      .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount: 99.9, given_at_service: true })

    expect(recorded).toMatchObject({ status: 400, body: { code: "credited_at_service" } })
    await editTo(order, 2)
    await followed(order, { flags: expect.arrayContaining(["change_not_followed"]) })
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 99.9 })
    expect(callsOf(suite, "orders.refund")).toBe(1)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 248.8, captured: false }])
  })

  it("sends no second credit that was refused and given by hand, which the service does not show", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })
    refuseCredits()
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed"] })
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    const asked = callsOf(suite, "orders.refund")

    await sweepIn(30)
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    expect(callsOf(suite, "orders.refund")).toBe(asked)
    await followed(order, { flags: ["change_not_followed"], credited_total: 99.9 })
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect(atService(suite, order)).toMatchObject({ credited: 199.8, refunded: 0 })
  })

  it("names all that is missing once the order changes again, and is paid without a refund beside it", async () => {
    const order = await bought()
    refuseCredits()
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })
    refuseCredits()
    await editTo(order, 1)
    await followed(order, {
      refunds: [{ state: "rejected", purpose: "credit", products: [{ amount: "199.80" }] }],
    })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)

    const { http } = order.merchant
    const lines = [{ id: atService(suite, order).lines[0]?.id, amount: "99.90" }]
    const path = `/admin/e-invoice/orders/${order.id}/refunds`
    expect(
      await http.with({ "idempotency-key": "beside-the-credit" }).post(path, { lines })
    ).toMatchObject({ status: 400, body: { code: "credit_missing" } })
    expect(await accountOf(order)).toMatchObject({ obstacle: "credit-missing" })
    expect((await order.merchant.refund(order.orderId, 99.9)).status).toBe(400)
    expect(atService(suite, order)).toMatchObject({ status: "PAID" })

    await creditByHand(order, 199.8, "regular")
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 148.9, captured: true }],
    })
  })

  it.each(["before", "after"] as const)(
    "has what the portal gave beside a missing credit recorded %s it",
    async (when) => {
      const order = await bought("SENT")
      await editTo(order, 2)
      await followed(order, { flags: ["change_not_followed"] })
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      const { http } = order.merchant
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const lines = atService(suite, order).lines.map(({ id }) => id)
      const goodwill = { id: lines[1], amount: 10 }
      const give = (line: object) =>
        http
          .with({ "idempotency-key": `given-${JSON.stringify(line)}` })
          .post(path, { lines: [line], given_at_service: true })
      await postRefund(order.uuid, { type: "regular", grandTotal: 10, products: [goodwill] })
      await callbacksProcessed(suite)
      await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })
      expect(await give({ id: lines[0], amount: 99.9 })).toMatchObject({
        status: 400,
        body: { code: "credit_missing" },
      })
      const giveCredit = async (besideAnother: boolean) => {
        await creditByHand(order, 99.9, "regular")
        await callbacksProcessed(suite)
        const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
        const credit = refunds.find(({ state }) => state === "rejected")
        const settle = (said: object) =>
          http.post(`${path}/${credit?.id}/settle`, { carried_out: true, ...said })
        if (besideAnother) {
          expect(await settle({})).toMatchObject({ body: { code: "refunded_at_service" } })
        }
        expect(await settle({ beside_another: besideAnother })).toMatchObject({ status: 200 })
      }

      if (when === "before") {
        expect(await give(goodwill)).toMatchObject({ status: 200 })
        await followed(order, { flags: ["change_not_followed"] })
        await giveCredit(false)
      } else {
        await giveCredit(true)
        await followed(order, { flags: ["refunded_at_service"] })
        await sweepIn(30)
        await followed(order, { flags: ["refunded_at_service"] })
        expect(await give(goodwill)).toMatchObject({ status: 200 })
      }

      await followed(order, { flags: [], credited_total: 99.9, refunded_total: 109.9 })
      expect(atService(suite, order)).toMatchObject({ refunded: 109.9 })
      expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
        refunded_total: 10,
        pending_difference: 0,
      })
    }
  )

  it("bills nothing more while it is in doubt whether a credit was carried out", async () => {
    const order = await bought()
    await deliver(order)
    suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.refund", times: 1 })
    const id = await requestReturn(order, { "COFFEE-250": 1 })
    await followed(order, { flags: ["refund_in_doubt"] })
    const { http } = order.merchant
    expect((await http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

    await eventually(async () =>
      expect(await outstanding(order)).toMatchObject({ not_billable: "credit-open" })
    )
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
    expect(await http.post(path, { carried_out: false })).toMatchObject({ status: 200 })
    await followed(order, { flags: [], credited_total: 0 })
    expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 348.7 }] })
  })

  it.each([
    ["was carried out", "after:drop", true, 99.9],
    ["was not", "before:drop", false, 0],
  ] as const)(
    "captures what was paid once it is known whether a credit %s",
    async (_what, fault, carried_out, missing) => {
      const order = await bought()
      suite.sandbox.faults.add({ fault, operation: "orders.refund", times: 1 })
      await editTo(order, 2)
      await followed(order, { flags: ["refund_in_doubt"] })
      await editTo(order, 3)
      await sweepIn(30)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await sweepIn(30)
      expect(await inMedusa(order)).toEqual({
        pending: 348.7,
        payments: [{ amount: 348.7, captured: false }],
      })
      const payment = await order.merchant.payment(order.orderId)
      const { http } = order.merchant
      expect(await http.post(`/admin/payments/${payment.id}/capture`)).toMatchObject({
        status: 400,
      })

      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
      expect(await http.post(path, { carried_out })).toMatchObject({ status: 200 })

      await eventually(async () => {
        await sweepIn(30)
        expect(await inMedusa(order)).toEqual({
          pending: missing,
          payments: [{ amount: Number((348.7 - missing).toFixed(2)), captured: true }],
        })
      })
      expect(await firstFlags(order)).toEqual(missing > 0 ? ["change_unbilled"] : [])
      expect(await outstanding(order)).toMatchObject({ billable: missing })
    }
  )

  it.each(["meanwhile", "later"])(
    "asks Medusa for no more than the customer where a credit is settled while the next change is followed, and paid %s",
    async (when) => {
      const order = await bought()
      suite.sandbox.faults.add({ fault: "after:drop", operation: "orders.refund", times: 1 })
      await editTo(order, 1)
      await followed(order, { flags: ["refund_in_doubt"] })
      const { http } = order.merchant
      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
      const payments = suite.container.resolve(Modules.PAYMENT)
      const authorise = payments.authorizePaymentSession.bind(payments)
      let settling: Promise<unknown> | undefined
      let creditedMeanwhile: string | undefined
      jest
        .spyOn(payments, "authorizePaymentSession")
        .mockImplementationOnce(async (...given: Parameters<typeof authorise>) => {
          if (when === "meanwhile") {
            suite.sandbox.pay(order.uuid)
          }
          settling = http.post(path, { carried_out: true })
          await Promise.race([settling, setTimeout(1_000)])
          creditedMeanwhile = (await suite.eInvoice.orders.statuses.find(order.id))?.creditedTotal
          return authorise(...given)
        })

      await editTo(order, 2)

      await eventually(async () => expect(settling).toBeDefined())
      expect(await settling).toMatchObject({ status: 200 })
      expect(Number(creditedMeanwhile)).toBe(0)
      if (when === "later") {
        expect(await inMedusa(order)).toEqual({
          pending: 248.8,
          payments: [{ amount: 148.9, captured: false }],
        })
        suite.sandbox.pay(order.uuid)
        await callbacksProcessed(suite)
      }
      await eventually(async () => {
        await sweepIn(1)
        expect(await inMedusa(order)).toEqual({
          pending: 99.9,
          payments: [{ amount: 148.9, captured: true }],
        })
      })
      expect(await firstFlags(order)).toEqual(["change_unbilled"])
      expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
    }
  )

  describe("paid in the moment of a change", () => {
    /** Confirms an edit, and has the customer pay after Medusa counted it and before it cancels the payment. */
    const paidWhileConfirmed = async (quantity: number) => {
      const order = await bought()
      // Medusa read the collection as unpaid; it makes the next one before it cancels that.
      const payments = suite.container.resolve(Modules.PAYMENT)
      const create = payments.createPaymentCollections.bind(payments)
      jest
        .spyOn(payments, "createPaymentCollections")
        .mockImplementationOnce(async (...given: Parameters<typeof create>) => {
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
          return create(...given)
        })
      const { http } = order.merchant
      const { items } = await order.merchant.order(order.orderId)
      await http.post("/admin/order-edits", { order_id: order.orderId })
      const line = `/admin/order-edits/${order.orderId}/items/item/${items[0]?.id}`
      await http.post(line, { quantity })
      const path = `/admin/order-edits/${order.orderId}`
      expect((await http.post(`${path}/confirm`)).status).toBe(400)
      return { order, path }
    }

    it.each(["is confirmed again", "is cancelled"])(
      "is counted as paid although Medusa took the change back, which then %s",
      async (what) => {
        const { order, path } = await paidWhileConfirmed(4)
        const { http } = order.merchant
        expect((await bill(order, BY_LINK, "at-once")).status).toBe(400)
        await sweepIn(1)
        expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
          paid_total: 348.7,
          pending_difference: 0,
        })
        expect(await outstanding(order)).toMatchObject({ billable: 0 })
        expect(await firstFlags(order)).toEqual([])

        const confirms = what === "is confirmed again"
        await (confirms ? http.post(`${path}/confirm`) : http.delete(path))
        await sweepIn(2)

        expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
          paid_total: 348.7,
          pending_difference: confirms ? 99.9 : 0,
        })
        expect(await outstanding(order)).toMatchObject({ billable: confirms ? 99.9 : 0 })
        expect(callsOf(suite, "orders.refund")).toBe(0)
      }
    )
  })

  it("is paid once where Medusa cancels its payment and captures it at once", async () => {
    const order = await bought()
    const payments = suite.container.resolve(Modules.PAYMENT)
    jest.spyOn(payments, "cancelPayment").mockImplementationOnce(async (id) => {
      // Both read the payment as it was before.
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await suite.eInvoice.orders.statuses.orderChanged(order.id)
      const database = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await database("payment").where({ id }).update({ canceled_at: new Date() })
      return payments.retrievePayment(id)
    })
    await editTo(order, 4)
    await sweepIn(1)
    await sweepIn(30)

    const { summary, payment_collections } = await order.merchant.order(order.orderId)
    expect(summary).toMatchObject({ paid_total: 348.7, pending_difference: 99.9 })
    const made = payment_collections.flatMap(({ payments: some }) => some ?? [])
    expect(made.map(({ amount }) => amount)).toEqual([348.7])
    expect(atService(suite, order)).toMatchObject({ status: "PAID", refunded: 0 })
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(await firstFlags(order)).toEqual(["change_unbilled"])
    expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
  })

  describe("beside a bill in doubt", () => {
    /** A second mug was added, its bill got no answer, and it is taken off again. */
    const addedAndTakenBack = async (fault: string) => {
      const order = await bought()
      await edit(order, { add: { "MUG-35": 1 } })
      suite.sandbox.faults.add({ fault, operation: "orders.create-payment-link", times: 1 })
      expect((await bill(order, BY_LINK, "lost")).status).toBe(409)
      await edit(order, { leave: { "MUG-35": 0 } })
      await sweepIn(1)
      return order
    }
    const giveUp = async (order: Purchase) => {
      const rows = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)
      const doubt = rows.find(({ state }) => state === "in_doubt")
      const path = `/admin/e-invoice/orders/${doubt?.id}/settle`
      const decision = { decision: "give-up", attempt: 1 }
      expect(await order.merchant.http.post(path, decision)).toMatchObject({ status: 200 })
    }
    const isAsked = (order: Purchase, amount: number) =>
      eventually(async () => {
        await sweepIn(30)
        expect(await inMedusa(order)).toEqual({
          pending: amount,
          payments: [{ amount, captured: false }],
        })
      })

    it("is neither cancelled nor credited, and is paid once the bill is given up", async () => {
      const order = await addedAndTakenBack("before:drop")

      expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
      expect(callsOf(suite, "orders.cancel")).toBe(0)
      await giveUp(order)
      await isAsked(order, 348.7)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).payments).toEqual([{ amount: 348.7, captured: true }])
      expect(await firstFlags(order)).toEqual([])
    })

    it("stays, and is flagged with the bill, once that turns up", async () => {
      const order = await addedAndTakenBack("after:drop")
      const found = suite.sandbox.orders().find(({ uuid }) => uuid !== order.uuid)?.uuid ?? ""

      await isAsked(order, 348.7)

      expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
      expect(suite.sandbox.order(found)).toMatchObject({ credited: 0 })
      expect(callsOf(suite, "orders.cancel")).toBe(0)
      expect(await firstFlags(order)).toEqual(["second_order"])
    })
  })

  it("is kept where a return of all of it is cancelled before the service cancelled it", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.cancel" })
    const id = await requestReturn(order, { "COFFEE-250": 3 })
    await followed(order, { flags: ["cancel_failed"] })
    suite.sandbox.faults.clear()
    expect((await order.merchant.http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

    await sweepIn(1)
    await sweepIn(30)

    await followed(order, { flags: [], remote_status: "INVOICED" })
    expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
    expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 299.7 }] })
  })

  it("bills nothing more while a paid invoice lacks its credit, and then what came by its own line", async () => {
    const order = await bought("SENT")
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    await followed(order, { flags: ["change_not_followed"], paid_at: expect.any(String) })

    await editTo(order, 5)

    await eventually(async () =>
      expect(await outstanding(order)).toMatchObject({
        billable: 299.7,
        not_billable: "credit-missing",
      })
    )
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
    expect(await firstFlags(order)).toEqual(["change_not_followed"])
    await creditByHand(order, 99.9, "regular")
    await callbacksProcessed(suite)
    await settleAsGiven(order)
    await followed(order, { flags: ["change_unbilled"], credited_total: 99.9 })
    const { body } = await bill(order, BY_LINK)
    expect(suite.sandbox.order(body.e_invoice_order.remote_order_uuid).lines).toMatchObject([
      { name: expect.stringContaining("coffee"), tax: 15, amount: 299.7 },
    ])
  })

  it("asks again after a day for a refused credit that the service certainly does not have", async () => {
    const order = await bought()
    refuseCredits()
    await editTo(order, 2)
    await followed(order, { flags: ["change_not_followed"] })

    await sweepIn(30)

    await followed(order, { flags: [], credited_total: 99.9 })
  })

  it("is cancelled where nothing is pending and Medusa keeps its payment, also when the event was missed", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    const { statuses } = suite.eInvoice.orders
    const missed = jest.spyOn(statuses, "ofOrder").mockRejectedValueOnce(new Error("gone"))
    await requestReturn(order, { "COFFEE-250": 3 })
    await eventually(async () => expect(missed).toHaveBeenCalled())
    missed.mockRestore()

    await sweepIn(30)
    await sweepIn(31)

    await eventually(async () => {
      expect(atService(suite, order)).toMatchObject({ status: "CANCELLED" })
    })
    await sweepIn(32)
    await followed(order, { flags: [] })
    expect((await inMedusa(order)).payments).toEqual([])
  })

  it("is followed by the next sweep where only the sweep notices, however long nothing was new", async () => {
    const order = await purchase(suite, { basket: BASKET, shipping: "pickup" })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await deliver(order)
    for (const hours of [24, 48, 72, 96, 120, 144, 168]) {
      await sweepIn(hours)
    }
    const { statuses } = suite.eInvoice.orders
    const missed = jest.spyOn(statuses, "ofOrder").mockRejectedValueOnce(new Error("gone"))
    await requestReturn(order, { "COFFEE-250": 3 })
    await eventually(async () => expect(missed).toHaveBeenCalled())
    missed.mockRestore()

    await sweepIn(200)
    await sweepIn(200)

    await eventually(async () => {
      expect(atService(suite, order)).toMatchObject({ status: "CANCELLED" })
    })
  })

  /** An order that a gift card pays in part. */
  const placedWithCard = async (basket: Basket, amount: number): Promise<Purchase> => {
    const shopper = await Shopper.arrive(suite, { basket })
    await createCartCreditLinesWorkflow(suite.container).run({
      input: [
        {
          cart_id: shopper.cartId,
          amount,
          reference: "gift-card",
          reference_id: "gift_1",
          metadata: {},
        },
      ],
    })
    await refreshPaymentCollectionForCartWorkflow(suite.container).run({
      input: { cart_id: shopper.cartId },
    })
    return placedBy(suite, shopper)
  }

  it("that a gift card pays for the rest of asks for nothing once the lines that went are credited by hand", async () => {
    suite.eInvoice.options.giftCards = "multi-purpose"
    try {
      const order = await placedWithCard(BASKET, 148.9)
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await giveBack(order, 2)
      await followed(order, { flags: ["overbilled"], warnings: ["overbilled"] })
      expect(callsOf(suite, "orders.cancel")).toBe(0)

      await creditByHand(order, 199.8)
      await callbacksProcessed(suite)

      await followed(order, { flags: [], remote_status: "REFUNDED", credited_total: 199.8 })
      expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
    } finally {
      suite.eInvoice.options.giftCards = "single-purpose"
    }
  })

  it.each([
    ["as it is", 2],
    ["as far as it stays", 1],
  ])(
    "that a gift card pays in part is billed anew %s, once it was credited in full in the portal",
    async (_, left) => {
      suite.eInvoice.options.giftCards = "multi-purpose"
      try {
        const order = await placedWithCard({ "MUG-35": 2, "PASS-YOUTH": 1 }, 200)
        suite.sandbox.invoice(order.uuid)
        await callbacksProcessed(suite)
        const idOf = (costing: number) =>
          atService(suite, order).lines.find(({ amount }) => amount === costing)?.id
        const products = [
          { id: idOf(298), amount: 298 },
          { id: idOf(225), amount: 74 },
        ]
        await postRefund(order.uuid, { type: "invoiced", grandTotal: 372, products })
        await followed(order, { flags: ["cancelled_at_service"], credited_total: 372 })

        await deliver(order)
        if (left < 2) {
          await requestReturn(order, { "MUG-35": 2 - left })
        }
        const anew = (await bill(order, BY_LINK)).body.e_invoice_order

        const uuid = anew.remote_order_uuid
        const lines = suite.sandbox.order(uuid).lines.map(({ tax, amount }) => [tax, amount])
        expect(lines).toHaveLength(4)
        expect(lines).toEqual(
          expect.arrayContaining([
            [12, 225],
            [25, left * 149],
            [25, 49],
            [0, -200],
          ])
        )
        const bought = { id: anew.id, merchant: order.merchant }
        const read = async () => {
          const path = `/admin/e-invoice/orders/${anew.id}`
          const { body } = await order.merchant.http.get<{ e_invoice_order: object }>(path)
          return body.e_invoice_order
        }
        suite.sandbox.invoice(uuid)
        suite.sandbox.pay(uuid)
        await callbacksProcessed(suite)
        await requestReturn(order, { "MUG-35": left })
        const { changed } = await accountOf(bought)
        const amount = left * 149
        expect(changed).toMatchObject({ amount, certain: true, lines: [{ amount }] })
        const refunded = await order.merchant.http.post(
          `/admin/e-invoice/orders/${anew.id}/refunds`,
          { amount }
        )
        expect(refunded).toMatchObject({ status: 200 })
        await callbacksProcessed(suite)
        await eventually(async () =>
          expect(await read()).toMatchObject({ flags: [], warnings: [], refunded_total: amount })
        )
        expect((await inMedusa(order)).pending).toBe(0)
      } finally {
        suite.eInvoice.options.giftCards = "single-purpose"
      }
    }
  )

  describe("that a single-purpose gift card lowered", () => {
    /** Two mugs and a pass, at different VAT rates, and a delivery: 572.00 less the card. */
    const buyWithCard = async (amount: number, status: "SENT" | "INVOICED" | "PAID") => {
      const order = await placedWithCard({ "MUG-35": 2, "PASS-YOUTH": 1 }, amount)
      if (status !== "SENT") {
        suite.sandbox.invoice(order.uuid)
      }
      if (status === "PAID") {
        suite.sandbox.pay(order.uuid)
      }
      await callbacksProcessed(suite)
      return order
    }
    const swaps: [string, (order: Purchase) => Promise<void>][] = [
      ["edited", (order) => edit(order, { add: { "COFFEE-250": 2 }, leave: { "PASS-YOUTH": 0 } })],
      [
        "exchanged",
        async (order) => {
          await deliver(order)
          await exchange(order, { "PASS-YOUTH": 1 }, { "COFFEE-250": 2 })
        },
      ],
    ]
    /** What is left of each line at the service, by VAT rate. */
    const leftByRate = (order: Purchase) => {
      const left: Record<number, number> = {}
      for (const { tax, amount, refunded } of atService(suite, order).lines) {
        left[tax] = Math.round(((left[tax] ?? 0) + amount - refunded) * 100) / 100
      }
      return left
    }
    const refund = async ({ id, merchant }: Purchase, choice: object, key: string) => {
      const answer = await merchant.http
        .with({ "idempotency-key": key })
        .post(`/admin/e-invoice/orders/${id}/refunds`, choice)
      expect(answer).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
    }
    const billedLines = async (order: Purchase) => {
      const answer = await bill(order, BY_LINK)
      expect(answer).toMatchObject({ status: 200 })
      return suite.sandbox.order(answer.body.e_invoice_order.remote_order_uuid).lines
    }

    it.each(swaps)(
      "is credited at the rates of %s goods, and what came is billed",
      async (_, swap) => {
        const order = await buyWithCard(100, "INVOICED")
        expect(leftByRate(order)).toEqual({ 12: 185.67, 25: 286.33 })

        await swap(order)

        await followed(order, { flags: ["change_unbilled"], credited_total: 225 })
        // The card pays 100 of what is left of the invoice, which cost 347.
        expect(leftByRate(order)).toEqual({ 12: 0, 25: 247 })
        expect(await billedLines(order)).toMatchObject([{ tax: 15, quantity: 2, amount: 199.8 }])
        await eventually(async () => expect(await firstFlags(order)).toEqual([]))
      }
    )

    it.each(swaps)("is refunded, once paid, at the rates of %s goods", async (_, swap) => {
      const order = await buyWithCard(100, "PAID")

      await swap(order)

      await followed(order, { flags: ["return_unrefunded"] })
      const { changed } = await accountOf(order)
      expect(changed).toMatchObject({ amount: 225, certain: true })
      const lines = changed?.lines.map(({ id, amount }) => ({ id, amount })) ?? []
      await refund(order, { lines }, "what-was-swapped")
      await followed(order, { flags: ["change_unbilled"] })
      expect(leftByRate(order)).toEqual({ 12: 0, 25: 247 })
      expect(await billedLines(order)).toMatchObject([{ tax: 15, quantity: 2, amount: 199.8 }])
      await eventually(async () => expect(await firstFlags(order)).toEqual([]))
    })

    it("is cancelled where the card pays for all that stays, and the rest of the card lowers what is billed", async () => {
      const order = await buyWithCard(400, "INVOICED")

      await edit(order, { add: { "COFFEE-250": 2 }, leave: { "PASS-YOUTH": 0 } })

      await followed(order, { remote_status: "CANCELLED" })
      expect(await outstanding(order)).toMatchObject({ billable: 146.8 })
      const lines = await billedLines(order)
      expect(lines.map(({ tax, amount }) => [tax, amount])).toEqual([
        [25, 80],
        [15, 53.64],
        [25, 13.16],
      ])
    })

    it("is refunded what Medusa owes of a return, of the lines that stay too", async () => {
      const order = await buyWithCard(100, "PAID")
      await deliver(order)

      await requestReturn(order, { "PASS-YOUTH": 1 })

      await eventually(async () => expect(await inMedusa(order)).toMatchObject({ pending: -225 }))
      const { changed } = await accountOf(order)
      expect(changed).toMatchObject({
        amount: 225,
        certain: true,
        lines: expect.arrayContaining([expect.objectContaining({ amount: 185.67 })]),
      })
      const pass = changed?.lines.find(({ amount }) => amount === 185.67)
      await refund(order, { lines: [{ id: pass?.id, amount: 185.67 }] }, "the-pass")
      expect(await accountOf(order)).toMatchObject({ changed: { amount: 39.33, certain: true } })

      await refund(order, { amount: 39.33 }, "the-card")

      expect(await accountOf(order)).toMatchObject({ changed: null })
      expect(leftByRate(order)).toEqual({ 12: 0, 25: 247 })
      expect(await inMedusa(order)).toMatchObject({ pending: 0 })
      await followed(order, { flags: [] })
    })

    it.each(["INVOICED", "PAID"] as const)(
      "is left as it is, %s, where the same goods come in place of others",
      async (status) => {
        const order = await buyWithCard(100, status)
        await deliver(order)

        await exchange(order, { "MUG-35": 1 }, { "MUG-35": 1 })
        await sweepIn(1)

        await followed(order, { flags: [], refunds: [] })
        expect(leftByRate(order)).toEqual({ 12: 185.67, 25: 286.33 })
        expect(await outstanding(order)).toMatchObject({ billable: 0 })
        expect(await accountOf(order)).toMatchObject({ changed: null })
      }
    )

    it("has what comes back billed by its own line", async () => {
      const order = await buyWithCard(100, "INVOICED")
      await deliver(order)
      const id = await requestReturn(order, { "PASS-YOUTH": 1 })
      await followed(order, { flags: [], credited_total: 225 })
      expect(leftByRate(order)).toEqual({ 12: 0, 25: 247 })

      expect((await order.merchant.http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

      await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))
      expect(await billedLines(order)).toMatchObject([{ tax: 12, quantity: 1, amount: 225 }])
      await eventually(async () => expect(await firstFlags(order)).toEqual([]))
    })
  })

  it("bills what comes back after a credit by its own line", async () => {
    const order = await bought()
    await editTo(order, 1)
    await followed(order, { credited_total: 199.8 })
    await editTo(order, 2)
    await followed(order, { flags: expect.not.arrayContaining(["change_not_followed"]) })
    await eventually(async () => {
      expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 148.9 }] })
    })

    expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
    const answer = await bill(order, BY_LINK)

    expect(answer.status).toBe(200)
    const uuid = answer.body.e_invoice_order.remote_order_uuid
    expect(suite.sandbox.order(uuid)).toMatchObject({
      grandTotal: 99.9,
      lines: [{ name: expect.stringContaining("coffee"), quantity: 1, amount: 99.9 }],
    })
  })

  it("has what comes billed by its own line beside a bill that expired, and that by its own once it is cancelled", async () => {
    const order = await bought("PAID")
    await edit(order, { add: { "MUG-35": 1 } })
    await followed(order, { flags: ["change_unbilled"] })
    const expired = (await bill(order, BY_LINK)).body.e_invoice_order
    suite.sandbox.expire(expired.remote_order_uuid)
    await callbacksProcessed(suite)
    await edit(order, { add: { "PASS-YOUTH": 1 } })
    const linesOf = ({ body }: Awaited<ReturnType<typeof bill>>) =>
      suite.sandbox.order(body.e_invoice_order.remote_order_uuid).lines

    const pass = await bill(order, BY_LINK)
    await order.merchant.http.post(`/admin/e-invoice/orders/${expired.id}/cancel`, { note: "Anew" })
    const mug = await bill(order, BY_LINK)

    expect(linesOf(pass)).toMatchObject([{ tax: 12, quantity: 1 }])
    expect(linesOf(mug)).toMatchObject([{ tax: 25, quantity: 1, amount: 149 }])
  })

  it.each([
    ["on it", {}],
    ["on it and on another thing that comes", { "PASS-YOUTH": 1 }],
  ])(
    "credited in full in the portal has what it billed billed anew by its own line: %s",
    async (_name, add) => {
      const order = await bought("PAID")
      await edit(order, { add: { "MUG-35": 1 } })
      const credited = (await bill(order, BY_LINK)).body.e_invoice_order
      suite.sandbox.invoice(credited.remote_order_uuid)
      const [mug] = suite.sandbox.order(credited.remote_order_uuid).lines

      await postRefund(credited.remote_order_uuid, {
        type: "invoiced",
        grandTotal: 149,
        products: [{ id: mug?.id, amount: 149 }],
      })
      await callbacksProcessed(suite)

      const read = async () => {
        const { body } = await order.merchant.http.get<{ e_invoice_order: object }>(
          `/admin/e-invoice/orders/${credited.id}`
        )
        return body.e_invoice_order
      }
      await eventually(async () =>
        expect(await read()).toMatchObject({
          remote_status: "REFUNDED",
          credited_total: 149,
          flags: ["cancelled_at_service"],
          warnings: ["credited_in_full"],
        })
      )
      if (Object.keys(add).length > 0) {
        await edit(order, { add })
      }
      const { body } = await bill(order, BY_LINK)
      const { lines } = suite.sandbox.order(body.e_invoice_order.remote_order_uuid)
      expect(lines.map(({ tax, amount }) => ({ tax, amount }))).toEqual(
        expect.arrayContaining([{ tax: 25, amount: 149 }])
      )
      expect(lines).toHaveLength(1 + Object.keys(add).length)
      await eventually(async () => expect(await read()).toMatchObject({ flags: [], warnings: [] }))
    }
  )

  it("credited in part in the portal is flagged once it is paid, where the service names how much", async () => {
    const order = await bought()
    suite.sandbox.callbacks.setChaos({ drop: true })
    await creditByHand(order, 99.9)
    suite.sandbox.pay(order.uuid)
    suite.sandbox.callbacks.setChaos({})

    await whileNaming(99.9, () => order.merchant.refresh(order.id))

    await followed(order, { remote_status: "PAID", flags: ["refunded_at_service"] })
    const given = await order.merchant.http.post(`/admin/e-invoice/orders/${order.id}/refunds`, {
      amount: 99.9,
      given_at_service: true,
    })
    expect(given).toMatchObject({ status: 200 })
    await followed(order, { flags: [], refunded_total: 99.9 })
    expect(callsOf(suite, "orders.refund")).toBe(1)
  })

  describe("that the portal credited before it was paid", () => {
    const billed = async (order: Purchase) => {
      const answer = await bill(order, BY_LINK)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.e_invoice_order
    }
    const byRate = (uuid: string) =>
      suite.sandbox.order(uuid).lines.map(({ tax, amount }) => [tax, amount])

    it("in full, with a card, is billed anew by lines that know what their goods cost", async () => {
      const order = await placedWithCard({ "MUG-35": 2, "PASS-YOUTH": 1 }, 100)
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await deliver(order)
      const { lines } = atService(suite, order)
      const products = lines.map(({ id, amount }) => ({ id, amount }))
      await postRefund(order.uuid, { type: "invoiced", grandTotal: order.total, products })
      await followed(order, { flags: ["cancelled_at_service"] })
      await requestReturn(order, { "MUG-35": 1 })
      const anew = await billed(order)
      suite.sandbox.invoice(anew.remote_order_uuid)
      suite.sandbox.pay(anew.remote_order_uuid)
      await callbacksProcessed(suite)

      await requestReturn(order, { "MUG-35": 1 })

      const paid = { id: anew.id, merchant: order.merchant }
      await eventually(async () =>
        expect(await accountOf(paid)).toMatchObject({ changed: { amount: 149, certain: true } })
      )
      const path = `/admin/e-invoice/orders/${anew.id}/refunds`
      expect(await order.merchant.http.post(path, { amount: 149 })).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).pending).toBe(0)
    })

    it("in full, while a credit awaits approval, is billed anew once that is settled", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 60, "MUG-35": 1 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await edit(order, { leave: { "COFFEE-250": 2 } })
      await followed(order, { flags: ["change_not_followed"] })
      const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
      const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}`
      expect((await order.merchant.http.post(`${path}/approval`)).status).toBe(200)
      const rest = atService(suite, order).lines.map(({ id, amount }) => ({
        id,
        amount: amount > 5000 ? 199.8 : amount,
      }))
      const grandTotal = Math.round((order.total - 5794.2) * 100) / 100
      await postRefund(order.uuid, { type: "invoiced", grandTotal, products: rest })
      const { refundApprovals } = suite.sandbox
      refundApprovals.approve(refundApprovals.list()[0]?.uuid ?? "")
      await callbacksProcessed(suite)
      await followed(order, { remote_status: "REFUNDED" })
      expect(await outstanding(order)).toMatchObject({ not_billable: "credit-open" })
      expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })

      const settled = await order.merchant.http.post(`${path}/settle`, { carried_out: true })

      expect(settled).toMatchObject({ status: 200 })
      await followed(order, { credited_total: order.total })
      const lines = byRate((await billed(order)).remote_order_uuid)
      expect(lines).toEqual(
        expect.arrayContaining([
          [15, 199.8],
          [25, 149],
        ])
      )
    })

    it.each([
      ["and is not paid", false],
      ["and is paid", true],
    ])(
      "in part, as it names, has what is added billed once that is recorded, %s",
      async (_, isPaid) => {
        const order = await purchase(suite, { basket: { "COFFEE-250": 2, "MUG-35": 2 } })
        suite.sandbox.invoice(order.uuid)
        await callbacksProcessed(suite)
        const mugs = atService(suite, order).lines.find(({ amount }) => amount === 298)
        const products = [{ id: mugs?.id, amount: 149 }]
        await whileNaming(149, async () => {
          await postRefund(order.uuid, { type: "invoiced", grandTotal: 149, products })
          await callbacksProcessed(suite)
          await followed(order, { flags: ["refunded_at_service"] })
          await edit(order, { add: { "COFFEE-250": 1 } })
          if (isPaid) {
            suite.sandbox.pay(order.uuid)
            await callbacksProcessed(suite)
          }
          await eventually(async () =>
            expect(await outstanding(order)).toMatchObject({ not_billable: "credit-open" })
          )
          await edit(order, { leave: { "MUG-35": 1 } })
          if (isPaid) {
            const path = `/admin/e-invoice/orders/${order.id}/refunds`
            const given = { amount: 149, given_at_service: true }
            expect(await order.merchant.http.post(path, given)).toMatchObject({ status: 200 })
          } else {
            await followed(order, { refunds: [{ state: "rejected", purpose: "credit" }] })
            await settleAsGiven(order)
          }
          await followed(order, { credited_total: 149, flags: ["change_unbilled"] })
        })

        expect(byRate((await billed(order)).remote_order_uuid)).toEqual([[15, 99.9]])
      }
    )
  })

  it("paid after its order was cancelled leaves a refund the lines of a credit that the portal is to give", async () => {
    const order = await purchase(suite, { basket: { "MUG-35": 2, "PASS-YOUTH": 1 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    refuseCredits()
    await edit(order, { leave: { "MUG-35": 1 } })
    await followed(order, { flags: ["change_not_followed"] })
    for (const operation of ["orders.cancel", "orders.refund"] as const) {
      suite.sandbox.faults.add({ fault: "417", operation, times: 9 })
    }
    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
    suite.sandbox.faults.clear()
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    await followed(order, { flags: expect.arrayContaining(["paid_after_cancel"]) })

    const left = Math.round((order.total - 149) * 100) / 100
    const refunded = await order.merchant.http.post(`/admin/e-invoice/orders/${order.id}/refunds`, {
      amount: left,
    })

    expect(refunded).toMatchObject({ status: 200 })
    const mugs = atService(suite, order).lines.find(({ amount }) => amount === 298)
    expect(mugs).toMatchObject({ refunded: 149 })
    const products = [{ id: mugs?.id, amount: 149 }]
    await postRefund(order.uuid, { type: "regular", grandTotal: 149, products })
    await callbacksProcessed(suite)
    const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
    const credit = refunds.find(({ state }) => state === "rejected")
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${credit?.id}/settle`
    const given = { carried_out: true, beside_another: false }
    expect(await order.merchant.http.post(path, given)).toMatchObject({ status: 200 })
    await followed(order, { flags: [], refunded_total: order.total, credited_total: 149 })
  })

  it("is not cancelled for a wish of before the change that it follows", async () => {
    const order = await bought()
    await suite.eInvoice.orders.statuses.requestCancellation(order.id)

    await editTo(order, 2)

    await followed(order, { flags: [], credited_total: 99.9, cancel_requested_at: null })
    await sweepIn(1)
    expect(callsOf(suite, "orders.cancel")).toBe(0)
    expect(atService(suite, order)).toMatchObject({ status: "PARTIAL REFUNDED", credited: 99.9 })
  })

  it("takes a credit that the operator approved for no refund of Medusa's", async () => {
    const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    await editTo(order, 59)
    await followed(order, { credited_total: 99.9 })
    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
    const lastRefund = async () =>
      (await order.merchant.eInvoiceOrder(order.orderId)).refunds.at(-1)
    await eventually(async () => expect(await lastRefund()).toMatchObject({ state: "rejected" }))
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${(await lastRefund())?.id}/approval`
    expect((await order.merchant.http.post(path)).status).toBe(200)

    suite.sandbox.refundApprovals.approve(suite.sandbox.refundApprovals.list()[0]?.uuid ?? "")
    await callbacksProcessed(suite)

    await followed(order, { credited_total: order.total, flags: [] })
    expect(await lastRefund()).toMatchObject({ state: "succeeded", purpose: "credit" })
    const [payment] = await suite.container
      .resolve(Modules.PAYMENT)
      .listRefunds({}, { select: ["id"] })
    expect(payment).toBeUndefined()
  })

  it("asks anew, for what is missing now, once the operator has refused to approve a credit", async () => {
    const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    const last = async () => (await order.merchant.eInvoiceOrder(order.orderId)).refunds.at(-1)
    const lastIs = (expected: object) =>
      eventually(async () => expect(await last()).toMatchObject(expected))
    const approval = async (path: string, body = {}) => {
      const refund = `/admin/e-invoice/orders/${order.id}/refunds/${(await last())?.id}`
      expect((await order.merchant.http.post(`${refund}/${path}`, body)).status).toBe(200)
    }
    await editTo(order, 5)
    await lastIs({ amount: "5494.50", state: "rejected", attempt: 1 })
    await approval("approval")
    await editTo(order, 4)
    await followed(order, { flags: ["change_not_followed"] })
    await lastIs({ amount: "5494.50", attempt: 1 })

    const { refundApprovals } = suite.sandbox
    const decided = refundApprovals.list()[0]?.uuid ?? ""
    refundApprovals.reject(decided)
    await callbacksProcessed(suite)
    await approval("settle", { carried_out: false })

    await lastIs({ amount: "5594.40", state: "rejected", attempt: 2 })
    await approval("approval")
    const asked = refundApprovals.list().find(({ uuid }) => uuid !== decided)
    refundApprovals.approve(asked?.uuid ?? "")
    await callbacksProcessed(suite)
    await approval("settle", { carried_out: true })
    await followed(order, { flags: [], credited_total: 5594.4 })
    expect(await outstanding(order)).toMatchObject({ billable: 0 })
  })

  it("is not paid for more than its customer paid while an approval is open, once the order is dearer again", async () => {
    const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
    suite.sandbox.invoice(order.uuid)
    await callbacksProcessed(suite)
    const credit = async () => (await order.merchant.eInvoiceOrder(order.orderId)).refunds.at(-1)
    const settlement = async (path: string, body = {}) => {
      const refund = `/admin/e-invoice/orders/${order.id}/refunds/${(await credit())?.id}`
      expect((await order.merchant.http.post(`${refund}/${path}`, body)).status).toBe(200)
    }
    await editTo(order, 5)
    await eventually(async () => expect(await credit()).toMatchObject({ state: "rejected" }))
    await settlement("approval")
    await editTo(order, 7)
    await followed(order, { flags: ["change_not_followed"] })
    suite.sandbox.refundApprovals.approve(suite.sandbox.refundApprovals.list()[0]?.uuid ?? "")
    await callbacksProcessed(suite)
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect((await inMedusa(order)).payments).toEqual([{ amount: 748.3, captured: false }])

    await settlement("settle", { carried_out: true })

    await eventually(async () =>
      expect(await inMedusa(order)).toEqual({
        pending: 199.8,
        payments: [{ amount: 548.5, captured: true }],
      })
    )
    expect(await outstanding(order)).toMatchObject({ billable: 199.8 })
    await followed(order, { flags: ["change_unbilled"], credited_total: 5494.5 })
  })

  describe("of which a credit was given by hand before the order changed again", () => {
    /** Two of three are taken off, or one; the credit is refused, and staff give it in the portal. */
    const givenByHand = async (kept: number, amount: number) => {
      const order = await bought()
      refuseCredits()
      await editTo(order, kept)
      await followed(order, { flags: ["change_not_followed"] })
      await creditByHand(order, amount)
      await callbacksProcessed(suite)
      return order
    }
    const settle = async (
      { id, merchant, orderId }: Purchase,
      amount: string,
      said: object = { carried_out: true, beside_another: false }
    ) => {
      const { refunds } = await merchant.eInvoiceOrder(orderId)
      const row = refunds.find(
        (one) => one.state === "rejected" && one.products[0]?.amount === amount
      )
      return merchant.http.post(`/admin/e-invoice/orders/${id}/refunds/${row?.id}/settle`, said)
    }
    /** Staff say first what became of what was missing before. */
    const isRefused = async (order: Purchase, amount: string) =>
      expect(await settle(order, amount)).toMatchObject({
        status: 404,
        body: { code: "settled_meanwhile" },
      })
    /** What was missing before stays beside what is missing now. */
    const credited = (order: Purchase, amounts: readonly string[]) =>
      eventually(async () => {
        const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
        expect(refunds.map(({ products }) => products[0]?.amount).sort()).toEqual(amounts)
      })

    it.each(["before", "after"] as const)(
      "is recorded %s it is paid, and what came back is billed",
      async (when) => {
        const order = await givenByHand(1, 199.8)
        await editTo(order, 2)
        await credited(order, ["199.80", "99.90"])
        const pay = async () => {
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
        }
        if (when === "after") {
          await pay()
          expect((await inMedusa(order)).payments).toEqual([{ amount: 248.8, captured: false }])
        }

        await isRefused(order, "99.90")
        expect(await settle(order, "199.80")).toMatchObject({ status: 200 })

        if (when === "before") {
          await pay()
        }
        await eventually(async () =>
          expect(await inMedusa(order)).toEqual({
            pending: 99.9,
            payments: [{ amount: 148.9, captured: true }],
          })
        )
        await followed(order, { flags: ["change_unbilled"], credited_total: 199.8 })
        expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
      }
    )

    it("is recorded by its own amount, and the rest is what is missing", async () => {
      const order = await givenByHand(2, 99.9)
      await editTo(order, 1)
      await credited(order, ["199.80", "99.90"])

      await isRefused(order, "199.80")
      expect(await settle(order, "99.90")).toMatchObject({ status: 200 })

      await followed(order, { flags: ["change_not_followed"], credited_total: 99.9 })
      await creditByHand(order, 99.9)
      await callbacksProcessed(suite)
      await settleAsGiven(order)
      await followed(order, { flags: [], credited_total: 199.8 })
      expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
      expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
    })

    it("leaves the one that is missing now once it was not given, but something else was", async () => {
      const order = await givenByHand(2, 10)
      await editTo(order, 1)
      await credited(order, ["199.80", "99.90"])

      expect(await settle(order, "99.90", { carried_out: false })).toMatchObject({ status: 200 })

      await creditByHand(order, 199.8)
      const beside = { carried_out: true, beside_another: true }
      expect(await settle(order, "199.80", beside)).toMatchObject({ status: 200 })
      await followed(order, { flags: ["refunded_at_service"], credited_total: 199.8 })
      expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
    })

    it("is recorded although staff found before that it was not given, and the rest is what is missing", async () => {
      const order = await givenByHand(2, 99.9)
      await editTo(order, 1)
      await credited(order, ["199.80", "99.90"])
      expect(await settle(order, "99.90", { carried_out: false })).toMatchObject({ status: 200 })

      expect(await settle(order, "99.90")).toMatchObject({ status: 200 })

      await followed(order, { flags: ["change_not_followed"], credited_total: 99.9 })
      await isRefused(order, "199.80")
      await creditByHand(order, 99.9)
      await settleAsGiven(order)
      await followed(order, { flags: [], credited_total: 199.8 })
      expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
    })

    it("is recorded in part, and the rest is what is missing", async () => {
      const order = await bought()
      refuseCredits()
      await editTo(order, 1)
      await followed(order, { flags: ["change_not_followed"] })
      await creditByHand(order, 50)
      const said = { carried_out: true, beside_another: false }

      expect(await settle(order, "199.80", { ...said, amount: "199.81" })).toMatchObject({
        status: 400,
        body: { code: "beyond_left", values: { amount: "199.80" } },
      })
      expect(await settle(order, "199.80", { ...said, amount: "50" })).toMatchObject({
        status: 200,
      })

      await followed(order, { flags: ["change_not_followed"], credited_total: 50 })
      await creditByHand(order, 149.8)
      expect(await settle(order, "149.80")).toMatchObject({ status: 200 })
      await followed(order, { flags: [], credited_total: 199.8 })
      expect((await inMedusa(order)).payments).toEqual([{ amount: 148.9, captured: false }])
    })

    it("leaves the rest of it to be recorded where the order was cancelled since", async () => {
      const order = await givenByHand(2, 99.9)
      await editTo(order, 1)
      await credited(order, ["199.80", "99.90"])
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
      await callbacksProcessed(suite)

      expect(await settle(order, "99.90")).toMatchObject({ status: 200 })
      const { http } = order.merchant
      const refunds = `/admin/e-invoice/orders/${order.id}/refunds`
      expect(await http.post(refunds, { amount: 148.9 })).toMatchObject({ status: 200 })
      const left = atService(suite, order).lines.map(({ id, amount, refunded }) => ({
        id,
        amount: Math.round((amount - refunded) * 100) / 100,
      }))
      await postRefund(order.uuid, { type: "regular", grandTotal: 99.9, products: left })
      await callbacksProcessed(suite)
      await followed(order, { flags: ["refunded_at_service"], remote_status: "REFUNDED" })
      const said = { carried_out: true, beside_another: false }
      expect(await settle(order, "99.90", said)).toMatchObject({
        status: 400,
        body: { code: "confirm_repeat" },
      })
      expect(await settle(order, "99.90", { ...said, confirm_repeat: true })).toMatchObject({
        status: 200,
      })

      await followed(order, { flags: [], credited_total: 199.8 })
      expect(atService(suite, order)).toMatchObject({ refunded: 248.8, credited: 99.9 })
    })

    it.each([
      ["all of it was", { carried_out: true, beside_another: false }, 148.9],
      ["a part of it was", { carried_out: true, beside_another: false, amount: "99.9" }, 248.8],
    ])(
      "is not captured for more than was paid where %s, and the order went back since",
      async (_what, said, paid) => {
        const order = await givenByHand(1, Math.round((348.7 - paid) * 100) / 100)
        await editTo(order, 3)
        await followed(order, { flags: ["refunded_at_service"] })
        suite.sandbox.pay(order.uuid)
        await callbacksProcessed(suite)
        expect((await inMedusa(order)).payments).toEqual([{ amount: 348.7, captured: false }])

        expect(await settle(order, "199.80", said)).toMatchObject({ status: 200 })

        const left = Math.round((348.7 - paid) * 100) / 100
        await eventually(async () =>
          expect(await inMedusa(order)).toEqual({
            pending: left,
            payments: [{ amount: paid, captured: true }],
          })
        )
        await followed(order, { flags: ["change_unbilled"], credited_total: left })
        expect(await outstanding(order)).toMatchObject({ billable: left })
      }
    )

    it("is paid back and billed anew where it was given after all was captured", async () => {
      const order = await bought()
      refuseCredits()
      await editTo(order, 1)
      await followed(order, { flags: ["change_not_followed"] })
      await editTo(order, 3)
      await followed(order, { flags: [] })
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await creditByHand(order, 199.8, "regular")
      await callbacksProcessed(suite)
      await followed(order, { flags: ["refunded_at_service"] })

      expect(await settle(order, "199.80")).toMatchObject({
        status: 200,
        body: { e_invoice_order: { refunds: [{ state: "succeeded", purpose: "refund" }] } },
      })

      await followed(order, { flags: ["change_unbilled"], refunded_total: 199.8 })
      const answer = await bill(order, BY_LINK)
      expect(suite.sandbox.order(answer.body.e_invoice_order.remote_order_uuid)).toMatchObject({
        grandTotal: 199.8,
        lines: [{ quantity: 2, tax: 15, amount: 199.8 }],
      })
    })

    it.each([
      ["seen before it was paid", 248.8],
      ["hidden as it was paid", 348.7],
    ])(
      "ends where a part was given of one that staff found not carried out, %s",
      async (when, captured) => {
        const order = await bought()
        suite.sandbox.faults.add({ fault: "before:drop", operation: "orders.refund", times: 1 })
        await editTo(order, 1)
        await followed(order, { flags: ["refund_in_doubt"] })
        await editTo(order, 3)
        await sweepIn(30)
        const isSeen = when === "seen before it was paid"
        if (!isSeen) {
          suite.sandbox.faults.add({ fault: "500", operation: "orders.status" })
        }
        await creditByHand(order, 99.9)
        if (isSeen) {
          await callbacksProcessed(suite)
        }
        suite.sandbox.pay(order.uuid)
        suite.sandbox.faults.clear()
        suite.forgetFailures()
        await sweepIn(30)
        await followed(order, { remote_status: isSeen ? "PARTIAL REFUNDED" : "PAID" })
        const { http } = order.merchant
        const { refunds } = await order.merchant.eInvoiceOrder(order.orderId)
        const path = `/admin/e-invoice/orders/${order.id}/refunds/${refunds.at(-1)?.id}/settle`
        expect(await http.post(path, { carried_out: false })).toMatchObject({ status: 200 })
        await sweepIn(30)
        expect((await inMedusa(order)).payments).toEqual([
          { amount: 348.7, captured: captured === 348.7 },
        ])

        expect(
          await settle(order, "199.80", {
            carried_out: true,
            amount: "99.9",
            beside_another: false,
          })
        ).toMatchObject({ status: 200 })

        await eventually(async () => {
          await sweepIn(30)
          expect(await inMedusa(order)).toEqual({
            pending: 99.9,
            payments: [{ amount: captured, captured: true }],
          })
        })
        await followed(order, { flags: ["change_unbilled"], refunded_total: 99.9 })
        expect(await outstanding(order)).toMatchObject({ billable: 99.9 })
      }
    )

    it("is captured once staff say that it was not given of an order that went back since", async () => {
      const order = await givenByHand(1, 10)
      await editTo(order, 3)
      await followed(order, { flags: ["refunded_at_service"] })
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).payments).toEqual([{ amount: 348.7, captured: false }])
      const refunds = `/admin/e-invoice/orders/${order.id}/refunds`
      const given = { amount: 10, given_at_service: true }
      expect(await order.merchant.http.post(refunds, given)).toMatchObject({
        status: 400,
        body: { code: "credit_unsettled" },
      })

      expect(await settle(order, "199.80", { carried_out: false })).toMatchObject({ status: 200 })

      await eventually(async () =>
        expect((await inMedusa(order)).payments).toEqual([{ amount: 348.7, captured: true }])
      )
      expect(await order.merchant.http.post(refunds, given)).toMatchObject({ status: 200 })
      await followed(order, { flags: [] })
    })

    it("is not captured for more than was paid where two were given before either is recorded", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 6 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      refuseCredits()
      await editTo(order, 5)
      await followed(order, { flags: ["change_not_followed"] })
      await creditByHand(order, 99.9)
      await editTo(order, 4)
      await credited(order, ["199.80", "99.90"])
      await creditByHand(order, 199.8)
      await editTo(order, 5)
      await credited(order, ["199.80", "99.90", "99.90"])
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).payments).toEqual([{ amount: 548.5, captured: false }])

      expect(await settle(order, "99.90")).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
      expect((await inMedusa(order)).payments).toEqual([{ amount: 548.5, captured: false }])
      expect(await settle(order, "199.80")).toMatchObject({ status: 200 })

      await eventually(async () =>
        expect(await inMedusa(order)).toEqual({
          pending: 199.8,
          payments: [{ amount: 348.7, captured: true }],
        })
      )
      await followed(order, { flags: ["change_unbilled"], credited_total: 299.7 })
      expect(await outstanding(order)).toMatchObject({ billable: 199.8 })
    })
  })

  describe("of which the service names what it refunded", () => {
    beforeEach(() => {
      const connect: { call(id: string, ...request: unknown[]): Promise<object> } = suite.eInvoice
        .connect as never
      const call = connect.call.bind(connect)
      jest.spyOn(connect, "call").mockImplementation(async (id, ...request) => {
        const answer = (await call(id, ...request)) as { data: { uuid: string } }
        if (id !== "orders.status") {
          return answer
        }
        const { refunded, credited } = suite.sandbox.order(answer.data.uuid)
        const refundedAmount = Math.round((refunded + credited) * 100) / 100
        return { ...answer, data: { ...answer.data, refundedAmount } }
      })
    })
    /** An invoice of three coffees, a mug and a delivery, that is out. */
    const invoiced = async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 3, "MUG-35": 1 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      return order
    }
    const NAMES = {
      coffee: "Harbour coffee, 250 g",
      mug: "Enamel camp mug, 3.5 dl",
      delivery: "Parcel to your mailbox",
    }
    const idOf = (order: Purchase, what: keyof typeof NAMES) =>
      atService(suite, order).lines.find(({ name }) => name === NAMES[what])?.id
    const give = async (
      order: Purchase,
      what: keyof typeof NAMES,
      amount: number,
      type = "invoiced"
    ) => {
      const products = [{ id: idOf(order, what), amount }]
      await postRefund(order.uuid, { type, grandTotal: amount, products })
      await callbacksProcessed(suite)
    }
    const refused = async (order: Purchase, changed: Parameters<typeof edit>[1], flags: object) => {
      refuseCredits()
      await edit(order, changed)
      await followed(order, { flags })
      suite.sandbox.faults.clear()
    }
    const settle = async ({ id, merchant, orderId }: Purchase, amount: number, said: object) => {
      const path = `/admin/e-invoice/orders/${id}/refunds`
      const { refunds } = await merchant.eInvoiceOrder(orderId)
      const row = refunds.find((one) => one.state === "rejected" && Number(one.amount) === amount)
      const settled = await merchant.http.post(`${path}/${row?.id}/settle`, {
        carried_out: true,
        beside_another: false,
        ...said,
      })
      expect(settled).toMatchObject({ status: 200 })
    }
    const isPaid = async (order: Purchase, amount: number) => {
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await followed(order, { flags: [] })
      expect(await inMedusa(order)).toEqual({
        pending: 0,
        payments: [{ amount, captured: true }],
      })
    }

    it("has a credit recorded that the portal gave before the order became cheaper", async () => {
      const order = await invoiced()
      await give(order, "coffee", 99.9)
      await edit(order, { leave: { "COFFEE-250": 2 } })
      await followed(order, { refunds: [{ state: "rejected", products: [{ amount: "99.90" }] }] })

      await settle(order, 99.9, {})

      await followed(order, { flags: [], credited_total: 99.9 })
      await isPaid(order, 397.8)
    })

    it("has the earlier one recorded first where the order changed again, and the rest is credited", async () => {
      const order = await invoiced()
      await refused(order, { leave: { "COFFEE-250": 2 } }, ["change_not_followed"])
      await give(order, "coffee", 99.9)
      await edit(order, { leave: { "MUG-35": 0 } })
      await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })

      await settle(order, 99.9, {})

      await followed(order, { flags: [], credited_total: 248.9 })
      expect(atService(suite, order)).toMatchObject({ credited: 248.9 })
      await isPaid(order, 248.8)
    })

    it("has two that are told as one recorded by the pieces that they are of", async () => {
      const order = await invoiced()
      const left = { leave: { "COFFEE-250": 1, "MUG-35": 0 } }
      await refused(order, left, ["change_not_followed"])
      await give(order, "coffee", 99.9)
      await give(order, "mug", 149)

      refuseCredits()
      await settle(order, 348.8, { amount: "248.9" })

      await followed(order, { flags: ["change_not_followed"], credited_total: 248.9 })
      suite.sandbox.faults.clear()
      await edit(order, { leave: { "COFFEE-250": 2 } })
      await followed(order, { flags: [], credited_total: 248.9 })
      expect(atService(suite, order)).toMatchObject({ credited: 248.9 })
      await isPaid(order, 248.8)
    })

    it("has a missing credit recorded by its own amount beside another refund of the portal", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 3, "MUG-35": 1 } })
      await callbacksProcessed(suite)
      await refused(order, { leave: { "COFFEE-250": 2 } }, ["change_not_followed"])
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await give(order, "delivery", 10, "regular")
      await sweepIn(30)
      await give(order, "coffee", 99.9, "regular")
      await sweepIn(30)

      await settle(order, 99.9, { beside_another: true })

      await followed(order, { flags: ["refunded_at_service"], credited_total: 99.9 })
      const lines = [{ id: idOf(order, "delivery"), amount: 10 }]
      const given = { lines, given_at_service: true }
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      expect(await order.merchant.http.post(path, given)).toMatchObject({ status: 200 })
      await followed(order, { flags: [], refunded_total: 109.9 })
    })

    it.each(["before", "after"] as const)(
      "has what the portal gave beside a missing credit taken off the order %s it is paid, and recorded",
      async (when) => {
        const order = await invoiced()
        const { merchant, orderId } = order
        const given = { amount: 10, given_at_service: true }
        const path = `/admin/e-invoice/orders/${order.id}/refunds`
        await give(order, "delivery", 10)
        await edit(order, { leave: { "COFFEE-250": 2 } })
        await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })
        await give(order, "coffee", 99.9)
        await settle(order, 99.9, { beside_another: true })
        if (when === "after") {
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
          expect(await merchant.http.post(path, given)).toMatchObject({
            status: 400,
            body: { code: "beyond_left" },
          })
        }

        const { items } = await merchant.order(orderId)
        const mug = items.find(({ variant_sku }) => variant_sku === "MUG-35")
        const edited = `/admin/order-edits/${orderId}`
        await merchant.http.post("/admin/order-edits", { order_id: orderId })
        await merchant.http.post(`${edited}/items/item/${mug?.id}`, {
          quantity: 1,
          unit_price: 139,
        })
        expect((await merchant.http.post(`${edited}/confirm`)).status).toBe(200)
        await followed(order, { flags: ["refunded_at_service"] })
        if (when === "after") {
          expect(await merchant.http.post(path, given)).toMatchObject({ status: 200 })
        } else {
          await eventually(() => settle(order, 10, {}))
          suite.sandbox.pay(order.uuid)
          await callbacksProcessed(suite)
        }

        await followed(order, { flags: [], credited_total: 109.9 })
        expect(await inMedusa(order)).toEqual({
          pending: 0,
          payments: [{ amount: 387.8, captured: true }],
        })
      }
    )

    it("has what a credit line of staff took off recorded as a credit once it is paid", async () => {
      const order = await invoiced()
      const { merchant, orderId } = order
      const lowered = { amount: 50, reference: "goodwill", reference_id: "goodwill_1" }
      const answer = await merchant.http.post(`/admin/orders/${orderId}/credit-lines`, lowered)
      expect(answer.status).toBe(200)
      await give(order, "coffee", 50)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await followed(order, { flags: ["refunded_at_service"] })

      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const given = { amount: 50, given_at_service: true }
      expect(
        await merchant.http.with({ "idempotency-key": "given" }).post(path, given)
      ).toMatchObject({ status: 200 })
      expect(
        await merchant.http.with({ "idempotency-key": "given" }).post(path, given)
      ).toMatchObject({ status: 200 })

      await followed(order, {
        flags: [],
        credited_total: 50,
        refunds: [{ state: "succeeded", purpose: "credit" }],
      })
      expect(await inMedusa(order)).toEqual({
        pending: 0,
        payments: [{ amount: 447.7, captured: true }],
      })
    })
  })

  it("follows also where the service cannot be asked for a status", async () => {
    const order = await bought()
    const { operations } = suite.eInvoice.options
    operations["orders.status"] = { enabled: false }
    suite.forgetFailures()
    try {
      await editTo(order, 2)
      await followed(order, { flags: [], credited_total: 99.9 })
    } finally {
      delete operations["orders.status"]
      suite.forgetFailures()
    }
  })

  describe("of several invoices of an order", () => {
    /** Three of an item at 15 % on the first invoice, and two at 25 % on the second. */
    const billedTwice = async (): Promise<{ order: Purchase; second: string; price: number }> => {
      const order = await bought()
      await edit(order, { add: { "MUG-35": 2 } })
      await eventually(async () => {
        expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 348.7 }] })
      })
      const answer = await bill(order, BY_LINK)
      expect(answer.status).toBe(200)
      const { remote_order_uuid: second, grand_total: both } = answer.body.e_invoice_order
      suite.sandbox.invoice(second)
      await callbacksProcessed(suite)
      return { order, second, price: both / 2 }
    }
    const flagsOf = async ({ orderId }: Purchase) =>
      (await suite.eInvoice.orders.statuses.ofOrder(orderId)).map(({ flags }) => flags)
    const firstIs = ({ id }: Purchase, expected: { flags: string[]; credited?: number }) =>
      eventually(async () => {
        const first = await suite.eInvoice.orders.statuses.find(id)
        expect({ ...first, credited: Number(first?.creditedTotal) }).toMatchObject({
          orderChangedAt: null,
          ...expected,
        })
      })
    const amounts = async (order: Purchase) =>
      (await inMedusa(order)).payments.map(({ amount }) => amount).sort((one, other) => one - other)

    it("credits the one that bills what went, whichever payment Medusa cancels", async () => {
      const { order, second, price } = await billedTwice()

      await edit(order, { leave: { "MUG-35": 1 } })

      await eventually(async () => {
        expect(suite.sandbox.order(second)).toMatchObject({
          credited: price,
          lines: [{ tax: 25, refunded: price }],
        })
      })
      await firstIs(order, { flags: [], credited: 0 })
      await eventually(async () => expect(await amounts(order)).toEqual([price, 348.7]))
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
      expect((await inMedusa(order)).pending).toBe(348.7 + price)
      expect(callsOf(suite, "orders.refund")).toBe(1)

      await callbacksProcessed(suite)
      suite.sandbox.pay(order.uuid)
      suite.sandbox.pay(second)
      await callbacksProcessed(suite)
      expect(await inMedusa(order)).toMatchObject({ pending: 0 })
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
    })

    it("credits each where both bill something that went", async () => {
      const { order, second, price } = await billedTwice()

      await edit(order, { leave: { "COFFEE-250": 2, "MUG-35": 1 } })

      await eventually(async () => {
        expect(suite.sandbox.order(second)).toMatchObject({ credited: price })
      })
      await firstIs(order, { flags: [], credited: 99.9 })
      await eventually(async () => expect(await amounts(order)).toEqual([price, 248.8]))
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
    })

    it.each([
      ["edited", (order: Purchase) => edit(order, SWAPPED)],
      [
        "exchanged",
        async (order: Purchase) => {
          await deliver(order)
          await exchange(order, { "COFFEE-250": 1 }, { "MUG-35": 1 })
        },
      ],
    ])("bills what came at another VAT rate before %s goods are credited", async (_, swap) => {
      const order = await bought("SENT")
      await swap(order)
      await followed(order, { flags: ["change_not_followed"] })

      const answer = await bill(order, BY_LINK)

      expect(answer.status).toBe(200)
      const { remote_order_uuid: second } = answer.body.e_invoice_order
      expect(suite.sandbox.order(second)).toMatchObject({
        grandTotal: 149,
        lines: [{ name: expect.stringContaining("mug"), quantity: 1, tax: 25, amount: 149 }],
      })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await firstIs(order, { flags: [], credited: 99.9 })
      expect(atService(suite, order).lines).toMatchObject([
        { tax: 15, refunded: 99.9 },
        { tax: 25, refunded: 0 },
      ])
    })

    it("flags a paid one whose goods Medusa sets off against others at another VAT rate", async () => {
      const order = await bought("PAID")

      await edit(order, SWAPPED)

      await firstIs(order, { flags: ["return_unrefunded", "change_unbilled"] })
      expect(await outstanding(order)).toMatchObject({ billable: 49.1 })
      const { http } = order.merchant
      const { status } = await http
        .with({ "idempotency-key": "what-was-swapped" })
        .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount: 99.9 })
      expect(status).toBe(200)
      expect(atService(suite, order).lines.map(({ refunded }) => refunded)).toEqual([99.9, 0])
      await callbacksProcessed(suite)
      await firstIs(order, { flags: ["change_unbilled"] })
      const answer = await bill(order, BY_LINK)
      expect(answer.status).toBe(200)
      const { remote_order_uuid: second } = answer.body.e_invoice_order
      expect(suite.sandbox.order(second).lines).toMatchObject([{ tax: 25, amount: 149 }])
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
    })

    it("flags no paid one for an exchange at one VAT rate", async () => {
      const order = await bought("PAID")

      await edit(order, { add: { "COFFEE-1000": 1 }, leave: { "COFFEE-250": 2 } })

      await eventually(async () => {
        expect(await outstanding(order)).toMatchObject({ billable: 249.1 })
      })
      await eventually(async () => expect(await flagsOf(order)).toEqual([["change_unbilled"]]))
      await sweepIn(1)
      expect(await flagsOf(order)).toEqual([["change_unbilled"]])
    })

    it("credits the line that the amount is of, where another bills the same item", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 1 } })
      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      const billMore = async (more: Parameters<typeof edit>[1], billable: number) => {
        await edit(order, more)
        await eventually(async () => expect(await outstanding(order)).toMatchObject({ billable }))
        const answer = await bill(order, BY_LINK)
        expect(answer.status).toBe(200)
        const { remote_order_uuid: uuid } = answer.body.e_invoice_order
        suite.sandbox.invoice(uuid)
        await callbacksProcessed(suite)
        return uuid
      }
      const mug = { add: { "MUG-35": 1 }, at: 99.9 }
      const second = await billMore({ ...mug, leave: { "COFFEE-250": 3 } }, 299.7)
      const third = await billMore({ leave: { "COFFEE-250": 4 } }, 99.9)

      await edit(order, { leave: { "COFFEE-250": 3, "MUG-35": 0 } })

      await eventually(async () => {
        expect(suite.sandbox.order(third)).toMatchObject({ status: "CANCELLED" })
        expect(suite.sandbox.order(second)).toMatchObject({ credited: 99.9 })
      })
      expect(suite.sandbox.order(second).lines.map(({ tax, refunded }) => [tax, refunded])).toEqual(
        [
          [15, 0],
          [25, 99.9],
        ]
      )
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], [], []]))
    })

    it("cancels one of which nothing is left, and leaves the other alone", async () => {
      const { order, second } = await billedTwice()

      await edit(order, { leave: { "MUG-35": 0 } })

      await eventually(async () => {
        expect(suite.sandbox.order(second)).toMatchObject({ status: "CANCELLED" })
      })
      await eventually(async () => expect(await amounts(order)).toEqual([348.7]))
      await sweepIn(1)
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
      expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })

      await edit(order, { leave: { "COFFEE-250": 2 } })
      await firstIs(order, { flags: [], credited: 99.9 })
    })

    it("has goods of a paid one refunded by themselves, and asks for the unpaid one as before", async () => {
      const { order, second, price } = await billedTwice()
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)

      await giveBack(order, 1)

      await firstIs(order, { flags: ["return_unrefunded"] })
      await eventually(async () => expect(await amounts(order)).toEqual([price * 2, 348.7]))
      expect(suite.sandbox.order(second)).toMatchObject({ credited: 0 })
      const payment = (await suite.eInvoice.orders.statuses.find(order.id))?.paymentId
      const { http } = order.merchant
      const byMedusa = await http.post<{ message: string }>(`/admin/payments/${payment}/refund`, {
        amount: 99.9,
      })
      expect(byMedusa.status).toBe(400)
      expect(byMedusa.body.message).toContain("Refunds section")
      expect(callsOf(suite, "orders.refund")).toBe(0)

      const { status } = await http
        .with({ "idempotency-key": "what-came-back" })
        .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount: 99.9 })
      expect(status).toBe(200)
      expect(atService(suite, order).lines.map(({ refunded }) => refunded)).toEqual([99.9, 0])
      await callbacksProcessed(suite)
      await firstIs(order, { flags: [] })
      expect((await inMedusa(order)).pending).toBe(price * 2)
      suite.sandbox.pay(second)
      await callbacksProcessed(suite)
      expect(await inMedusa(order)).toMatchObject({ pending: 0 })
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
    })

    it("has goods of two paid ones refunded on the one that bills them, and no amount on the other", async () => {
      const { order, second, price } = await billedTwice()
      suite.sandbox.pay(order.uuid)
      suite.sandbox.pay(second)
      await callbacksProcessed(suite)
      await edit(order, { leave: { "COFFEE-250": 2, "MUG-35": 1 } })
      await eventually(async () =>
        expect((await inMedusa(order)).pending).toBeCloseTo(-99.9 - price)
      )
      const { http } = order.merchant
      const [first, other] = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)
      const byButton = (amount: number) =>
        http.post<{ message: string; code?: string }>(
          `/admin/payments/${first?.paymentId}/refund`,
          { amount }
        )
      const inSection = (id: string | undefined, amount: number) =>
        http
          .with({ "idempotency-key": `${id}-${amount}` })
          .post<{ message: string; code?: string }>(`/admin/e-invoice/orders/${id}/refunds`, {
            amount,
          })

      for (const rejected of [
        await byButton(99.9 + price),
        await byButton(price),
        await inSection(first?.id, 99.9 + price),
        await inSection(first?.id, price),
      ]) {
        expect(rejected).toMatchObject({ status: 400, body: { code: "owed_elsewhere" } })
        expect(rejected.body.message).toContain(other?.invoiceNumber ?? other?.referenceNo)
      }
      expect(callsOf(suite, "orders.refund")).toBe(0)

      expect((await byButton(99.9)).status).toBe(200)
      expect((await inSection(other?.id, price)).status).toBe(200)
      await callbacksProcessed(suite)
      expect(atService(suite, order).lines.map(({ refunded }) => refunded)).toEqual([99.9, 0])
      expect(suite.sandbox.order(second).lines).toMatchObject([{ tax: 25, refunded: price }])
      await eventually(async () => expect(await flagsOf(order)).toEqual([[], []]))
      expect(await inMedusa(order)).toMatchObject({ pending: 0 })
    })

    describe("that are paid and bill the same item", () => {
      const asked = { status: 400, body: { code: "confirm_repeat" } }
      /** Medusa owes three mugs at 149.00; each invoice billed two of them. */
      const returned = async (): Promise<{ order: Purchase; second: string; ids: string[] }> => {
        const order = await purchase(suite, { basket: { "MUG-35": 2, "COFFEE-250": 3 } })
        suite.sandbox.pay(order.uuid)
        await callbacksProcessed(suite)
        await edit(order, { leave: { "MUG-35": 4 } })
        await eventually(async () =>
          expect(await outstanding(order)).toMatchObject({ billable: 298 })
        )
        const { e_invoice_order } = (await bill(order, BY_LINK)).body
        const second = e_invoice_order.remote_order_uuid
        suite.sandbox.pay(second)
        await callbacksProcessed(suite)
        await deliver(order)
        await requestReturn(order, { "MUG-35": 3 })
        expect(await inMedusa(order)).toMatchObject({ pending: -447 })
        return { order, second, ids: [order.id, e_invoice_order.id] }
      }
      const account = async ({ merchant }: Purchase, id: string | undefined) => {
        const { body } = await merchant.http.get<{
          refund_account: {
            seen: string
            lines: { id: number; name: string; refundable: number }[]
            changed: { amount: number; lines: { id: number }[] } | null
          }
        }>(`/admin/e-invoice/orders/${id}/refunds`)
        return body.refund_account
      }
      let sent = 0
      const refund = (order: Purchase, id: string | undefined, body: object) =>
        order.merchant.http
          .with({ "idempotency-key": `of-the-same-item-${sent++}` })
          .post<{ code?: string; values?: { seen?: string } }>(
            `/admin/e-invoice/orders/${id}/refunds`,
            body
          )
      const paidBack = (order: Purchase, second: string) =>
        atService(suite, order).refunded + suite.sandbox.order(second).refunded
      const bothOffer = async (order: Purchase, ids: readonly string[]) => {
        const accounts = [await account(order, ids[0]), await account(order, ids[1])]
        expect(accounts).toMatchObject([{ changed: { amount: 298 } }, { changed: { amount: 298 } }])
        return accounts.map(({ seen }) => ({ amount: 298, seen }))
      }

      it("pay what is owed once, of two staff who saw the same on each", async () => {
        const { order, second, ids } = await returned()
        const [first = {}, other = {}] = await bothOffer(order, ids)

        expect((await refund(order, ids[0], first)).status).toBe(200)
        const answer = await refund(order, ids[1], other)

        expect(answer).toMatchObject(asked)
        const left = await account(order, ids[1])
        expect(answer.body.values?.seen).toBe(left.seen)
        expect(left.changed).toMatchObject({ amount: 149 })
        expect(await refund(order, ids[1], { ...other, confirm_repeat: true })).toMatchObject(asked)
        expect((await refund(order, ids[1], { amount: 149, seen: left.seen })).status).toBe(200)
        await callbacksProcessed(suite)
        expect(paidBack(order, second)).toBe(447)
        expect(await inMedusa(order)).toMatchObject({ pending: 0 })
      })

      it("pay what is owed once, of two staff at a time", async () => {
        const { order, second, ids } = await returned()
        const [first = {}, other = {}] = await bothOffer(order, ids)

        const answers = await Promise.all([
          refund(order, ids[0], first),
          refund(order, ids[1], other),
        ])

        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
        expect(answers.find(({ status }) => status === 400)).toMatchObject(asked)
        expect(paidBack(order, second)).toBe(298)
      })

      it("ask before more than is owed, also without what was seen, by lines, and by Medusa's button", async () => {
        const { order, second, ids } = await returned()
        const [first, other] = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)
        const line = (await account(order, other?.id)).changed?.lines[0]?.id
        expect(
          (
            await order.merchant.http.post(`/admin/payments/${first?.paymentId}/refund`, {
              amount: 298,
            })
          ).status
        ).toBe(200)

        expect(await refund(order, ids[1], { amount: 298 })).toMatchObject(asked)
        expect(await refund(order, ids[1], { lines: [{ id: line, amount: 298 }] })).toMatchObject(
          asked
        )
        const byButton = (amount: number) =>
          order.merchant.http.post(`/admin/payments/${other?.paymentId}/refund`, { amount })
        expect(await byButton(298)).toMatchObject(asked)
        expect(paidBack(order, second)).toBe(298)

        expect((await byButton(149)).status).toBe(200)
        await callbacksProcessed(suite)
        expect(paidBack(order, second)).toBe(447)
        expect(await inMedusa(order)).toMatchObject({ pending: 0 })
      })

      it("ask before more than is owed at a time, where nobody says what was seen", async () => {
        const { order, second, ids } = await returned()

        const answers = await Promise.all(ids.map((id) => refund(order, id, { amount: 298 })))

        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
        expect(answers.find(({ status }) => status === 400)).toMatchObject(asked)
        expect(paidBack(order, second)).toBe(298)
      })

      it("ask while it is in doubt whether the other paid it", async () => {
        const { order, second, ids } = await returned()
        const [first = {}] = await bothOffer(order, ids)
        suite.sandbox.faults.add({ fault: "after:drop", operation: "orders.refund", times: 1 })
        expect(await refund(order, ids[0], first)).toMatchObject({ body: { code: "in_doubt" } })

        expect(await account(order, ids[1])).toMatchObject({ changed: { amount: 149 } })
        expect(await refund(order, ids[1], { amount: 298 })).toMatchObject(asked)
        expect(paidBack(order, second)).toBe(298)
      })
    })

    it("bills anew, as itself, what of a whole paid one was refunded in place of goods of another", async () => {
      const { order, second, price } = await billedTwice()
      suite.sandbox.pay(order.uuid)
      suite.sandbox.pay(second)
      await callbacksProcessed(suite)
      await edit(order, { leave: { "COFFEE-250": 0 } })
      const { http } = order.merchant
      const [first, other] = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)

      // Nothing of the order is packed: Medusa might be cancelling it.
      const whole = await http.post(`/admin/payments/${other?.paymentId}/refund`, {
        amount: Number(other?.grandTotal),
      })
      expect(whole.status).toBe(200)
      await firstIs(order, { flags: ["return_unrefunded"] })
      const { status } = await http
        .with({ "idempotency-key": "what-went" })
        .post(`/admin/e-invoice/orders/${first?.id}/refunds`, { amount: 299.7 })
      expect(status).toBe(200)
      await callbacksProcessed(suite)

      await eventually(async () =>
        expect(await outstanding(order)).toMatchObject({ billable: price * 2 })
      )
      const answer = await bill(order, BY_LINK)
      expect(answer.status).toBe(200)
      const { remote_order_uuid: third } = answer.body.e_invoice_order
      expect(suite.sandbox.order(third).lines).toMatchObject([{ tax: 25, amount: price * 2 }])
      await eventually(async () => expect((await flagsOf(order)).flat()).toEqual([]))
    })

    it("has what comes after all of one was refunded as goodwill flagged, and billed by its own line", async () => {
      const order = await bought("PAID")
      const { http } = order.merchant
      const { status } = await http
        .with({ "idempotency-key": "all-of-it" })
        .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount: 348.7 })
      expect(status).toBe(200)
      await callbacksProcessed(suite)

      await edit(order, { add: { "MUG-35": 1 } })

      await firstIs(order, { flags: ["change_unbilled"] })
      const answer = await bill(order, BY_LINK)
      expect(answer.status).toBe(200)
      const { remote_order_uuid: second } = answer.body.e_invoice_order
      expect(suite.sandbox.order(second).lines).toMatchObject([{ tax: 25, amount: 149 }])
    })

    it("credits none for goods of a paid one, also where goodwill was given for it before", async () => {
      const { order, second, price } = await billedTwice()
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      const goodwill = await order.merchant.http
        .with({ "idempotency-key": "goodwill" })
        .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount: 34.87 })
      expect(goodwill.status).toBe(200)
      await callbacksProcessed(suite)

      await giveBack(order, 1)

      await firstIs(order, { flags: ["return_unrefunded"] })
      await sweepIn(1)
      await eventually(async () => expect(await amounts(order)).toEqual([price * 2, 348.7]))
      expect(suite.sandbox.order(second)).toMatchObject({ status: "INVOICED", credited: 0 })
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect(callsOf(suite, "orders.cancel")).toBe(0)
    })
  })

  describe("of which goods and goodwill were refunded", () => {
    /** The lines that are named, as the service lists them: coffee first, then the delivery. */
    const [COFFEE, DELIVERY] = [0, 1]
    let refunded = 0
    /** In the Refunds section: an amount, or amounts of lines by their place. */
    const refund = async (
      order: Purchase,
      what: number | Record<number, number>,
      seen?: { seen: string; confirm_repeat?: true }
    ) => {
      const { lines } = atService(suite, order)
      return order.merchant.http
        .with({ "idempotency-key": `refund-${refunded++}-of-${order.id}` })
        .post<{ message?: string; values?: { seen?: string } }>(
          `/admin/e-invoice/orders/${order.id}/refunds`,
          typeof what === "number"
            ? { ...seen, amount: what }
            : {
                ...seen,
                lines: Object.entries(what).map(([place, amount]) => ({
                  id: lines[Number(place)]?.id,
                  amount,
                })),
              }
        )
    }
    const seenOf = async ({ merchant, id }: Purchase) => {
      const { body } = await merchant.http.get<{ refund_account: { seen: string } }>(
        `/admin/e-invoice/orders/${id}/refunds`
      )
      return body.refund_account.seen
    }
    const refunds = async (order: Purchase, what: number | Record<number, number>) => {
      const seen = await seenOf(order)
      expect(await refund(order, what, { seen })).toMatchObject({ status: 200 })
      await callbacksProcessed(suite)
    }
    /** What the Refunds section says that Medusa owes. */
    const owed = async ({ merchant, id }: Purchase) => {
      const { body } = await merchant.http.get<{
        refund_account: { changed: { lines: { amount: number }[] } | null }
      }>(`/admin/e-invoice/orders/${id}/refunds`)
      return body.refund_account.changed?.lines.map(({ amount }) => amount) ?? null
    }
    const isOutstanding = (order: Purchase, amount: number) =>
      eventually(async () => expect(await outstanding(order)).toMatchObject({ billable: amount }))
    /** The lines of the bill that is made of what is outstanding. */
    const billed = async (order: Purchase) => {
      const answer = await bill(order, BY_LINK)
      expect(answer.status).toBe(200)
      const { remote_order_uuid: uuid } = answer.body.e_invoice_order
      return suite.sandbox.order(uuid).lines.map(({ tax, amount }) => [tax, amount])
    }

    it("has the next difference billed by its own lines, whenever goodwill was given", async () => {
      const order = await bought("PAID")
      await refunds(order, 34.87)

      await edit(order, { add: { "COFFEE-1000": 1 }, leave: { "COFFEE-250": 2 } })
      await isOutstanding(order, 249.1)
      await refunds(order, { [DELIVERY]: 10 })

      expect(await billed(order)).toEqual([[15, 249.1]])
    })

    it("names what Medusa owes, of which goodwill takes nothing", async () => {
      const order = await bought("PAID")
      await refunds(order, 34.87)
      await giveBack(order, 1)
      expect(await owed(order)).toEqual([99.9])

      await refunds(order, { [DELIVERY]: 20 })

      expect(await owed(order)).toEqual([99.9])
      expect((await inMedusa(order)).pending).toBeCloseTo(-99.9, 6)
      await refunds(order, { [COFFEE]: 99.9 })
      expect((await inMedusa(order)).pending).toBeCloseTo(0, 6)
      expect(await owed(order)).toBeNull()
    })

    it("asks before it goes back once more, for a person who has not seen that it did", async () => {
      const order = await bought("PAID")
      await giveBack(order, 1)
      await refunds(order, { [COFFEE]: 99.9 })
      const asked = { status: 400, body: { code: "confirm_repeat" } }

      expect(await refund(order, { [COFFEE]: 99.9 })).toMatchObject(asked)
      expect(await refund(order, 99.9)).toMatchObject(asked)
      expect(await order.merchant.refund(order.orderId, 99.9)).toMatchObject(asked)

      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
        refunded_total: 99.9,
      })
    })

    it("asks also of a person who would refund a part of it, or saw something else", async () => {
      const order = await bought("PAID")
      await giveBack(order, 2)
      const asked = { status: 400, body: { code: "confirm_repeat" } }
      const before = await seenOf(order)
      await refunds(order, 199.8)

      expect(await refund(order, { [COFFEE]: 99.9 })).toMatchObject(asked)
      expect(await order.merchant.refund(order.orderId, 99.9)).toMatchObject(asked)
      const confirmed = { seen: before, confirm_repeat: true as const }
      const answer = await refund(order, 34, confirmed)
      expect(answer).toMatchObject(asked)
      expect(callsOf(suite, "orders.refund")).toBe(1)

      expect(answer.body.values?.seen).toBe(await seenOf(order))
      expect(await refund(order, 34, { seen: await seenOf(order) })).toMatchObject({ status: 200 })
      expect(callsOf(suite, "orders.refund")).toBe(2)
    })

    it("goes back at once where as much is owed anew", async () => {
      const order = await bought("PAID")
      await giveBack(order, 1)
      await refunds(order, { [COFFEE]: 99.9 })
      await giveBack(order, 1)

      expect(await order.merchant.refund(order.orderId, 99.9)).toMatchObject({ status: 200 })

      await callbacksProcessed(suite)
      expect((await inMedusa(order)).pending).toBeCloseTo(0, 6)
      expect(callsOf(suite, "orders.refund")).toBe(2)
    })

    it("has a replacement billed once what it replaces is refunded by the piece", async () => {
      const order = await bought("PAID")
      await refunds(order, 34.87)
      await edit(order, { add: { "COFFEE-1000": 1 }, at: 99.9, leave: { "COFFEE-250": 2 } })

      await refunds(order, { [COFFEE]: 99.9 })

      await isOutstanding(order, 99.9)
      await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))
      expect(await billed(order)).toEqual([[15, 99.9]])
    })

    it("has a refunded line that comes back billed anew, as itself", async () => {
      const order = await bought("PAID")
      await edit(order, SWAPPED)
      await refunds(order, { [COFFEE]: 99.9 })

      await edit(order, { leave: { "COFFEE-250": 3, "MUG-35": 0 } })

      await isOutstanding(order, 99.9)
      expect(await billed(order)).toEqual([[15, 99.9]])
    })

    it("says what is left of the lines after Medusa's button, and pays no more", async () => {
      const order = await bought("PAID")
      await edit(order, { ...SWAPPED, at: 50 })
      const payment = (await suite.eInvoice.orders.statuses.find(order.id))?.paymentId
      const byMedusa = await order.merchant.http.post(`/admin/payments/${payment}/refund`, {
        amount: 49.9,
      })
      expect(byMedusa.status).toBe(200)
      await callbacksProcessed(suite)
      await eventually(async () => expect(await firstFlags(order)).toContain("return_unrefunded"))

      expect(await owed(order)).toEqual([50])
      const tooMuch = await refund(order, { [COFFEE]: 99.9 })
      expect(tooMuch.status).toBe(400)
      expect(tooMuch.body.message).toContain("lines.0.amount")
      await refunds(order, { [COFFEE]: 50 })
      await isOutstanding(order, 50)
      expect(await billed(order)).toEqual([[25, 50]])
      await eventually(async () => expect(await firstFlags(order)).toEqual([]))
    })

    it("asks whether the service gave it before a refund beside one that is not recorded", async () => {
      const order = await bought("PAID")
      await deliver(order)
      await creditByHand(order, 99.9, "regular")
      await callbacksProcessed(suite)
      await followed(order, { flags: ["refunded_at_service"] })
      await requestReturn(order, { "COFFEE-250": 1 })
      const sent = callsOf(suite, "orders.refund")
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const line = { id: atService(suite, order).lines[0]?.id, amount: 99.9 }
      const refundAs = (given?: boolean, amount = line.amount) =>
        order.merchant.http
          .with({ "idempotency-key": `given-${String(given)}-${amount}` })
          .post<{ code?: string }>(path, {
            lines: [{ ...line, amount }],
            ...(given !== undefined && { given_at_service: given }),
          })
      const [payment] = (await order.merchant.order(order.orderId)).payment_collections.flatMap(
        ({ payments }) => payments ?? []
      )
      const byMedusa = await order.merchant.http.post(`/admin/payments/${payment?.id}/refund`, {
        amount: 99.9,
      })
      expect(byMedusa.status).toBe(400)
      expect(await refundAs()).toMatchObject({ status: 400, body: { code: "refunded_at_service" } })
      expect(await refundAs(true, 348.8)).toMatchObject({ status: 400 })
      expect(callsOf(suite, "orders.refund")).toBe(sent)

      expect(await refundAs(true)).toMatchObject({ status: 200 })

      expect(callsOf(suite, "orders.refund")).toBe(sent)
      await followed(order, { flags: [], refunded_total: 99.9 })
      expect(await inMedusa(order)).toMatchObject({ pending: 0 })
      expect(await owed(order)).toBeNull()
      expect(await refundAs(true, 10)).toMatchObject({ status: 400 })

      await requestReturn(order, { "COFFEE-250": 1 })
      await refunds(order, { [COFFEE]: 99.9 })
      expect(atService(suite, order)).toMatchObject({ refunded: 199.8 })
    })

    it("pays beside a refund of the portal where staff say that it is another", async () => {
      const order = await bought("PAID")
      await creditByHand(order, 20, "regular")
      const { http } = order.merchant
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const refundAs = (key: string, more = {}) =>
        http.with({ "idempotency-key": key }).post<{ code?: string }>(path, { amount: 30, ...more })

      // The service's callback is late: what it shows is seen when it is asked.
      expect(await refundAs("first")).toMatchObject({
        status: 400,
        body: { code: "refunded_at_service" },
      })
      expect(await refundAs("second", { given_at_service: false })).toMatchObject({ status: 200 })

      expect(atService(suite, order)).toMatchObject({ refunded: 50 })
      await callbacksProcessed(suite)
      await followed(order, { flags: ["refunded_at_service"] })
      const given = { amount: 20, given_at_service: true }
      expect(await refundAs("third", given)).toMatchObject({ status: 200 })
      await followed(order, { flags: [], refunded_total: 50 })
    })

    it("records what the portal gave once, however many say so at a time", async () => {
      const order = await bought("PAID")
      await creditByHand(order, 50, "regular")
      await callbacksProcessed(suite)
      const path = `/admin/e-invoice/orders/${order.id}/refunds`

      const answers = await Promise.all(
        [1, 2, 3].map((person) =>
          order.merchant.http
            .with({ "idempotency-key": `given-by-${person}` })
            .post(path, { amount: 50, given_at_service: true })
        )
      )

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      await followed(order, { flags: [], refunded_total: 50 })
      expect(callsOf(suite, "orders.refund")).toBe(1)
      expect((await order.merchant.order(order.orderId)).summary).toMatchObject({
        refunded_total: 50,
        pending_difference: 0,
      })
    })

    describe("by amount in the portal, once more was added than went", () => {
      /** Staff record an amount that the portal gave before. */
      const records = async (order: Purchase, amount: number) => {
        const answer = await order.merchant.http
          .with({ "idempotency-key": `portal-${refunded++}-of-${order.id}` })
          .post(`/admin/e-invoice/orders/${order.id}/refunds`, { amount, given_at_service: true })
        expect(answer.status).toBe(200)
      }
      const givenForGoods = async () => {
        const order = await bought("PAID")
        await deliver(order)
        await requestReturn(order, { "COFFEE-250": 3 })
        await creditByHand(order, 299.7, "regular")
        await callbacksProcessed(suite)
        await followed(order, { flags: ["refunded_at_service"] })
        await edit(order, { add: { "COFFEE-1000": 2 } })
        await isOutstanding(order, 398.3)
        return order
      }

      it("have all that was added billed, where it is recorded before the bill", async () => {
        const order = await givenForGoods()

        await records(order, 299.7)

        await followed(order, { flags: ["change_unbilled"], refunded_total: 299.7 })
        await isOutstanding(order, 698)
        expect(await billed(order)).toEqual([[15, 698]])
      })

      it("have the rest of it billed, where it is recorded after the bill", async () => {
        const order = await givenForGoods()
        const answer = await bill(order, BY_LINK)
        expect(answer.status).toBe(200)
        suite.sandbox.pay(answer.body.e_invoice_order.remote_order_uuid)
        await callbacksProcessed(suite)

        await records(order, 299.7)

        const { statuses } = suite.eInvoice.orders
        await eventually(async () => {
          const flags = (await statuses.ofOrder(order.orderId)).map((invoice) => invoice.flags)
          expect(flags).toEqual([[], ["change_unbilled"]])
        })
        await isOutstanding(order, 299.7)
        expect(await billed(order)).toEqual([[15, 299.7]])
      })

      it("are goodwill as far as nothing went", async () => {
        const order = await bought("PAID")
        await creditByHand(order, 99.9, "regular")
        await callbacksProcessed(suite)
        await edit(order, { add: { "COFFEE-1000": 1 } })

        await records(order, 99.9)

        await followed(order, { flags: ["change_unbilled"], refunded_total: 99.9 })
        await isOutstanding(order, 349)
      })
    })

    it("names what awaits approval as owed no second time, and flags what came once it is recorded", async () => {
      const order = await purchase(suite, { basket: { "COFFEE-250": 60 } })
      suite.sandbox.invoice(order.uuid)
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)
      await edit(order, { add: { "MUG-35": 1 }, leave: { "COFFEE-250": 2 } })
      await eventually(async () => expect(await owed(order)).toEqual([5794.2]))
      expect(await refund(order, { [COFFEE]: 5794.2 })).toMatchObject({ status: 400 })
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const { http } = order.merchant
      const { body } = await http.get<{ refund_account: { refunds: { id: string }[] } }>(path)
      const asked = `${path}/${body.refund_account.refunds[0]?.id}`
      expect(await owed(order)).toEqual([5794.2])
      const seen = await seenOf(order)

      expect((await http.post(`${asked}/approval`)).status).toBe(200)

      expect(await owed(order)).toBeNull()
      for (const before of [undefined, { seen }]) {
        const beside = await refund(order, { [COFFEE]: 99.9 }, before)
        expect(beside).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
      }
      expect(await refund(order, { [COFFEE]: 199.81 })).toMatchObject({ status: 400 })
      const { refundApprovals } = suite.sandbox
      refundApprovals.approve(refundApprovals.list()[0]?.uuid ?? "")
      await callbacksProcessed(suite)
      expect((await http.post(`${asked}/settle`, { carried_out: true })).status).toBe(200)
      await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))
      expect(atService(suite, order)).toMatchObject({ refunded: 5794.2 })
      expect(await owed(order)).toBeNull()
    })

    it("asks for what comes back once all of a paid order was refunded", async () => {
      await sweepIn(0)
      const order = await bought("PAID")
      const { http } = order.merchant
      await deliver(order)
      const id = await requestReturn(order, { "COFFEE-250": 3 })
      const lines = atService(suite, order).lines.map(({ id: line, amount }) => ({
        id: line,
        amount,
      }))
      const { status } = await http
        .with({ "idempotency-key": "all-lines" })
        .post(`/admin/e-invoice/orders/${order.id}/refunds`, { lines })
      expect(status).toBe(200)
      await callbacksProcessed(suite)
      expect(atService(suite, order)).toMatchObject({ status: "REFUNDED" })

      expect((await http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

      await sweepIn(0)
      await eventually(async () => expect(await firstFlags(order)).toEqual(["change_unbilled"]))
      const answer = await bill(order, BY_LINK)
      expect(answer.status).toBe(200)
      const { remote_order_uuid: second } = answer.body.e_invoice_order
      expect(suite.sandbox.order(second).lines).toMatchObject([{ tax: 15, amount: 299.7 }])
    })

    it("asks for all of it again where a return is cancelled before the invoice is out", async () => {
      const order = await bought("SENT")
      await deliver(order)
      const id = await requestReturn(order, { "COFFEE-250": 1 })
      // The credit is refused by now, so none can go out once the invoice does.
      await followed(order, { flags: ["change_not_followed"], remote_status: "SENT" })
      expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 248.8 }] })
      const { http } = order.merchant
      const path = `/admin/e-invoice/orders/${order.id}/refunds`
      const lastRefund = async () =>
        (
          await http.get<{ refund_account: { refunds: { id: string; may_be_given: boolean }[] } }>(
            path
          )
        ).body.refund_account.refunds.at(0)
      expect(await lastRefund()).toMatchObject({ state: "rejected", may_be_given: true })
      expect((await http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

      suite.sandbox.invoice(order.uuid)
      await callbacksProcessed(suite)
      await sweepIn(1)
      await sweepIn(30)

      await eventually(async () =>
        expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 348.7 }] })
      )
      expect(atService(suite, order)).toMatchObject({ status: "INVOICED", credited: 0 })
      await eventually(async () => expect(await firstFlags(order)).toEqual([]))
      // What is missing no more was not given by hand.
      const credit = await lastRefund()
      expect(credit).toMatchObject({ state: "rejected", may_be_given: false })
      expect(await http.post(`${path}/${credit?.id}/settle`, { carried_out: true })).toMatchObject({
        status: 404,
      })
      await followed(order, { credited_total: 0 })
    })
  })

  it("is flagged where Medusa doubled its order, and nothing is billed beside it", async () => {
    const order = await bought()
    await deliver(order)
    await listLinesTwice(suite.container, order.orderId)
    const { http } = order.merchant

    await http.post(`/admin/e-invoice/orders/${order.id}/refresh`)

    await followed(order, { flags: ["change_unbilled"] })
    expect(await bill(order, BY_LINK)).toMatchObject({ status: 400 })
    expect(callsOf(suite, "orders.refund")).toBe(0)

    await listLinesOnce(suite.container, order.orderId)
    await http.post(`/admin/e-invoice/orders/${order.id}/refresh`)
    await followed(order, { flags: [] })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 348.7, captured: true }],
    })
  })

  it("is cancelled with its order afterwards", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })

    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)

    await eventually(async () => {
      expect(atService(suite, order)).toMatchObject({ status: "REFUNDED", credited: 348.7 })
    })
    await callbacksProcessed(suite)
    await followed(order, { flags: [] })
  })
})
