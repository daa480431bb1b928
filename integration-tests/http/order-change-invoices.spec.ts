import { bill, BY_LINK, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, purchase, type Purchase } from "./support/purchase"

/** One of them for a mug, which is at another VAT rate. */
const SWAPPED = { add: { "MUG-35": 1 }, leave: { "COFFEE-250": 2 } }

eInvoiceSuite("order-change of several invoices of an order", {}, (suite) => {
  const { bought, giveBack, inMedusa, deliver, edit, exchange, requestReturn, sweepIn, followed } =
    changedOrders(suite)

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
    expect(suite.sandbox.order(second).lines.map(({ tax, refunded }) => [tax, refunded])).toEqual([
      [15, 0],
      [25, 99.9],
    ])
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
    await eventually(async () => expect((await inMedusa(order)).pending).toBeCloseTo(-99.9 - price))
    const { http } = order.merchant
    const [first, other] = await suite.eInvoice.orders.statuses.ofOrder(order.orderId)
    const byButton = (amount: number) =>
      http.post<{ message: string; code?: string }>(`/admin/payments/${first?.paymentId}/refund`, {
        amount,
      })
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
