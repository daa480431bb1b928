import { bill, BY_LINK, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"
import { postRefund } from "./support/refund-at-service"
import { restoreProcedure } from "./support/restored-copy"

eInvoiceSuite("order-change-credit-by-hand", {}, (suite) => {
  const {
    bought,
    editTo,
    inMedusa,
    sweepIn,
    refuseCredits,
    creditByHand,
    settleAsGiven,
    accountOf,
    followed,
  } = changedOrders(suite)

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

  it("sends no second credit that a restored copy forgot, once the order is changed again", async () => {
    const order = await bought()
    await editTo(order, 2)
    await followed(order, { credited_total: 99.9 })
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    await followed(order, { flags: [] })
    const asked = callsOf(suite, "orders.refund")

    await restoreProcedure(suite).flagGivenSince(order.uuid)
    await editTo(order, 1)
    await followed(order, { flags: ["change_not_followed", "refunded_at_service"] })
    await sweepIn(30)

    expect(callsOf(suite, "orders.refund")).toBe(asked)
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 199.8 })
    expect(atService(suite, order)).toMatchObject({ credited: 199.8 })
    suite.sandbox.pay(order.uuid)
    await callbacksProcessed(suite)
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 148.9, captured: true }],
    })
  })

  it("lists what is missing once the service says again what the invoice is of, and refunds nothing before", async () => {
    const order = await bought()
    suite.sandbox.faults.add({ operation: "orders.details", fault: "500" })
    await editTo(order, 2)
    suite.forgetFailures()
    await sweepIn(2)
    suite.sandbox.pay(order.uuid)
    suite.forgetFailures()
    await sweepIn(10)
    await followed(order, { flags: ["change_not_followed"], refunds: [] })
    await eventually(async () => {
      expect(await inMedusa(order)).toMatchObject({ payments: [{ amount: 248.8, captured: true }] })
    })
    suite.forgetFailures()
    await sweepIn(40)
    suite.sandbox.faults.clear()
    suite.forgetFailures()

    const { http } = order.merchant
    const lines = [{ id: atService(suite, order).lines[0]?.id, amount: "99.90" }]
    expect(await http.post(`/admin/e-invoice/orders/${order.id}/refunds`, { lines })).toMatchObject(
      { status: 400, body: { code: "not_followed_yet" } }
    )
    expect((await order.merchant.refund(order.orderId, 99.9)).status).toBe(400)
    expect(await accountOf(order)).toMatchObject({ obstacle: "credit-missing" })

    await sweepIn(70)
    await followed(order, {
      flags: ["change_not_followed"],
      refunds: [{ state: "rejected", purpose: "credit", amount: "99.90" }],
    })
    await creditByHand(order, 99.9, "regular")
    await settleAsGiven(order)
    await followed(order, { flags: [], credited_total: 99.9 })
    expect(await inMedusa(order)).toEqual({
      pending: 0,
      payments: [{ amount: 248.8, captured: true }],
    })
    expect(await outstanding(order)).toMatchObject({ billable: 0 })
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

  it("lists what a cancelled order's invoice lacks where the portal credited a part, and credits the rest", async () => {
    const order = await bought()
    await creditByHand(order, 99.9)
    await callbacksProcessed(suite)
    const asked = callsOf(suite, "orders.refund")
    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
    await followed(order, {
      refunds: [{ state: "rejected", purpose: "credit", amount: order.total.toFixed(2) }],
    })
    expect(callsOf(suite, "orders.refund")).toBe(asked)

    const { merchant } = order
    const [credit] = (await merchant.eInvoiceOrder(order.orderId)).refunds
    const path = `/admin/e-invoice/orders/${order.id}/refunds/${credit?.id}/settle`
    const finding = { carried_out: true, attempt: 1, amount: "99.90", beside_another: false }
    expect(await merchant.http.post(path, finding)).toMatchObject({ status: 200 })
    await sweepIn(30)

    expect(atService(suite, order)).toMatchObject({ status: "REFUNDED", credited: order.total })
    await followed(order, { flags: [], credited_total: order.total })
  })

  it("credits the rest of a cancelled order of whose line the portal credited a part, which staff name", async () => {
    const order = await bought()
    const credited = atService(suite, order).lines.find(({ amount }) => amount > 250)
    const share = { id: credited?.id ?? 0, amount: 250 }
    await postRefund(order.uuid, { type: "invoiced", grandTotal: 250, products: [share] })
    await callbacksProcessed(suite)
    expect((await order.merchant.cancel(order.orderId)).status).toBe(200)
    await followed(order, { refunds: [{ state: "rejected", purpose: "credit" }] })
    const { merchant, id } = order
    const [credit] = (await merchant.eInvoiceOrder(order.orderId)).refunds
    const path = `/admin/e-invoice/orders/${id}/refunds/${credit?.id}/settle`
    const settle = (amount: string, said: object = {}) =>
      merchant.http.post(path, {
        carried_out: true,
        beside_another: false,
        lines: [{ id: share.id, amount }],
        ...said,
      })

    expect(await settle("250", { amount: "250" })).toMatchObject({ status: 400 })
    expect(await settle("299.71")).toMatchObject({
      status: 400,
      body: { code: "line_beyond_left" },
    })
    expect(await settle("250")).toMatchObject({ status: 200 })
    await sweepIn(30)

    expect(atService(suite, order)).toMatchObject({ status: "REFUNDED", credited: order.total })
    await followed(order, { flags: [], credited_total: order.total })
  })

  it.each([
    ["stands", false, "paid_uncapturable"],
    ["was cancelled", true, "paid_after_cancel"],
  ])(
    "is flagged once its customer pays what staff recorded as credited whole by mistake, and its order %s",
    async (_what, isCancelled, flag) => {
      const order = await bought()
      await editTo(order, 1)
      await followed(order, { credited_total: 199.8 })
      suite.sandbox.faults.add({ fault: "417", operation: "orders.refund" })
      const path = `/admin/e-invoice/orders/${order.id}/cancel`
      expect(
        isCancelled
          ? await order.merchant.cancel(order.orderId)
          : await order.merchant.http.post(path)
      ).toMatchObject({ status: isCancelled ? 200 : 400 })
      // What follows the cancellation may ask for the credit once more: while it is sent, nothing is settled.
      await eventually(() => settleAsGiven(order))
      await followed(order, { credited_total: 348.7 })
      suite.sandbox.faults.clear()
      suite.sandbox.pay(order.uuid)
      await callbacksProcessed(suite)

      const { flags } = await order.merchant.eInvoiceOrder(order.orderId)
      expect(flags).toContain(flag)
      await creditByHand(order, 99.9, "regular")
      await postRefund(order.uuid, {
        type: "regular",
        grandTotal: 49,
        products: [{ id: atService(suite, order).lines[1]?.id, amount: 49 }],
      })
      await callbacksProcessed(suite)
      await sweepIn(30)
      expect((await order.merchant.eInvoiceOrder(order.orderId)).flags).not.toContain(flag)
    }
  )

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
      "is not captured for more than was paid where %s, and the order was refunded since",
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

    it("is captured once staff say that it was not given of an order that was refunded since", async () => {
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
})
