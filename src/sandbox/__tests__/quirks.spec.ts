import { createSandbox } from ".."
import { createOrder, eInvoiceBody, send } from "./client"
import {
  connected,
  order,
  privateCustomer,
  refusalOf,
  statusCallback,
  subscription,
  type Connected,
} from "./connect"

let service: Connected

beforeEach(async () => {
  service = await connected()
})

afterEach(() => service.close())

const control = async (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => {
  const { status, text } = await send(method, `${service.url}/sandbox${path}`, {
    body,
  })
  return { status, json: JSON.parse(text) as unknown }
}

const seconds = () => Math.floor(Date.now() / 1000)

/** The identifiers that the list of orders by date range shows. */
const listed = async (start: number, end: number) => {
  const { data } = await service.client.call("orders.details-by-date-range", {
    query: { startTimestamp: start, endTimestamp: end },
  })
  return data.map(({ orderUuid }) => orderUuid)
}

const verify = () => send("GET", `${service.url}/api/v1/connect/token/verify`)

describe("the service's clock", () => {
  it.each([-360, 0, 3600])(
    "runs %p seconds beside the real one, in records and in every answer's Date",
    async (skew) => {
      service.sandbox.clock.skew(skew)
      const uuid = await createOrder(service.url)

      const date = Date.parse(String((await verify()).headers.date)) / 1000
      expect(Math.abs(date - seconds() - skew)).toBeLessThanOrEqual(2)
      const { orders } = service.sandbox.snapshot()
      expect(Math.abs((orders[0]?.createdAt ?? 0) - seconds() - skew)).toBeLessThanOrEqual(2)
      expect(orders[0]?.uuid).toBe(uuid)
    }
  )

  it("may be set apart from the start, and from outside", async () => {
    const early = createSandbox({ clockSkew: -360 })
    const behind = Date.now() - early.clock.now().getTime()
    expect(Math.round(behind / 10_000)).toBe(36)

    await control("PUT", "/clock", { skew: 86_400 })
    const ahead = service.sandbox.clock.now().getTime() - Date.now()
    expect(Math.round(ahead / 10_000)).toBe(8_640)
    expect((await control("PUT", "/clock", { skew: "much" })).status).toBe(400)
  })

  it("need not be told of", async () => {
    service.sandbox.setQuirks({ noDateHeader: true })

    expect((await verify()).headers).not.toHaveProperty("date")
  })
})

describe("lists", () => {
  it("take a time range for the creation alone when it is strict", async () => {
    service.sandbox.clock.skew(-360)
    const uuid = await createOrder(service.url)
    const { createdAt } = service.sandbox.snapshot().orders[0]!
    const orderDate = seconds()

    expect(await listed(orderDate - 5, orderDate + 5)).toEqual([uuid])
    service.sandbox.setQuirks({ strictRange: true })

    expect(await listed(orderDate - 5, orderDate + 5)).toEqual([])
    expect(await listed(createdAt, createdAt)).toEqual([uuid])
    expect(await listed(createdAt + 1, createdAt + 9)).toEqual([])
    expect(await listed(createdAt - 9, createdAt - 1)).toEqual([])
  })

  it("may be in other units, or in another zone", async () => {
    const uuid = await createOrder(service.url)
    const now = seconds()

    service.sandbox.setQuirks({ rangeInMilliseconds: true })
    expect(await listed(now - 300, now + 300)).toEqual([])
    service.sandbox.setQuirks({ rangeZone: 1 })
    expect(await listed(now - 300, now + 300)).toEqual([])
    expect(await listed(now + 3300, now + 3900)).toEqual([uuid])
  })

  it("may lag, show only the newest, or nothing", async () => {
    const first = await createOrder(service.url)
    service.sandbox.clock.advance({ seconds: 60 })
    const second = await createOrder(service.url)
    const all = () => listed(seconds() - 300, seconds() + 300)

    service.sandbox.setQuirks({ listLag: 30 })
    expect(await all()).toEqual([first])
    service.sandbox.setQuirks({ listLimit: 1 })
    expect(await all()).toEqual([second])
    service.sandbox.setQuirks({ emptyLists: true })
    expect(await all()).toEqual([])
    const { data } = await service.client.call("orders.status-list", {})
    expect(data).toEqual([])
  })

  it("may ignore their filters", async () => {
    const uuid = await createOrder(service.url)
    const { data: created } = await service.client.call("subscriptions.create", {
      body: subscription(),
    })
    service.sandbox.setQuirks({ ignoredFilters: true })

    expect(await listed(0, 1)).toContain(uuid)
    const { data: paid } = await service.client.call("orders.status-list", {
      query: { type: "PAID" },
    })
    expect(paid.map((row) => row.uuid)).toContain(uuid)
    const { data: cancelled } = await service.client.call("subscriptions.list", {
      params: { status: "CANCELLED" },
    })
    expect(cancelled.map((row) => row.subscriptionUuid)).toEqual([created.subscriptionUuid])
  })
})

describe("a delayed refund", () => {
  const paidOrder = async () => {
    const { data } = await service.client.call("orders.create-invoice", {
      body: {
        ...order(),
        customerDetails: privateCustomer,
        invoiceFeeApplicable: false,
        callback: statusCallback,
      },
    })
    service.sandbox.pay(data.uuid)
    return data.uuid
  }
  const refund = async (uuid: string, grandTotal: string) => {
    const { data } = await service.client.call("orders.details", {
      params: { order_uuid: uuid },
    })
    const [line] = data.productList
    return service.client.call("orders.refund", {
      params: { order_uuid: uuid },
      body: {
        type: "regular",
        grandTotal,
        products: [{ id: line?.id ?? 0, amount: grandTotal }],
      },
    })
  }

  it("is accepted at once and carried out when its time has come", async () => {
    const uuid = await paidOrder()
    service.sandbox.setQuirks({ refundDelay: 3600 })

    await refund(uuid, "200.00")

    expect(service.sandbox.order(uuid)).toMatchObject({
      status: "PAID",
      refunded: 0,
    })
    expect(service.sandbox.delayedRefunds.list()).toHaveLength(1)
    service.sandbox.clock.advance({ hours: 1 })
    expect(service.sandbox.order(uuid)).toMatchObject({
      status: "PARTIAL REFUNDED",
      refunded: 200,
    })
    expect(service.sandbox.delayedRefunds.list()).toEqual([])
    expect(service.sandbox.audit().money).toMatchObject({
      refunded: 200,
      balanced: true,
    })
  })

  it("is held until told, counts as taken, and outlives a snapshot", async () => {
    const uuid = await paidOrder()
    await control("PUT", "/quirks", { refundDelay: "held" })
    expect((await control("GET", "/quirks")).json).toEqual({
      refundDelay: "held",
    })

    await refund(uuid, "400.00")
    expect(await refusalOf(refund(uuid, "200.00"))).toMatchObject({
      key: "refundRejectionForOutOfRunwayParamAmount",
    })
    service.sandbox.clock.advance({ days: 30 })
    service.sandbox.restore(service.sandbox.snapshot())
    expect(service.sandbox.order(uuid)).toMatchObject({ status: "PAID" })

    expect((await control("GET", "/delayed-refunds")).json).toMatchObject([
      { at: null, refund: { recordUuid: uuid, amountOre: 40_000 } },
    ])
    expect(await control("POST", "/delayed-refunds/carry-out", { record: uuid })).toMatchObject({
      json: { carriedOut: 1 },
    })
    expect(service.sandbox.order(uuid)).toMatchObject({
      status: "PARTIAL REFUNDED",
      refunded: 400,
    })
  })

  it("is not carried out where the order was cancelled meanwhile", async () => {
    const { client, sandbox } = service
    sandbox.setQuirks({ refundDelay: "held" })
    const { data } = await client.call("orders.create-e-invoice", { body: eInvoiceBody() })
    sandbox.invoice(data.uuid)
    await client.call("orders.refund", {
      params: { order_uuid: data.uuid },
      body: { type: "invoiced", grandTotal: 100, products: [{ id: 1001, amount: 100 }] },
    })
    sandbox.cancel(data.uuid)

    sandbox.delayedRefunds.carryOut()

    expect(sandbox.order(data.uuid)).toMatchObject({ status: "CANCELLED", credited: 0 })
    expect(sandbox.audit().money.balanced).toBe(true)
  })

  it("may be one of a cycle, and counts as taken of its order", async () => {
    const { data } = await service.client.call("subscriptions.create", {
      body: subscription(),
    })
    const uuid = data.subscriptionUuid ?? ""
    service.sandbox.subscriptions.start(uuid)
    service.sandbox.setQuirks({ refundDelay: "held" })
    const refundCycle = (amount: number) =>
      service.client.call("subscriptions.refund-cycle", {
        params: { subscriptionUuid: uuid },
        body: { cycles: ["Cycle 1"], amount },
      })
    const refunded = () => service.sandbox.subscriptions.list()[0]?.cycles[0]?.refundedOre

    service.sandbox.clock.set(new Date("2030-01-02T12:00:00Z"))
    await refundCycle(60)
    expect(await refusalOf(refundCycle(60))).toMatchObject({
      key: "someCyclesFailedToPassValidation",
    })
    expect(refunded()).toBe(0)
    const orderUuid = service.sandbox.subscriptions.list()[0]?.firstOrderUuid ?? ""
    const lineId = service.sandbox.order(orderUuid).lines[0]?.id ?? 0
    const refundOrder = service.client.call("orders.refund", {
      params: { order_uuid: orderUuid },
      body: { type: "regular", grandTotal: 60, products: [{ id: lineId, amount: 60 }] },
    })
    expect(await refusalOf(refundOrder)).toMatchObject({
      key: "refundRejectionForOutOfRunwayParamAmount",
    })
    service.sandbox.delayedRefunds.carryOut()
    expect(refunded()).toBe(6_000)
  })
})

it("forgets its quirks on reset, and takes no unknown one", async () => {
  service.sandbox.setQuirks({ emptyLists: true })
  expect((await control("PUT", "/quirks", { emptyList: true })).status).toBe(400)
  expect(service.sandbox.quirks).toEqual({ emptyLists: true })

  await control("POST", "/reset")

  expect(service.sandbox.quirks).toEqual({})
})
