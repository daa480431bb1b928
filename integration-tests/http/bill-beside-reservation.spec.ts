import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, orderWithoutInvoice, outstanding, RESERVE } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { holdCall } from "./support/hold-calls"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed, minutesPass } from "./support/purchase"
import { postRefund, refundReservationAtService } from "./support/refund-at-service"

type Account = {
  lines: { id: number; name: string; left: number }[]
  movements: { uuid: string; refunded: number }[]
}

type Case = {
  case_id: string
  version: string
  reason: string
  remote_uuid: string
  amount: string
}

/** Coffee at 15 %, a mug and its postage at 25 %; socks at 25 %, a pass at 12 %. */
const BASKET = { "COFFEE-250": 1, "MUG-35": 1 }
const MUG = 149
const SOCKS = 119.9
const PASS = 225

/** Orders that a reservation took, and that change beside it. */
eInvoiceSuite("bill-beside-reservation", {}, (suite) => {
  beforeEach(() => {
    suite.forgetFailures()
    suite.liftRateLimit()
  })
  afterEach(() => jest.restoreAllMocks())

  const { edit, requestReturn, deliver } = orderChanges(suite)
  type Taken = Awaited<ReturnType<typeof taken>>
  type Reserved = Pick<Taken, "merchant" | "uuid">

  const taken = async (isCaptured = true, basket: Record<string, number> = BASKET) => {
    const order = await orderWithoutInvoice(suite, { basket })
    const { body } = await bill(order, RESERVE, "reserve")
    const uuid = body.operation?.subject_uuid ?? ""
    suite.sandbox.reservations.confirm(uuid)
    const path = `/admin/e-invoice/reservations/${uuid}`
    const account = async () => {
      const { body } = await order.merchant.http.get<{ reservation: { account: Account } }>(
        `${path}/account`
      )
      return body.reservation.account
    }
    const send = async (what: string, body: object) => {
      const { http } = order.merchant
      const keyed = http.with({ "idempotency-key": what })
      expect(await keyed.post(`${path}/${what}`, body)).toMatchObject({ status: 200 })
    }
    const all = async () => (await account()).lines.map(({ id, left }) => ({ id, amount: left }))
    const capture = (lines: object[]) => send("captures", { lines })
    if (isCaptured) {
      await capture(await all())
    }
    const giveBack = (source: string, reference: string | undefined, amount: number) =>
      send("refunds", { source, reference, amount })
    const refund = async (amount: number) =>
      giveBack("captured", (await account()).movements[0]?.uuid, amount)
    const charge = (amount: string, tax: number) =>
      send("charges", { lines: [{ name: "Express delivery", tax, amount }] })
    return { ...order, uuid, account, capture, refund, giveBack, charge }
  }
  /** Bills what came, and has the service make an invoice of it. */
  const billed = async (order: Taken, key: string) => {
    const { body, status } = await bill(order, BY_LINK, key)
    expect(status).toBe(200)
    const uuid = body.e_invoice_order.remote_order_uuid
    suite.sandbox.invoice(uuid)
    await callbacksProcessed(suite)
    return { id: body.e_invoice_order.id, uuid }
  }
  const atService = (uuid: string) => suite.sandbox.order(uuid)
  const shown = async ({ merchant }: Taken, { id }: { id: string }) => {
    const { body } = await merchant.http.get<{ e_invoice_order: { flags: string[] } }>(
      `/admin/e-invoice/orders/${id}`
    )
    return body.e_invoice_order
  }
  const sweep = async (hours: number) => {
    await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + hours * 3_600_000),
    })
  }

  /** Of what the overview calls staff to a reservation, and how much it is of. */
  const casesOf = async ({ merchant, uuid }: Reserved) => {
    const { body } = await merchant.http.get<{ overview: { attention: { items: Case[] } } }>(
      "/admin/e-invoice/overview"
    )
    return body.overview.attention.items.filter(({ remote_uuid }) => remote_uuid === uuid)
  }
  const calledTo = async (order: Reserved) =>
    (await casesOf(order)).map(({ reason, amount }) => [reason, Number(amount)])
  const isCalledTo = (order: Reserved, ...cases: [string, number][]) =>
    eventually(async () => expect(await calledTo(order)).toEqual(cases))

  it.each([true, false])(
    "have the invoice of what came credited by what went of it, captured: %p",
    async (isCaptured) => {
      const order = await taken(isCaptured)
      await edit(order, { add: { "SOCKS-36-40": 1, "PASS-YOUTH": 1 } })
      const invoice = await billed(order, "what-came")
      expect(atService(invoice.uuid).grandTotal).toBe(SOCKS + PASS)

      await edit(order, { leave: { "SOCKS-36-40": 0 } })

      await eventually(async () =>
        expect(atService(invoice.uuid)).toMatchObject({
          credited: SOCKS,
          status: "PARTIAL REFUNDED",
        })
      )
      expect(
        atService(invoice.uuid).lines.map(({ name, refunded }) => [
          name.includes("socks"),
          refunded,
        ])
      ).toEqual(
        expect.arrayContaining([
          [true, SOCKS],
          [false, 0],
        ])
      )
      await eventually(async () =>
        expect(await outstanding(order)).toMatchObject({ billable: 0, not_billable: "open-bill" })
      )
    }
  )

  it("are followed beside an extra charge, which is for nothing that they hold", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1, "PASS-YOUTH": 1 } })
    const invoice = await billed(order, "what-came")
    await order.charge("50.00", 25)
    await sweep(25)
    expect(await shown(order, invoice)).toMatchObject({ flags: [] })

    await edit(order, { leave: { "SOCKS-36-40": 0 } })

    await eventually(async () => expect(atService(invoice.uuid)).toMatchObject({ credited: SOCKS }))
    await sweep(50)
    expect(await shown(order, invoice)).toMatchObject({ flags: [] })
  })

  it("have the invoice cancelled whose only goods go", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1 } })
    const invoice = await billed(order, "socks")

    await edit(order, { leave: { "SOCKS-36-40": 0 } })

    await eventually(async () => expect(atService(invoice.uuid).status).toBe("CANCELLED"))
  })

  it("call staff to goods that came back of a paid invoice, and are even once these are refunded", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1 } })
    const invoice = await billed(order, "socks")
    suite.sandbox.pay(invoice.uuid)
    await callbacksProcessed(suite)

    await edit(order, { leave: { "SOCKS-36-40": 0 } })

    await eventually(async () =>
      expect(await shown(order, invoice)).toMatchObject({ flags: ["return_unrefunded"] })
    )
    const path = `/admin/e-invoice/orders/${invoice.id}/refunds`
    expect(await order.merchant.http.post(path, { amount: SOCKS })).toMatchObject({ status: 200 })
    await eventually(async () => expect(await shown(order, invoice)).toMatchObject({ flags: [] }))
    // It was owed, and is no discount on what stays.
    expect(await order.merchant.order(order.orderId)).toMatchObject({
      credit_line_total: 0,
      total: order.total,
    })
    expect(await outstanding(order)).toMatchObject({ billable: 0 })
  })

  it("have what comes billed by its own lines, once what went was given back of the reservation", async () => {
    const order = await taken()
    await deliver(order)
    await requestReturn(order, { "MUG-35": 1 })
    await edit(order, { add: { "SOCKS-36-40": 1 } })
    expect(await outstanding(order)).toMatchObject({ billable: 0 })

    await order.refund(MUG)

    expect(await outstanding(order)).toMatchObject({ billable: SOCKS })
    const { uuid } = await billed(order, "socks")
    expect(atService(uuid).lines).toMatchObject([
      { name: expect.stringContaining("socks"), tax: 25, amount: SOCKS },
    ])
    expect(await outstanding(order)).toMatchObject({ billable: 0 })
  })

  it("have goodwill on the reservation billed anew by nothing", async () => {
    const order = await taken()
    await order.refund(50)
    await edit(order, { add: { "SOCKS-36-40": 1 } })

    expect(await outstanding(order)).toMatchObject({ billable: SOCKS })
  })

  it("lose the flag of a cancelled bill once it is billed anew", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1 } })
    const first = await billed(order, "first")
    suite.sandbox.cancel(first.uuid)
    await callbacksProcessed(suite)
    expect(await shown(order, first)).toMatchObject({ flags: ["cancelled_at_service"] })

    const { uuid } = await billed(order, "second")
    suite.sandbox.pay(uuid)
    await callbacksProcessed(suite)
    await sweep(25)

    expect(await shown(order, first)).toMatchObject({ flags: [] })
  })

  it("count no extra charge that was given back, also once goods came that it might be for", async () => {
    const order = await taken()
    await order.charge("50", 25)
    const { movements } = await order.account()
    await order.giveBack("charged", movements.at(-1)?.uuid, 50)

    await edit(order, { add: { "SOCKS-36-40": 1 } })

    expect(await outstanding(order)).toMatchObject({ billable: SOCKS })
    const invoice = await billed(order, "socks")
    expect(atService(invoice.uuid)).toMatchObject({
      grandTotal: SOCKS,
      lines: [{ tax: 25, amount: SOCKS }],
    })
  })

  it("have the flag of a paid invoice go as soon as the goods are refunded on the card", async () => {
    const order = await taken()
    await edit(order, { leave: { "MUG-35": 2 } })
    const invoice = await billed(order, "second-mug")
    suite.sandbox.pay(invoice.uuid)
    await callbacksProcessed(suite)
    await edit(order, { leave: { "MUG-35": 1 } })
    await eventually(async () =>
      expect(await shown(order, invoice)).toMatchObject({ flags: ["return_unrefunded"] })
    )

    await order.refund(MUG)

    expect(await shown(order, invoice)).toMatchObject({ flags: [] })
  })

  it("have no flag lost of goods that go while a review of others waits for the service", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1, "PASS-YOUTH": 1 } })
    const invoice = await billed(order, "what-came")
    suite.sandbox.pay(invoice.uuid)
    await callbacksProcessed(suite)
    const isFlagged = () =>
      eventually(async () =>
        expect(await shown(order, invoice)).toMatchObject({ flags: ["return_unrefunded"] })
      )
    await edit(order, { leave: { "SOCKS-36-40": 0 } })
    await isFlagged()
    const review = holdCall(suite, "orders.details", "after")
    const { statuses } = suite.eInvoice.orders
    const flag = jest.spyOn(statuses, "flag")
    const unflag = jest.spyOn(statuses, "unflag")
    const isDone = (done: jest.SpyInstance) =>
      eventually(async () => expect(done).toHaveBeenCalledWith(invoice.id, "return_unrefunded"))

    await edit(order, { add: { "SOCKS-36-40": 1 } })
    await review.reached
    await edit(order, { leave: { "PASS-YOUTH": 0 } })
    await isDone(flag)
    review.release()

    await isDone(unflag)
    await isFlagged()
  })

  it("owe for a credit of the order what was not given back for it yet", async () => {
    const order = await taken()
    const credit = { amount: 50, reference: "goodwill", reference_id: "call-1" }
    const path = `/admin/orders/${order.orderId}/credit-lines`
    expect(await order.merchant.http.post(path, credit)).toMatchObject({ status: 200 })
    expect(await outstanding(order)).toMatchObject({ reserved_beyond: 50, reserved_goodwill: 0 })

    await order.refund(50)

    expect(await outstanding(order)).toMatchObject({ reserved_beyond: 0, reserved_goodwill: 0 })
    await edit(order, { leave: { "MUG-35": 0 } })
    expect(await outstanding(order)).toMatchObject({ reserved_beyond: MUG, reserved_goodwill: 0 })
  })

  it("have a refund confirmed where the portal gave one of them, from a page that was loaded before, too", async () => {
    const order = await taken(true, { "COFFEE-250": 1, "MUG-35": 2 })
    const { lines, movements } = await order.account()
    const source = { source: "captured", reference: movements[0]?.uuid }
    await edit(order, { leave: { "MUG-35": 1 } })
    await refundReservationAtService(order.uuid, {
      ...source,
      grandTotal: MUG,
      products: [{ id: lines.find(({ name }) => /mug/i.test(name))?.id, amount: MUG }],
    })
    const path = `/admin/e-invoice/reservations/${order.uuid}/refunds`
    const refund = (more: object = {}) =>
      order.merchant.http.post(path, { ...source, amount: MUG, ...more })

    expect(await refund()).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
    expect((await order.account()).movements).toMatchObject([{ refunded: MUG }])
    expect(await refund({ confirm_repeat: true })).toMatchObject({ status: 200 })
  })

  it.each([true, false])(
    "are told from what staff marked as paid: that no card gives back, refunded on the card first: %p",
    async (isOnCardFirst) => {
      const order = await taken()
      const { payment_collections } = await order.merchant.order(order.orderId)
      const [marked] = payment_collections.flatMap(({ payments }) => payments ?? [])
      const { http } = order.merchant
      const path = `/admin/payments/${marked?.id}`
      expect(await http.post(`${path}/capture`)).toMatchObject({ status: 200 })
      await edit(order, { leave: { "MUG-35": 0 } })
      const beyond = async () => {
        const { pending, reserved_beyond, marked_beyond } = await outstanding(order)
        return { pending, reserved_beyond, marked_beyond }
      }
      expect(await beyond()).toMatchObject({ reserved_beyond: MUG, marked_beyond: 0 })

      const refunds = [
        () => order.refund(MUG),
        async () =>
          expect(await http.post(`${path}/refund`, { amount: MUG })).toMatchObject({ status: 200 }),
      ]
      const [first, second] = isOnCardFirst ? refunds : refunds.reverse()
      await first?.()
      expect(await beyond()).toEqual(
        isOnCardFirst
          ? { pending: -MUG, reserved_beyond: 0, marked_beyond: MUG }
          : { pending: 0, reserved_beyond: MUG, marked_beyond: 0 }
      )
      await second?.()
      expect(await beyond()).toEqual({ pending: 0, reserved_beyond: 0, marked_beyond: 0 })
    }
  )

  it.each([true, false])(
    "say by how much they took more than the order costs, captured: %p",
    async (isCaptured) => {
      const order = await taken(isCaptured)
      await order.charge("20", 25)
      expect(await outstanding(order)).toMatchObject({ reserved_beyond: 0, charged_beyond: 20 })

      await edit(order, { leave: { "MUG-35": 0 } })

      expect(await outstanding(order)).toMatchObject({
        reserved_beyond: MUG,
        capturable_beyond: isCaptured ? 0 : MUG,
        charged_beyond: 20,
        billable: 0,
      })
      if (isCaptured) {
        await isCalledTo(order, ["reservation_overcharged", MUG])
        await order.refund(MUG)
        expect(await outstanding(order)).toMatchObject({ reserved_beyond: 0, reserved_goodwill: 0 })
      }
      await isCalledTo(order)
    }
  )

  it.each([true, false])(
    "call staff to goods that went for others at another VAT rate, until they are refunded; billed before: %p",
    async (isBilled) => {
      const order = await taken()
      await edit(order, { leave: { "MUG-35": 0 }, add: { "PASS-YOUTH": 1 } })
      await isCalledTo(order, ["reservation_overcharged", MUG])
      expect(await outstanding(order)).toMatchObject({
        billable: PASS - MUG,
        reserved_beyond: 0,
        set_off_beyond: MUG,
      })
      const invoice = isBilled ? await billed(order, "difference") : undefined
      await isCalledTo(order, ["reservation_overcharged", MUG])

      await order.refund(MUG)

      await isCalledTo(order, ...(invoice ? [] : [["change_unbilled", PASS] as [string, number]]))
      if (invoice) {
        expect(await shown(order, invoice)).toMatchObject({ flags: ["change_unbilled"] })
      }
      await billed(order, "what-came")
      await isCalledTo(order)
      expect(await outstanding(order)).toMatchObject({ set_off_beyond: 0 })
      const asked = suite.sandbox.orders().flatMap(({ lines }) => lines)
      expect(asked.every(({ tax }) => tax === 12)).toBe(true)
      expect(asked.reduce((sum, { amount }) => sum + amount, 0)).toBe(PASS)
    }
  )

  it("are judged by the sweep once the service can say again what they took", async () => {
    await sweep(0)
    const order = await taken()
    suite.sandbox.faults.add({ operation: "reservations.details", fault: "500" })
    await edit(order, { leave: { "MUG-35": 0 } })
    await sweep(0.1)
    expect(await calledTo(order)).toEqual([])
    suite.sandbox.faults.clear()
    suite.forgetFailures()

    await sweep(0.2)

    await isCalledTo(order, ["reservation_overcharged", MUG])
  })

  it("call staff to a change that nothing bills, until it is billed or taken back", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1, "PASS-YOUTH": 1 } })
    await isCalledTo(order, ["change_unbilled", SOCKS + PASS])
    for (const { case_id, version } of await casesOf(order)) {
      const handle = { action: "mark_handled", version, taken_by: null }
      const path = `/admin/e-invoice/overview/cases/${case_id}`
      expect(await order.merchant.http.post(path, handle)).toMatchObject({ status: 200 })
    }
    await isCalledTo(order)

    await edit(order, { leave: { "SOCKS-36-40": 0 } })
    await isCalledTo(order, ["change_unbilled", PASS])
    await billed(order, "what-came")

    await isCalledTo(order)
  })

  it("call staff to what remains once the invoice beside them is cancelled at the service", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1, "PASS-YOUTH": 1 } })
    const cancelled = async (key: string) => {
      const { body } = await bill(order, BY_LINK, key)
      await isCalledTo(order)
      suite.sandbox.cancel(body.e_invoice_order.remote_order_uuid)
      await callbacksProcessed(suite)
    }

    await cancelled("what-came")
    await isCalledTo(order, ["change_unbilled", SOCKS + PASS])

    await edit(order, { leave: { "PASS-YOUTH": 0 } })
    await cancelled("socks")
    await isCalledTo(order, ["change_unbilled", SOCKS])
  })

  it("call staff to an order that nothing pays for once they ended, until it is billed", async () => {
    const order = await taken(false)
    await isCalledTo(order)
    suite.sandbox.clock.advance({ days: 8 })
    await sweep(9 * 24)
    await isCalledTo(order, ["reservation_ended", order.total])

    await billed(order, "all")

    await isCalledTo(order)
  })

  it("call staff to what they held and staff did not capture, before and after it lapses, until it is billed", async () => {
    const order = await taken(false)
    const [coffee] = (await order.account()).lines
    await order.capture([{ id: coffee?.id, amount: String(coffee?.left) }])
    await callbacksProcessed(suite)
    const rest = (await order.account()).lines.reduce((sum, { left }) => sum + left, 0)
    await isCalledTo(order)

    const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await database("einvoice_record")
      .where({ remote_uuid: order.uuid })
      .update({ reserved_at: database.raw("now() - interval '6 days'") })
    await isCalledTo(order, ["reservation_expiring", rest])

    suite.sandbox.clock.advance({ days: 8 })
    await sweep(9 * 24)
    await isCalledTo(order, ["reservation_ended", rest])
    expect(await outstanding(order)).toMatchObject({ billable: rest })

    await billed(order, "rest")

    await isCalledTo(order)
    expect(suite.sandbox.audit().money).toMatchObject({ balanced: true })
  })

  it("call no staff once a reservation is completed of which a part was captured", async () => {
    const order = await taken(false)
    const [coffee] = (await order.account()).lines
    await order.capture([{ id: coffee?.id, amount: String(coffee?.left) }])
    const complete = { params: { reservation_uuid: order.uuid }, body: { note: "No mug left." } }
    const path = "/admin/e-invoice/operations/reservations.complete"
    expect(await order.merchant.http.post(path, complete)).toMatchObject({ status: 200 })
    await callbacksProcessed(suite)
    await sweep(25)

    await isCalledTo(order)
  })

  it.each([
    ["whose card is declined", "decline", true],
    ["that staff cancel", "cancel", false],
  ])("call staff to an order %s, until it is cancelled: %s", async (_what, end, isCalled) => {
    const order = await orderWithoutInvoice(suite, { basket: BASKET })
    const { body } = await bill(order, RESERVE, "reserve")
    const uuid = body.operation?.subject_uuid ?? ""
    if (end === "decline") {
      suite.sandbox.reservations.decline(uuid)
    } else {
      const cancel = { params: { reservation_uuid: uuid }, body: { note: "Paid in cash." } }
      const path = "/admin/e-invoice/operations/reservations.cancel"
      expect(await order.merchant.http.post(path, cancel)).toMatchObject({ status: 200 })
    }
    await callbacksProcessed(suite)
    await sweep(25)

    await isCalledTo(
      { ...order, uuid },
      ...(isCalled ? [["reservation_ended", order.total] as [string, number]] : [])
    )
    const path = `/admin/orders/${order.orderId}/cancel`
    expect(await order.merchant.http.post(path)).toMatchObject({ status: 200 })
    await isCalledTo({ ...order, uuid })
  })

  it("call staff once to what they took of an order that is cancelled, however much it was", async () => {
    const order = await taken()
    await edit(order, { leave: { "MUG-35": 0 } })
    await isCalledTo(order, ["reservation_overcharged", MUG])

    const { http } = order.merchant
    expect(await http.post(`/admin/orders/${order.orderId}/cancel`)).toMatchObject({ status: 200 })

    await isCalledTo(order, ["record_after_cancel", order.total])
  })

  it("say what an extra charge is left of once the goods went that it lowered the bill of", async () => {
    const order = await taken()
    await order.charge("50", 25)
    await edit(order, { add: { "SOCKS-36-40": 1 } })
    const invoice = await billed(order, "socks")
    expect(atService(invoice.uuid).grandTotal).toBe(69.9)
    expect(await outstanding(order)).toMatchObject({ charged_beyond: 0 })

    await edit(order, { leave: { "SOCKS-36-40": 0 } })

    await eventually(async () =>
      expect(atService(invoice.uuid)).toMatchObject({ status: "CANCELLED" })
    )
    await eventually(async () =>
      expect(await outstanding(order)).toMatchObject({ charged_beyond: 50, reserved_beyond: 0 })
    )
    const { movements } = await order.account()
    await order.giveBack("charged", movements.at(-1)?.uuid, 50)
    expect(await outstanding(order)).toMatchObject({ charged_beyond: 0 })
  })

  it("say what was refunded of goods that came back", async () => {
    const order = await taken()
    await deliver(order)
    const id = await requestReturn(order, { "MUG-35": 1 })
    await order.refund(MUG)
    expect(await outstanding(order)).toMatchObject({ reserved_goodwill: 0 })

    expect((await order.merchant.http.post(`/admin/returns/${id}/cancel`)).status).toBe(200)

    expect(await outstanding(order)).toMatchObject({ reserved_goodwill: MUG })
  })

  it("have the invoice's refund look again that was chosen before an extra charge was given back", async () => {
    const order = await taken()
    await edit(order, { add: { "SOCKS-36-40": 1 } })
    const invoice = await billed(order, "socks")
    suite.sandbox.pay(invoice.uuid)
    await callbacksProcessed(suite)
    const { http } = order.merchant
    const path = `/admin/e-invoice/orders/${invoice.id}/refunds`
    const { body } = await http.get<{ refund_account: { seen: string } }>(path)
    const { seen } = body.refund_account
    await order.charge("50", 25)
    const { movements } = await order.account()

    await order.giveBack("charged", movements.at(-1)?.uuid, 50)

    expect(await http.post(path, { amount: 50, seen })).toMatchObject({
      status: 400,
      body: { code: "confirm_repeat" },
    })
  })

  describe("and one that owes what a reservation and an invoice both could give back", () => {
    /** Of two mugs one came back: the card took one, the invoice asked for the other. */
    const mugBack = async (isPaid = true) => {
      const order = await taken(false, { "COFFEE-250": 1, "MUG-35": 2 })
      const { http } = order.merchant
      const mugs = (await order.account()).lines.find(({ name }) => /mug/i.test(name))
      await order.capture([{ id: mugs?.id ?? 0, amount: MUG }])
      await http.post("/admin/e-invoice/operations/reservations.complete", {
        params: { reservation_uuid: order.uuid },
        body: { note: "The rest is invoiced." },
      })
      const invoice = await billed(order, "the-rest")
      if (isPaid) {
        suite.sandbox.pay(invoice.uuid)
        await callbacksProcessed(suite)
      }
      const path = `/admin/e-invoice/orders/${invoice.id}/refunds`
      const seenNow = async () => {
        const { body } = await order.merchant.http.get<{ refund_account: { seen: string } }>(path)
        return body.refund_account.seen
      }
      await deliver(order)
      await requestReturn(order, { "MUG-35": 1 })
      await eventually(async () =>
        isPaid
          ? expect(await shown(order, invoice)).toMatchObject({ flags: ["return_unrefunded"] })
          : expect(atService(invoice.uuid)).toMatchObject({ credited: MUG })
      )
      const seen = await seenNow()
      const { movements } = await order.account()
      const card = (more: object = {}) =>
        post(`/admin/e-invoice/reservations/${order.uuid}/refunds`, {
          source: "captured",
          reference: movements[0]?.uuid,
          amount: MUG,
          ...more,
        })
      const post = async (to: string, body: object) => {
        const answer = await http.post<{ code?: string; values?: object }>(to, body)
        return { status: answer.status, code: answer.body.code, values: answer.body.values }
      }
      const bySection = (more: object = {}) => post(path, { amount: MUG, seen, ...more })
      const byButton = async () => {
        const { payment_collections: collections } = await order.merchant.order(order.orderId)
        const payment = collections
          .flatMap(({ payments }) => payments ?? [])
          .find(({ provider_id: by, captured_at: at }) => by.includes("e-invoice") && at)
        return post(`/admin/payments/${payment?.id}/refund`, { amount: MUG })
      }
      const backOre = () =>
        atService(invoice.uuid).refunded * 100 +
        suite.sandbox.reservations
          .list()
          .flatMap(({ captures, charges }) => [...captures, ...charges])
          .reduce((sum, { refundedOre }) => sum + refundedOre, 0)
      const cardInPortal = () =>
        refundReservationAtService(order.uuid, {
          grandTotal: MUG,
          source: "captured",
          reference: movements[0]?.uuid,
          products: [{ id: mugs?.id, amount: MUG }],
        })
      const invoiceInPortal = async (isTold: boolean) => {
        const mug = atService(invoice.uuid).lines.find(({ name }) => /mug/i.test(name))
        suite.sandbox.callbacks.setChaos({ drop: !isTold })
        await postRefund(invoice.uuid, {
          type: "regular",
          grandTotal: MUG,
          products: [{ id: mug?.id, amount: MUG }],
        })
        await callbacksProcessed(suite)
        suite.sandbox.callbacks.setChaos({ drop: false })
      }
      return {
        order,
        invoice,
        seenNow,
        card,
        bySection,
        byButton,
        backOre,
        cardInPortal,
        invoiceInPortal,
      }
    }
    const lastRefundOf = async ({ orderId }: Taken) =>
      (await suite.eInvoice.operations.earlier.refundsOfReservations(orderId)).at(-1) ?? {
        id: "",
        attempt: 0,
      }
    const ASKED = { status: 400, code: "confirm_repeat" }

    it("have the window look again that was loaded before the card's refund", async () => {
      const { card, bySection, seenNow, backOre } = await mugBack()
      expect(await card()).toMatchObject({ status: 200 })

      const refusal = await bySection({ confirm_repeat: true })
      const now = await seenNow()
      expect(refusal).toMatchObject({ ...ASKED, values: { seen: now } })
      expect(await bySection({ seen: undefined })).toMatchObject(ASKED)
      expect(backOre()).toBe(MUG * 100)

      expect(await bySection({ seen: now })).toMatchObject({ status: 200 })
    })

    it("have Medusa's button refuse shortly after the card's refund, and no longer", async () => {
      const { order, card, byButton, backOre } = await mugBack()
      expect(await card()).toMatchObject({ status: 200 })

      expect(await byButton()).toMatchObject({ status: 400 })
      expect(backOre()).toBe(MUG * 100)

      await suite.eInvoice.operations["database"]("einvoice_operation")
        .where({ subject_uuid: order.uuid })
        .update({ updated_at: new Date(Date.now() - 11 * 60_000) })
      expect(await byButton()).toMatchObject({ status: 200 })
    })

    it("have the card's refund confirmed shortly after the invoice's", async () => {
      const { card, bySection, backOre } = await mugBack()
      expect(await bySection()).toMatchObject({ status: 200 })

      expect(await card()).toMatchObject(ASKED)
      expect(backOre()).toBe(MUG * 100)

      expect(await card({ confirm_repeat: true })).toMatchObject({ status: 200 })
    })

    it.each([true, false])(
      "have the card's refund confirmed beside one that the portal gave of the invoice, told: %p",
      async (isTold) => {
        const { card, backOre, invoiceInPortal } = await mugBack()
        await invoiceInPortal(isTold)

        expect(await card()).toMatchObject(ASKED)
        expect(backOre()).toBe(MUG * 100)

        expect(await card({ confirm_repeat: true })).toMatchObject({ status: 200 })
      }
    )

    it("have the invoice's refund confirmed where the portal refunded the card, which no callback tells", async () => {
      const { bySection, seenNow, backOre, cardInPortal } = await mugBack()
      await cardInPortal()

      expect(await bySection({ seen: await seenNow() })).toMatchObject(ASKED)
      expect(backOre()).toBe(MUG * 100)

      const confirmed = { seen: await seenNow(), confirm_repeat: true }
      expect(await bySection(confirmed)).toMatchObject({ status: 200 })
    })

    it("have the invoice's refund confirmed while the card's is in doubt", async () => {
      const { order, invoice, card, bySection, seenNow, backOre } = await mugBack()
      suite.sandbox.faults.add({ fault: "after:drop", operation: "reservations.refund", times: 1 })
      expect(await card()).toMatchObject({ status: 504 })

      expect(await bySection({ seen: await seenNow() })).toMatchObject(ASKED)
      expect(backOre()).toBe(MUG * 100)

      const { id, attempt } = await lastRefundOf(order)
      expect(
        await order.merchant.http.post(`/admin/e-invoice/operation-log/${id}/settle`, {
          took_effect: true,
          attempt,
        })
      ).toMatchObject({ status: 200 })
      expect(await shown(order, invoice)).toMatchObject({ flags: [] })
    })

    it("have the card's refund confirmed where the service cannot be asked for the invoice", async () => {
      const { card, backOre } = await mugBack()
      suite.sandbox.faults.add({ fault: "before:500", operation: "orders.status", times: 9 })

      expect(await card()).toMatchObject(ASKED)
      expect(backOre()).toBe(0)

      expect(await card({ confirm_repeat: true })).toMatchObject({ status: 200 })
    })

    it("have the card's refund confirmed shortly after the invoice was credited, and no longer", async () => {
      const { card } = await mugBack(false)
      expect(await card()).toMatchObject(ASKED)

      await minutesPass(suite)
      expect(await card()).toMatchObject({ status: 200 })
    })

    it.each(["bySection", "byButton"] as const)("give back once of two at once: %s", async (by) => {
      const all = await mugBack()

      const answers = await Promise.all([all.card(), all[by]()])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(all.backOre()).toBe(MUG * 100)
    })
  })
})
