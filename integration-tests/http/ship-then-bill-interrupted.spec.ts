import { Modules } from "@medusajs/framework/utils"

import { followShipment } from "../../src/workflows/ship-then-bill/follow-shipment"
import { letAge, orderOfAnother } from "./support/absence"
import { bill, BY_LINK, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { creationsSent, journalOf, shopperDataCount } from "./support/evidence"
import { DAY, heldOrders } from "./support/held-orders"
import { listLinesOnce, listLinesTwice } from "./support/listed-twice"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed } from "./support/purchase"

eInvoiceSuite("ship-then-bill-interrupted", { options: { requestBudget: 2_000 } }, (suite) => {
  const {
    buy,
    pack,
    itemsOf,
    ship,
    invoices,
    billed,
    holdOf,
    heldAs,
    livingPayments,
    sweep,
    flagsOfFirst,
    payAll,
  } = heldOrders(suite)

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

  it("tells staff of a parcel in a currency that is offered no more, and bills it once it is", async () => {
    const held = await buy()
    const { options } = suite.eInvoice
    Object.assign(suite.eInvoice, { options: { ...options, currencies: ["sek"] } })
    try {
      const id = await ship(held, { "COFFEE-250": 3 })
      await followShipment(suite.container, id)
      await heldAs(held, { kept: true, flags: "shipped_unbilled" })
      expect(await shopperDataCount(suite)).toBe(1)
    } finally {
      Object.assign(suite.eInvoice, { options })
    }
    await billed([])

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
    const found = { carried_out: true, beside_another: false }
    expect(await held.merchant.http.post(path, found)).toMatchObject({ status: 200 })

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
})
