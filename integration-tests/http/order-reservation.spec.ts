import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { OperationId } from "../../src/connect"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { bill, BY_LINK, RESERVE, orderWithoutInvoice, outstanding } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import type { HttpAnswer } from "./support/http-client"
import { orderChanges } from "./support/order-changes"
import { callbacksProcessed, callsOf, purchase } from "./support/purchase"
import { eventually } from "./support/eventually"
import { paymentLink, reservation as elsewhere } from "./support/operation-requests"
import { bodyOf, doorOf, type OperationCall } from "./support/operation-desk"

type Line = {
  id: number
  name: string
  amount: number
  captured: number
  left: number
}

type ReservationAnswer = {
  record: { id: string; remote_uuid: string; order_id: string | null }
  in_doubt: { id: string; operation: string }[]
  account: {
    status: string
    total: number
    reserved: number
    captured: number
    left: number
    charged: number
    refunded: number
    bar: Record<string, number>
    lines: Line[]
    movements: {
      uuid: string
      source: "captured" | "charged"
      amount: number
      refunded: number
      left: number
      lines: { id: number; name: string; amount: number; left: number }[]
    }[]
  } | null
  awaiting_approval: { id: string; approval_asked_at: string | null }[]
  can: Record<string, string>
  problem: { message: string; advice: string } | null
}

type Body = {
  reservations: ReservationAnswer[]
  reservation: ReservationAnswer
  operation: { subject_uuid: string }
  data: { uuid: string }
  message: string
  code?: string
  errors?: { field: string; message: string }[]
  events: { title: string }[]
  operations: { operation: string }[]
}

/** A payment link over an amount, with a quarter of the net price as tax. */
const linkOver = (total: number) => {
  const tax = Math.round(total * 20) / 100
  return {
    ...paymentLink,
    products: paymentLink.products.map((product) => ({
      ...product,
      rate: total,
      amount: total,
    })),
    orderSummary: {
      ...paymentLink.orderSummary,
      subTotal: (total - tax).toFixed(2),
      totalTax: tax.toFixed(2),
      grandTotal: total.toFixed(2),
    },
  }
}

type Taxed = { tax: number | string; amount: number | string }

/** What lines come to by VAT rate, in øre, the lowest rate first. */
const byRate = (lines: readonly Taxed[]) => {
  const sums = new Map<number, number>()
  for (const { tax, amount } of lines) {
    sums.set(Number(tax), (sums.get(Number(tax)) ?? 0) + Math.round(Number(amount) * 100))
  }
  return [...sums].sort(([one], [other]) => one - other)
}

const byEmail = { send_by: { sms: false, email: true } }

eInvoiceSuite("order-reservation", {}, (suite) => {
  let bought: Awaited<ReturnType<typeof orderWithoutInvoice>>

  beforeEach(async () => {
    // The tests of a minute call more than the service lets a store call, and a sweep leaves what is left to others.
    suite.liftRateLimit()
    bought = await orderWithoutInvoice(suite)
  })
  afterEach(() => jest.restoreAllMocks())

  const post = (path: string, body: unknown = {}, key?: string): Promise<HttpAnswer<Body>> =>
    (key === undefined
      ? bought.merchant.http
      : bought.merchant.http.with({ "idempotency-key": key })
    ).post(`/admin/e-invoice${path}`, body)
  const desk = () => ({
    get: (path: string): Promise<HttpAnswer<Body>> =>
      bought.merchant.http.get(`/admin/e-invoice${path}`),
    post,
    call: (id: OperationId, call: OperationCall, key?: string) =>
      post(doorOf(id), bodyOf(id, call), key),
  })
  const ofOrder = () => `/medusa-orders/${bought.orderId}/reservations`
  const first = async (): Promise<ReservationAnswer> => {
    const { body } = await desk().get(ofOrder())
    const [reservation] = body.reservations
    if (!reservation) {
      throw new Error("The order has no reservation.")
    }
    return reservation
  }
  const account = async () => {
    const { account: shown } = await first()
    if (!shown) {
      throw new Error("The service could not say.")
    }
    return shown
  }
  const reserved = async (): Promise<string> => {
    const { body } = await desk().post(ofOrder(), byEmail)
    const uuid = body.operation.subject_uuid
    suite.sandbox.reservations.confirm(uuid)
    return uuid
  }
  /** What the overview says of records. */
  const waiting = async (of = "record") => {
    const { body } = await bought.merchant.http.get<{
      overview: {
        attention: {
          items: { kind: string; reason: string; remote_uuid: string }[]
        }
      }
    }>("/admin/e-invoice/overview")
    return body.overview.attention.items
      .filter(({ kind }) => kind === of)
      .map(({ reason, remote_uuid }) => [reason, remote_uuid])
  }
  const bodiesOf = (operationId: string) =>
    suite.sandbox
      .requests()
      .filter((request) => request.operationId === operationId)
      .map(({ body }) => body)

  /** The lines of a bill over what is outstanding. */
  const billed = async () => {
    const { body } = await bill(bought, BY_LINK)
    expect(body.message).toBeUndefined()
    return suite.sandbox.order(body.e_invoice_order.remote_order_uuid).lines
  }

  it("reserves the order's own lines, to the øre, without a personal number", async () => {
    const answer = await desk().post(ofOrder(), {
      ...byEmail,
      charge_validity_days: 30,
      link_due_date: "2030-01-31",
    })

    expect(answer.status).toBe(200)
    const [sent] = bodiesOf("reservations.submit") as {
      products: { amount: number; rate: number }[]
      orderSummary: { grandTotal: string; subTotal: string; totalTax: string }
      chargeValidity: string
    }[]
    const sum = sent?.products.reduce((ore, { amount }) => ore + amount * 100, 0)
    expect(sum).toBeCloseTo(Math.round(bought.total * 100))
    expect(Number(sent?.orderSummary.grandTotal)).toBe(bought.total)
    expect(
      Number(sent?.orderSummary.subTotal) * 100 + Number(sent?.orderSummary.totalTax) * 100
    ).toBeCloseTo(bought.total * 100)
    expect(sent?.chargeValidity).toBe("30")
    expect(JSON.stringify(sent)).not.toContain("personalNumber")
    expect(await account()).toMatchObject({
      status: "SENT",
      total: bought.total,
      reserved: 0,
      left: 0,
    })
  })

  it("is made once, however often its key is sent", async () => {
    const press = () => desk().post(ofOrder(), byEmail, "reserve")
    const answers = [await press(), await press()]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(callsOf(suite, "reservations.submit")).toBe(1)
  })

  it("is refused while another is in doubt, naming that", async () => {
    suite.sandbox.faults.add({ operation: "reservations.submit", fault: "after:drop", times: 1 })
    expect((await desk().post(ofOrder(), byEmail, "lost")).status).toBe(504)

    expect(
      await desk().post(ofOrder(), { ...byEmail, charge_validity_days: 30 }, "another")
    ).toMatchObject({
      status: 400,
      body: { code: "not_billable", values: { reason: "unsettled" } },
    })
    expect(suite.sandbox.reservations.list()).toHaveLength(1)
  })

  it("is made once, however many ask at the same time", async () => {
    const answers = await Promise.all([
      desk().post(ofOrder(), byEmail),
      desk().post(ofOrder(), { ...byEmail, charge_validity_days: 30 }),
      bill(bought, BY_LINK),
    ])

    expect([...suite.sandbox.reservations.list(), ...suite.sandbox.orders()]).toHaveLength(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it.each([
    ["waits for its payment", false],
    ["is paid", true],
  ])("is refused while an invoice %s, naming what is outstanding", async (_how, isPaid) => {
    const invoiced = await purchase(suite)
    if (isPaid) {
      suite.sandbox.pay(invoiced.uuid)
      await callbacksProcessed(suite)
    }
    bought = invoiced

    const { status, body } = await desk().post(ofOrder(), byEmail)

    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: "beyond_outstanding",
      values: { amount: invoiced.total.toFixed(2), left: "0.00" },
    })
    expect(suite.sandbox.reservations.list()).toEqual([])
  })

  it("of what came after an invoice is over what came, at its own VAT rate", async () => {
    const invoiced = await purchase(suite)
    suite.sandbox.invoice(invoiced.uuid)
    suite.sandbox.pay(invoiced.uuid)
    await callbacksProcessed(suite)
    bought = invoiced
    await orderChanges(suite).edit(bought, { add: { "MUG-35": 1 } })

    expect((await bill(bought, RESERVE, "reserve")).status).toBe(200)
    expect(bodiesOf("reservations.submit")).toMatchObject([
      { products: [{ amount: 149, tax: 25 }], orderSummary: { grandTotal: "149.00" } },
    ])
  })

  it("leaves what came after it to be billed, and reserved, by its own lines", async () => {
    const { edit } = orderChanges(suite)
    await reserved()
    await edit(bought, { add: { "PASS-YOUTH": 1 } })

    expect(await billed()).toMatchObject([{ quantity: 1, tax: 12, amount: 225 }])

    await edit(bought, { add: { "MUG-35": 1 } })
    const press = () => bill(bought, RESERVE, "reserve-more")
    expect([(await press()).status, (await press()).status]).toEqual([200, 200])
    expect(bodiesOf("reservations.submit")).toMatchObject([
      {},
      { products: [{ amount: 149, tax: 25 }], orderSummary: { grandTotal: "149.00" } },
    ])
  })

  it("can be made once the invoice is cancelled", async () => {
    const invoiced = await purchase(suite)
    suite.sandbox.cancel(invoiced.uuid)
    await callbacksProcessed(suite)
    bought = invoiced

    expect((await desk().post(ofOrder(), byEmail)).status).toBe(200)
  })

  it("leaves its order flagged as not billed until the customer confirms it", async () => {
    bought = await purchase(suite)
    const [order] = await suite.eInvoice.orders.statuses.ofOrder(bought.orderId)
    const flags = async () => (await suite.eInvoice.orders.statuses.find(order?.id ?? ""))?.flags
    suite.sandbox.cancel(order?.orderUuid ?? "")
    await callbacksProcessed(suite)
    await eventually(async () => expect(await flags()).toEqual(["cancelled_at_service"]))

    const { body } = await desk().post(ofOrder(), byEmail)
    expect(await flags()).toEqual(["cancelled_at_service"])

    suite.sandbox.reservations.confirm(body.operation.subject_uuid)
    await callbacksProcessed(suite)
    await eventually(async () => expect(await flags()).toEqual([]))
  })

  it("is answered again to the same key, although nothing is outstanding any more", async () => {
    const first = await desk().post(ofOrder(), byEmail, "reserve")

    const again = await desk().post(ofOrder(), byEmail, "reserve")

    expect(again.status).toBe(200)
    expect(again.body.operation).toEqual(first.body.operation)
    const another = await desk().post(ofOrder(), byEmail, "reserve-again")
    expect(another.status).toBe(400)
    expect(suite.sandbox.reservations.list()).toHaveLength(1)
  })

  it("refuses a link that is sent nowhere", async () => {
    const answer = await desk().post(ofOrder(), {
      send_by: { sms: false, email: false },
    })

    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain("by SMS, by e-mail, or both")
  })

  it("is captured by line and in part, and says what remains", async () => {
    const uuid = await reserved()
    const { lines } = await account()
    const [one, two] = lines
    const answer = await desk().post(`/reservations/${uuid}/captures`, {
      lines: [
        { id: one?.id, amount: one?.left },
        { id: two?.id, amount: "10.05" },
      ],
    })

    expect(answer.status).toBe(200)
    const expected = (one?.left ?? 0) + 10.05
    expect(bodiesOf("reservations.capture")).toMatchObject([{ grandTotal: expected.toFixed(2) }])
    const after = await account()
    expect(after.captured).toBeCloseTo(expected)
    expect(after.left).toBeCloseTo(bought.total - expected)
    expect(after.lines[0]).toMatchObject({ left: 0, captured: one?.amount })
    const { captured = 0, left = 0, released = 0, charged = 0 } = after.bar
    expect(captured + left + released + charged).toBeCloseTo(100, 1)
    expect([released, charged]).toEqual([0, 0])
    expect((await first()).can).toMatchObject({
      "reservations.capture": "yes",
      "reservations.cancel": "status",
    })
  })

  it("is not captured beyond what is left of a line, and names it", async () => {
    const uuid = await reserved()
    const [line] = (await account()).lines

    const answer = await desk().post(`/reservations/${uuid}/captures`, {
      lines: [{ id: line?.id, amount: (line?.left ?? 0) + 1 }],
    })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: "line_beyond_left",
      values: { name: line?.name, amount: line?.left.toFixed(2) },
      errors: [{ field: "lines.0.amount" }],
    })
    expect(callsOf(suite, "reservations.capture")).toBe(0)
  })

  it("leaves to bill, once it is completed, what was neither captured nor charged", async () => {
    const uuid = await reserved()
    const [line] = (await account()).lines
    await desk().post(`/reservations/${uuid}/captures`, {
      lines: [{ id: line?.id, amount: "1" }],
    })
    expect(await outstanding(bought)).toMatchObject({ billable: 0 })
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [{ name: "Gift wrap", amount: "2.50", tax: 25 }],
    })
    await desk().call("reservations.complete", { at: uuid, body: { note: "The rest" } })

    const rest = bought.total - 3.5
    const after = await outstanding(bought)
    expect(after.not_billable).toBeNull()
    expect(after.billable).toBeCloseTo(rest)
    await suite.interruptService(async () => {
      // What the service cannot confirm is not asked for again.
      expect(await outstanding(bought)).toMatchObject({ billable: 0 })
    })
    const answer = await bill(bought, BY_LINK)
    expect(answer.status).toBe(200)
    expect(answer.body.e_invoice_order.grand_total).toBeCloseTo(rest)
    expect(await outstanding(bought)).toMatchObject({ billable: 0 })
  })

  it("leaves each line's rest to bill at its own VAT rate, once it is completed", async () => {
    bought = await orderWithoutInvoice(suite, {
      basket: { "COFFEE-250": 3, "PASS-YOUTH": 2, "BOOK-HARD": 1, "MUG-35": 1 },
    })
    const uuid = await reserved()
    const [whole, half, part] = (await account()).lines
    const captured = [
      { id: whole?.id, amount: (whole?.amount ?? 0).toFixed(2) },
      { id: half?.id, amount: ((half?.amount ?? 0) / 2).toFixed(2) },
      { id: part?.id, amount: "10.05" },
    ]
    const charge = { name: "Gift wrap", amount: "2.50", tax: 25 }
    const answers = [
      await desk().post(`/reservations/${uuid}/captures`, { lines: captured }),
      await desk().post(`/reservations/${uuid}/charges`, { lines: [charge] }),
      await desk().call("reservations.complete", { at: uuid, body: { note: "The rest" } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])

    const lines = await billed()

    const [{ products }] = bodiesOf("reservations.submit") as [{ products: Taxed[] }]
    const taken = captured.map(({ amount }, index) => ({ tax: products[index]?.tax ?? 0, amount }))
    expect(byRate([...taken, charge, ...lines])).toEqual(byRate(products))
    expect(lines.some(({ name }) => name.includes("Justering"))).toBe(false)
  })

  it("leaves all to bill once the payer's card was refused", async () => {
    const { body } = await desk().post(ofOrder(), byEmail)
    suite.sandbox.reservations.decline(body.operation.subject_uuid)
    await account()

    expect(await outstanding(bought)).toMatchObject({ billable: bought.total, open: [] })
  })

  it("takes what was charged at once, and all again once everything was given back", async () => {
    const uuid = await reserved()
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [{ name: "Gift wrap", amount: "99.90", tax: 25 }],
    })
    expect(await outstanding(bought)).toMatchObject({
      open: [{ source: "reservation", amount: bought.total + 99.9 }],
    })
    const [charge] = (await account()).movements
    await desk().post(`/reservations/${uuid}/refunds`, {
      source: "charged",
      reference: charge?.uuid,
      amount: "99.90",
    })
    await desk().call("reservations.complete", { at: uuid, body: { note: "Given back" } })

    expect(await outstanding(bought)).toMatchObject({ billable: bought.total, open: [] })
  })

  it("is captured no more once its order is cancelled", async () => {
    const uuid = await reserved()
    const [line] = (await account()).lines
    const capture = () =>
      desk().post(`/reservations/${uuid}/captures`, { lines: [{ id: line?.id, amount: "1" }] })
    expect((await capture()).status).toBe(200)
    expect((await bought.merchant.cancel(bought.orderId)).status).toBe(200)

    expect(await capture()).toMatchObject({
      status: 400,
      body: { code: "capture_beyond_outstanding", values: { amount: "1.00", left: "0.00" } },
    })
    expect(callsOf(suite, "reservations.capture")).toBe(1)
  })

  it("leaves no room for a payment link of the same order to grow into", async () => {
    const half = Math.floor(bought.total / 2)
    const { body } = await desk().call(
      "orders.create-payment-link",
      { body: linkOver(half), order_id: bought.orderId },
      "link"
    )
    const changeTo = (total: number) => {
      const { products, orderSummary } = linkOver(total)
      const changed = { products, orderSummary }
      return desk().call("orders.update-payment-link", { at: body.data.uuid, body: changed })
    }

    expect(await changeTo(bought.total + 1)).toMatchObject({
      status: 400,
      body: { code: "beyond_outstanding" },
    })
    expect(callsOf(suite, "orders.update-payment-link")).toBe(0)
    expect((await changeTo(half + 10)).status).toBe(200)
    expect(await outstanding(bought)).toMatchObject({
      open: [{ source: "record", amount: half + 10 }],
    })
  })

  describe("that the service made although staff settled it as not made", () => {
    const attention = async () => {
      const { body } = await bought.merchant.http.get<{
        overview: {
          attention: { items: { id: string; reason: string }[] }
        }
      }>("/admin/e-invoice/overview")
      return body.overview.attention.items
    }
    const contradicted = async () => {
      suite.sandbox.faults.add({
        operation: "reservations.submit",
        fault: "after:drop",
        times: 1,
      })
      await bill(bought, RESERVE, "reserve")
      const { body } = await bought.merchant.http.get<{
        operations: { id: string }[]
      }>("/admin/e-invoice/operation-log?state=in_doubt")
      const id = body.operations[0]?.id ?? ""
      expect(
        await desk().post(`/operation-log/${id}/settle`, { took_effect: false, attempt: 1 })
      ).toMatchObject({ status: 200 })
      expect(await attention()).toEqual([])
      const invoiced = await bill(bought, BY_LINK, "invoice")
      expect(invoiced.status).toBe(200)
      suite.sandbox.pay(invoiced.body.e_invoice_order.remote_order_uuid)
      await callbacksProcessed(suite)
      const uuid = suite.sandbox.reservations.list()[0]?.uuid ?? ""
      suite.sandbox.reservations.confirm(uuid)
      await callbacksProcessed(suite)
      return { id, uuid }
    }
    const captured = async (uuid: string) => {
      const { lines } = await account()
      const [line] = lines
      const amount = String(line?.left)
      return [
        await desk().post(
          `/reservations/${uuid}/captures`,
          { lines: [{ id: line?.id, amount }] },
          "capture"
        ),
        await desk().call(
          "reservations.capture",
          { at: uuid, body: { grandTotal: amount, products: [{ id: line?.id, amount }] } },
          "raw-capture"
        ),
      ]
    }

    it("stands on the overview until staff handled it, and takes nothing of a paid order", async () => {
      const { id, uuid } = await contradicted()

      expect(await attention()).toMatchObject([{ id, reason: "operation_contradicted" }])
      for (const { status, body } of await captured(uuid)) {
        expect(status).toBe(400)
        expect(body).toMatchObject({ code: "capture_beyond_outstanding" })
      }
      expect(callsOf(suite, "reservations.capture")).toBe(0)

      expect(
        await desk().post(`/operation-log/${id}/settle`, { took_effect: true, attempt: 1 })
      ).toMatchObject({ status: 200 })
      expect(await attention()).toEqual([])
    })

    it("leaves the overview when its reservation is cancelled", async () => {
      const { uuid } = await contradicted()

      expect(
        await desk().call(
          "reservations.cancel",
          { at: uuid, body: { note: "Paid by invoice" } },
          "cancel"
        )
      ).toMatchObject({ status: 200 })

      expect(await attention()).toEqual([])
    })
  })

  it("may be captured although staff marked the order as paid in Medusa, and what comes then is billed", async () => {
    const uuid = await reserved()
    const { id } = await bought.merchant.payment(bought.orderId)
    expect(await bought.merchant.http.post(`/admin/payments/${id}/capture`, {})).toMatchObject({
      status: 200,
    })
    const [line] = (await account()).lines

    expect(
      await desk().post(
        `/reservations/${uuid}/captures`,
        { lines: [{ id: line?.id, amount: String(line?.left) }] },
        "capture"
      )
    ).toMatchObject({ status: 200 })
    expect(await outstanding(bought)).toMatchObject({ billable: 0 })

    await orderChanges(suite).edit(bought, { add: { "MUG-35": 1 } })
    expect(await outstanding(bought)).toMatchObject({ billable: 149, not_billable: null })
    expect((await bill(bought, BY_LINK)).body).toMatchObject({
      e_invoice_order: { grand_total: 149 },
    })
    expect(await outstanding(bought)).toMatchObject({ billable: 0 })
  })

  it("is captured once, however often its key is sent", async () => {
    const uuid = await reserved()
    const [line] = (await account()).lines
    const capture = () =>
      desk().post(
        `/reservations/${uuid}/captures`,
        { lines: [{ id: line?.id, amount: line?.left }] },
        "capture"
      )

    const answers = [await capture(), await capture()]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(callsOf(suite, "reservations.capture")).toBe(1)
  })

  it("is charged beyond what was reserved, with the total of the server", async () => {
    const uuid = await reserved()
    const answer = await desk().post(`/reservations/${uuid}/charges`, {
      lines: [
        { name: "Minibar", amount: "120.50", tax: 25 },
        { name: "Parking", amount: 80, tax: 25 },
      ],
      note: "Room 7",
    })

    expect(answer.status).toBe(200)
    expect(bodiesOf("reservations.charge")).toMatchObject([
      {
        grandTotal: "200.50",
        products: [
          { name: "Minibar", rate: 120.5, amount: 120.5, tax: 25 },
          { name: "Parking", rate: 80, amount: 80, tax: 25 },
        ],
      },
    ])
    expect(await account()).toMatchObject({ charged: 200.5, status: "CHARGED" })
  })

  it("gives back from a capture and from a charge, each up to what is left of it", async () => {
    const uuid = await reserved()
    const [line] = (await account()).lines
    await desk().post(`/reservations/${uuid}/captures`, {
      lines: [{ id: line?.id, amount: "100" }],
    })
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [
        { name: "Minibar", amount: "30", tax: 25 },
        { name: "Parking", amount: "60", tax: 25 },
      ],
    })
    const { movements } = await account()
    const refund = (source: "captured" | "charged", amount: string, key?: string) =>
      desk().post(
        `/reservations/${uuid}/refunds`,
        {
          source,
          reference: movements.find((movement) => movement.source === source)?.uuid,
          amount,
        },
        key
      )

    const fromCapture = await refund("captured", "40.01", "refund")
    const again = await refund("captured", "40.01", "refund")
    const fromCharge = await refund("charged", "9")
    const tooMuch = await refund("captured", "60")

    expect([fromCapture.status, again.status, fromCharge.status]).toEqual([200, 200, 200])
    expect(bodiesOf("reservations.refund")).toMatchObject([
      { grandTotal: "40.01", source: "captured" },
      {
        grandTotal: "9.00",
        source: "charged",
        products: [{ amount: "3.00" }, { amount: "6.00" }],
      },
    ])
    expect(tooMuch.status).toBe(400)
    expect(tooMuch.body).toMatchObject({
      code: "beyond_left",
      values: { amount: "59.99" },
      errors: [{ field: "amount" }],
    })
    const after = await account()
    expect(after.refunded).toBe(49.01)
    expect(after.movements).toMatchObject([
      { source: "captured", refunded: 40.01, left: 59.99 },
      { source: "charged", refunded: 9, left: 81 },
    ])
    expect(suite.sandbox.audit().money).toMatchObject({ balanced: true })
  })

  it("gives back by lines what went of a capture, each up to what is left of it", async () => {
    bought = await orderWithoutInvoice(suite, { basket: { "COFFEE-250": 3, "MUG-35": 1 } })
    const uuid = await reserved()
    const captured = (await account()).lines.map(({ id, amount }) => ({
      id,
      amount: amount.toFixed(2),
    }))
    await desk().post(`/reservations/${uuid}/captures`, { lines: captured })
    const movement = async () => (await account()).movements[0]
    const refund = async (lines: unknown, key?: string, further: object = {}) =>
      desk().post(
        `/reservations/${uuid}/refunds`,
        { source: "captured", reference: (await movement())?.uuid, lines, ...further },
        key
      )
    const named = async (part: string) =>
      (await movement())?.lines.find(({ name }) => name.includes(part))
    const coffee = await named("coffee")
    const mug = await named("mug")
    const wanted = [
      { id: coffee?.id, amount: 99.9 },
      { id: mug?.id, amount: "149" },
    ]

    const given = await refund(wanted, "goods")
    const again = await refund(wanted, "goods")
    const otherwise = await refund([{ id: coffee?.id, amount: "248.90" }], "goods")
    const beyond = await refund([
      { id: coffee?.id, amount: "200" },
      { id: mug?.id, amount: "0.01" },
    ])
    const unknown = await refund([{ id: 4711, amount: "1" }])
    const both = await refund(wanted, undefined, { amount: "1" })
    const neither = await refund(undefined)

    expect([given.status, again.status]).toEqual([200, 200])
    expect(bodiesOf("reservations.refund")).toMatchObject([
      {
        grandTotal: "248.90",
        products: [
          { id: coffee?.id, amount: "99.90" },
          { id: mug?.id, amount: "149.00" },
        ],
      },
    ])
    expect(otherwise).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Idempotency-Key/) },
    })
    expect(beyond).toMatchObject({
      status: 400,
      body: {
        code: "line_beyond_left",
        values: { name: coffee?.name, amount: "199.80" },
        errors: [{ field: "lines.0.amount" }, { field: "lines.1.amount" }],
      },
    })
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: "lines.0.id" }] } })
    expect([both.status, neither.status]).toEqual([400, 400])
    expect(await movement()).toMatchObject({ refunded: 248.9 })
    expect([await named("coffee"), await named("mug")]).toMatchObject([
      { left: 199.8 },
      { left: 0 },
    ])
    expect(suite.sandbox.audit().money).toMatchObject({ balanced: true })
  })

  it("gives back by lines no more than is left of a capture of which the portal refunded", async () => {
    const uuid = await reserved()
    const [line, delivery] = (await account()).lines
    await desk().post(`/reservations/${uuid}/captures`, {
      lines: [line, delivery].map((one) => ({ id: one?.id, amount: one?.amount.toFixed(2) })),
    })
    const [capture] = (await account()).movements
    const body = { source: "captured", reference: capture?.uuid }
    const shares = {
      grandTotal: "300.00",
      products: [
        { id: delivery?.id, amount: "49.00" },
        { id: line?.id, amount: "251.00" },
      ],
    }
    await suite.eInvoice.connect.call("reservations.refund", {
      params: { reservation_uuid: uuid },
      body: { type: "reservation", ...body, ...shares } as never,
    })

    const beyond = await desk().post(`/reservations/${uuid}/refunds`, {
      ...body,
      lines: [{ id: line?.id, amount: "48.71" }],
    })
    const rest = { ...body, lines: [{ id: line?.id, amount: "48.70" }] }
    const besidePortal = await desk().post(`/reservations/${uuid}/refunds`, rest)
    const all = await desk().post(`/reservations/${uuid}/refunds`, {
      ...rest,
      confirm_repeat: true,
    })

    expect(beyond).toMatchObject({
      status: 400,
      body: { code: "beyond_left", values: { amount: "48.70" }, errors: [{ field: "lines" }] },
    })
    expect(besidePortal).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })
    expect(all.status).toBe(200)
  })

  it("asks once for approval of a refund beyond the limit", async () => {
    const uuid = await reserved()
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [{ name: "Damage", amount: "9000", tax: 25 }],
    })
    const [charge] = (await account()).movements
    const refused = await desk().post(`/reservations/${uuid}/refunds`, {
      source: "charged",
      reference: charge?.uuid,
      amount: "6000",
    })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain("approval")
    const [waiting] = (await first()).awaiting_approval
    const ask = () => desk().post(`/reservations/${uuid}/refunds/${waiting?.id}/approval`)

    const asked = [await ask(), await ask()]

    expect(asked.map(({ status, body }) => body.errors ?? status)).toEqual([200, 200])
    expect(suite.sandbox.refundApprovals.list()).toMatchObject([
      { type: "reservation", amountOre: 600_000, source: "charged" },
    ])
    const [after] = (await first()).awaiting_approval
    expect(after?.approval_asked_at).toEqual(expect.any(String))

    const again = await desk().post(`/reservations/${uuid}/refunds`, {
      source: "charged",
      reference: charge?.uuid,
      amount: "300",
    })
    expect(again).toMatchObject({ status: 400, body: { code: "confirm_repeat" } })

    const cases = async () => {
      const { body } = await bought.merchant.http.get<{
        overview: { attention: { items: object[] } }
      }>("/admin/e-invoice/overview")
      return body.overview.attention.items
    }
    const onOverview = {
      kind: "operation",
      id: waiting?.id,
      remote_uuid: uuid,
      amount: "6000.00",
      can_be_handled: false,
    }
    expect(await cases()).toMatchObject([{ ...onOverview, reason: "refund_awaiting_approval" }])

    const [approval] = suite.sandbox.refundApprovals.list()
    suite.sandbox.refundApprovals.approve(approval?.uuid ?? "")
    await account()
    expect(await cases()).toMatchObject([{ ...onOverview, reason: "refund_approved" }])
  })

  it("waits for the operator's answer about a refund, which staff record", async () => {
    const uuid = await reserved()
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [{ name: "Damage", amount: "9000", tax: 25 }],
    })
    const [charge] = (await account()).movements
    const refund = (amount: string, key: string, more: object = {}) =>
      desk().post(
        `/reservations/${uuid}/refunds`,
        { source: "charged", reference: charge?.uuid, amount, ...more },
        key
      )
    expect((await refund("6000", "own")).status).toBe(409)
    const [{ id } = { id: "" }] = (await first()).awaiting_approval
    const ask = (more: object = {}) =>
      desk().post(`/reservations/${uuid}/refunds/${id}/approval`, more)
    const settle = (attempt: number, took_effect: boolean) =>
      desk().post(`/operation-log/${id}/settle`, { attempt, took_effect })
    expect((await ask()).status).toBe(200)

    for (const more of [{}, { confirm_repeat: true }]) {
      expect(await refund("6000", "own", more)).toMatchObject({
        status: 400,
        body: { code: "approval_asked" },
      })
    }
    expect(await refund("300", "own")).toMatchObject({ body: { code: "approval_asked" } })
    expect(await refund("300", "other")).toMatchObject({ body: { code: "confirm_repeat" } })
    expect(callsOf(suite, "reservations.refund")).toBe(1)
    expect(await waiting("operation")).toEqual([["refund_awaiting_approval", uuid]])

    expect(await settle(1, true)).toMatchObject({ body: { code: "not_moved_at_service" } })
    expect((await settle(1, false)).status).toBe(200)
    expect(await settle(1, false)).toMatchObject({ body: { code: "settled_meanwhile" } })
    expect((await first()).awaiting_approval).toEqual([])
    expect(await waiting("operation")).toEqual([])
    expect((await refund("300", "other")).status).toBe(200)

    expect(await refund("6000", "own")).toMatchObject({ body: { code: "confirm_repeat" } })
    expect((await refund("6000", "own", { confirm_repeat: true })).status).toBe(409)
    expect((await ask({ confirm_repeat: true })).status).toBe(200)
    const approval = suite.sandbox.refundApprovals.list().at(-1)
    suite.sandbox.refundApprovals.approve(approval?.uuid ?? "")
    await account()
    expect(await waiting("operation")).toEqual([["refund_approved", uuid]])
    expect((await settle(3, true)).status).toBe(200)
    expect(await waiting("operation")).toEqual([])
    expect((await refund("6000", "own")).body).toMatchObject({ operation: { id } })
    expect((await account()).movements).toMatchObject([{ refunded: 6300 }])
    expect(callsOf(suite, "reservations.refund")).toBe(3)
  })

  it("tells staff of a refund that the operator approved after they recorded otherwise", async () => {
    const uuid = await reserved()
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [{ name: "Damage", amount: "9000", tax: 25 }],
    })
    const [charge] = (await account()).movements
    await desk().post(`/reservations/${uuid}/refunds`, {
      source: "charged",
      reference: charge?.uuid,
      amount: "6000",
    })
    const [{ id } = { id: "" }] = (await first()).awaiting_approval
    suite.sandbox.faults.add({
      operation: "refunds.request-approval",
      fault: "after:drop",
      times: 1,
    })
    expect((await desk().post(`/reservations/${uuid}/refunds/${id}/approval`)).status).toBe(504)
    const settled = { attempt: 1, took_effect: false }
    expect((await desk().post(`/operation-log/${id}/settle`, settled)).status).toBe(200)
    expect(await waiting("operation")).toEqual([])

    const [approval] = suite.sandbox.refundApprovals.list()
    suite.sandbox.refundApprovals.approve(approval?.uuid ?? "")
    await account()

    expect(await waiting("operation")).toEqual([["operation_contradicted", uuid]])
  })

  it("that is completed still shows, without a look at its page, that an approved refund was carried out", async () => {
    const uuid = await reserved()
    await desk().post(`/reservations/${uuid}/charges`, {
      lines: [{ name: "Damage", amount: "9000", tax: 25 }],
    })
    const [charge] = (await account()).movements
    await desk().call("reservations.complete", { at: uuid, body: { note: "Left" } })
    const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    // As long after its end as it is no longer looked at.
    await database("einvoice_record").update({ check_count: 40, next_check_at: null })
    await desk().post(`/reservations/${uuid}/refunds`, {
      source: "charged",
      reference: charge?.uuid,
      amount: "6000",
    })
    const [refused] = (await first()).awaiting_approval
    await desk().post(`/reservations/${uuid}/refunds/${refused?.id}/approval`)
    expect(await waiting("operation")).toEqual([["refund_awaiting_approval", uuid]])
    const records = await database("einvoice_record").select("kind", "remote_uuid")
    expect(records).toEqual([{ kind: "reservation", remote_uuid: uuid }])

    const [approval] = suite.sandbox.refundApprovals.list()
    suite.sandbox.refundApprovals.approve(approval?.uuid ?? "")
    await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + 25 * 60 * 60_000),
    })

    expect(await waiting("operation")).toEqual([["refund_approved", uuid]])
  })

  it("is named while it stands and may expire soon", async () => {
    const uuid = await reserved()
    await callbacksProcessed(suite)
    expect(await waiting()).toEqual([])

    const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await database("einvoice_record").update({
      created_at: database.raw("now() - interval '6 days'"),
    })
    // The service said since when it is held.
    expect(await waiting()).toEqual([])
    await database("einvoice_record").update({
      reserved_at: database.raw("now() - interval '6 days'"),
    })

    expect(await waiting()).toEqual([["reservation_expiring", uuid]])
  })

  describe("whose Medusa order is cancelled", () => {
    const cancelOrder = async (): Promise<void> => {
      const { status } = await bought.merchant.http.post(`/admin/orders/${bought.orderId}/cancel`)
      expect(status).toBe(200)
    }
    const linked = async (): Promise<string> => {
      const { body } = await desk().call(
        "orders.create-payment-link",
        { body: linkOver(bought.total), order_id: bought.orderId },
        "the-link"
      )
      return body.data.uuid
    }
    it("is cancelled at the service while nothing of it is captured, and no call to staff is left", async () => {
      const uuid = await reserved()

      await cancelOrder()

      await eventually(async () => {
        expect(suite.sandbox.reservations.list()).toMatchObject([{ uuid, status: "CANCELLED" }])
        expect(await waiting()).toEqual([])
      })
    })

    it("calls staff while it holds money, until that was refunded and the rest is released", async () => {
      const uuid = await reserved()
      const [line] = (await account()).lines
      const capture = await desk().post(
        `/reservations/${uuid}/captures`,
        { lines: [{ id: line?.id, amount: "100" }] },
        "capture"
      )
      expect(capture.status).toBe(200)

      await cancelOrder()

      await eventually(async () => expect(await waiting()).toEqual([["record_after_cancel", uuid]]))
      expect(callsOf(suite, "reservations.cancel")).toBe(0)
      const [movement] = (await account()).movements
      const refund = await desk().post(
        `/reservations/${uuid}/refunds`,
        { source: "captured", reference: movement?.uuid, amount: "100" },
        "refund"
      )
      expect(refund.status).toBe(200)
      expect(await waiting()).toEqual([["record_after_cancel", uuid]])
      const completed = await desk().call(
        "reservations.complete",
        { at: uuid, body: { note: "The order is cancelled" } },
        "complete"
      )
      expect(completed.status).toBe(200)
      await eventually(async () => expect(await waiting()).toEqual([]))
    })

    it("has its unpaid payment link cancelled too, and staff called to one that was paid", async () => {
      const unpaid = await linked()
      await cancelOrder()
      await eventually(async () => {
        expect(suite.sandbox.order(unpaid).status).toBe("CANCELLED")
        expect(await waiting()).toEqual([])
      })

      bought = await orderWithoutInvoice(suite)
      const { body } = await desk().call(
        "orders.create-payment-link",
        { body: linkOver(bought.total), order_id: bought.orderId },
        "another-link"
      )
      suite.sandbox.pay(body.data.uuid)
      await cancelOrder()

      await eventually(async () =>
        expect(await waiting()).toEqual([["record_after_cancel", body.data.uuid]])
      )
    })
  })

  it("is not asked for beside a payment link over the same price, nor that beside another", async () => {
    const link = (key: string) =>
      desk().call(
        "orders.create-payment-link",
        { body: linkOver(bought.total), order_id: bought.orderId },
        key
      )

    expect((await link("one")).status).toBe(200)
    const second = await link("two")
    const repeated = await link("one")

    expect(second.status).toBe(400)
    expect(second.body.message).toMatch(/0\.00 NOK are outstanding/)
    expect(repeated.status).toBe(200)
    expect(callsOf(suite, "orders.create-payment-link")).toBe(1)
  })

  it("says that the service could not be asked, and still lists the reservation", async () => {
    await reserved()

    await suite.interruptService(async () => {
      const { account: shown, problem, record } = await first()
      expect(shown).toBeNull()
      expect(problem?.message).toMatch(/^[A-Z].+\.$/)
      expect(record.order_id).toBe(bought.orderId)
    })
  })

  it("is followed although it was made elsewhere, and only if it exists", async () => {
    const made = await desk().call("reservations.submit", { body: elsewhere })
    const uuid = made.body.operation.subject_uuid
    await suite.eInvoice.deleteEInvoiceRecords({ remote_uuid: uuid } as never)

    const unknown = await desk().post("/reservations/follow", {
      uuid: "RES0000000000",
    })
    const followed = await desk().post("/reservations/follow", {
      uuid,
      order_id: bought.orderId,
    })

    expect(unknown.status).toBe(400)
    expect(unknown.body.message).toMatch(/^The reservation is not followed\./)
    expect(followed.status).toBe(200)
    expect(followed.body.reservation.account).toMatchObject({ total: 500 })
    expect((await first()).record.remote_uuid).toBe(uuid)
  })

  it("that is remembered without an order is linked to one when it is followed, and to one alone", async () => {
    const { body } = await desk().call("reservations.submit", { body: elsewhere })
    const uuid = body.operation.subject_uuid
    const follow = (orderId?: string) =>
      desk().post("/reservations/follow", { uuid, order_id: orderId })

    expect(await follow("order_nope")).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^order_id: /) },
    })
    for (const orderId of [undefined, bought.orderId, bought.orderId, undefined]) {
      expect(await follow(orderId)).toMatchObject({ status: 200 })
    }
    expect((await first()).record).toMatchObject({ remote_uuid: uuid, order_id: bought.orderId })
    const other = await orderWithoutInvoice(suite)
    expect(await follow(other.orderId)).toMatchObject({
      status: 400,
      body: { code: "linked_elsewhere", values: { uuid } },
    })
    expect((await first()).record.order_id).toBe(bought.orderId)
  })

  it("tells its history, from the service and from here", async () => {
    const uuid = await reserved()
    await desk().call("reservations.cancel", { at: uuid, body: { note: "Not needed" } })

    const { body } = await desk().get(`/reservations/${uuid}/history`)

    expect(body.events.map(({ title }) => title)).toEqual([
      "reservation-cancelled",
      "amount-reserved",
      "order-created",
    ])
    expect(body.operations.map(({ operation }) => operation)).toEqual([
      "reservations.cancel",
      "reservations.submit",
    ])
  })
})
