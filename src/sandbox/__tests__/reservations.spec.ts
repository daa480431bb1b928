import { callbackListener } from "./callback-listener"
import { send } from "./client"
import {
  connected,
  type Connected,
  order,
  privateCustomer,
  refusalOf,
  reservation,
  sessionCallback,
  statusCallback,
} from "./connect"

let service: Connected

beforeEach(async () => {
  service = await connected()
})

afterEach(() => service.close())

const at = (uuid: string) => ({ params: { reservation_uuid: uuid } })

const submit = async (change: object = {}) => {
  const { data } = await service.client.call("reservations.submit", {
    body: { ...reservation(), ...change },
  })
  return data.reservationUuid
}

const reserved = async (change: object = {}) => {
  const uuid = await submit(change)
  service.sandbox.reservations.confirm(uuid)
  return uuid
}

const details = async (uuid: string) =>
  (await service.client.call("reservations.details", at(uuid))).data

const capture = async (uuid: string, shares: Record<number, number>) => {
  const products = Object.entries(shares).map(([id, amount]) => ({
    id: Number(id),
    amount,
  }))
  const grandTotal = products.reduce((sum, { amount }) => sum + amount, 0)
  const { data } = await service.client.call("reservations.capture", {
    ...at(uuid),
    body: { products, grandTotal },
  })
  return data.uuid
}

const charge = (uuid: string, amount: number) =>
  service.client.call("reservations.charge", {
    ...at(uuid),
    body: {
      products: [{ name: "Minibar", rate: amount, tax: 25, amount }],
      grandTotal: amount,
    },
  })

const cancel = (uuid: string) =>
  service.client.call("reservations.cancel", {
    ...at(uuid),
    body: { note: "Not needed" },
  })

const complete = (uuid: string) =>
  service.client.call("reservations.complete", {
    ...at(uuid),
    body: { note: "Checked out" },
  })

it("is SENT, then RESERVED when the payer confirms on the pay page", async () => {
  const merchant = await callbackListener()
  const { data } = await service.client.call("reservations.create-session", {
    body: {
      ...reservation(),
      submitPayment: { via: "mastercard" },
      callback: { ...sessionCallback, callbackUrl: merchant.url },
    },
  })
  const uuid = data.reservationUuid
  expect(uuid).toMatch(/^RES\d{10}$/)
  expect((await details(uuid)).status).toBe("SENT")

  const { headers } = await send("POST", `${data.paymentUrl}/accept`)
  await service.sandbox.callbacks.settled()

  expect(headers.location).toBe(sessionCallback.success)
  expect(Object.fromEntries(merchant.received[0]!)).toMatchObject({
    orderUuid: uuid,
    status: "RESERVED",
    paymentMethod: "mastercard",
    amount: "500",
  })
  expect(await details(uuid)).toMatchObject({
    status: "RESERVED",
    grandTotal: 500,
    productList: [
      { id: 1001, amount: 400, reserved: 400, captured: 0 },
      { id: 1002, amount: 100, reserved: 100, captured: 0 },
    ],
    paymentDetails: { reservedAmount: 500, capturedAmount: 0 },
  })
  await merchant.close()
})

it("is captured in parts, never beyond what is held", async () => {
  const uuid = await reserved()

  expect(await capture(uuid, { 1001: 150 })).toMatch(/^CAP\d{10}$/)
  expect(await capture(uuid, { 1001: 250, 1002: 40 })).toMatch(/^CAP/)

  expect(await refusalOf(capture(uuid, { 1001: 1 }))).toMatchObject({
    status: 417,
    fields: ["The products.0.amount must not be greater than 0.00."],
  })
  expect(await refusalOf(capture(uuid, { 9: 1 }))).toMatchObject({
    status: 400,
    key: "requestProductIdNotAvailable",
  })
  expect(await details(uuid)).toMatchObject({
    status: "CAPTURED",
    paymentDetails: { capturedAmount: 440 },
    paymentHistory: { captured: [{ amount: 150 }, { amount: 290 }] },
  })
  expect(service.sandbox.audit().money).toMatchObject({
    billed: 440,
    received: 440,
    balanced: true,
  })
})

describe("an amount that takes nothing, or takes back", () => {
  const captureOf = (uuid: string, grandTotal: number, shares: readonly [number, number][]) =>
    service.client.call("reservations.capture", {
      ...at(uuid),
      body: { grandTotal, products: shares.map(([id, amount]) => ({ id, amount })) },
    })

  it.each<[string, number, [number, number][], string[]]>([
    [
      "below zero",
      -100,
      [[1001, -100]],
      [
        "The products.0.amount must be at least 0.00.",
        "The grand total must be greater than 0.00.",
      ],
    ],
    ["zero", 0, [[1001, 0]], ["The grand total must be greater than 0.00."]],
    [
      "a line that takes back what another takes",
      300,
      [
        [1001, 400],
        [1002, -100],
      ],
      ["The products.1.amount must be at least 0.00."],
    ],
    [
      "one line twice, together beyond what is held of it",
      500,
      [
        [1001, 310],
        [1001, 190],
      ],
      ["The products.1.amount must not be greater than 90.00."],
    ],
  ])("is not captured: %s", async (_what, grandTotal, shares, sentences) => {
    const uuid = await reserved()

    const { fields, status } = await refusalOf(captureOf(uuid, grandTotal, shares))

    expect({ status, fields: fields.sort() }).toEqual({ status: 417, fields: sentences.sort() })
    expect(await details(uuid)).toMatchObject({
      status: "RESERVED",
      paymentDetails: { capturedAmount: 0 },
    })
  })

  it("is captured of one line in two shares that fit together", async () => {
    const uuid = await reserved()

    await captureOf(uuid, 400, [
      [1001, 300],
      [1001, 100],
    ])

    expect(await details(uuid)).toMatchObject({ productList: [{ captured: 400 }, { captured: 0 }] })
  })

  it("is not charged", async () => {
    const uuid = await reserved()

    expect(await refusalOf(charge(uuid, 0))).toMatchObject({
      status: 417,
      fields: ["The grand total must be greater than 0.00."],
    })
    expect(await refusalOf(charge(uuid, -50))).toMatchObject({
      status: 417,
      fields: [
        "The products.0.amount must be at least 0.00.",
        "The grand total must be greater than 0.00.",
      ],
    })
    expect(service.sandbox.audit().money).toMatchObject({ billed: 0, balanced: true })
  })
})

it("releases the rest of a partial capture after some days", async () => {
  const uuid = await reserved()
  await capture(uuid, { 1001: 100 })

  service.sandbox.clock.advance({ days: 3, minutes: 1 })

  expect(await refusalOf(capture(uuid, { 1002: 1 }))).toMatchObject({
    status: 400,
    key: "reservationStatusNotReserved",
  })
  expect((await details(uuid)).status).toBe("CAPTURED")
})

it("expires without a capture, and without a confirmation", async () => {
  const due = String(Math.floor(Date.now() / 1000) + 86_400)
  const held = await reserved()
  const sent = await submit({ dueDateForPaymentLink: due })

  service.sandbox.clock.advance({ days: 6, hours: 23 })
  expect((await details(held)).status).toBe("RESERVED")
  expect((await details(sent)).status).toBe("EXPIRED")
  service.sandbox.clock.advance({ hours: 2 })

  expect((await details(held)).status).toBe("EXPIRED")
  expect(await refusalOf(capture(held, { 1001: 1 }))).toMatchObject({
    status: 400,
  })
})

it("is charged beyond the reserved amount while the card may be used", async () => {
  const uuid = await reserved({ chargeValidity: "30" })
  await capture(uuid, { 1001: 400, 1002: 100 })

  const { data } = await charge(uuid, 900)
  expect(data.uuid).toMatch(/^CHA\d{10}$/)
  expect(await details(uuid)).toMatchObject({
    status: "CHARGED",
    paymentDetails: { capturedAmount: 500, chargedAmount: 900 },
  })
  service.sandbox.clock.advance({ days: 31 })

  expect(await refusalOf(charge(uuid, 1))).toMatchObject({
    status: 400,
    key: "reservationStatusNotReserved",
  })
})

it("is cancelled only while nothing is captured, confirmed or not", async () => {
  const free = await reserved()
  const used = await reserved()
  await capture(used, { 1003: 1 })

  expect((await cancel(free)).messageKey).toBe("cancelledOrderSuccessfully")
  expect((await details(free)).status).toBe("CANCELLED")
  expect(await refusalOf(cancel(used))).toMatchObject({ status: 400 })
  const unconfirmed = await submit()
  expect((await cancel(unconfirmed)).messageKey).toBe("cancelledOrderSuccessfully")
  expect((await details(unconfirmed)).status).toBe("CANCELLED")
  expect(await refusalOf(cancel(unconfirmed))).toMatchObject({ status: 400 })
  expect(await refusalOf(cancel("RES0"))).toMatchObject({ status: 404 })
})

it("is completed only after something was captured", async () => {
  const uuid = await reserved()

  expect(await refusalOf(complete(uuid))).toMatchObject({
    status: 400,
    key: "prerequisiteFailedToCompleteReservation",
  })
  await capture(uuid, { 1001: 1 })
  await complete(uuid)

  expect((await details(uuid)).status).toBe("COMPLETED")
  expect(await refusalOf(capture(uuid, { 1001: 1 }))).toMatchObject({
    status: 400,
  })
})

it("becomes NOT PAID when the card is refused", async () => {
  const uuid = await submit()

  service.sandbox.reservations.decline(uuid)

  expect((await details(uuid)).status).toBe("NOT PAID")
  expect(() => service.sandbox.reservations.confirm(uuid)).toThrow("only one that is SENT")
})

describe("refunding", () => {
  const refund = (
    uuid: string,
    source: "captured" | "charged",
    reference: string,
    id: number,
    amount: number
  ) =>
    service.client.call("reservations.refund", {
      ...at(uuid),
      body: {
        type: "reservation",
        grandTotal: amount,
        products: [{ id, amount }],
        source,
        reference,
      },
    })

  it("takes from one capture or charge, never more than it was", async () => {
    const uuid = await reserved()
    const captured = await capture(uuid, { 1001: 400 })
    const { data: charged } = await charge(uuid, 50)

    await refund(uuid, "captured", captured, 1001, 300)
    await refund(uuid, "charged", charged.uuid, 1003, 50)

    expect(await details(uuid)).toMatchObject({
      paymentDetails: { amountRefunded: { fromCaptured: 300, fromCharge: 50 } },
    })
    const refused = [
      await refusalOf(refund(uuid, "captured", captured, 1001, 101)),
      await refusalOf(refund(uuid, "captured", captured, 1001, 401)),
      await refusalOf(refund(uuid, "captured", charged.uuid, 1003, 1)),
      await refusalOf(refund(uuid, "captured", captured, 1002, 1)),
    ]
    expect(refused.map(({ key }) => key)).toEqual([
      "refundRejectionForOutOfRunwayParamAmount",
      "refundRejectionForRefundRequestGreaterThanOrderAmount",
      "refundRejectionForTransactionNotFound",
      "requestProductIdNotAvailable",
    ])
    expect(service.sandbox.audit().money).toMatchObject({
      received: 450,
      refunded: 350,
      balanced: true,
    })
  })
})

describe("refunding a line", () => {
  const refundOf = (uuid: string, reference: string, shares: readonly [number, number][]) =>
    service.client.call("reservations.refund", {
      ...at(uuid),
      body: {
        type: "reservation",
        source: "captured",
        reference,
        grandTotal: Math.max(
          1,
          shares.reduce((sum, [, amount]) => sum + amount, 0)
        ),
        products: shares.map(([id, amount]) => ({ id, amount })),
      },
    })
  const notLeft = { status: 400, key: "refundRejectionForOutOfRunwayParamAmount" }

  it("takes what is left of it, once", async () => {
    const uuid = await reserved()
    const captured = await capture(uuid, { 1001: 400, 1002: 100 })
    await refundOf(uuid, captured, [[1002, 100]])

    expect(await refusalOf(refundOf(uuid, captured, [[1002, 100]]))).toMatchObject(notLeft)
    expect(
      await refusalOf(
        refundOf(uuid, captured, [
          [1001, 200],
          [1001, 201],
        ])
      )
    ).toMatchObject(notLeft)
    expect(
      await refusalOf(
        refundOf(uuid, captured, [
          [1001, 300],
          [1002, -100],
        ])
      )
    ).toMatchObject(notLeft)
    await refundOf(uuid, captured, [
      [1001, 200],
      [1001, 200],
    ])
    expect(await details(uuid)).toMatchObject({
      paymentDetails: { amountRefunded: { fromCaptured: 500 } },
    })
  })

  it("counts what is accepted and not yet carried out", async () => {
    const uuid = await reserved()
    const captured = await capture(uuid, { 1001: 400, 1002: 100 })
    service.sandbox.setQuirks({ refundDelay: "held" })
    await refundOf(uuid, captured, [[1002, 60]])

    expect(await refusalOf(refundOf(uuid, captured, [[1002, 60]]))).toMatchObject(notLeft)
    service.sandbox.delayedRefunds.carryOut()
    expect(await refusalOf(refundOf(uuid, captured, [[1002, 60]]))).toMatchObject(notLeft)
    await refundOf(uuid, captured, [[1002, 40]])
  })

  it("finds a line that was captured in two shares whole", async () => {
    const uuid = await reserved()
    const { data } = await service.client.call("reservations.capture", {
      ...at(uuid),
      body: {
        grandTotal: 400,
        products: [
          { id: 1001, amount: 300 },
          { id: 1001, amount: 100 },
        ],
      },
    })

    await refundOf(uuid, data.uuid, [[1001, 400]])

    expect(await details(uuid)).toMatchObject({
      paymentHistory: { captured: [{ products: [{ id: 1001, amount: 400 }] }] },
    })
  })
})

it("is sent again until it has ended", async () => {
  const resend = (uuid: string) =>
    service.client.call("reservations.resend", {
      ...at(uuid),
      body: { countryCode: "+47", msisdn: "40000001", email: "ola@example.com" },
    })
  const uuid = await reserved()

  expect((await resend(uuid)).messageKey).toBe("resentOrderSuccessfully")
  const { data } = await service.client.call("reservations.history", { params: {} })
  expect(data.at(-1)?.sentTo).toBe("+4740000001, ola@example.com")
  const [kept] = service.sandbox.reservations.list()
  expect(kept?.history.at(-1)?.sentTo).toBe("*********01, o***@example.com")
  for (const path of ["/requests", "/sandbox/requests", "/reservations", "/sandbox/reservations"]) {
    const { text } = await send("GET", service.url + path)
    expect(text).not.toMatch(/ola@example|40000001/)
  }
  await cancel(uuid)

  expect(await refusalOf(resend(uuid))).toMatchObject({
    status: 400,
    key: "orderStatusAlreadyCancelled",
  })
})

it("keeps a history, of the last day unless a range is given", async () => {
  const uuid = await reserved()
  await capture(uuid, { 1001: 100 })
  const history = async (params = {}) =>
    (await service.client.call("reservations.history", { params })).data

  expect(await history()).toMatchObject([
    { uuid, title: "order-created" },
    { uuid, title: "amount-reserved", amount: 500 },
    {
      uuid,
      title: "amount-captured-from-reservation",
      amount: 100,
      isRefundable: true,
      datetime: expect.stringMatching(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/),
    },
  ])
  service.sandbox.clock.advance({ days: 2 })
  expect(await history()).toEqual([])
  const start = Math.floor(Date.now() / 1000) - 60
  expect(await history({ start_timestamp: start, end_timestamp: start + 120 })).toHaveLength(3)
})

it("bills twice, to the audit, where two take the same under one reference and keep it", async () => {
  const [first, second] = [
    await reserved({ referenceNo: "7" }),
    await reserved({ referenceNo: "7" }),
  ]
  const billedTwice = () => service.sandbox.audit().billedTwice
  const captured = await capture(first, { 1001: 400, 1002: 100 })
  expect(billedTwice()).toEqual([])

  await capture(second, { 1003: 400, 1004: 100 })
  expect(billedTwice()).toEqual([{ referenceNo: "7", uuids: [first, second] }])

  await service.client.call("reservations.refund", {
    ...at(first),
    body: {
      type: "reservation",
      source: "captured",
      reference: captured,
      grandTotal: 500,
      products: [
        { id: 1001, amount: 400 },
        { id: 1002, amount: 100 },
      ],
    },
  })
  expect(billedTwice()).toEqual([])
})

it("counts no unpaid payment link as a second bill", async () => {
  const { client, sandbox } = service
  const link = async () => {
    const { data } = await client.call("orders.create-payment-link", {
      body: {
        ...order(),
        customerDetails: privateCustomer,
        callback: statusCallback,
        referenceNo: "8",
      },
    })
    return data.uuid
  }
  const [first, second] = [await link(), await link()]

  expect(sandbox.audit().billedTwice).toEqual([])
  sandbox.pay(first)
  expect(sandbox.audit().billedTwice).toEqual([])
  sandbox.pay(second)
  expect(sandbox.audit().billedTwice).toEqual([{ referenceNo: "8", uuids: [first, second] }])
})
