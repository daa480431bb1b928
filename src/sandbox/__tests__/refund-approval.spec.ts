import { eInvoiceBody } from "./client"
import { connected, refusalOf, reservation, type Connected } from "./connect"

let service: Connected

beforeEach(async () => {
  service = await connected()
})

afterEach(() => service.close())

const big = () =>
  eInvoiceBody({
    products: [{ name: "Sofa", quantity: 1, rate: 12_000, tax: 25, amount: 12_000 }],
    orderSummary: {
      subTotal: "9600.00",
      totalTax: "2400.00",
      totalDiscount: "0.00",
      grandTotal: "12000.00",
    },
  })

const paidOrder = async () => {
  const { data } = await service.client.call("orders.create-e-invoice", {
    body: big(),
  })
  service.sandbox.pay(data.uuid)
  return data.uuid
}

const lineOf = (uuid: string) => service.sandbox.order(uuid).lines[0]?.id ?? 0

const refund = (uuid: string, amount: number) =>
  service.client.call("orders.refund", {
    params: { order_uuid: uuid },
    body: {
      type: "regular",
      grandTotal: amount,
      products: [{ id: lineOf(uuid), amount }],
    },
  })

const ask = (uuid: string, amount: number) =>
  service.client.call("refunds.request-approval", {
    params: { order_uuid: uuid },
    body: {
      type: "regular",
      grandTotal: amount,
      products: [{ id: lineOf(uuid), amount }],
      message: "refundRejectionForRequestAmountThresholdExceed",
    },
  })

it("is needed beyond five thousand kroner", async () => {
  const uuid = await paidOrder()

  expect(await refusalOf(refund(uuid, 5_000.01))).toMatchObject({
    status: 400,
    key: "refundRejectionForRequestAmountThresholdExceed",
  })
  expect((await refund(uuid, 5_000)).httpStatus).toBe(202)
})

it("is needed for the fourth refund in a week", async () => {
  const uuid = await paidOrder()
  await refund(uuid, 1)
  await refund(uuid, 1)
  await refund(uuid, 1)

  expect(await refusalOf(refund(uuid, 1))).toMatchObject({
    status: 400,
    key: "refundRejectionForWeeklyThresholdExceed",
  })
  service.sandbox.clock.advance({ days: 8 })
  expect((await refund(uuid, 1)).httpStatus).toBe(202)
})

it("is not needed where the limits are off", async () => {
  await service.close()
  service = await connected({ refundLimits: { enforced: false } })
  const uuid = await paidOrder()

  expect((await refund(uuid, 12_000)).httpStatus).toBe(202)
})

it("comes after two days, and carries the refund out", async () => {
  const uuid = await paidOrder()

  const { httpStatus, messageKey } = await ask(uuid, 12_000)
  expect(httpStatus).toBe(201)
  expect(messageKey).toBe("requestedOrderRefundSuccessfully")
  expect(service.sandbox.order(uuid).status).toBe("PAID")
  service.sandbox.clock.advance({ days: 2, minutes: 1 })

  expect(service.sandbox.order(uuid).status).toBe("REFUNDED")
  expect(service.sandbox.refundApprovals.list()).toMatchObject([
    { state: "approved", amountOre: 1_200_000 },
  ])
})

it("can be given or withheld by hand, once", async () => {
  const { refundApprovals } = service.sandbox
  const uuid = await paidOrder()
  await ask(uuid, 6_000)
  await ask(uuid, 6_000)
  const [first, second] = refundApprovals.list()

  refundApprovals.approve(first!.uuid)
  refundApprovals.reject(second!.uuid)

  expect(service.sandbox.order(uuid)).toMatchObject({
    status: "PARTIAL REFUNDED",
    refunded: 6_000,
  })
  expect(() => refundApprovals.approve(second!.uuid)).toThrow("is rejected already")
  expect(() => refundApprovals.approve("RAP0")).toThrow("has no refund approval")
})

it("is not carried out when the money has gone meanwhile", async () => {
  const uuid = await paidOrder()
  await ask(uuid, 12_000)
  await refund(uuid, 1)
  const [approval] = service.sandbox.refundApprovals.list()

  expect(() => service.sandbox.refundApprovals.approve(approval!.uuid)).toThrow("asks for more")
  service.sandbox.clock.advance({ days: 3 })

  expect(service.sandbox.refundApprovals.list()).toMatchObject([{ state: "rejected" }])
})

it("is not carried out when its line has gone meanwhile", async () => {
  const { client, sandbox } = service
  const { data } = await client.call("reservations.submit", { body: reservation() })
  const uuid = data.reservationUuid
  sandbox.reservations.confirm(uuid)
  const { data: captured } = await client.call("reservations.capture", {
    params: { reservation_uuid: uuid },
    body: {
      grandTotal: 500,
      products: [
        { id: 1001, amount: 400 },
        { id: 1002, amount: 100 },
      ],
    },
  })
  const askForLine = () =>
    client.call("refunds.request-approval", {
      params: { order_uuid: uuid },
      body: {
        type: "reservation",
        grandTotal: 100,
        products: [{ id: 1002, amount: 100 }],
        message: "refundRejectionForWeeklyThresholdExceed",
        source: "captured",
        reference: captured.uuid,
      },
    })
  await askForLine()
  await askForLine()

  sandbox.clock.advance({ days: 3 })

  expect(sandbox.refundApprovals.list()).toMatchObject([
    { state: "approved" },
    { state: "rejected" },
  ])
})

it("is not asked for what is not there", async () => {
  const uuid = await paidOrder()

  expect(await refusalOf(ask(uuid, 12_001))).toMatchObject({
    status: 400,
    key: "refundRejectionForRefundRequestGreaterThanOrderAmount",
  })
  expect(
    await refusalOf(
      service.client.call("refunds.request-approval", {
        params: { order_uuid: "ODR0" },
        body: {
          type: "invoiced",
          grandTotal: 1,
          products: [{ id: 1, amount: 1 }],
          message: "refundRejectionForWeeklyThresholdExceed",
        },
      })
    )
  ).toMatchObject({ status: 404, key: "orderNotFound" })
})

it("works for a reservation's capture too", async () => {
  const { client, sandbox } = service
  const { data } = await client.call("reservations.submit", {
    body: reservation(),
  })
  const uuid = data.reservationUuid
  sandbox.reservations.confirm(uuid)
  const { data: captured } = await client.call("reservations.capture", {
    params: { reservation_uuid: uuid },
    body: { products: [{ id: 1001, amount: 400 }], grandTotal: 400 },
  })

  await client.call("refunds.request-approval", {
    params: { order_uuid: uuid },
    body: {
      type: "reservation",
      grandTotal: 400,
      products: [{ id: 1001, amount: 400 }],
      message: "refundRejectionForWeeklyThresholdExceed",
      source: "captured",
      reference: captured.uuid,
    },
  })
  sandbox.clock.advance({ days: 3 })

  expect(sandbox.reservations.list()[0]?.captures).toMatchObject([
    { amountOre: 40_000, refundedOre: 40_000 },
  ])
})

describe("an order's status", () => {
  const askAs = (uuid: string, type: "regular" | "invoiced") =>
    service.client.call("refunds.request-approval", {
      params: { order_uuid: uuid },
      body: {
        type,
        grandTotal: 6_000,
        products: [{ id: lineOf(uuid), amount: 6_000 }],
        message: "refundRejectionForRequestAmountThresholdExceed",
      },
    })
  const invoicedOrder = async () => {
    const { data } = await service.client.call("orders.create-e-invoice", { body: big() })
    service.sandbox.invoice(data.uuid)
    return data.uuid
  }

  it("refuses a request as it refuses the refund", async () => {
    const { sandbox } = service
    const uuid = await invoicedOrder()
    const key = async (type: "regular" | "invoiced") => (await refusalOf(askAs(uuid, type))).key

    expect(await key("regular")).toMatch(/ParamInvoiced$/)
    await askAs(uuid, "invoiced")
    await askAs(uuid, "invoiced")
    sandbox.clock.advance({ days: 3 })
    expect(await key("invoiced")).toMatch(/ParamRefunded$/)

    const cancelled = await invoicedOrder()
    sandbox.cancel(cancelled)
    expect(await refusalOf(askAs(cancelled, "invoiced"))).toMatchObject({
      status: 400,
      key: expect.stringMatching(/ParamCancelled$/) as string,
    })
  })

  it("ends a request that was made before the order was cancelled", async () => {
    const { sandbox } = service
    const uuid = await invoicedOrder()
    await askAs(uuid, "invoiced")
    sandbox.cancel(uuid)
    const [approval] = sandbox.refundApprovals.list()

    expect(() => sandbox.refundApprovals.approve(approval!.uuid)).toThrow("asks for more")
    sandbox.clock.advance({ days: 3 })

    expect(sandbox.refundApprovals.list()).toMatchObject([{ state: "rejected" }])
    expect(sandbox.order(uuid).status).toBe("CANCELLED")
    expect(sandbox.audit().money.balanced).toBe(true)
  })
})
