import { setTimeout } from "node:timers/promises"

import { Modules } from "@medusajs/framework/utils"

import { bill, BY_LINK, orderWithoutInvoice, outstanding, RESERVE } from "./support/billing"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { OperationDesk } from "./support/operation-desk"
import * as requests from "./support/operation-requests"
import { callsOf } from "./support/purchase"

eInvoiceSuite("bill-at-once", {}, (suite) => {
  // Medusa's PostgreSQL locks let in two that ask at once, and its locks in memory those of other servers.
  beforeEach(() => {
    const locking = suite.container.resolve(Modules.LOCKING)
    jest.spyOn(locking, "acquire").mockResolvedValue(undefined)
    jest.spyOn(locking, "release").mockResolvedValue(true)
  })

  afterEach(() => {
    jest.restoreAllMocks()
  })

  it("bills an order once, although the locking module lets everybody in", async () => {
    const order = await orderWithoutInvoice(suite)

    const answers = await Promise.all([
      bill(order, BY_LINK, "one-key"),
      bill(order, { by: "invoice" }, "another-key"),
      bill(order, BY_LINK, "a-third-key"),
    ])

    expect(suite.sandbox.orders()).toHaveLength(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const after = await order.merchant.order(order.orderId)
    expect(after.payment_collections).toHaveLength(2)
  })

  it("answers one key the same, however often it is sent at once", async () => {
    const order = await orderWithoutInvoice(suite)

    const answers = await Promise.all([1, 2, 3].map(() => bill(order, BY_LINK, "one-key")))

    expect(callsOf(suite, "orders.create-payment-link")).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [id, ...others] = answers.map(({ body }) => body.e_invoice_order.id)
    expect(others).toEqual([id, id])
  })

  it("reserves or bills, when both are asked for at once", async () => {
    const order = await orderWithoutInvoice(suite)

    const answers = await Promise.all([
      bill(order, RESERVE, "one-key"),
      bill(order, BY_LINK, "another-key"),
      bill(order, { ...RESERVE, send_by: { sms: true, email: true } }, "a-third-key"),
    ])

    expect([...suite.sandbox.orders(), ...suite.sandbox.reservations.list()]).toHaveLength(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it("answers as the other server did that was rejected under the same key meanwhile", async () => {
    const order = await orderWithoutInvoice(suite)
    suite.sandbox.faults.add({ fault: "417", operation: "reservations.submit", times: 1 })
    const { operations } = suite.eInvoice
    const find = operations.find.bind(operations)
    let other: Awaited<ReturnType<typeof bill>> | undefined
    // Between writing the request down and claiming the right to send it.
    jest.spyOn(operations, "find").mockImplementationOnce(async (id) => {
      other = await bill(order, RESERVE, "one-key")
      return find(id)
    })

    const answer = await bill(order, RESERVE, "one-key")

    expect(other).toMatchObject({ status: 400, body: { code: "refused" } })
    expect(answer).toEqual(other)
    expect(suite.sandbox.reservations.list()).toEqual([])
    expect(callsOf(suite, "reservations.submit")).toBe(1)
    expect(await bill(order, RESERVE, "one-key")).toMatchObject({ status: 200 })
  })

  describe("beside an operation of the one door", () => {
    type Order = Awaited<ReturnType<typeof orderWithoutInvoice>>
    const through = async (
      { orderId, total }: Order,
      id: "orders.create-payment-link" | "orders.create-invoice",
      body: object
    ) => {
      const desk = await OperationDesk.open(suite)
      const amount = total.toFixed(2)
      return desk.call(
        id,
        {
          body: {
            ...body,
            products: [{ ...requests.paymentLink.products[0], rate: total, tax: 0, amount: total }],
            orderSummary: {
              subTotal: amount,
              totalTax: "0.00",
              totalDiscount: "0.00",
              grandTotal: amount,
            },
          },
          order_id: orderId,
        },
        `key-of-${id}`
      )
    }
    const link = (order: Order) =>
      through(order, "orders.create-payment-link", requests.paymentLink)
    const invoice = (order: Order) => through(order, "orders.create-invoice", requests.invoice)
    const bySection = (order: Order) => bill(order, BY_LINK, "key-of-bill")
    const reserved = (order: Order) => bill(order, RESERVE, "key-of-reservation")

    it.each([
      ["another operation", [link, invoice]],
      ["a bill", [bySection, link]],
      ["a bill, the operation first", [link, bySection]],
      ["a reservation", [reserved, link]],
      ["all of them", [invoice, reserved, bySection, link]],
    ])("bills an order once: %s", async (_what, ways) => {
      const order = await orderWithoutInvoice(suite)

      const answers = await Promise.all(ways.map((way) => way(order)))

      const made = [...suite.sandbox.orders(), ...suite.sandbox.reservations.list()]
      expect(made).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(ways.length - 1)
    })
  })

  it("counts the lines of an operation where they are more than its total", async () => {
    const order = await orderWithoutInvoice(suite)
    const desk = await OperationDesk.open(suite)

    const answer = await desk.call(
      "orders.create-payment-link",
      {
        body: {
          ...requests.paymentLink,
          products: [{ ...requests.paymentLink.products[0], amount: order.total + 1 }],
          orderSummary: { ...requests.paymentLink.orderSummary, grandTotal: "1.00" },
        },
        order_id: order.orderId,
      },
      "key-of-more"
    )

    expect(answer.status).toBe(400)
    expect(suite.sandbox.orders()).toEqual([])
  })

  it("waits for a bill that another server makes", async () => {
    const order = await orderWithoutInvoice(suite)
    let answer: ReturnType<typeof bill> | undefined

    await suite.eInvoice.leases.hold(`bill:${order.orderId}`, async () => {
      answer = bill(order, BY_LINK)
      await setTimeout(1_000)
      expect(suite.sandbox.orders()).toEqual([])
    })

    expect((await answer)?.status).toBe(200)
    expect(suite.sandbox.orders()).toHaveLength(1)
  })

  it("bills many orders at once, more than the database has connections", async () => {
    const orders: Awaited<ReturnType<typeof orderWithoutInvoice>>[] = []
    while (orders.length < 12) {
      orders.push(await orderWithoutInvoice(suite))
    }

    const answers = await Promise.all(orders.map((order) => bill(order, BY_LINK)))

    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
    expect(suite.sandbox.orders()).toHaveLength(orders.length)
    for (const order of orders) {
      expect(await outstanding(order)).toMatchObject({ billable: 0 })
    }
  })
})
