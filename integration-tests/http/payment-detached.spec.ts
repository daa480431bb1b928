import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { journalOf } from "./support/evidence"
import { atService, callbacksProcessed, purchase, type Purchase } from "./support/purchase"
import type { HttpClient } from "./support/http-client"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

const OTHER_PROVIDER = "pp_system_default"

/** What becomes of an order whose payment session was deleted, or whose payment is gone from Medusa. */
eInvoiceSuite("payment-detached", {}, (suite) => {
  const { sandbox } = suite
  const order = ({ merchant, orderId }: Purchase) => merchant.eInvoiceOrder(orderId)
  const payment = ({ merchant, orderId }: Purchase) => merchant.payment(orderId)
  const database = (): Knex => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

  /** An order whose payment session is gone, past whatever protects it. */
  const detached = async (): Promise<Purchase> => {
    const bought = await purchase(suite)
    await deleteSessionOf(bought)
    return bought
  }

  const sessionIdOf = async ({ id }: Purchase): Promise<string> => {
    const row = (await journalOf(suite)).find((each) => each.id === id)
    return row?.payment_session_id ?? ""
  }

  const deleteSessionOf = async (bought: Purchase): Promise<void> => {
    await database()("payment_session")
      .where({ id: await sessionIdOf(bought) })
      .update({ deleted_at: new Date() })
  }

  const losePayment = async (bought: Purchase, at: Date | null) => {
    await database()("payment")
      .where({ payment_session_id: await sessionIdOf(bought) })
      .update({ deleted_at: at })
  }

  const theirCart = async (): Promise<Shopper> => {
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    return shopper
  }

  it("Medusa's own flow completes the cart of another shopper when the session is gone: it is not settled through", async () => {
    const other = await theirCart()
    const bought = await detached()

    await processPaymentWorkflow(suite.container).run({
      input: {
        action: "authorized",
        data: { session_id: await sessionIdOf(bought), amount: bought.total },
      },
    })

    const { data } = await suite.container.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "cart",
      fields: ["completed_at"],
      filters: { id: other.cartId },
    })
    expect(data).toEqual([expect.objectContaining({ completed_at: expect.any(Date) })])
  })

  describe("a new session for the payment collection of a placed order", () => {
    const collectionIdOf = async ({ merchant, orderId }: Purchase) =>
      (await merchant.order(orderId)).payment_collections[0]?.id ?? ""

    const choose = async (http: HttpClient, bought: Purchase, provider_id: string) =>
      http.post<{ type: string }>(
        `/${http === bought.merchant.http ? "admin" : "store"}/payment-collections/${await collectionIdOf(bought)}/payment-sessions`,
        {
          provider_id,
          ...(provider_id !== OTHER_PROVIDER && {
            data: { personal_number: PERSONAL_NUMBER },
          }),
        }
      )

    const sessionsOf = async (bought: Purchase) =>
      database()("payment_session")
        .where({ payment_collection_id: await collectionIdOf(bought) })
        .whereNull("deleted_at")
        .pluck("id")

    it.each([["pp_e-invoice_private"], [OTHER_PROVIDER]])(
      "is refused while its invoice is live: %s",
      async (provider) => {
        const bought = await purchase(suite)
        const { http } = await Shopper.arrive(suite)

        for (const asking of [http, bought.merchant.http]) {
          const { status, body } = await choose(asking, bought, provider)
          expect({ status, type: body.type }).toEqual({
            status: 400,
            type: "not_allowed",
          })
        }

        expect(await sessionsOf(bought)).toEqual([await sessionIdOf(bought)])
        sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        expect((await payment(bought)).captured_at).toBeTruthy()
      }
    )

    it.each([["pp_e-invoice_private"], [OTHER_PROVIDER]])(
      "is taken back by Medusa when it does not come over HTTP: %s",
      async (provider_id) => {
        const bought = await purchase(suite)

        const { errors } = await createPaymentSessionsWorkflow(suite.container).run({
          input: {
            payment_collection_id: await collectionIdOf(bought),
            provider_id,
          },
          throwOnError: false,
        })

        expect(errors).toHaveLength(1)
        expect(await sessionsOf(bought)).toEqual([await sessionIdOf(bought)])
        expect((await payment(bought)).canceled_at).toBeNull()
      }
    )

    it("is allowed once no bill is open any more", async () => {
      const bought = await purchase(suite)
      sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)

      const { http } = await Shopper.arrive(suite)
      const { status } = await choose(http, bought, OTHER_PROVIDER)

      expect(status).toBe(200)
    })

    it("is refused while an invoice is being made, and allowed when the checkout failed", async () => {
      const shopper = await theirCart()
      sandbox.faults.add({
        fault: "after:slow-headers=3000",
        operation: "orders.create-e-invoice",
        times: 1,
      })
      const completing = shopper.complete()
      await eventually(async () => {
        expect((await journalOf(suite))[0]).toMatchObject({ state: "sending" })
      })

      const meanwhile = await shopper.chooseInvoice({}, OTHER_PROVIDER)

      expect(meanwhile.status).toBe(400)
      expect((await completing).body.type).toBe("order")

      const other = await theirCart()
      sandbox.faults.add({
        fault: "417",
        operation: "orders.create-e-invoice",
        times: 1,
      })
      expect((await other.complete()).body.type).toBe("cart")
      expect((await other.chooseInvoice({}, OTHER_PROVIDER)).status).toBe(200)
    })
  })

  describe("without its session", () => {
    it("an order that is paid is captured, and no other shopper's cart is completed", async () => {
      const other = await theirCart()
      const bought = await detached()

      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      expect((await payment(bought)).captured_at).toBeTruthy()
      expect(await order(bought)).toMatchObject({
        remote_status: "PAID",
        flags: [],
      })
      expect(await bought.merchant.order(bought.orderId)).toMatchObject({
        payment_status: "captured",
      })
      expect((await other.cart()).completed_at ?? null).toBeNull()
    })

    it("one of which the payment's id was never written down is found by the session that the payment names", async () => {
      const bought = await detached()
      await suite.eInvoice.updateEInvoiceOrders({
        id: bought.id,
        payment_id: null,
      })

      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      expect((await payment(bought)).captured_at).toBeTruthy()
      expect(await order(bought)).toMatchObject({
        payment_id: expect.any(String),
        flags: [],
      })
    })

    it("one that the service cancels is released and flagged", async () => {
      const bought = await detached()

      sandbox.cancel(bought.uuid)
      await callbacksProcessed(suite)

      expect((await payment(bought)).canceled_at).toBeTruthy()
      expect(await order(bought)).toMatchObject({
        flags: ["cancelled_at_service"],
      })
    })

    it("one that was paid can be refunded", async () => {
      const bought = await detached()
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      const { status } = await bought.merchant.http
        .with({ "idempotency-key": "refund-1" })
        .post(`/admin/e-invoice/orders/${bought.id}/refunds`, {
          amount: bought.total,
        })

      expect(status).toBe(200)
      expect(atService(suite, bought)).toMatchObject({
        refunded: bought.total,
      })
    })

    it("cancelling the Medusa order cancels the invoice", async () => {
      const bought = await detached()

      await bought.merchant.cancel(bought.orderId)

      await eventually(async () => {
        expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
        expect(await order(bought)).toMatchObject({ flags: [] })
      })
    })

    it("cancelling the Medusa order of a paid one gives the money back", async () => {
      const bought = await detached()
      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      await bought.merchant.cancel(bought.orderId)
      await callbacksProcessed(suite)

      expect(atService(suite, bought)).toMatchObject({
        status: "REFUNDED",
        refunded: bought.total,
      })
    })
  })

  describe("without its payment", () => {
    it.each([
      ["invoiced", "invoice"],
      ["paid", "pay"],
      ["cancelled", "cancel"],
    ] as const)("an order that is %s is flagged at once", async (_status, act) => {
      const bought = await detached()
      await losePayment(bought, new Date())

      sandbox[act](bought.uuid)
      await callbacksProcessed(suite)

      const { flags } = await order(bought)
      expect(flags).toEqual(act === "cancel" ? ["cancelled_at_service"] : ["payment_missing"])
    })

    it("one that waits is flagged by the sweep, and the flag goes when the payment is back", async () => {
      const bought = await detached()
      await losePayment(bought, new Date())

      await sweepTomorrow()
      expect(await order(bought)).toMatchObject({
        flags: ["payment_missing"],
      })

      await losePayment(bought, null)
      await bought.merchant.refresh(bought.id)
      expect(await order(bought)).toMatchObject({ flags: [] })
    })

    it("one whose Medusa order is gone as well is flagged", async () => {
      const bought = await detached()
      await losePayment(bought, new Date())
      await database()("order").where({ id: bought.orderId }).update({ deleted_at: new Date() })

      sandbox.pay(bought.uuid)
      await callbacksProcessed(suite)

      expect(await suite.eInvoice.orders.statuses.find(bought.id)).toMatchObject({
        flags: ["order_missing"],
      })
    })
  })

  describe("a Medusa order that was cancelled while the plugin was not there", () => {
    const cancelUnheard = async ({ orderId }: Purchase) => {
      await suite.container
        .resolve(Modules.ORDER)
        .updateOrders([{ id: orderId, status: "canceled", canceled_at: new Date() } as never])
    }

    it.each([["one that was not acted on"], ["an invoice that is out"]])(
      "has its invoice cancelled at the next look: %s",
      async (which) => {
        const bought = await purchase(suite)
        if (which.startsWith("an invoice")) {
          sandbox.invoice(bought.uuid)
          await callbacksProcessed(suite)
        }
        await cancelUnheard(bought)

        await sweepTomorrow()

        expect(atService(suite, bought)).toMatchObject({ status: "CANCELLED" })
      }
    )

    it("is noticed among many orders that a list of the service answers for", async () => {
      const bought = [
        await purchase(suite),
        await purchase(suite),
        await purchase(suite),
        await purchase(suite),
      ]
      const [first, ...others] = bought
      await cancelUnheard(first as Purchase)

      await sweepTomorrow()

      expect(bought.map((each) => atService(suite, each).status)).toEqual([
        "CANCELLED",
        ...others.map(() => "SENT"),
      ])
    })
  })

  async function sweepTomorrow(): Promise<void> {
    await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + 25 * 60 * 60_000),
    })
    await callbacksProcessed(suite)
  }
})
