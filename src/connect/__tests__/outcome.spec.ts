import { ConnectClient, type ExchangeReport, operationOf } from ".."
import type { Envelope } from "../answer"
import type { Exchange } from "../exchange"
import { readOutcome, reportOf } from "../outcome"
import { redact } from "../redaction"
import { validEInvoice } from "./valid-requests"
import { deadAddress, startWireServer, type WireServer } from "./wire-server"

let server: WireServer
let client: ConnectClient
let reports: ExchangeReport[]

beforeEach(async () => {
  server = await startWireServer()
  reports = []
  client = new ConnectClient({
    baseUrl: server.url,
    token: "secret-token",
    repeat: { attempts: 2, baseDelayMs: 1 },
    onExchange: (report) => reports.push(report),
  })
})

afterEach(async () => {
  await client.close()
  await server.close()
})

describe("what the hook sees", () => {
  it("is the operation, its template, the answer and allow-listed fields", async () => {
    server.answerJson(201, {
      status_code: 201,
      message: "orderAddedSuccessfully",
      data: { uuid: "ODR1234567890", customerUuid: "CSRT1234567890" },
    })

    await client.call("orders.create-e-invoice", { body: validEInvoice })

    expect(reports).toEqual([
      {
        operationId: "orders.create-e-invoice",
        method: "POST",
        path: "/api/v1/connect/orders/faktura/create",
        attempt: 1,
        durationMs: expect.any(Number),
        outcome: "answered",
        httpStatus: 201,
        messageKey: "orderAddedSuccessfully",
        requestBody: {
          products: [{ quantity: 1, rate: 500, discount: 0, tax: 25, amount: 500 }],
          orderSummary: validEInvoice.orderSummary,
          orderDate: validEInvoice.orderDate,
          invoiceFeeApplicable: false,
        },
        answerBody: { status_code: 201, data: {} },
      },
    ])
  })

  it("never carries an identifier, personal data or the token", async () => {
    server.answerJson(200, {
      message: "customerDetailsRetrievedSuccessfully",
      data: {
        uuid: "CSRT1234567890",
        name: "Kari Nordmann",
        personalNumber: "01819012345",
        email: "kari@example.com",
        msisdn: "40000000",
        addresses: { billing: { street: "Storgata 1" } },
        status: "kari@example.com",
      },
    })

    await client.call("customers.details", {
      params: { customer_uuid: "CSRT1234567890" },
    })

    const logged = JSON.stringify(reports)
    expect(logged).toContain("/customers/details/{customer_uuid}")
    expect(logged).not.toMatch(/CSRT|Kari|01819012345|kari@|40000000|Storgata|secret-token/)
  })

  it("counts attempts", async () => {
    server.answerJson(503, { message: "somethingWentWrong" })

    await client.call("orders.status", { params: { order_uuid: "ODR1" } }).catch(() => undefined)

    expect(reports.map(({ attempt, httpStatus }) => [attempt, httpStatus])).toEqual([
      [1, 503],
      [2, 503],
    ])
  })

  it("names a failure below HTTP", async () => {
    const unreachable = new ConnectClient({
      baseUrl: await deadAddress(),
      token: "t",
      repeat: { attempts: 1 },
      onExchange: (report) => reports.push(report),
    })

    await unreachable.call("token.verify", {}).catch(() => undefined)

    expect(reports).toMatchObject([{ outcome: "not-sent", failure: "ECONNREFUSED" }])
    await unreachable.close()
  })

  it("may throw without changing the outcome", async () => {
    server.answerJson(200, { message: "ok" })
    const careless = new ConnectClient({
      baseUrl: server.url,
      token: "t",
      onExchange: () => {
        throw new Error("disk full")
      },
    })

    await expect(careless.call("token.verify", {})).resolves.toMatchObject({
      httpStatus: 200,
    })
    await careless.close()
  })
})

describe("a list that the service answers with a refusal", () => {
  const list = () => client.call("orders.status-list", {})

  it.each(["Order Not Found", "orderNotFound"])("is empty by 404 and %s", async (message) => {
    server.answerJson(404, { message, is_error: true })

    expect(await list()).toMatchObject({ httpStatus: 404, data: [] })
  })

  it.each([
    [404, "The route could not be found."],
    [404, undefined],
    [410, "Order Not Found"],
    [500, "Order Not Found"],
  ])("is not by %d and %s", async (status, message) => {
    server.answerJson(status, { message, is_error: true })

    await expect(list()).rejects.toMatchObject({ httpStatus: status })
  })
})

describe("readOutcome", () => {
  const status = operationOf("orders.status")
  const read = (envelope: Partial<Envelope> | undefined, more: object = {}) => {
    const exchange = {
      kind: "answered",
      status: 200,
      headers: {},
      envelope: envelope && { message: "ok", raw: {}, ...envelope },
      ...more,
    } as Exchange
    return readOutcome(status, { exchange, earlierOutcomeOpen: false })
  }
  const data = { uuid: "ODR1", status: "SENT" }

  it("is the answer, with what it says beside its data", () => {
    const page = { total: 1, lastPage: 1 }

    expect(read({ data, status_code: 200 }).answer).toStrictEqual({
      httpStatus: 200,
      messageKey: "ok",
      data: expect.objectContaining(data),
      raw: {},
    })
    expect(read({ data, status_code: 201, page }, { clockSkewMs: -5 }).answer).toMatchObject({
      statusCode: 201,
      clockSkewMs: -5,
      page,
    })
  })

  it.each<[string, Partial<Envelope> | undefined]>([
    ["no JSON object", undefined],
    ["an answer that calls itself a failure", { data, is_error: true }],
    ["an answer of a failure's code", { data, status_code: 400 }],
    ["data that cannot be read", { data: { uuid: 7 } }],
  ])("is no success with %s", (_what, envelope) => {
    expect(read(envelope)).toMatchObject({ error: { kind: "malformed-answer", httpStatus: 200 } })
  })

  it("is one although its own code is unknown, or below a failure's", () => {
    expect(read({ data }).answer).toBeDefined()
    expect(read({ data, status_code: 399 }).answer).toBeDefined()
  })

  it("names the first members of a list that cannot be read", () => {
    const list = operationOf("orders.status-list")
    const rows = Array.from({ length: 9 }, () => 7)
    const envelope = { message: "ok", raw: {}, data: rows } as unknown as Envelope
    const exchange: Exchange = { kind: "answered", status: 200, headers: {}, envelope }
    const { error } = readOutcome(list, { exchange, earlierOutcomeOpen: false })

    expect(error?.message.match(/data\.\d+/g)).toEqual([0, 1, 2, 3, 4].map((row) => `data.${row}`))
    expect(error?.message).toContain("data.0, data.1")
  })

  it("is not sent while the service is given a rest", () => {
    expect(readOutcome(status, { earlierOutcomeOpen: false })).toMatchObject({
      error: { kind: "unavailable", operationId: "orders.status" },
    })
  })
})

describe("what the hook sees of an attempt", () => {
  const cause = Object.assign(new TypeError("no route"), { code: "EHOSTUNREACH" })
  const head = { status: 200, headers: {} }
  const report = (exchange: Exchange | undefined, body?: unknown) =>
    reportOf(operationOf("orders.status"), body, {
      attempt: 2,
      durationMs: 7.6,
      ...(exchange && { exchange }),
    })

  it.each<[Exchange | undefined, object]>([
    [undefined, { outcome: "breaker-open" }],
    [
      { kind: "unanswered", sent: false, cause },
      { outcome: "not-sent", failure: "EHOSTUNREACH" },
    ],
    [
      { kind: "unanswered", sent: true, cause: new TypeError("x") },
      { outcome: "no-answer", failure: "TypeError" },
    ],
    [
      {
        kind: "cut-short",
        reason: "broken",
        cause: Object.assign(new Error(), { code: 7 }),
        ...head,
      },
      { outcome: "cut-short", httpStatus: 200, failure: "Error" },
    ],
    [
      { kind: "answered", envelope: undefined, ...head },
      { outcome: "answered", httpStatus: 200 },
    ],
  ])("of %j is %j", (exchange, told) => {
    const { requestBody, answerBody, ...rest } = report(exchange)

    expect(rest).toStrictEqual({
      operationId: "orders.status",
      method: "GET",
      path: expect.stringContaining("{order_uuid}"),
      attempt: 2,
      durationMs: 8,
      ...told,
    })
    expect([requestBody, answerBody]).toEqual([undefined, undefined])
  })

  it("is a body that is nothing, as nothing", () => {
    expect(report(undefined, null).requestBody).toBeNull()
  })
})

describe("redact", () => {
  it("denies by default", () => {
    expect(
      redact({
        grandTotal: "10.00",
        note: "call Kari",
        callback: { callbackUrl: "https://shop.example/secret" },
        newField: 1,
        products: [{ name: "For Kari", amount: 1 }],
      })
    ).toEqual({ grandTotal: "10.00", products: [{ amount: 1 }] })
  })

  it("drops a value that is not what its name promises", () => {
    expect(redact({ status: "x".repeat(41), type: "a@b.no" })).toEqual({})
    expect(redact({ amount: "01819012345" })).toEqual({})
  })

  it("ends on deep and long bodies", () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level++) {
      deep = { data: deep }
    }

    expect(JSON.stringify(redact(deep)).length).toBeLessThan(100)
    expect(redact(Array.from({ length: 1_000 }, () => 1))).toHaveLength(50)
  })
})
