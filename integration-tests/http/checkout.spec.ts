import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/core-flows"

import { E_INVOICE_PAYMENT_PROVIDER } from "../../src/modules/e-invoice"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent, onlyJournalRow } from "./support/evidence"
import { expectInvoiced } from "./support/expect-invoiced"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

const mixedBasket = {
  "COFFEE-250": 3,
  "SOCKS-41-45": 2,
  "PASS-ADULT": 1,
  "BOOK-HARD": 1,
}

eInvoiceSuite("checkout", {}, (suite) => {
  describe("a checkout", () => {
    it("of a guest is invoiced to the øre, with goods at four VAT rates and shipping at a fifth line", async () => {
      const shopper = await Shopper.arrive(suite, { basket: mixedBasket })

      const { order, invoice, row } = await expectInvoiced(suite, await shopper.buy())

      expect(invoice.referenceNo).toBe(String(order.display_id))
      expect(invoice.lines.map(({ amount, tax }) => `${amount} with ${tax} %`).sort()).toEqual([
        "239.8 with 25 %",
        "299.7 with 15 %",
        "429 with 0 %",
        "450 with 12 %",
        "49 with 25 %",
      ])
      expect(invoice.callbackUrl).toMatch(/^http:\/\/localhost:\d+\/hooks\/e-invoice\/[\w-]{43}$/)
      expect(row).toMatchObject({
        attempt: 1,
        cart_id: shopper.cartId,
        currency_code: "nok",
        remote_status: "SENT",
        reference_no: String(order.display_id),
      })
      expect(creationsSent(suite)).toBe(1)
    })

    it("of a customer who is signed in keeps nothing about them with the service", async () => {
      const shopper = await Shopper.arrive(suite, { signedIn: true })

      await expectInvoiced(suite, await shopper.buy())

      const { data } = await suite.container
        .resolve("query")
        .graph({ entity: "account_holder", fields: ["id"] })
      expect(data).toEqual([])
    })

    it("sends the shopper's phone, language and reference", async () => {
      const shopper = await Shopper.arrive(suite, { address: { phone: null } })

      const { invoice } = await expectInvoiced(
        suite,
        await shopper.buy({
          personal_number: PERSONAL_NUMBER,
          phone: "41 00 00 00",
          language: "sv",
          reference: "Cabin, 2nd floor",
        })
      )

      expect(invoice.customerReference).toBe("Cabin, 2nd floor")
      const [request] = suite.sandbox.requests()
      expect(request?.body).toMatchObject({
        customerDetails: { preferredLanguage: "sv" },
      })
    })

    it.each(["tenPercent", "fiftyOff"] as const)(
      "with the promotion %s adds up",
      async (promotion) => {
        const shopper = await Shopper.arrive(suite, {
          basket: mixedBasket,
          promotions: [promotion],
        })

        const { invoice } = await expectInvoiced(suite, await shopper.buy())

        expect(invoice.lines.some(({ discount }) => discount > 0)).toBe(true)
      }
    )

    it("with free shipping adds up", async () => {
      const shopper = await Shopper.arrive(suite, {
        basket: mixedBasket,
        promotions: ["freeShipping"],
      })

      const { order } = await expectInvoiced(suite, await shopper.buy())

      expect(order.total).toBe(1418.5)
    })

    it("with all promotions at once adds up", async () => {
      const shopper = await Shopper.arrive(suite, {
        basket: mixedBasket,
        promotions: ["tenPercent", "fiftyOff", "freeShipping"],
      })

      await expectInvoiced(suite, await shopper.buy())
    })

    it("in a region whose prices carry no VAT adds up", async () => {
      const shopper = await Shopper.arrive(suite, {
        region: "norwayBusiness",
        basket: mixedBasket,
        promotions: ["tenPercent"],
      })

      const { order } = await expectInvoiced(suite, await shopper.buy())

      expect(order.tax_total).toBeGreaterThan(0)
    })

    it("partly paid by a credit line invoices the rest", async () => {
      const shopper = await Shopper.arrive(suite, { basket: mixedBasket })
      const { total } = await shopper.cart()
      await createCartCreditLinesWorkflow(suite.container).run({
        input: [
          {
            cart_id: shopper.cartId,
            amount: 200.01,
            reference: "gift-card",
            reference_id: "gift_1",
            metadata: {},
          },
        ],
      })
      await refreshPaymentCollectionForCartWorkflow(suite.container).run({
        input: { cart_id: shopper.cartId },
      })

      const { order } = await expectInvoiced(suite, await shopper.buy())

      expect(order.total).toBeCloseTo(total - 200.01, 2)
    })

    it("partly paid by a gift card for anything keeps the VAT of its goods", async () => {
      suite.eInvoice.options.giftCards = "multi-purpose"
      try {
        const shopper = await Shopper.arrive(suite, { basket: mixedBasket })
        await createCartCreditLinesWorkflow(suite.container).run({
          input: [
            {
              cart_id: shopper.cartId,
              amount: 200.01,
              reference: "gift-card",
              reference_id: "gift_1",
              metadata: {},
            },
          ],
        })
        await refreshPaymentCollectionForCartWorkflow(suite.container).run({
          input: { cart_id: shopper.cartId },
        })

        const { invoice } = await expectInvoiced(suite, await shopper.buy())

        expect(invoice.lines.map(({ amount, tax }) => `${amount} with ${tax} %`).sort()).toEqual([
          "-200.01 with 0 %",
          "239.8 with 25 %",
          "299.7 with 15 %",
          "429 with 0 %",
          "450 with 12 %",
          "49 with 25 %",
        ])
      } finally {
        suite.eInvoice.options.giftCards = "single-purpose"
      }
    })

    it("of a thousand lines is invoiced in one order", async () => {
      const shopper = await Shopper.arrive(suite, { basket: { "MUG-35": 1 } })
      const cart = suite.container.resolve("cart")
      await cart.addLineItems(
        shopper.cartId,
        Array.from({ length: 999 }, (_, index) => ({
          title: `Line ${index}`,
          quantity: (index % 3) + 1,
          unit_price: 0.99 + index / 100,
          is_tax_inclusive: index % 2 === 0,
          requires_shipping: false,
          tax_lines: [{ code: "vat", rate: [0, 12, 15, 25][index % 4] ?? 0 }],
        }))
      )

      const { invoice } = await expectInvoiced(suite, await shopper.buy())

      expect(invoice.lines).toHaveLength(1001)
      // Medusa itself needs most of this time for so many lines.
    }, 400_000)

    it("to a foreign address takes the phone in that country's form", async () => {
      const shopper = await Shopper.arrive(suite, {
        region: "norwayBusiness",
        address: { phone: "+46 70 174 06 05" },
      })

      await expectInvoiced(suite, await shopper.buy())
    })
  })

  describe("completing at the same time", () => {
    it("makes one order and one invoice", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()

      const answers = await Promise.all([
        shopper.complete(),
        shopper.complete(),
        shopper.complete(),
      ])

      const ids = answers.map(({ body }) => (body.type === "order" ? body.order.id : body.type))
      expect(new Set(ids).size).toBe(1)
      for (const answer of answers.slice(0, 1)) {
        await expectInvoiced(suite, answer)
      }
      expect(creationsSent(suite)).toBe(1)
    })

    it("again afterwards returns the same order and sends nothing", async () => {
      const shopper = await Shopper.arrive(suite)
      const { order } = await expectInvoiced(suite, await shopper.buy())

      const { body } = await shopper.complete()

      expect(body).toMatchObject({ type: "order", order: { id: order.id } })
      expect(creationsSent(suite)).toBe(1)
    })
  })

  describe("an order that was edited after it was paid", () => {
    it("has its difference invoiced by the line that was added", async () => {
      const shopper = await Shopper.arrive(suite, { basket: mixedBasket })
      const { order, invoice } = await expectInvoiced(suite, await shopper.buy())
      const admin = await signInAsAdmin()
      suite.sandbox.pay(invoice.uuid)
      await eventually(() => isCaptured(admin, order.id))
      await addSocks(admin, order.id)
      const { body } = await admin.post<{
        payment_collection: { id: string; amount: number }
      }>("/admin/payment-collections", { order_id: order.id, amount: 119.9 })
      const { id } = body.payment_collection
      const created = await admin.post<{
        payment_collection: { payment_sessions: { id: string }[] }
      }>(`/admin/payment-collections/${id}/payment-sessions`, {
        provider_id: E_INVOICE_PAYMENT_PROVIDER,
        data: { personal_number: PERSONAL_NUMBER },
      })
      expect(created.status).toBe(200)
      const [session] = created.body.payment_collection.payment_sessions

      const payment = await suite.container
        .resolve("payment")
        .authorizePaymentSession(session?.id ?? "", {})

      expect(payment).toMatchObject({ amount: 119.9 })
      const difference = suite.sandbox.orders().find(({ uuid }) => uuid !== invoice.uuid)
      expect(difference?.grandTotal).toBe(119.9)
      expect(difference?.lines).toMatchObject([
        { name: "Wool socks, 36 to 40", quantity: 1, tax: 25, amount: 119.9 },
      ])
      expect(suite.sandbox.audit()).toMatchObject({
        totalsOff: [],
        money: { balanced: true },
      })
    })

    const signInAsAdmin = async () => {
      const { email, password } = suite.store.admin
      const { body } = await suite.http.post<{ token: string }>("/auth/user/emailpass", {
        email,
        password,
      })
      return suite.http.with({ authorization: `Bearer ${body.token}` })
    }
    type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

    const isCaptured = async (admin: Admin, orderId: string) => {
      const { body } = await admin.get<{ order: { payment_status: string } }>(
        `/admin/orders/${orderId}?fields=payment_status`
      )
      expect(body.order.payment_status).toBe("captured")
    }

    const addSocks = async (admin: Admin, orderId: string) => {
      const steps: [string, unknown][] = [
        ["/admin/order-edits", { order_id: orderId }],
        [
          `/admin/order-edits/${orderId}/items`,
          {
            items: [{ variant_id: suite.store.variants["SOCKS-36-40"], quantity: 1 }],
          },
        ],
        [`/admin/order-edits/${orderId}/request`, {}],
        [`/admin/order-edits/${orderId}/confirm`, {}],
      ]
      for (const [path, body] of steps) {
        const answer = await admin.post(path, body)
        expect([path, answer.status]).toEqual([path, 200])
      }
    }
  })

  describe("the timeline", () => {
    it("begins with the creation", async () => {
      const shopper = await Shopper.arrive(suite)
      await expectInvoiced(suite, await shopper.buy())

      const { id, remote_order_uuid } = await onlyJournalRow(suite)
      expect(await suite.eInvoice.timeline.list(id)).toMatchObject([
        {
          actor: "shopper",
          action: "create",
          outcome: "done",
          detail: { order_uuid: remote_order_uuid, attempt: 1 },
        },
      ])
    })
  })
})
