import {
  createCartCreditLinesWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/core-flows"

import { toOre } from "../../src/mapping"
import { followShipment } from "../../src/workflows/ship-then-bill/follow-shipment"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent, placesHolding, shopperDataCount } from "./support/evidence"
import { DAY, heldOrders } from "./support/held-orders"
import { Merchant } from "./support/merchant"
import { OperationDesk } from "./support/operation-desk"
import { callbacksProcessed } from "./support/purchase"
import { forgottenBill } from "./support/restored-copy"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

eInvoiceSuite("ship-then-bill", { options: { requestBudget: 2_000 } }, (suite) => {
  const {
    buy,
    pack,
    itemsOf,
    ship,
    invoices,
    billed,
    heldAs,
    livingPayments,
    sweep,
    refundParcel,
    parcelInvoices,
    pendingOf,
    payAll,
  } = heldOrders(suite)

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

  it("bills no parcel of an order whose forgotten bill is followed", async () => {
    const held = await buy()
    const desk = await OperationDesk.open(suite)
    const uuid = await forgottenBill(suite, 348.7)
    const following = { uuid, order_id: held.orderId }
    expect(await desk.post("/records/follow", following)).toMatchObject({ status: 200 })

    await ship(held, { "COFFEE-250": 3 })
    await sweep(DAY / 24)
    await sweep(DAY)

    expect(creationsSent(suite)).toBe(0)
    expect(invoices()).toMatchObject([{ total: 348.7 }])
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

  it("captures nothing before it is billed", async () => {
    const held = await buy()

    const { status, body } = await held.merchant.capture(held.orderId)

    expect(status).toBe(400)
    expect(body.message).toMatch(/only holds the order/)
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
    expect(await outstanding(held)).toMatchObject({ waits_for_parcels: true })
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
})
