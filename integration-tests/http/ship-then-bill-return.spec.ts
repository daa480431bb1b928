import { reviewFlagsOfOrder } from "../../src/workflows/review-flags"
import { followShipment } from "../../src/workflows/ship-then-bill/follow-shipment"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { DAY, type Held, heldOrders, PRICE } from "./support/held-orders"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed } from "./support/purchase"

eInvoiceSuite("ship-then-bill-return", { options: { requestBudget: 2_000 } }, (suite) => {
  const {
    buy,
    ship,
    billed,
    heldAs,
    livingPayments,
    sweep,
    refundParcel,
    parcelInvoices,
    flagsOfFirst,
    pendingOf,
    payAll,
  } = heldOrders(suite)

  /** What goes out in exchange is sent: Medusa reserves stock of it only then. */
  const SENT = { isSent: true }

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

  it("calls staff to what was credited of a return that is cancelled, as soon as the last parcel has left", async () => {
    const held = await buy()
    await ship(held, { "COFFEE-250": 2 })
    await billed([248.8])
    const [first] = suite.sandbox.orders()
    suite.sandbox.invoice(first?.uuid ?? "")
    await callbacksProcessed(suite)
    const returned = await orderChanges(suite).requestReturn(held, { "COFFEE-250": 1 })
    await eventually(async () =>
      expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 99.9 })
    )
    expect(await held.merchant.http.post(`/admin/returns/${returned}/cancel`)).toMatchObject({
      status: 200,
    })
    await suite.settle()
    await reviewFlagsOfOrder(suite.container, held.orderId)
    await flagsOfFirst(held, [])

    await ship(held, { "COFFEE-250": 1 })

    await billed([248.8, 99.9])
    await heldAs(held, { kept: false, flags: null })
    await eventually(async () =>
      expect((await parcelInvoices(held)).at(-1)).toMatchObject({ flags: ["change_unbilled"] })
    )
    expect(await outstanding(held)).toMatchObject({ billable: 99.9, not_billable: null })
  })

  it("has the rest billed from Admin by its own lines, once what comes back is credited", async () => {
    const held = await buy({ basket: { "COFFEE-250": 4, "PASS-YOUTH": 2 } })
    await ship(held, { "COFFEE-250": 3, "PASS-YOUTH": 1 })
    await billed([573.7])
    const [first] = suite.sandbox.orders()
    await orderChanges(suite).requestReturn(held, { "PASS-YOUTH": 1 })
    await flagsOfFirst(held, ["change_not_followed"])
    await eventually(async () =>
      expect(await outstanding(held)).toMatchObject({
        billable: 324.9,
        not_billable: "credit-awaited",
      })
    )
    expect(await bill(held, BY_LINK)).toMatchObject({
      status: 400,
      body: { values: { reason: "credit-awaited" } },
    })

    suite.sandbox.invoice(first?.uuid ?? "")
    await callbacksProcessed(suite)
    await flagsOfFirst(held, [])
    expect(suite.sandbox.order(first?.uuid ?? "")).toMatchObject({ credited: 225 })
    await eventually(async () =>
      expect(await outstanding(held)).toMatchObject({ not_billable: null })
    )
    expect(await bill(held, BY_LINK)).toMatchObject({ status: 200 })

    const [, rest] = suite.sandbox.orders()
    const lines = rest?.lines.toSorted((one, other) => one.amount - other.amount)
    expect(lines).toMatchObject([
      { tax: 15, amount: 99.9 },
      { tax: 12, amount: 225 },
    ])
    await payAll()
    expect(await pendingOf(held)).toBe(0)
    await flagsOfFirst(held, [])
  })

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

  it("calls no staff to a replacement that leaves last, where nothing of it is left to pay", async () => {
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
})
