import { bill, BY_LINK, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"

/** One of them for a mug, which is at another VAT rate. */
const SWAPPED = { add: { "MUG-35": 1 }, leave: { "COFFEE-250": 2 } }

eInvoiceSuite("order-change of which goods and goodwill were refunded", {}, (suite) => {
  const {
    bought,
    giveBack,
    inMedusa,
    deliver,
    edit,
    requestReturn,
    sweepIn,
    firstFlags,
    creditByHand,
    followed,
  } = changedOrders(suite)

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
    await requestReturn(order, { "COFFEE-250": 1 })

    expect(await order.merchant.refund(order.orderId, 99.9)).toMatchObject({ status: 200 })

    await callbacksProcessed(suite)
    expect((await inMedusa(order)).pending).toBeCloseTo(0, 6)
    expect(callsOf(suite, "orders.refund")).toBe(2)
  })

  it("has a replacement billed once what it replaces is refunded by the piece", async () => {
    const order = await bought("PAID")
    await refunds(order, 34.87)
    await edit(order, { add: { "COFFEE-1000": 1 }, at: 99.9, leave: { "COFFEE-250": 2 } })

    // The callback comes while Medusa waits for the answer.
    suite.sandbox.faults.add({ fault: "slow-headers=2000", operation: "orders.refund", times: 1 })
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
    const approved = { carried_out: true, beside_another: false }
    expect((await http.post(`${asked}/settle`, approved)).status).toBe(200)
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
