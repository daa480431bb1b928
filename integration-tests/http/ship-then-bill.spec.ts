import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/core-flows"

import { Modules } from "@medusajs/framework/utils"

import { toOre } from "../../src/mapping"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eraseExpiredData } from "../../src/workflows/personal-data"
import { reviewFlagsOfOrder } from "../../src/workflows/review-flags"
import { followShipment } from "../../src/workflows/ship-then-bill/follow-shipment"
import { letAge, orderOfAnother } from "./support/absence"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent, journalOf, placesHolding, shopperDataCount } from "./support/evidence"
import { expectDeclined } from "./support/expect-invoiced"
import { listLinesOnce, listLinesTwice } from "./support/listed-twice"
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

  it("keeps a change of one parcel out of the collection of another whose answer is missing", async () => {
    const anotherBuys = async () => {
      suite.eInvoice.options.invoiceOn = "checkout"
      await orderOfAnother(suite)
      suite.eInvoice.options.invoiceOn = "fulfilment"
    }
    await anotherBuys()
    const held = await buy({ basket: { "COFFEE-250": 2, "MUG-35": 1 } })
    await ship(held, { "COFFEE-250": 2 })
    await billed([348.7, 248.8])
    const [, first] = suite.sandbox.orders()
    suite.sandbox.invoice(first?.uuid ?? "")
    await callbacksProcessed(suite)
    suite.sandbox.faults.add({
      fault: "before:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    const second = await ship(held, { "MUG-35": 1 })
    await eventually(async () => {
      expect((await journalOf(suite)).map(({ state }) => state)).toContain("in_doubt")
    })
    suite.forgetFailures()

    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })
    await eventually(async () => {
      expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 99.9 })
    })
    await letAge(suite, 3_600)
    await anotherBuys()
    suite.sandbox.faults.add({ fault: "417", operation: "orders.create-e-invoice", times: 1 })
    await sweep(6 * 60_000)
    await followShipment(suite.container, second)

    await heldAs(held, { kept: true, flags: "shipped_unbilled" })
    await flagsOfFirst(held, [])
    expect(await livingPayments(held)).toEqual([{ amount: 148.9, captured: false }])
    await payAll()
    expect(await livingPayments(held)).toEqual([{ amount: 148.9, captured: true }])
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

  it("asks a service that stays away at growing gaps, and tells staff after an hour", async () => {
    const held = await buy()
    const minute = 60_000
    const attempts = async () =>
      (await journalOf(suite)).filter(({ fulfillment_id: id }) => id !== null).length
    await suite.interruptService(async () => {
      await ship(held, { "COFFEE-250": 3 })
      await eventually(async () => expect(await attempts()).toBe(1))
      await sweep(2 * minute)
      await eventually(async () => expect(await attempts()).toBe(2))
      await sweep(2 * minute)
      expect(await attempts()).toBe(2)
      await heldAs(held, { kept: true, flags: null })

      await letAge(suite, 60 * 60)
      await sweep(6 * minute)
    })
    await heldAs(held, { kept: true, flags: "shipped_unbilled" })
    const { body } = await held.merchant.http.get<{
      e_invoice_order: { timeline: { detail: { why?: string } | null }[] }
    }>(`/admin/e-invoice/orders/${(await holdOf(held)).id}`)
    const whys = body.e_invoice_order.timeline.flatMap(({ detail }) => detail?.why ?? [])
    expect(whys).toEqual(["service-away"])

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
    await ship(held, { "COFFEE-250": 3 })
    await heldAs(held, { kept: false, flags: "shipped_unbilled hold_expired" })
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
      expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({
        credited: 99.9,
        lines: [{ refunded: 99.9 }, { refunded: 0 }],
      })
    })
    await ship(held, { "COFFEE-250": 2 })
    await billed([148.9, 199.8])
    await heldAs(held, { kept: false, flags: null })
    expect((await livingPayments(held)).map(({ amount }) => amount).sort()).toEqual([199.8, 49])
  })

  it("asks Medusa for no more than the customer once a lost credit is recorded after the next edit", async () => {
    const held = await buy()
    expect((await bill(held, BY_LINK, "all-at-once")).status).toBe(200)
    const uuid = suite.sandbox.orders()[0]?.uuid ?? ""
    suite.sandbox.invoice(uuid)
    await callbacksProcessed(suite)
    const { edit } = orderChanges(suite)
    suite.sandbox.faults.add({ fault: "after:drop", operation: "orders.refund", times: 1 })
    await edit(held, { leave: { "COFFEE-250": 1 } })
    const billedAs = async () =>
      (await suite.eInvoice.orders.statuses.ofOrder(held.orderId)).find(
        ({ orderUuid }) => orderUuid === uuid
      )
    await eventually(async () =>
      expect(await billedAs()).toMatchObject({ flags: ["refund_in_doubt"] })
    )
    await edit(held, { leave: { "COFFEE-250": 2 } })
    await eventually(async () =>
      expect(await livingPayments(held)).toEqual([{ amount: 248.8, captured: false }])
    )

    const { id = "" } = (await billedAs()) ?? {}
    const [credit] = await suite.eInvoice.refunds.list(id)
    const path = `/admin/e-invoice/orders/${id}/refunds/${credit?.id}/settle`
    expect(await held.merchant.http.post(path, { carried_out: true })).toMatchObject({
      status: 200,
    })

    await eventually(async () =>
      expect(await livingPayments(held)).toEqual([{ amount: 148.9, captured: false }])
    )
    suite.sandbox.pay(uuid)
    await callbacksProcessed(suite)
    await eventually(async () =>
      expect(await livingPayments(held)).toEqual([{ amount: 148.9, captured: true }])
    )
    expect(await outstanding(held)).toMatchObject({ billable: 99.9 })
  })

  /** Staff refund an amount in the Refunds section of the order's first invoice, or of another. */
  const refundParcel = async (held: Held, amount: number, index = 0) => {
    const { http } = held.merchant
    const path = `/admin/e-invoice/orders/${(await parcelInvoices(held))[index]?.id}/refunds`
    const answer = await http.with({ "idempotency-key": `refund-${amount}` }).post(path, { amount })
    expect(answer).toMatchObject({ status: 200 })
    await callbacksProcessed(suite)
  }
  /** Staff refund the line of the first invoice that costs as much. */
  const refundLine = async (held: Held, price: number) => {
    const { http } = held.merchant
    const path = `/admin/e-invoice/orders/${(await parcelInvoices(held))[0]?.id}/refunds`
    const line = suite.sandbox.orders()[0]?.lines.find(({ amount }) => amount === price)
    const answer = await http
      .with({ "idempotency-key": `refund-line-${line?.id}` })
      .post(path, { lines: [{ id: line?.id, amount: price }] })
    expect(answer).toMatchObject({ status: 200 })
    await callbacksProcessed(suite)
  }
  const parcelInvoices = async ({ orderId }: Held) =>
    (await suite.eInvoice.orders.statuses.ofOrder(orderId)).filter(
      ({ fulfillmentId }) => fulfillmentId !== null
    )
  const flagsOfFirst = (held: Held, flags: string[]) =>
    eventually(async () => {
      expect((await parcelInvoices(held))[0]).toMatchObject({ flags })
    })
  const pendingOf = async ({ merchant, orderId }: Held) =>
    (await merchant.order(orderId)).summary.pending_difference
  const payAll = async () => {
    for (const { uuid, actions } of suite.sandbox.orders()) {
      if (actions.includes("pay")) {
        suite.sandbox.pay(uuid)
      }
    }
    await callbacksProcessed(suite)
  }

  it("bills a parcel that leaves once a paid one is sent back, by its lines", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8])
    await payAll()
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 2 })

    await ship(held, { "COFFEE-250": 1 })

    await billed([248.8, 99.9])
    await heldAs(held, { kept: false, flags: null })
    await flagsOfFirst(held, ["return_unrefunded"])
    await refundParcel(held, 199.8)
    await flagsOfFirst(held, [])
    expect(await pendingOf(held)).toBe(99.9)
    await payAll()
    expect(await pendingOf(held)).toBe(0)
    await flagsOfFirst(held, [])
  })

  it("refunds what came back of a paid parcel by its own lines, and bills what waits in full", async () => {
    const held = await buy({ basket: { "COFFEE-250": 3, "MUG-35": 1 } })
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8])
    await payAll()
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })
    await flagsOfFirst(held, ["return_unrefunded"])

    await refundParcel(held, 99.9)

    const [first] = suite.sandbox.orders()
    expect(first?.lines).toMatchObject([
      { tax: 15, refunded: 99.9 },
      { tax: 25, refunded: 0 },
    ])
    await flagsOfFirst(held, [])
    await ship(held, { "COFFEE-250": 1, "MUG-35": 1 })
    await billed([248.8, Math.round((held.total - 248.8) * 100) / 100])
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("credits what comes back also where an edit before the first parcel left a collection that nothing pays", async () => {
    const held = await buy()
    await orderChanges(suite).edit(held, { leave: { "COFFEE-250": 4 } })
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8])
    const [first] = suite.sandbox.orders()
    suite.sandbox.invoice(first?.uuid ?? "")
    await callbacksProcessed(suite)

    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })

    await eventually(async () => {
      expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 99.9 })
    })
    await flagsOfFirst(held, [])
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8, 199.8])
    await heldAs(held, { kept: false, flags: null })
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("credits one of two parcels where one piece comes back, and no more when it is judged again", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9, 99.9])
    const [first, second] = suite.sandbox.orders()
    suite.sandbox.invoice(first?.uuid ?? "")
    await callbacksProcessed(suite)

    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })
    await eventually(async () => {
      expect(suite.sandbox.order(second?.uuid ?? "")).toMatchObject({ status: "CANCELLED" })
    })
    await reviewFlagsOfOrder(suite.container, held.orderId)
    await sweep(DAY)
    await sweep(2 * DAY)

    expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 0 })
    await flagsOfFirst(held, [])
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9, 99.9])
    await heldAs(held, { kept: false, flags: null })
    expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 0 })
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("tells no further return once a paid parcel that came back is wholly refunded", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9, 99.9])
    await payAll()
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })
    await eventually(async () => {
      expect((await parcelInvoices(held))[1]).toMatchObject({ flags: ["return_unrefunded"] })
    })

    await refundParcel(held, 99.9, 1)
    await reviewFlagsOfOrder(suite.container, held.orderId)

    expect((await parcelInvoices(held)).map(({ flags }) => flags)).toEqual([[], []])
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9, 99.9, 99.9])
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("keeps Medusa's own button from a whole paid parcel that came back while another waits", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9, 99.9])
    await payAll()
    await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })
    await eventually(async () => {
      expect((await parcelInvoices(held))[1]).toMatchObject({ flags: ["return_unrefunded"] })
    })
    const payment = (await parcelInvoices(held))[1]?.paymentId

    const byMedusa = await held.merchant.http.post<{ message: string }>(
      `/admin/payments/${payment}/refund`,
      { amount: 99.9 }
    )

    expect(byMedusa.status).toBe(400)
    expect(byMedusa.body.message).toContain("Refunds section")
    await refundParcel(held, 99.9, 1)
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9, 99.9, 99.9])
    await heldAs(held, { kept: false, flags: null })
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("bills shipping once, also where the first parcel was wholly refunded", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    await payAll()

    await refundParcel(held, 148.9)
    await ship(held, { "COFFEE-250": 2 })

    await billed([148.9, 199.8])
    await heldAs(held, { kept: false, flags: null })
    expect((await parcelInvoices(held)).map(({ flags }) => flags)).toEqual([[], []])
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  /** What goes out in exchange is sent: Medusa reserves stock of it only then. */
  const SENT = { isSent: true }
  /** An item's price in the demo store, with tax. */
  const PRICE = { "COFFEE-250": 99.9, "MUG-35": 149, "SOCKS-41-45": 119.9 }

  it("leaves what was sent in exchange to be billed, once what came back of a paid parcel is refunded", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "MUG-35": 1 } })
    await ship(held, { "MUG-35": 1 })
    await billed([198])
    await payAll()
    await ship(held, { "COFFEE-250": 1 })
    await billed([198, 99.9])
    await heldAs(held, { kept: false, flags: null })
    await orderChanges(suite).exchange(held, { "MUG-35": 1 }, { "SOCKS-41-45": 1 }, SENT)
    await flagsOfFirst(held, ["return_unrefunded"])
    await followShipment(suite.container, await ship(held, { "SOCKS-41-45": 1 }))
    await heldAs(held, { kept: false, flags: null })

    await refundLine(held, PRICE["MUG-35"])

    await sweep()
    await heldAs(held, { kept: false, flags: "shipped_unbilled" })
    expect(await outstanding(held)).toMatchObject({ billable: PRICE["SOCKS-41-45"] })
    expect((await bill(held, BY_LINK, "in-exchange")).status).toBe(200)
    await sweep(DAY)
    await billed([198, 99.9, PRICE["SOCKS-41-45"]])
    await heldAs(held, { kept: false, flags: null })
    await flagsOfFirst(held, [])
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("takes what an amount goes beyond an exchange of a paid parcel for goodwill", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "MUG-35": 1 } })
    await ship(held, { "MUG-35": 1 })
    await billed([198])
    await payAll()
    await ship(held, { "COFFEE-250": 1 })
    await billed([198, 99.9])
    await orderChanges(suite).exchange(held, { "MUG-35": 1 }, { "SOCKS-41-45": 1 }, SENT)
    await flagsOfFirst(held, ["return_unrefunded"])

    await refundParcel(held, 79.1)

    await flagsOfFirst(held, [])
    expect(await pendingOf(held)).toBe(99.9)
    expect(await outstanding(held)).toMatchObject({ billable: 0 })
    await payAll()
    expect(await pendingOf(held)).toBe(0)
  })

  it("bills no parcel beyond the order's price, which a credit line of staff lowered", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 1 })
    await billed([148.9])
    const credit = await held.merchant.http.post(`/admin/orders/${held.orderId}/credit-lines`, {
      amount: 50,
      reference: "goodwill",
      reference_id: "letter-1",
    })
    expect(credit.status).toBe(200)

    await ship(held, { "COFFEE-250": 2 })

    await heldAs(held, { kept: true, flags: "shipped_unbilled" })
    expect(await outstanding(held)).toMatchObject({ billable: 149.8 })
    expect((await bill(held, BY_LINK, "the-rest")).status).toBe(200)
    await sweep(DAY)
    await billed([148.9, 149.8])
    await heldAs(held, { kept: false, flags: null })
  })

  it("calls nobody to a replacement that leaves last, where nothing of it is left to pay", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1, "SOCKS-41-45": 1 })
    await billed([268.8])
    await heldAs(held, { kept: false, flags: null })
    await payAll()
    await orderChanges(suite).exchange(held, { "SOCKS-41-45": 1 }, { "SOCKS-36-40": 1 }, SENT)
    expect(await pendingOf(held)).toBe(0)

    await followShipment(suite.container, await ship(held, { "SOCKS-36-40": 1 }))

    await heldAs(held, { kept: false, flags: null })
    await billed([268.8])
  })

  it("calls staff to a replacement that leaves last, where the line that came back was refunded instead", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1, "SOCKS-41-45": 1 })
    await billed([268.8])
    await payAll()
    await orderChanges(suite).exchange(held, { "SOCKS-41-45": 1 }, { "SOCKS-36-40": 1 }, SENT)
    await refundLine(held, PRICE["SOCKS-41-45"])
    expect(await pendingOf(held)).toBe(PRICE["SOCKS-41-45"])

    await followShipment(suite.container, await ship(held, { "SOCKS-36-40": 1 }))

    await heldAs(held, { kept: false, flags: "shipped_unbilled" })
    expect(await outstanding(held)).toMatchObject({ billable: PRICE["SOCKS-41-45"] })
  })

  it("takes an amount refunded after an even exchange for goodwill, whatever it comes to", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1, "SOCKS-41-45": 1 })
    await billed([268.8])
    await payAll()
    await orderChanges(suite).exchange(held, { "SOCKS-41-45": 1 }, { "SOCKS-36-40": 1 }, SENT)

    await refundParcel(held, PRICE["SOCKS-41-45"])

    expect(await pendingOf(held)).toBe(0)
    const [first] = suite.sandbox.orders()
    expect(first?.lines.every(({ refunded }) => refunded > 0)).toBe(true)
    await followShipment(suite.container, await ship(held, { "SOCKS-36-40": 1 }))
    await heldAs(held, { kept: false, flags: null })
    expect(await outstanding(held)).toMatchObject({ billable: 0 })
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

  it("calls staff to a replacement that leaves last and costs more, until they bill it", async () => {
    const held = await buy({ basket: { "COFFEE-250": 1, "SOCKS-41-45": 1 } })
    await ship(held, { "COFFEE-250": 1, "SOCKS-41-45": 1 })
    await billed([268.8])
    await payAll()
    await orderChanges(suite).exchange(held, { "SOCKS-41-45": 1 }, { "MUG-35": 1 }, SENT)

    await ship(held, { "MUG-35": 1 })

    await heldAs(held, { kept: false, flags: "shipped_unbilled" })
    expect(await outstanding(held)).toMatchObject({ billable: 29.1 })
    expect((await bill(held, BY_LINK, "dearer")).status).toBe(200)
    await sweep(DAY)
    await heldAs(held, { kept: false, flags: null })
  })

  describe("where Medusa's shipment ended halfway", () => {
    it("bills a parcel whose process was killed before the order knew of it", async () => {
      const held = await buy()
      const id = await pack(held, { "COFFEE-250": 2 })
      await suite.container
        .resolve(Modules.FULFILLMENT)
        .updateFulfillment(id, { shipped_at: new Date(Date.now() - DAY) })

      await sweep(DAY)

      await billed([248.8])
      await heldAs(held, { kept: true, flags: null })
      await ship(held, { "COFFEE-250": 1 })
      await billed([248.8, 99.9])
      await heldAs(held, { kept: false, flags: null })
    })

    it("bills a parcel once that only the order knew of, and that is shipped again", async () => {
      const held = await buy()
      const first = await pack(held, { "COFFEE-250": 1 })
      const second = await pack(held, { "COFFEE-250": 2 })
      const { items } = await held.merchant.order(held.orderId)
      const shipped = itemsOf(items, { "COFFEE-250": 1 })
      await suite.container.resolve(Modules.ORDER).registerShipment({
        order_id: held.orderId,
        reference: Modules.FULFILLMENT,
        reference_id: first,
        items: shipped,
      })
      await sweep(DAY)
      await billed([148.9])

      const path = `/admin/orders/${held.orderId}/fulfillments`
      const again = { items: shipped, labels: [] }
      expect((await held.merchant.http.post(`${path}/${first}/shipments`, again)).status).toBe(200)
      await sweep(DAY)
      await billed([148.9])
      await heldAs(held, { kept: true, flags: null })
      await suite.container
        .resolve(Modules.FULFILLMENT)
        .updateFulfillment(second, { shipped_at: new Date(Date.now() - DAY) })
      await sweep(2 * DAY)

      await billed([148.9, 199.8])
      await heldAs(held, { kept: false, flags: null })
    })

    it.each(["fulfillment", "order"] as const)(
      "bills nothing that the %s took back, and once what is shipped again",
      async (module) => {
        const held = await buy()
        const id = await pack(held, { "COFFEE-250": 2 })
        const gone = new Error("The database is gone.")
        const broken =
          module === "order"
            ? jest
                .spyOn(suite.container.resolve(Modules.ORDER), "registerShipment")
                .mockRejectedValueOnce(gone)
            : jest
                .spyOn(suite.container.resolve(Modules.FULFILLMENT), "updateFulfillment")
                .mockRejectedValueOnce(gone)
        const shipAgain = async () => {
          const { items } = await held.merchant.order(held.orderId)
          return held.merchant.http.post(
            `/admin/orders/${held.orderId}/fulfillments/${id}/shipments`,
            { items: itemsOf(items, { "COFFEE-250": 2 }), labels: [] }
          )
        }
        suite.forgetFailures()
        expect((await shipAgain()).status).toBe(500)
        expect(broken).toHaveBeenCalled()
        broken.mockRestore()
        suite.forgetFailures()
        await sweep(DAY)
        expect(creationsSent(suite)).toBe(0)

        expect((await shipAgain()).status).toBe(200)

        await billed([248.8])
        await heldAs(held, { kept: true, flags: null })
      }
    )
  })

  it("bills no parcel of an order that Medusa doubled, until it is corrected", async () => {
    const held = await buy()
    await pack(held, { "COFFEE-250": 2 })
    await listLinesTwice(suite.container, held.orderId)
    expect((await held.merchant.order(held.orderId)).summary.pending_difference).toBe(697.4)

    await ship(held, { "COFFEE-250": 1 })

    await heldAs(held, { kept: true, flags: "shipped_unbilled" })
    expect(await outstanding(held)).toMatchObject({ not_billable: "listed-twice" })
    expect(await bill(held, BY_LINK)).toMatchObject({ status: 400 })
    expect(invoices()).toEqual([])

    await listLinesOnce(suite.container, held.orderId)
    await sweep(DAY)
    await billed([148.9])
    await heldAs(held, { kept: true, flags: null })
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
