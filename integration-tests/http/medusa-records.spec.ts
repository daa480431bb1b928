import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { placesHolding } from "./support/evidence"
import { type OperationBody, OperationDesk } from "./support/operation-desk"
import { callbacksProcessed, purchase } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper, type Visit } from "./support/shopper"

const DAY_MS = 24 * 60 * 60 * 1000

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)

const terms = {
  frequency: "month",
  repeats: 3,
  start_date: day(1),
  send_by: { sms: false, email: true },
}

type CustomerBody = {
  medusa_customer: {
    service_customers: { uuid: string; order_ids: string[] }[]
    subscriptions: { remote_uuid: string; customer_id: string }[]
  }
}

type Waiting = {
  reason: string
  subject_kind: string
  remote_uuid: string
  can_be_handled: boolean
}

type ChecksBody = {
  credit_checks: { personalNumber: string; riskLevel: string }[]
  count: number
}

eInvoiceSuite("medusa-records", {}, (suite) => {
  let desk: OperationDesk
  beforeEach(async () => {
    desk = await OperationDesk.open(suite)
  })

  const buy = async (visit: Visit = {}) => {
    const shopper = await Shopper.arrive(suite, visit)
    const { body } = await shopper.buy()
    if (body.type !== "order") {
      throw new Error(`No order: ${body.error.message}`)
    }
    return body.order
  }

  const subscribe = (orderId: string, change: object = {}, key?: string) =>
    desk.post<OperationBody>(
      `/medusa-orders/${orderId}/subscriptions`,
      { ...terms, ...change },
      key
    )

  describe("a subscription of an order's lines", () => {
    it("bills the order's own lines each cycle, to the øre", async () => {
      const order = await buy({
        basket: { "COFFEE-250": 3 },
        promotions: [],
        signedIn: true,
      })
      const { status, body } = await subscribe(order.id)

      expect(status).toBe(200)
      const [subscription] = suite.sandbox.subscriptions.list()
      expect(subscription).toMatchObject({
        uuid: body.operation.subject_uuid,
        unit: "month",
        repeats: 3,
        payablePerCycleOre: Math.round(order.total * 100),
        grandTotalOre: Math.round(order.total * 100),
        sendOrderBy: { sms: false, email: true },
        currency: "NOK",
      })
      expect(subscription?.lines.reduce((sum, { amountOre }) => sum + amountOre, 0)).toBe(
        Math.round(order.total * 100)
      )
      expect(body.data).toMatchObject({
        paymentUrl: expect.stringMatching(/^http/),
      })
    })

    it.each([
      ["in part", 0.5],
      ["in full", 1],
    ])(
      "bills the order's own lines each cycle although the order was refunded %s",
      async (_how, share) => {
        const bought = await purchase(suite, { signedIn: true })
        suite.sandbox.pay(bought.uuid)
        await callbacksProcessed(suite)
        const refund = Math.round(bought.total * share * 100) / 100
        await bought.merchant.refund(bought.orderId, refund)
        // Medusa books the refund as a credit line of the order.
        const { total } = await bought.merchant.order(bought.orderId)
        expect(total).toBeCloseTo(bought.total - refund)

        const { status } = await subscribe(bought.orderId)

        expect(status).toBe(200)
        const [subscription] = suite.sandbox.subscriptions.list()
        expect(subscription).toMatchObject({
          payablePerCycleOre: Math.round(bought.total * 100),
          grandTotalOre: Math.round(bought.total * 100),
        })
        expect(subscription?.lines.reduce((sum, { amountOre }) => sum + amountOre, 0)).toBe(
          Math.round(bought.total * 100)
        )
      }
    )

    it("gives out the link instead of sending it, and hears what becomes of it", async () => {
      const order = await buy({ signedIn: true })
      const returnTo = {
        success: "https://shop.example/thanks",
        failure: "https://shop.example/sorry",
      }
      const { status, body } = await subscribe(order.id, {
        start_date: day(0),
        send_by: undefined,
        return_to: returnTo,
      })

      expect(status).toBe(200)
      expect(body.operation.operation).toBe("subscriptions.create-session")
      expect(body.data).toMatchObject({
        paymentUrl: expect.stringMatching(/^http/),
      })
      const [subscription] = suite.sandbox.subscriptions.list()
      expect(subscription).toMatchObject({
        uuid: body.operation.subject_uuid,
        payablePerCycleOre: Math.round(order.total * 100),
        sendOrderBy: { sms: false, email: false },
        redirects: returnTo,
      })

      suite.sandbox.subscriptions.start(body.operation.subject_uuid)
      await eventually(async () => {
        const records = await desk.get<{ records: object[] }>(
          `/records?kind=subscription&order_id=${order.id}`
        )
        expect(records.body.records).toMatchObject([{ status: "ONGOING" }])
      })
    })

    it("is remembered with the order and its customer", async () => {
      const order = await buy({ signedIn: true })
      const { body } = await subscribe(order.id)
      const records = await desk.get<{ records: Record<string, unknown>[] }>(
        `/records?kind=subscription&order_id=${order.id}`
      )

      expect(records.body.records).toMatchObject([
        {
          remote_uuid: body.operation.subject_uuid,
          order_id: order.id,
          customer_id: suite.store.customer.id,
          amount: order.total,
          currency_code: "nok",
          status: "SENT",
        },
      ])
    })

    it("asks for no personal number, and sends none", async () => {
      const order = await buy()
      const { body } = await subscribe(order.id)

      expect(JSON.stringify(body)).not.toContain(PERSONAL_NUMBER)
      expect(JSON.stringify(suite.sandbox.requests().at(-1))).not.toContain("personalNumber")
      expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
    })

    it("is made once under one key", async () => {
      const order = await buy()
      const answers = await Promise.all([1, 2, 3].map(() => subscribe(order.id, {}, "one-key")))
      const again = await subscribe(order.id, {}, "one-key")

      expect(suite.sandbox.subscriptions.list()).toHaveLength(1)
      expect(answers.map(({ status }) => status)).toContain(200)
      expect(again.body.operation.subject_uuid).toBe(suite.sandbox.subscriptions.list()[0]?.uuid)
    })

    it("is not made beside another of the order while it is not known whether that was made", async () => {
      const order = await buy()
      const operation = "subscriptions.create"
      suite.sandbox.faults.add({ operation, fault: "after:drop", times: 1 })
      expect((await subscribe(order.id)).status).toBe(504)

      expect(await subscribe(order.id, { repeats: 4 })).toMatchObject({
        status: 400,
        body: { code: "under_way" },
      })
      expect(suite.sandbox.subscriptions.list()).toHaveLength(1)
    })

    it("is made beside another of the order only once that is confirmed, or the other is over", async () => {
      const order = await buy()
      const first = await subscribe(order.id)
      const uuid = first.body.operation.subject_uuid

      const second = await subscribe(order.id, { repeats: 3 })
      expect(second).toMatchObject({
        status: 400,
        body: { code: "confirm_repeat", values: { subscription: uuid } },
      })
      expect(suite.sandbox.subscriptions.list()).toHaveLength(1)

      expect(await subscribe(order.id, { repeats: 3, confirm_repeat: true })).toMatchObject({
        status: 200,
      })
      for (const { uuid: at } of suite.sandbox.subscriptions.list()) {
        const body = { note: "Not wanted any more." }
        expect(await desk.call("subscriptions.cancel", { at, body })).toMatchObject({ status: 200 })
      }
      await eventually(async () => expect(await subscribe(order.id)).toMatchObject({ status: 200 }))
    })

    it("calls staff while it outlives its cancelled order, until it is over or they say that it goes on", async () => {
      const order = await buy()
      const { body } = await subscribe(order.id)
      const uuid = body.operation.subject_uuid
      suite.sandbox.subscriptions.start(uuid)
      const waiting = async () => {
        const { body } = await desk.get<{
          overview: { attention: { items: Waiting[] } }
        }>("/overview")
        return body.overview.attention.items.filter(({ remote_uuid }) => remote_uuid === uuid)
      }
      expect(await waiting()).toEqual([])

      expect(await desk.merchant.http.post(`/admin/orders/${order.id}/cancel`)).toMatchObject({
        status: 200,
      })

      await eventually(async () =>
        expect(await waiting()).toMatchObject([
          { reason: "record_after_cancel", subject_kind: "subscription", can_be_handled: true },
        ])
      )
      const cancelled = await desk.call("subscriptions.cancel", {
        at: uuid,
        body: { note: "The order is cancelled." },
      })
      expect(cancelled).toMatchObject({ status: 200 })
      await eventually(async () => expect(await waiting()).toEqual([]))
    })

    it("is of a company when an organization number is given", async () => {
      const order = await buy()
      const { status, body } = await subscribe(order.id, {
        organization_id: "999999901",
      })

      expect(status).toBe(200)
      const { body: profile } = await desk.call("customers.details", {
        at: String(body.data["customerUuid"]),
      })
      expect(profile.data).toMatchObject({
        type: "Corporate",
        organizationId: "999999901",
      })
    })

    it.each([
      [{ start_date: day(-3) }, "start_date"],
      [{ end_date: day(2) }, "end_date"],
    ])("is refused with %j, naming the field", async (change, field) => {
      const order = await buy()
      const { status, body } = await subscribe(order.id, change)

      expect(status).toBe(400)
      expect(body).toMatchObject({ code: "refused", errors: [{ field }] })
      expect(body.message).toMatch(/^The request was not sent\. .+\.$/)
      expect(suite.sandbox.subscriptions.list()).toEqual([])
    })

    it.each([
      { amount: 1 },
      { products: [] },
      { repeats: 0 },
      { frequency: "fortnight" },
      { send_by: { sms: false, email: false } },
      { frequency: "month", send_by: undefined },
      {
        return_to: {
          success: "https://a.example",
          failure: "https://b.example",
        },
      },
      {
        send_by: undefined,
        return_to: { success: "ftp://a.example", failure: "nowhere" },
      },
    ])("takes no %j from the browser", async (change) => {
      const order = await buy()
      expect((await subscribe(order.id, change)).status).toBe(400)
      expect(suite.sandbox.subscriptions.list()).toEqual([])
    })

    it("is not made of an order that is cancelled, or is none", async () => {
      const order = await buy()
      await desk.merchant.cancel(order.id)

      expect((await subscribe(order.id)).body).toMatchObject({
        code: "not_billable",
        values: { reason: "cancelled" },
        message: expect.stringContaining("cancelled in Medusa"),
      })
      expect((await subscribe("order_none")).status).toBe(404)
    })

    it("reports what the service refuses as a sentence with advice", async () => {
      const order = await buy()
      suite.sandbox.faults.add({
        fault: "510",
        operation: "subscriptions.create",
      })
      const { status, body } = await subscribe(order.id)

      expect(status).toBe(504)
      expect(body).toMatchObject({ code: "in_doubt" })
      expect(body.message).toMatch(/\.$/)
      expect(body.advice).toMatch(/\.$/)
    })
  })

  describe("a customer of Medusa", () => {
    const customer = (id = suite.store.customer.id) =>
      desk.get<CustomerBody>(`/medusa-customers/${id}`)
    const checks = () =>
      desk.get<ChecksBody>(`/medusa-customers/${suite.store.customer.id}/credit-checks`)

    it("is found at the service by the e-invoices of their orders", async () => {
      const order = await buy({ signedIn: true })
      await buy({ email: "somebody.else@example.com" })
      const { body } = await customer()

      expect(body.medusa_customer.service_customers).toMatchObject([{ order_ids: [order.id] }])
      const [{ uuid } = { uuid: "" }] = body.medusa_customer.service_customers
      const profile = await desk.call("customers.details", { at: uuid })
      expect(profile.body.data).toMatchObject({ type: "Private" })
      expect(JSON.stringify(profile.body)).not.toContain(PERSONAL_NUMBER)
    })

    it("has the subscriptions of their orders", async () => {
      const order = await buy({ signedIn: true })
      const { body } = await subscribe(order.id)

      expect((await customer()).body.medusa_customer.subscriptions).toEqual([
        expect.objectContaining({ remote_uuid: body.operation.subject_uuid }),
      ])
    })

    it("is not known at the service before the first e-invoice", async () => {
      expect((await customer()).body.medusa_customer).toMatchObject({
        service_customers: [],
        subscriptions: [],
      })
      expect((await checks()).body).toEqual({ credit_checks: [], count: 0 })
    })

    it("has their own credit checks, and no other customer's", async () => {
      await buy({ signedIn: true })
      await desk.call("credit-checks.private", { body: { personalId: PERSONAL_NUMBER } })
      await desk.call("credit-checks.private", { body: { personalId: "31926449977" } })
      const { body } = await checks()

      expect(body.count).toBe(1)
      expect(body.credit_checks).toMatchObject([{ riskLevel: "Low" }])
      expect(JSON.stringify(body)).not.toMatch(/\d{4}\*{4}\d{3}/)
    })

    it("is told when the service cannot say", async () => {
      await buy({ signedIn: true })
      suite.sandbox.faults.add({ fault: "401", operation: "customers.details" })
      const { status, body } = await desk.get<OperationBody>(
        `/medusa-customers/${suite.store.customer.id}/credit-checks`
      )

      expect(status).toBe(502)
      expect(body).toMatchObject({ code: "token" })
    })

    it("must exist, and staff be signed in", async () => {
      expect((await customer("cus_none")).status).toBe(404)
      const { status } = await suite.http.get(
        `/admin/e-invoice/medusa-customers/${suite.store.customer.id}`
      )
      expect(status).toBe(401)
    })
  })
})
