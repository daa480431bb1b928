import { Modules } from "@medusajs/framework/utils"

import { eraseExpiredData } from "../../src/workflows/personal-data"
import { bill, BY_LINK, markAsPaid, outstanding, RESERVE } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent, journalOf, shopperDataCount } from "./support/evidence"
import { differing } from "./support/finance"
import { expectDeclined } from "./support/expect-invoiced"
import { DAY, type Held, heldOrders, PRICE } from "./support/held-orders"
import { Merchant } from "./support/merchant"
import { orderChanges } from "./support/order-changes"
import { Shopper } from "./support/shopper"

eInvoiceSuite("ship-then-bill-hold", { options: { requestBudget: 2_000 } }, (suite) => {
  const { buy, ship, billed, heldAs, livingPayments, sweep, refundParcel, pendingOf, payAll } =
    heldOrders(suite)

  it("forgets the shopper of an order that is cancelled before it is shipped", async () => {
    const held = await buy()

    expect((await held.merchant.cancel(held.orderId)).status).toBe(200)

    await heldAs(held, { kept: false, flags: null })
    expect(await shopperDataCount(suite)).toBe(0)
    expect(suite.sandbox.requests()).toEqual([])
    expect(await livingPayments(held)).toEqual([])
  })

  it("forgets the shopper when the days are over, and calls staff to what is left", async () => {
    const held = await buy()
    expect(await differing(held)).toBe(0)
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    await eventually(async () => expect(await differing(held)).toBe(0))

    await sweep(29 * DAY)
    await heldAs(held, { kept: true, flags: null })
    await sweep(31 * DAY)
    await heldAs(held, { kept: false, flags: "hold_expired" })
    await eraseExpiredData(suite.container)
    expect(await shopperDataCount(suite)).toBe(0)

    await ship(held, { "COFFEE-250": 2 })
    await heldAs(held, { kept: false, flags: "shipped_unbilled hold_expired" })
    expect((await bill(held, BY_LINK, "the-rest")).status).toBe(200)
    await sweep(33 * DAY)
    await heldAs(held, { kept: false, flags: null })
    await billed([148.9, 199.8])
  })

  it("is not billed where its whole price is paid otherwise before it is shipped", async () => {
    const held = await buy()
    await markAsPaid(held, held.total)

    await ship(held, { "COFFEE-250": 3 })
    await sweep(DAY)

    await heldAs(held, { kept: false, flags: null })
    expect(creationsSent(suite)).toBe(0)
    expect(await livingPayments(held)).toEqual([{ amount: held.total, captured: true }])
  })

  it("is not billed for what is paid otherwise after its first parcel, and asks for no more than its price", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])

    await markAsPaid(held, 119.9)
    await sweep(DAY)
    expect(await flagsOfAll(held)).toEqual([])
    await ship(held, { "SOCKS-41-45": 1 })
    await sweep(2 * DAY)

    await heldAs(held, { kept: false, flags: null })
    expect(await flagsOfAll(held)).toEqual([])
    await billed([148.9])
  })
  /** Of its hold and its invoices. */
  const flagsOfAll = async ({ orderId }: Held) =>
    (await suite.eInvoice.orders.statuses.ofOrder(orderId)).flatMap(({ flags }) => flags)

  /** @param of.amount what is captured of the first line; all that is left where nothing is said */
  const captured = async ({
    held,
    uuid,
    amount,
  }: {
    held: Held
    uuid: string
    amount?: number
  }) => {
    const { http } = held.merchant
    const { body } = await http.get<{
      reservation: { account: { lines: { id: number; left: number }[] } }
    }>(`/admin/e-invoice/reservations/${uuid}/account`)
    const left = body.reservation.account.lines.map(({ id, left }) => ({ id, amount: left }))
    const lines = amount === undefined ? left : left.slice(0, 1).map(({ id }) => ({ id, amount }))
    return http
      .with({ "idempotency-key": "capture" })
      .post(`/admin/e-invoice/reservations/${uuid}/captures`, { lines })
  }
  const markedAsPaid = async ({ merchant, orderId }: Held, amount: number) => {
    const { payment_collections } = await merchant.order(orderId)
    const unpaid = payment_collections.filter(({ status }) => status === "not_paid")
    expect(unpaid).toMatchObject([{ amount }])
    return merchant.http.post(`/admin/payment-collections/${unpaid[0]?.id}/mark-as-paid`, {
      order_id: orderId,
    })
  }

  describe("whose whole price is taken by a reservation", () => {
    const reserved = async () => {
      const held = await buy()
      const { status, body } = await bill(held, RESERVE, "reserve")
      expect(status).toBe(200)
      const uuid = body.operation?.subject_uuid ?? ""
      suite.sandbox.reservations.confirm(uuid)
      return { held, uuid }
    }
    it("is marked as paid in Medusa once it is captured, and not billed when it is shipped", async () => {
      const { held, uuid } = await reserved()
      expect(await captured({ held, uuid })).toMatchObject({ status: 200 })
      expect(await livingPayments(held)).toEqual([])

      expect(await markedAsPaid(held, 348.7)).toMatchObject({ status: 200 })

      expect(await livingPayments(held)).toEqual([{ amount: 348.7, captured: true }])
      expect(await pendingOf(held)).toBe(0)
      expect(await outstanding(held)).toMatchObject({ billable: 0 })
      await ship(held, { "COFFEE-250": 3 })
      await sweep(DAY)
      await heldAs(held, { kept: false, flags: null })
      expect(creationsSent(suite)).toBe(0)
      expect(await livingPayments(held)).toEqual([{ amount: 348.7, captured: true }])
    })

    it("is marked as paid once it was shipped, too, and asks Medusa for its price once", async () => {
      const { held, uuid } = await reserved()
      await ship(held, { "COFFEE-250": 3 })
      expect(await captured({ held, uuid })).toMatchObject({ status: 200 })
      await sweep(DAY)
      await sweep(2 * DAY)

      expect(await markedAsPaid(held, 348.7)).toMatchObject({ status: 200 })
      expect(await pendingOf(held)).toBe(0)
      expect(creationsSent(suite)).toBe(0)
    })
  })

  describe("that was shipped while a reservation was to take its price", () => {
    const shipped = async (quantity: number) => {
      const held = await buy()
      const { body } = await bill(held, RESERVE, "reserve")
      await ship(held, { "COFFEE-250": quantity })
      await sweep(DAY)
      await heldAs(held, { kept: true, flags: null })
      return { held, uuid: body.operation?.subject_uuid ?? "" }
    }

    it.each<[string, (uuid: string) => void]>([
      ["is declined", (uuid) => suite.sandbox.reservations.decline(uuid)],
      [
        "expires uncaptured",
        (uuid) => {
          suite.sandbox.reservations.confirm(uuid)
          suite.sandbox.clock.advance({ days: 8 })
        },
      ],
    ])("is billed by the parcel where that %s", async (_what, end) => {
      const { held, uuid } = await shipped(3)

      end(uuid)
      await sweep(2 * DAY)
      await sweep(3 * DAY)

      await billed([348.7])
      await heldAs(held, { kept: false, flags: null })
      expect(creationsSent(suite)).toBe(1)
    })

    it.each([1, 3])(
      "calls staff where a part was captured before it was released, of %d",
      async (quantity) => {
        const { held, uuid } = await shipped(quantity)
        suite.sandbox.reservations.confirm(uuid)
        expect(await captured({ held, uuid, amount: 100 })).toMatchObject({ status: 200 })
        await sweep(2 * DAY)
        await heldAs(held, { kept: true, flags: null })

        suite.sandbox.clock.advance({ days: 8 })
        await sweep(9 * DAY)
        await sweep(10 * DAY)

        await heldAs(held, { kept: true, flags: "shipped_unbilled" })
        expect(creationsSent(suite)).toBe(0)
        expect(await outstanding(held)).toMatchObject({ billable: 248.7 })
        expect((await bill(held, BY_LINK, "the-rest")).status).toBe(200)
        await sweep(11 * DAY)
        await heldAs(held, { kept: false, flags: null })
      }
    )
  })

  it("is marked as paid for the rest that a reservation took beside a parcel's invoice", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    const { body } = await bill(held, RESERVE, "reserve-the-rest")
    const uuid = body.operation?.subject_uuid ?? ""
    suite.sandbox.reservations.confirm(uuid)
    expect(await captured({ held, uuid })).toMatchObject({ status: 200 })
    await ship(held, { "COFFEE-250": 2 })
    await sweep(DAY)
    await sweep(2 * DAY)
    await payAll()

    expect(await markedAsPaid(held, 199.8)).toMatchObject({ status: 200 })

    expect(await pendingOf(held)).toBe(0)
    expect(creationsSent(suite)).toBe(1)
    await heldAs(held, { kept: false, flags: null })
  })

  const eraseShopperOf = async ({ merchant, orderId }: Held) => {
    const { customer_id: id } = await suite.container.resolve(Modules.ORDER).retrieveOrder(orderId)
    const { status } = await merchant.http.post(`/admin/e-invoice/personal-data/${id}/erase`)
    expect(status).toBe(200)
  }

  it("erases on request what waits, and calls staff to what is shipped then", async () => {
    const held = await buy()

    await eraseShopperOf(held)

    expect(await shopperDataCount(suite)).toBe(0)
    await heldAs(held, { kept: false, flags: "hold_expired" })
    await ship(held, { "COFFEE-250": 1 })
    await ship(held, { "COFFEE-250": 2 })
    await heldAs(held, { kept: false, flags: "shipped_unbilled hold_expired" })
    expect(creationsSent(suite)).toBe(0)

    // Each parcel is told once, however often they are looked at.
    await sweep(DAY)
    await sweep(2 * DAY)
    const told = await suite.eInvoice.listEInvoiceTimelineEntries({ action: "bill-parcel" })
    expect(told).toHaveLength(2)
  })

  it("keeps its order from another payment", async () => {
    const shopper = await Shopper.arrive(suite)
    const { id } = await shopper.paymentCollection()
    await shopper.buy()

    const { status } = await shopper.http.post(
      `/store/payment-collections/${id}/payment-sessions`,
      {
        provider_id: "pp_system_default",
      }
    )

    expect(status).toBe(400)
  })

  it("declines at checkout what could not become an invoice", async () => {
    const shopper = await Shopper.arrive(suite, { address: { phone: null } })

    expectDeclined(await shopper.buy())

    expect((await journalOf(suite)).filter(({ hold_until }) => hold_until)).toEqual([])
  })

  it("finishes what it holds when the option is switched back, and holds no more", async () => {
    const held = await buy()
    suite.eInvoice.options.invoiceOn = "checkout"

    await buy({ email: "other@example.com" })
    await billed([348.7])
    await ship(held, { "COFFEE-250": 3 })

    await billed([348.7, 348.7])
    await heldAs(held, { kept: false, flags: null })
  })

  it("calls staff to goods that were never billed, also where others came back once the days were over", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    await payAll()
    await sweep(31 * DAY)
    await heldAs(held, { kept: false, flags: "hold_expired" })
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })

    await ship(held, { "SOCKS-41-45": 1 })
    await heldAs(held, { kept: false, flags: "shipped_unbilled hold_expired" })
    await refundParcel(held, PRICE["COFFEE-250"])

    expect(await pendingOf(held)).toBe(PRICE["SOCKS-41-45"])
    expect((await bill(held, BY_LINK, "the-rest")).status).toBe(200)
    await sweep(33 * DAY)
    await heldAs(held, { kept: false, flags: null })
  })

  it("calls staff to them also where the shopper had what they entered erased", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    await payAll()
    await eraseShopperOf(held)
    await heldAs(held, { kept: false, flags: "hold_expired" })
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })

    await ship(held, { "SOCKS-41-45": 1 })

    await heldAs(held, { kept: false, flags: "shipped_unbilled hold_expired" })
  })

  it("flags an order whose days are over also where the process dies as it erases", async () => {
    const held = await buy()
    const end = jest.spyOn(suite.eInvoice.orders.holds, "end").mockImplementation(async (hold) => {
      await suite.eInvoice.orders.forgetShopperData([hold.shopper_data_id ?? ""])
      throw new Error("The process died.")
    })
    await sweep(31 * DAY)
    expect(end).toHaveBeenCalled()
    end.mockRestore()

    await heldAs(held, { kept: false, flags: "hold_expired" })
  })

  it("lets go of what a failed checkout held once its shopper pays another way", async () => {
    const shopper = await Shopper.arrive(suite)
    const chosen = await shopper.chooseInvoice()
    const [session] = chosen.body.payment_collection.payment_sessions ?? []
    const payments = suite.container.resolve(Modules.PAYMENT)
    const payment = await payments.authorizePaymentSession(session?.id ?? "", {})
    await payments.cancelPayment(payment?.id ?? "")
    await shopper.chooseInvoice({}, "pp_system_default")
    const { body } = await shopper.complete()
    if (body.type !== "order") {
      throw new Error(body.error.message)
    }

    await sweep(DAY)
    expect(await shopperDataCount(suite)).toBe(0)
    const merchant = await Merchant.signIn(suite)
    await ship({ merchant, orderId: body.order.id, total: 0, displayId: 0 }, { "COFFEE-250": 3 })
    await sweep(DAY)

    expect(suite.sandbox.orders()).toEqual([])
  })

  it("holds again what a failed checkout held, and forgets what came to nothing", async () => {
    const shopper = await Shopper.arrive(suite)
    await shopper.chooseInvoice()
    const told = jest
      .spyOn(suite.eInvoice.timeline, "recordOnce")
      .mockRejectedValueOnce(new Error("gone"))
    expect((await shopper.complete()).body.type).toBe("cart")
    told.mockRestore()

    const { body } = await shopper.complete()
    if (body.type !== "order") {
      throw new Error(body.error.message)
    }
    expect((await journalOf(suite)).map(({ order_id }) => order_id)).toEqual([body.order.id])
    expect(await shopperDataCount(suite)).toBe(1)

    const other = await Shopper.arrive(suite)
    const chosen = await other.chooseInvoice()
    const [session] = chosen.body.payment_collection.payment_sessions ?? []
    const payments = suite.container.resolve(Modules.PAYMENT)
    const payment = await payments.authorizePaymentSession(session?.id ?? "", {})
    await payments.cancelPayment(payment?.id ?? "")
    expect(await shopperDataCount(suite)).toBe(2)

    await sweep(DAY)

    expect(await shopperDataCount(suite)).toBe(1)
    expect(suite.sandbox.requests()).toEqual([])
  })
})
