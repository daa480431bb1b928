import { Modules } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent } from "./support/evidence"
import { liveInvoices } from "./support/expect-invoiced"
import { Merchant } from "./support/merchant"
import { atService, callsOf, purchase } from "./support/purchase"
import { Shopper } from "./support/shopper"

/** What Medusa leaves open and other suites do not show; docs/medusa-gaps.md has all of them. */
eInvoiceSuite("medusa-gaps", {}, (suite) => {
  const { sandbox } = suite

  afterEach(() => jest.restoreAllMocks())

  it("a checkout that fails after it was authorised cancels the invoice, and the retry that Medusa places on the cancelled payment is flagged", async () => {
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    const locks = suite.container.resolve(Modules.LOCKING)
    const release = jest
      .spyOn(locks, "release")
      .mockRejectedValueOnce(new Error("the last step fails"))

    const failed = await shopper.complete()

    expect(failed.body.type).not.toBe("order")
    expect(creationsSent(suite)).toBe(1)
    await eventually(() => {
      expect(liveInvoices(suite)).toEqual([])
      return Promise.resolve()
    })
    release.mockRestore()

    const retried = await shopper.complete()

    if (retried.body.type !== "order") {
      throw new Error("Medusa refuses the retry now: the flag is not needed.")
    }
    const { id } = retried.body.order
    const merchant = await Merchant.signIn(suite)
    await eventually(async () => {
      expect(await merchant.eInvoiceOrder(id)).toMatchObject({
        attention: "placed_unbilled",
      })
    })
    expect(liveInvoices(suite)).toEqual([])
  })

  it('pressing "Check status" of a placed order bills nobody again and captures nothing', async () => {
    const { merchant, orderId } = await purchase(suite)
    const payment = await merchant.payment(orderId)

    await merchant.http.post(
      `/admin/orders/${orderId}/payment-sessions/authorize`,
      { payment_session_id: payment.payment_session?.id }
    )

    expect(creationsSent(suite)).toBe(1)
    expect((await merchant.payment(orderId)).captured_at).toBeNull()
  })

  it("Medusa's own webhook route, open to all, moves nothing of ours", async () => {
    const bought = await purchase(suite)
    const session = (await bought.merchant.payment(bought.orderId))
      .payment_session?.id
    const before = callsOf(suite, "orders.status")

    for (const provider of ["e-invoice_private", "pp_e-invoice_private"]) {
      for (const action of ["captured", "authorized", "canceled", "failed"]) {
        const { status } = await fetch(
          `${suite.address}/hooks/payment/${provider}`,
          {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({
              action,
              event: action,
              status: "PAID",
              orderUuid: bought.uuid,
              session_id: session,
              data: { session_id: session, amount: bought.total },
            }),
          }
        )
        expect(status).toBe(200)
      }
    }
    // Medusa acts on it later; what it would ask the provider is asked at once here.
    const answer = await suite.container
      .resolve(Modules.PAYMENT)
      .getWebhookActionAndData({
        provider: "e-invoice_private",
        payload: {
          data: { session_id: session, status: "PAID" },
          rawData: "",
          headers: {},
        },
      })

    expect(answer).toEqual({ action: "not_supported" })
    expect(atService(suite, bought).status).toBe("SENT")
    expect(callsOf(suite, "orders.status")).toBe(before)
    expect(
      (await bought.merchant.payment(bought.orderId)).captured_at
    ).toBeNull()
    expect(sandbox.audit()).toMatchObject({ billedTwice: [] })
  })
})
