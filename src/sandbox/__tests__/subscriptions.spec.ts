import { ConnectClient } from "../../connect"
import { SandboxStateError } from ".."
import { TOKEN } from "./client"
import { periodsAfter } from "../service/subscription-lifecycle"
import { callbackListener } from "./callback-listener"
import { send } from "./client"
import {
  connected,
  privateCustomer,
  refusalOf,
  sessionCallback,
  subscription,
  type Connected,
} from "./connect"

let service: Connected

beforeEach(async () => {
  service = await connected({ clockStart: new Date("2030-01-01T10:00:00Z") })
})

afterEach(() => service.close())

const at = (uuid: string) => ({ params: { subscriptionUuid: uuid } })

const create = async (change: object = {}) => {
  const { data } = await service.client.call("subscriptions.create", {
    body: { ...subscription(), ...change },
  })
  return data.subscriptionUuid ?? ""
}

const started = async (change: object = {}) => {
  const uuid = await create(change)
  service.sandbox.subscriptions.start(uuid)
  return uuid
}

const withEmail = (email: string) => ({
  customerDetails: { ...privateCustomer, email },
})

const details = async (uuid: string) =>
  (await service.client.call("subscriptions.details", at(uuid))).data

const months = (count: number) => service.sandbox.clock.advance({ days: 31 * count })

it("begins when the payer confirms, and ends with its last cycle", async () => {
  const merchant = await callbackListener()
  const { data } = await service.client.call("subscriptions.create-session", {
    body: {
      ...subscription(),
      submitPayment: { via: "visa" },
      callback: { ...sessionCallback, callbackUrl: merchant.url },
    },
  })
  const uuid = data.subscriptionUuid ?? ""
  expect((await details(uuid)).status).toBe("SENT")

  const { headers } = await send("POST", `${data.paymentUrl}/accept`)
  expect(headers.location).toBe(sessionCallback.success)
  expect(await details(uuid)).toMatchObject({
    status: "ONGOING",
    subscriptionSummary: { amountPaid: 100, currentCycle: "1" },
  })
  months(1)
  expect((await details(uuid)).subscriptionSummary?.amountPaid).toBe(200)
  months(1)
  await service.sandbox.callbacks.settled()

  expect(await details(uuid)).toMatchObject({
    status: "COMPLETED",
    subscriptionSummary: { amountPaid: 300, amountInBank: 300 },
  })
  expect(merchant.received.map((query) => query.get("status"))).toEqual(["PAID", "PAID", "PAID"])
  expect(service.sandbox.audit().money).toMatchObject({
    billed: 300,
    received: 300,
    balanced: true,
  })
  await merchant.close()
})

it("bills the first cycle by its own amount where there is one", async () => {
  const uuid = await started({
    orderSummary: {
      ...subscription().orderSummary,
      initialCycleAmount: "40.00",
    },
  })

  expect((await details(uuid)).subscriptionSummary?.amountPaid).toBe(40)
})

it("tells its cycles by the names under which they are refunded", async () => {
  const uuid = await started(withEmail("kari+failing-02@example.com"))
  months(1)
  await service.client.call("subscriptions.refund-cycle", {
    ...at(uuid),
    body: { cycles: ["Cycle 1"], amount: "30.00" },
  })

  expect((await details(uuid)).subscriptionCycles).toMatchObject([
    {
      name: "Cycle 1",
      status: "PAID",
      invoiced: false,
      amount: 100,
      startDate: "01.01.2030",
      endDate: "01.02.2030",
      isRefunded: true,
      refundedAt: "01.02.2030",
      refundedAmount: 30,
    },
    {
      name: "Cycle 2",
      status: "INVOICED",
      invoiced: true,
      isRefunded: false,
      refundedAt: undefined,
    },
  ])
})

it("waits for its start date", async () => {
  const uuid = await started({ subscriptionStartDate: "15 Jan, 2030" })

  expect((await details(uuid)).subscriptionSummary?.amountPaid).toBe(0)
  service.sandbox.clock.advance({ days: 14 })
  expect((await details(uuid)).subscriptionSummary?.amountPaid).toBe(100)
})

describe("a cycle whose card is refused", () => {
  it("is invoiced, goes to debt collection, and is paid in the end", async () => {
    const uuid = await started(withEmail("kari+failing-02@example.com"))
    const failed = async (status?: "paid" | "invoiced" | "debtCollection") =>
      (
        await service.client.call("subscriptions.failed-list", {
          params: { ...(status && { status }) },
          query: { subscriptionUuid: uuid },
        })
      ).data

    expect(await failed()).toEqual([])
    months(1)
    const [payment] = await failed("invoiced")
    expect(payment).toMatchObject({
      amount: 100,
      customerName: "Kari Nordmann",
    })
    months(1)
    expect(await failed("invoiced")).toEqual([])
    expect(await failed("debtCollection")).toHaveLength(1)

    const orderUuid = payment?.orderUuid ?? ""
    service.sandbox.subscriptions.payFailed(orderUuid)

    expect(await failed("paid")).toHaveLength(1)
    const { data } = await service.client.call("subscriptions.failed-details", {
      params: { orderUuid },
    })
    expect(data).toMatchObject({
      subscriptionUuid: uuid,
      status: "paid",
      isInvoiced: false,
      products: [{ productName: "Membership" }],
    })
    expect(service.sandbox.audit().money).toMatchObject({
      open: 0,
      balanced: true,
    })
    expect(() => service.sandbox.subscriptions.payFailed(orderUuid)).toThrow("is paid already")
  })

  it("happens to every later cycle with +failing", async () => {
    const uuid = await started(withEmail("kari+failing@example.com"))
    months(3)

    expect(service.sandbox.subscriptions.list()[0]?.cycles).toMatchObject([
      { hasFailed: false, state: "paid" },
      { hasFailed: true },
      { hasFailed: true },
    ])
    expect((await details(uuid)).subscriptionSummary?.amountPaid).toBe(100)
  })
})

it("can be cancelled while SENT or ONGOING, and bills no more", async () => {
  const cancel = (uuid: string) =>
    service.client.call("subscriptions.cancel", {
      ...at(uuid),
      body: { note: "Moving" },
    })
  const uuid = await started()

  expect((await cancel(uuid)).httpStatus).toBe(201)
  months(2)

  expect(await details(uuid)).toMatchObject({
    status: "CANCELLED",
    subscriptionSummary: { amountPaid: 100 },
  })
  expect(await refusalOf(cancel(uuid))).toMatchObject({
    status: 400,
    key: "subscriptionStatusNotCancellable",
  })
  expect((await cancel(await create())).httpStatus).toBe(201)
})

describe("refunding cycles", () => {
  const refund = (uuid: string, cycles: string[], amount: number) =>
    service.client.call("subscriptions.refund-cycle", {
      ...at(uuid),
      body: { cycles, amount },
    })

  it("takes the amount from the named cycles in turn", async () => {
    const uuid = await started()
    months(1)

    await refund(uuid, ["Cycle 1", "Cycle 2"], 150)

    expect(
      service.sandbox.subscriptions.list()[0]?.cycles.map(({ refundedOre }) => refundedOre)
    ).toEqual([10_000, 5_000])
    expect(await details(uuid)).toMatchObject({
      subscriptionSummary: { amountRefunded: 150, amountInBank: 50 },
    })
    expect(await refusalOf(refund(uuid, ["Cycle 2"], 51))).toMatchObject({
      status: 400,
      key: "someCyclesFailedToPassValidation",
    })
  })

  it("names a cycle that does not exist, in the documented mixture", async () => {
    const uuid = await started()
    const { status, json } = await send(
      "POST",
      `${service.url}/api/v1/connect/subscriptions/cycles/refund/${uuid}`,
      { body: { cycles: ["Cycle 3"], amount: 1 } }
    )

    expect(status).toBe(404)
    expect(json).toEqual({
      status_code: 404,
      status_message: "Execution Exception Occurred",
      message: "cycleNotfound#cycle3",
      is_data: false,
      is_error: true,
      errors: [],
    })
  })

  it("writes no cycle's name into the log as a caller has it", async () => {
    const uuid = await started()
    await send("POST", `${service.url}/api/v1/connect/subscriptions/cycles/refund/${uuid}`, {
      body: { cycles: ["\u001b\ud800#01886599925"], amount: 1 },
    })

    expect(service.sandbox.requests().at(-1)?.messageKey).toBe(
      "cycleNotfound#%1B%EF%BF%BD#***********"
    )
  })
})

it("is listed in pages, and by filters", async () => {
  for (let count = 0; count < 12; count += 1) {
    await create()
  }
  await started({
    customerDetails: {
      ...privateCustomer,
      name: "Ola Nordmann",
      email: "ola@example.com",
      msisdn: "91234567",
    },
  })
  const list = (query: object, status?: "ONGOING") =>
    service.client.call("subscriptions.list", {
      params: { ...(status && { status }) },
      query,
    })

  const first = await list({})
  const second = await list({ page: 2 })

  expect(first.data).toHaveLength(10)
  expect(first.page).toEqual({
    total: 13,
    perPage: 10,
    currentPage: 1,
    lastPage: 2,
  })
  expect(Reflect.get(Object(first.raw), "links")).toEqual({
    previous: null,
    next: `${service.url}/api/v1/connect/subscriptions/list?page=2`,
  })
  expect(second.data).toHaveLength(3)
  const filteredPage = await list({ customerName: "kari", page: 1 })
  expect(Reflect.get(Object(filteredPage.raw), "links")).toMatchObject({
    next: `${service.url}/api/v1/connect/subscriptions/list?customerName=kari&page=2`,
  })
  expect((await list({}, "ONGOING")).data).toMatchObject([
    { customerName: "Ola Nordmann", numberOfPaidCycles: 1, isPaid: true },
  ])
  const byQuery = new ConnectClient({
    baseUrl: service.url,
    token: TOKEN,
    operations: {
      "subscriptions.list": { path: "/api/v1/connect/subscriptions/list" },
    },
  })
  const filtered = async (status: "ONGOING" | "SEND") => {
    const { data, page } = await byQuery.call("subscriptions.list", {
      params: { status },
    })
    return [data.length, page?.total]
  }
  expect(await filtered("ONGOING")).toEqual([1, 1])
  expect(await filtered("SEND")).toEqual([10, 12])
  await byQuery.close()
  expect((await list({ customerName: "ola" })).data).toHaveLength(1)
  expect((await list({ phone: "9123" })).data).toHaveLength(1)
  const days = { startDate: "2029-12-01", endDate: "2029-12-31" }
  expect((await list(days)).data).toEqual([])
})

it("refuses what makes no sense", async () => {
  const refused = await refusalOf(
    create({
      billingFrequency: "now and then",
      numberOfRepeats: 0,
      subscriptionEndsDate: "31 Dec, 2029",
    })
  )

  expect(refused).toMatchObject({ status: 417 })
  expect(refused.fields).toHaveLength(3)
  expect(await refusalOf(details("SUB0"))).toMatchObject({
    status: 404,
    key: "subscriptionNotFound",
  })
})

it("refuses a day that no calendar has", async () => {
  const { status, fields } = await refusalOf(
    create({ subscriptionStartDate: "31 Feb, 2026", subscriptionEndsDate: "31 Jun, 2030" })
  )

  expect(status).toBe(417)
  expect(fields).toEqual([
    "The subscription start date does not match the format d M, Y.",
    "The subscription ends date does not match the format d M, Y.",
  ])
})

it("bills no cycle after its last day", async () => {
  const uuid = await started({ subscriptionEndsDate: "01 Feb, 2030" })

  months(3)

  expect(await details(uuid)).toMatchObject({
    status: "COMPLETED",
    subscriptionSummary: { amountPaid: 200 },
  })
})

it("is sent again", async () => {
  const uuid = await create()

  const { httpStatus } = await service.client.call("subscriptions.resend", {
    ...at(uuid),
    body: { email: "kari@example.com" },
  })

  expect(httpStatus).toBe(202)
})

it.each([
  ["2030-01-31", "month", 1, "2030-02-28"],
  ["2030-01-31", "month", 2, "2030-03-31"],
  ["2030-11-30", "month", 3, "2031-02-28"],
  ["2028-02-29", "year", 1, "2029-02-28"],
  ["2030-01-01", "week", 2, "2030-01-15"],
  ["2030-01-01", "day", 31, "2030-02-01"],
] as const)("counts from %s by %s, %i times, to %s", (from, unit, count, to) => {
  const start = Date.parse(`${from}T08:00:00Z`) / 1000

  expect(periodsAfter(start, unit, count)).toBe(Date.parse(`${to}T08:00:00Z`) / 1000)
})

it("has its first order from the start: read, listed, paid by its first cycle, and refunded", async () => {
  const { client, sandbox } = service
  const { data } = await client.call("subscriptions.create", { body: subscription() })
  const subscriptionUuid = data.subscriptionUuid ?? ""
  const first = data.orderUuid ?? ""
  const order = { params: { order_uuid: first } }
  const read = async () => (await client.call("orders.details", order)).data

  expect((await client.call("subscriptions.list", {})).data[0]?.orderUuid).toBe(first)
  expect(await read()).toMatchObject({
    type: "subscription",
    status: "SENT",
    orderSummary: { totalTax: 20, grandTotal: 100 },
    productList: [{ name: "Membership", amount: 100 }],
  })
  expect((await client.call("orders.status-list", {})).data).toMatchObject([{ uuid: first }])

  sandbox.subscriptions.start(subscriptionUuid)
  expect((await details(subscriptionUuid)).subscriptionCycles).toMatchObject([{ reference: first }])
  const { productList = [], status } = await read()
  expect(status).toBe("PAID")
  await client.call("orders.refund", {
    ...order,
    body: {
      type: "regular",
      grandTotal: 30,
      products: [{ id: productList[0]?.id ?? 0, amount: 30 }],
    },
  })

  expect((await read()).status).toBe("PARTIAL REFUNDED")
  expect(await details(subscriptionUuid)).toMatchObject({
    subscriptionSummary: { amountPaid: 100, amountRefunded: 30 },
    subscriptionCycles: [{ refundedAmount: 30, status: "PAID" }],
  })
  months(1)
  expect(sandbox.orders()).toHaveLength(2)
  expect(sandbox.audit()).toMatchObject({
    money: { billed: 200, received: 200, refunded: 30, balanced: true },
    totalsOff: [],
  })
})

it("has a cycle's order cancelled like any other: it is owed no more, and no failed payment", async () => {
  const { client, sandbox } = service
  const uuid = await started(withEmail("kari+failing-02@example.com"))
  months(1)
  const reference = sandbox.subscriptions.list()[0]?.cycles[1]?.orderUuid ?? ""
  const order = { params: { order_uuid: reference } }
  const status = async () => (await client.call("orders.status", order)).data.status

  expect(await status()).toBe("INVOICED")
  await client.call("orders.cancel", { ...order, body: { cancellationNote: "A gift" } })

  expect(await status()).toBe("CANCELLED")
  expect((await details(uuid)).subscriptionCycles).toMatchObject([
    { status: "PAID" },
    { status: "CANCELLED", invoiced: true },
  ])
  expect((await client.call("subscriptions.failed-list", {})).data).toEqual([])
  months(2)
  expect(await status()).toBe("CANCELLED")
  expect(sandbox.audit().money).toMatchObject({ open: 0, balanced: true })
})

it("cannot be accepted any more once its first order was cancelled", async () => {
  const { client, sandbox } = service
  const { data } = await client.call("subscriptions.create", { body: subscription() })
  const uuid = data.subscriptionUuid ?? ""

  await client.call("orders.cancel", {
    params: { order_uuid: data.orderUuid ?? "" },
    body: { cancellationNote: "A mistake" },
  })

  expect((await send("POST", `${data.paymentUrl}/accept`)).status).toBe(409)
  expect(() => sandbox.subscriptions.start(uuid)).toThrow(SandboxStateError)
  expect((await details(uuid)).status).toBe("SENT")
  expect(
    (await client.call("subscriptions.cancel", { ...at(uuid), body: { note: "So" } })).httpStatus
  ).toBe(201)
})

it("takes its first order with it when it is cancelled before the payer confirmed", async () => {
  const { client, sandbox } = service
  const { data } = await client.call("subscriptions.create", {
    body: {
      ...subscription(),
      orderSummary: { ...subscription().orderSummary, initialCycleAmount: "40.00" },
    },
  })
  expect(sandbox.order(data.orderUuid ?? "")).toMatchObject({
    status: "SENT",
    grandTotal: 40,
    lines: [{ amount: 40 }],
    totalsOff: [],
  })

  await client.call("subscriptions.cancel", {
    ...at(data.subscriptionUuid ?? ""),
    body: { note: "Moved" },
  })

  expect(sandbox.order(data.orderUuid ?? "").status).toBe("CANCELLED")
  expect(sandbox.audit().money).toMatchObject({ open: 0, balanced: true })
})

it("sends its link again while it runs, for an order of its own", async () => {
  const uuid = await create()
  const { data: rows } = await service.client.call("subscriptions.list", {})
  const resend = (orderUuid?: string) =>
    service.client.call("subscriptions.resend", {
      ...at(uuid),
      body: { email: "kari@example.com", ...(orderUuid && { orderUuid }) },
    })

  expect((await resend(rows[0]?.orderUuid)).httpStatus).toBe(202)
  expect(await refusalOf(resend("ODR0000000000"))).toMatchObject({
    status: 404,
    key: "orderNotFound",
  })
  await service.client.call("subscriptions.cancel", { ...at(uuid), body: { note: "Moved" } })
  expect(await refusalOf(resend())).toMatchObject({
    status: 400,
    key: "orderStatusAlreadyCancelled",
  })
})
