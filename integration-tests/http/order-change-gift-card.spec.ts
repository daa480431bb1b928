import { bill, BY_LINK, outstanding } from "./support/billing"
import { changedOrders } from "./support/changed-order"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { atService, callbacksProcessed, callsOf, type Purchase } from "./support/purchase"
import { postRefund } from "./support/refund-at-service"

/** Three of an item at 99.90 and a delivery at 49.00: what is bought where nothing is named. */
const BASKET = { "COFFEE-250": 3 }

eInvoiceSuite("order-change-gift-card", {}, (suite) => {
  const {
    giveBack,
    inMedusa,
    deliver,
    edit,
    exchange,
    requestReturn,
    sweepIn,
    firstFlags,
    creditByHand,
    accountOf,
    followed,
    placedWithCard,
  } = changedOrders(suite)

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
})
