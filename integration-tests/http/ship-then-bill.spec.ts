import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/core-flows"

import { Modules } from "@medusajs/framework/utils"

import { toOre } from "../../src/mapping"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eraseExpiredData } from "../../src/workflows/personal-data"
import { followShipment } from "../../src/workflows/ship-then-bill/follow-shipment"
import { letAge, orderOfAnother } from "./support/absence"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent, journalOf, placesHolding, shopperDataCount } from "./support/evidence"
import { expectDeclined } from "./support/expect-invoiced"
import { Merchant } from "./support/merchant"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper, type Visit } from "./support/shopper"

const DAY = 24 * 60 * 60_000

type Held = { merchant: Merchant; orderId: string; total: number; displayId: number }

eInvoiceSuite("ship-then-bill", { options: { requestBudget: 2_000 } }, (suite) => {
  beforeEach(() => {
    suite.eInvoice.options.invoiceOn = "fulfilment"
    suite.forgetFailures()
  })
  afterEach(() => {
    suite.eInvoice.options.invoiceOn = "checkout"
    suite.eInvoice.options.giftCards = "single-purpose"
  })

  /** Three of an item at 99.90 and a delivery at 49.00, unless something else is bought. */
  const buy = async (visit: Visit = {}): Promise<Held> => {
    const shopper = await Shopper.arrive(suite, visit)
    const { body } = await shopper.buy()
    if (body.type !== "order") {
      throw new Error(`Not placed: ${body.error.message}`)
    }
    return {
      merchant: await Merchant.signIn(suite),
      orderId: body.order.id,
      total: body.order.total,
      displayId: Number(body.order.display_id),
    }
  }

  const pack = async ({ merchant, orderId }: Held, quantities: Record<string, number>) => {
    const { items } = await merchant.order(orderId)
    const { status, body } = await merchant.http.post<{
      order: { fulfillments: { id: string; created_at: string }[] }
      message?: string
    }>(`/admin/orders/${orderId}/fulfillments?fields=id,*fulfillments`, {
      items: itemsOf(items, quantities),
    })
    if (status !== 200) {
      throw new Error(body.message)
    }
    const [latest] = [...body.order.fulfillments].sort((one, other) =>
      other.created_at.localeCompare(one.created_at)
    )
    return latest?.id ?? ""
  }
  const itemsOf = (
    items: readonly { id: string; variant_sku?: string | null }[],
    quantities: Record<string, number>
  ) =>
    Object.entries(quantities).map(([sku, quantity]) => ({
      id: items.find(({ variant_sku }) => variant_sku === sku)?.id ?? "",
      quantity,
    }))
  const ship = async (held: Held, quantities: Record<string, number>): Promise<string> => {
    const id = await pack(held, quantities)
    const { items } = await held.merchant.order(held.orderId)
    const { status, body } = await held.merchant.http.post<{ message?: string }>(
      `/admin/orders/${held.orderId}/fulfillments/${id}/shipments`,
      { items: itemsOf(items, quantities), labels: [] }
    )
    if (status !== 200) {
      throw new Error(body.message)
    }
    return id
  }

  /** The invoices at the service that ask for money, the oldest first. */
  const invoices = () =>
    suite.sandbox
      .orders()
      .filter(({ status }) => status !== "CANCELLED")
      .map(({ grandTotal, referenceNo }) => ({ total: Number(grandTotal), referenceNo }))
  const billed = (totals: readonly number[]) =>
    eventually(async () => {
      expect(invoices().map(({ total }) => total)).toEqual(totals)
    })
  const holdOf = async ({ orderId }: Held) => {
    const row = (await journalOf(suite)).find(
      (one) => one.hold_until !== null && one.order_id === orderId
    )
    return { kept: row?.shopper_data_id !== null, flags: row?.attention ?? null, id: row?.id ?? "" }
  }
  const heldAs = (held: Held, expected: { kept: boolean; flags: string | null }) =>
    eventually(async () => {
      expect(await holdOf(held)).toMatchObject(expected)
    })
  const livingPayments = async ({ merchant, orderId }: Held) => {
    const { payment_collections } = await merchant.order(orderId)
    return payment_collections
      .flatMap(({ payments }) => payments ?? [])
      .filter(({ canceled_at }) => !canceled_at)
      .map(({ amount, captured_at }) => ({ amount, captured: captured_at !== null }))
  }
  const sweep = (later = 0) =>
    sweepEInvoiceOrders(suite.container, { now: new Date(Date.now() + later) })

  it("sends nothing at checkout, and each parcel's invoice when it is shipped", async () => {
    const held = await buy()

    expect(creationsSent(suite)).toBe(0)
    expect(await shopperDataCount(suite)).toBe(1)
    expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
    expect(await livingPayments(held)).toEqual([{ amount: 348.7, captured: false }])
    expect((await held.merchant.order(held.orderId)).payment_status).toBe("authorized")
    expect(await outstanding(held)).toMatchObject({ billable: 348.7, waits_for_parcels: true })

    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    await eventually(async () => {
      expect(await livingPayments(held)).toEqual([{ amount: 148.9, captured: false }])
    })
    await heldAs(held, { kept: true, flags: null })

    await ship(held, { "COFFEE-250": 2 })
    await billed([148.9, 199.8])
    expect(invoices().map(({ referenceNo }) => referenceNo)).toEqual([
      String(held.displayId),
      `${held.displayId}-2`,
    ])
    await heldAs(held, { kept: false, flags: null })
    expect(await shopperDataCount(suite)).toBe(0)
    expect(await outstanding(held)).toMatchObject({ billable: 0, waits_for_parcels: false })

    for (const { uuid } of suite.sandbox.orders()) {
      suite.sandbox.pay(uuid)
      await callbacksProcessed(suite)
    }
    const order = await held.merchant.order(held.orderId)
    expect(order.summary.paid_total).toBe(348.7)
    expect(order.payment_status).toBe("captured")
    expect(suite.sandbox.audit()).toMatchObject({ billedTwice: [], totalsOff: [] })
  })

  it("bills what was delivered without a shipment, and not again when it is shipped", async () => {
    const held = await buy()
    const id = await pack(held, { "COFFEE-250": 3 })
    const path = `/admin/orders/${held.orderId}/fulfillments/${id}`

    expect((await held.merchant.http.post(`${path}/mark-as-delivered`)).status).toBe(200)
    await billed([348.7])
    const { items } = await held.merchant.order(held.orderId)
    await held.merchant.http.post(`${path}/shipments`, {
      items: itemsOf(items, { "COFFEE-250": 3 }),
      labels: [],
    })
    await sweep(DAY)

    await billed([348.7])
    await heldAs(held, { kept: false, flags: null })
  })

  it("makes one invoice of a parcel that several hear of at once", async () => {
    const held = await buy()
    const id = await ship(held, { "COFFEE-250": 1 })

    await Promise.all([
      followShipment(suite.container, id),
      followShipment(suite.container, id),
      sweep(DAY),
    ])
    await followShipment(suite.container, id)

    await billed([148.9])
    expect(creationsSent(suite)).toBe(1)
  })

  it("adopts a parcel's invoice whose answer was lost, and lets the next parcel wait for it", async () => {
    const held = await buy()
    suite.sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    const first = await ship(held, { "COFFEE-250": 1 })
    await eventually(async () => {
      expect((await journalOf(suite)).map(({ state }) => state)).toEqual(["prepared", "in_doubt"])
    })
    suite.forgetFailures()
    const second = await ship(held, { "COFFEE-250": 2 })
    await followShipment(suite.container, second)
    expect(creationsSent(suite)).toBe(1)

    await sweep(6 * 60_000)
    await followShipment(suite.container, first)
    await sweep(12 * 60_000)

    await billed([148.9, 199.8])
    expect(creationsSent(suite)).toBe(2)
    await eventually(async () => {
      expect(await livingPayments(held)).toEqual([
        { amount: 148.9, captured: false },
        { amount: 199.8, captured: false },
      ])
    })
    await heldAs(held, { kept: false, flags: null })
    expect(await shopperDataCount(suite)).toBe(0)
  })

  it("sends a parcel's invoice again once it is known that it does not exist", async () => {
    const anotherBuys = async () => {
      suite.eInvoice.options.invoiceOn = "checkout"
      await orderOfAnother(suite)
      suite.eInvoice.options.invoiceOn = "fulfilment"
    }
    await anotherBuys()
    const held = await buy()
    suite.sandbox.faults.add({
      fault: "before:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    const id = await ship(held, { "COFFEE-250": 3 })
    await eventually(async () => {
      expect((await journalOf(suite)).map(({ state }) => state)).toContain("in_doubt")
    })
    suite.forgetFailures()
    await letAge(suite, 3_600)
    await anotherBuys()
    await sweep(6 * 60_000)
    await followShipment(suite.container, id)

    await eventually(async () => {
      expect(invoices()).toHaveLength(3)
    })
    await heldAs(held, { kept: false, flags: null })
  })

  it("calls staff where the service declines the invoice of what was shipped, until they bill it", async () => {
    const held = await buy()
    suite.sandbox.faults.add({ fault: "417", operation: "orders.create-e-invoice", times: 1 })

    const id = await ship(held, { "COFFEE-250": 3 })
    await heldAs(held, { kept: true, flags: "shipped_unbilled" })
    await followShipment(suite.container, id)
    await sweep(DAY)
    expect(creationsSent(suite)).toBe(1)

    expect((await bill(held, BY_LINK, "way-out")).status).toBe(200)
    await sweep(2 * DAY)
    await billed([348.7])
    await heldAs(held, { kept: false, flags: null })
    expect(await livingPayments(held)).toEqual([{ amount: 348.7, captured: false }])
  })

  it("waits for a service that is away", async () => {
    const held = await buy()
    await suite.interruptService(async () => {
      const id = await ship(held, { "COFFEE-250": 3 })
      await followShipment(suite.container, id)
    })
    await heldAs(held, { kept: true, flags: null })

    await sweep(DAY)

    await billed([348.7])
    await heldAs(held, { kept: false, flags: null })
  })

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
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])

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

  it("erases on request what waits, and calls staff to what is shipped then", async () => {
    const held = await buy()
    const order = await suite.container.resolve(Modules.ORDER).retrieveOrder(held.orderId)

    const { status } = await held.merchant.http.post(
      `/admin/e-invoice/personal-data/${order.customer_id}/erase`
    )

    expect(status).toBe(200)
    expect(await shopperDataCount(suite)).toBe(0)
    await heldAs(held, { kept: false, flags: null })
    await ship(held, { "COFFEE-250": 3 })
    await heldAs(held, { kept: false, flags: "shipped_unbilled" })
    expect(creationsSent(suite)).toBe(0)
  })

  it("captures nothing before it is billed", async () => {
    const held = await buy()

    const { status, body } = await held.merchant.capture(held.orderId)

    expect(status).toBe(400)
    expect(body.message).toMatch(/only holds the order/)
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

  it("bills at once what needs no shipping, and with the first parcel where something else does", async () => {
    const digital = async (shopper: Shopper, sku: string) => {
      const { items } = await shopper.cart()
      const item = items?.find(({ variant_sku }) => variant_sku === sku)
      await suite.container
        .resolve("cart")
        .updateLineItems([{ id: item?.id ?? "", requires_shipping: false }])
    }
    const alone = await Shopper.arrive(suite, { basket: { "PASS-ADULT": 1 } })
    await digital(alone, "PASS-ADULT")
    await alone.buy()
    await billed([499])

    const shopper = await Shopper.arrive(suite, {
      basket: { "PASS-ADULT": 1, "COFFEE-250": 2 },
      email: "other@example.com",
    })
    await digital(shopper, "PASS-ADULT")
    const { body } = await shopper.buy()
    if (body.type !== "order") {
      throw new Error("Not placed.")
    }
    const held = {
      merchant: await Merchant.signIn(suite),
      orderId: body.order.id,
      total: body.order.total,
      displayId: Number(body.order.display_id),
    }
    await billed([499])
    await ship(held, { "COFFEE-250": 1 })
    await billed([499, 598.9])
    await ship(held, { "COFFEE-250": 1 })
    await billed([499, 598.9, 99.9])
    await heldAs(held, { kept: false, flags: null })
  })

  it("follows an edit: later parcels say what the order is then", async () => {
    const held = await buy()
    const edit = async (quantity: number) => {
      const { http } = held.merchant
      const { items } = await held.merchant.order(held.orderId)
      await http.post("/admin/order-edits", { order_id: held.orderId })
      await http.post(`/admin/order-edits/${held.orderId}/items/item/${items[0]?.id}`, { quantity })
      expect((await http.post(`/admin/order-edits/${held.orderId}/confirm`)).status).toBe(200)
    }
    await edit(5)
    await heldAs(held, { kept: true, flags: null })
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8])

    await edit(4)
    await ship(held, { "COFFEE-250": 1 })
    await billed([248.8, 99.9])

    await edit(3)
    await sweep(DAY)
    await heldAs(held, { kept: false, flags: null })
    expect(invoices().map(({ total }) => total)).toEqual([248.8, 99.9])
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

  it("bills gift cards and discounts by the parcel, to the øre", async () => {
    suite.eInvoice.options.giftCards = "multi-purpose"
    const shopper = await Shopper.arrive(suite, {
      basket: { "COFFEE-250": 3, "SOCKS-41-45": 2, "BOOK-HARD": 1 },
      promotions: ["tenPercent"],
    })
    await createCartCreditLinesWorkflow(suite.container).run({
      input: [
        {
          cart_id: shopper.cartId,
          amount: 100.01,
          reference: "gift-card",
          reference_id: "gift_1",
          metadata: {},
        },
      ],
    })
    await refreshPaymentCollectionForCartWorkflow(suite.container).run({
      input: { cart_id: shopper.cartId },
    })
    const { body } = await shopper.buy()
    if (body.type !== "order") {
      throw new Error("Not placed.")
    }
    const held = {
      merchant: await Merchant.signIn(suite),
      orderId: body.order.id,
      total: body.order.total,
      displayId: Number(body.order.display_id),
    }

    await ship(held, { "COFFEE-250": 1, "BOOK-HARD": 1 })
    await ship(held, { "COFFEE-250": 1, "SOCKS-41-45": 1 })
    await ship(held, { "COFFEE-250": 1, "SOCKS-41-45": 1 })

    await heldAs(held, { kept: false, flags: null })
    const ofAll = invoices().map(({ total }) => toOre(total))
    expect(ofAll).toHaveLength(3)
    expect(ofAll.reduce((sum, ore) => sum + ore, 0n)).toBe(toOre(held.total))
    expect(suite.sandbox.audit()).toMatchObject({ billedTwice: [], totalsOff: [] })
  })

  it("credits what comes back of a parcel that is not paid, and bills what leaves later", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    const [first] = suite.sandbox.orders()
    suite.sandbox.invoice(first?.uuid ?? "")
    await callbacksProcessed(suite)

    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })

    await eventually(async () => {
      expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 99.9 })
    })
    await ship(held, { "COFFEE-250": 2 })
    await billed([148.9, 199.8])
    await heldAs(held, { kept: false, flags: null })
    expect((await livingPayments(held)).map(({ amount }) => amount).sort()).toEqual([199.8, 49])
  })

  it("calls staff to a parcel that leaves once a paid one is sent back: Medusa waits for nothing then", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8])
    suite.sandbox.pay(suite.sandbox.orders()[0]?.uuid ?? "")
    await callbacksProcessed(suite)
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 2 })

    await ship(held, { "COFFEE-250": 1 })

    await heldAs(held, { kept: true, flags: "shipped_unbilled" })
    await sweep(DAY)
    expect(await holdOf(held)).toMatchObject({ kept: true, flags: "shipped_unbilled" })
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
