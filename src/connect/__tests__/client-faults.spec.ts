import { type AddressInfo, createServer, type Socket } from "node:net"
import { setTimeout as later } from "node:timers/promises"
import { inspect } from "node:util"

import {
  AmbiguousError,
  ConnectClient,
  type ConnectClientOptions,
  ConnectError,
  MalformedAnswerError,
  NotFoundError,
  UnavailableError,
} from ".."
import { REUSE_WITHIN_MS } from "../transport"
import { validEInvoice } from "./valid-requests"
import { deadAddress, sendJson, startWireServer, type WireServer } from "./wire-server"

const created = {
  status_code: 201,
  status_message: "OK",
  message: "orderAddedSuccessfully",
  is_data: false,
  data: { uuid: "ODR1234567890", customerUuid: "CSRT1234567890" },
}
const status = {
  status_code: 200,
  message: "Order Status Retrieved Successfully",
  data: { uuid: "ODR1234567890", status: "SENT" },
}
const order = { params: { order_uuid: "ODR1234567890" } }

let server: WireServer
let clients: ConnectClient[]

const clientOf = (options: Partial<ConnectClientOptions> = {}) => {
  const client = new ConnectClient({
    baseUrl: server.url,
    token: "test-token",
    budgetMs: 2_000,
    repeat: { baseDelayMs: 5, maxDelayMs: 20 },
    breaker: { failures: 100 },
    ...options,
  })
  clients.push(client)
  return client
}

/** Longer than a test may take: what ends within it, ended by itself. */
const ENDLESS_MS = 600_000

const failureOf = async (call: Promise<unknown>): Promise<ConnectError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason
  )
  if (!(error instanceof ConnectError)) {
    throw new Error(`expected a ConnectError, not ${String(error)}`)
  }
  return error
}

const create = (client: ConnectClient, context = {}) =>
  client.call("orders.create-e-invoice", { body: validEInvoice }, context)
const cancel = (client: ConnectClient, context = {}) =>
  client.call("orders.cancel", { ...order, body: { cancellationNote: "Ordered twice" } }, context)
const read = (client: ConnectClient, context = {}) => client.call("orders.status", order, context)

beforeEach(async () => {
  server = await startWireServer()
  clients = []
})

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await server.close()
})

it("a request that could not be written was not sent, whatever went wrong", async () => {
  const unwritable = {
    get order_uuid(): string {
      throw new Error("this was not foreseen")
    },
  }

  const error = await failureOf(
    clientOf().call("orders.cancel", {
      params: unwritable,
      body: { cancellationNote: "Ordered twice" },
    })
  )

  expect(error).toBeInstanceOf(UnavailableError)
  expect(error.outcomeUnknown).toBe(false)
})

describe("a service that cannot be reached", () => {
  it("is certain not to have created an order, after repeats", async () => {
    const attempts: string[] = []
    const client = clientOf({
      baseUrl: await deadAddress(),
      onExchange: ({ outcome }) => attempts.push(outcome),
    })

    const error = await failureOf(create(client))

    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({
      outcomeUnknown: false,
      httpStatus: undefined,
    })
    expect(attempts).toEqual(["not-sent", "not-sent", "not-sent", "not-sent"])
  })

  it("is certain not to have created an order when the name is unknown", async () => {
    const client = clientOf({
      baseUrl: "http://service.invalid",
      repeat: { attempts: 1 },
    })

    const error = await failureOf(create(client))

    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.outcomeUnknown).toBe(false)
  })

  it("is certain not to have created an order when the connection never completes", async () => {
    // TLS towards a server that accepts and stays silent: connected, but no handshake, so nothing was sent.
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const sockets = new Set<Socket>()
    silent.on("connection", (socket) => sockets.add(socket))
    const { port } = silent.address() as AddressInfo
    const client = clientOf({ baseUrl: `https://127.0.0.1:${port}`, budgetMs: ENDLESS_MS })

    const error = await failureOf(create(client, { budgetMs: 150 }))

    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.outcomeUnknown).toBe(false)
    sockets.forEach((socket) => socket.destroy())
    await new Promise((resolve) => silent.close(resolve))
  })

  it("is certain not to have created an order when the TLS handshake is reset", async () => {
    const resetting = createServer((socket) => {
      socket.once("data", () => socket.resetAndDestroy())
    })
    await new Promise<void>((resolve) => resetting.listen(0, "127.0.0.1", resolve))
    const { port } = resetting.address() as AddressInfo
    const client = clientOf({
      baseUrl: `https://127.0.0.1:${port}`,
      repeat: { attempts: 2, baseDelayMs: 1 },
    })

    const error = await failureOf(create(client))

    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.outcomeUnknown).toBe(false)
    await new Promise((resolve) => resetting.close(resolve))
  })
})

describe("an operation that must run once", () => {
  it.each([500, 502, 503, 504, 510])(
    "is in doubt after HTTP %d and not repeated",
    async (httpStatus) => {
      server.answerJson(httpStatus, { message: "somethingWentWrong" })

      const error = await failureOf(create(clientOf()))

      expect(error).toBeInstanceOf(AmbiguousError)
      expect(error).toMatchObject({ httpStatus, outcomeUnknown: true })
      expect(server.requests).toHaveLength(1)
    }
  )

  it("is in doubt when the connection is reset before the answer", async () => {
    server.answer((response) => response.socket?.resetAndDestroy())

    const error = await failureOf(create(clientOf()))

    expect(error).toBeInstanceOf(AmbiguousError)
    expect(server.requests).toHaveLength(1)
  })

  it("is in doubt when the service is silent", async () => {
    server.answer(() => undefined)

    const error = await failureOf(create(clientOf(), { budgetMs: 100 }))

    expect(error).toBeInstanceOf(AmbiguousError)
    expect(server.requests).toHaveLength(1)
  })

  it("is in doubt when the answer breaks off", async () => {
    server.answer((response) => {
      response.writeHead(201, { "content-length": "500" })
      response.write('{"status_code":201,"data":{"uuid":"ODR')
      setTimeout(() => response.socket?.destroy(), 10)
    })

    const error = await failureOf(create(clientOf()))

    expect(error).toBeInstanceOf(AmbiguousError)
    expect(error.httpStatus).toBe(201)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ["an HTML page", "<html>OK</html>"],
    ["half an object", '{"status_code": 201, "data": {'],
    ["a list", "[]"],
    ["nothing", ""],
    ["no identifier", JSON.stringify({ ...created, data: {} })],
    ["no data", JSON.stringify({ ...created, data: null })],
    ["a failure by its own words", JSON.stringify({ ...created, status_code: 510 })],
    ["a refusal by its own words", JSON.stringify({ ...created, status_code: 400 })],
    ["an error by its own words", JSON.stringify({ ...created, is_error: true })],
  ])("is in doubt when a 201 carries %s", async (_name, text) => {
    server.answer((response) => response.writeHead(201).end(text))

    const error = await failureOf(create(clientOf()))

    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ outcomeUnknown: true, httpStatus: 201 })
    expect(server.requests).toHaveLength(1)
  })

  it.each([302, 303, 408])("is in doubt after HTTP %d", async (httpStatus) => {
    server.answer((response) => response.writeHead(httpStatus, { location: "/elsewhere" }).end())

    expect(await failureOf(create(clientOf()))).toBeInstanceOf(AmbiguousError)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    [301, "unavailable"],
    [308, "unavailable"],
    [400, "conflict"],
    [401, "unauthorised"],
    [403, "unauthorised"],
    [404, "not-found"],
    [405, "refused"],
    [409, "conflict"],
    [417, "refused"],
    [422, "refused"],
    [429, "unavailable"],
  ])("was certainly not executed after HTTP %d, whatever the body", async (httpStatus, kind) => {
    for (const text of ["{}", "<html>", ""]) {
      server.answer((response) => response.writeHead(httpStatus).end(text))

      const error = await failureOf(create(clientOf()))

      expect(error).toMatchObject({ kind, httpStatus, outcomeUnknown: false })
    }
    expect(server.requests).toHaveLength(3)
  })

  it.each([500, 510])(
    "was certainly not executed when %p comes with a key that refuses",
    async (httpStatus) => {
      for (const message of [
        "personCurrentStatusIsWrong",
        "Person current status is wrong",
        "refundRejectionForOutOfRunwayParamAmount",
      ]) {
        server.answerJson(httpStatus, { message, is_error: true })

        expect(await failureOf(create(clientOf()))).toMatchObject({
          kind: "refused",
          httpStatus,
          messageKey: message,
          outcomeUnknown: false,
        })
      }
      expect(server.requests).toHaveLength(3)
    }
  )

  it.each([
    [510, "somethingWentWrong"],
    [500, "internalErrorOccurredPleaseTryAgainLater"],
    [510, "ambiguousRequestExistsWithSameParameters"],
    [510, "aKeyThatNoSourceExplains"],
    [408, "requestTimeout"],
    [499, "clientClosedRequest"],
  ])("may have been executed after %p with %s", async (status, message) => {
    server.answerJson(status, { message, is_error: true })

    expect(await failureOf(create(clientOf()))).toMatchObject({
      kind: "ambiguous",
      outcomeUnknown: true,
    })
  })

  it("was certainly not executed after a refusal whose body never ends", async () => {
    server.answer((response) => {
      response.writeHead(404)
      response.write("{")
    })

    const error = await failureOf(create(clientOf(), { budgetMs: 100 }))

    expect(error).toBeInstanceOf(NotFoundError)
    expect(error.outcomeUnknown).toBe(false)
  })

  it("uses a connection again only within a moment of the last answer", async () => {
    server.answerJson(201, created)
    const client = clientOf()

    await create(client)
    await create(client)
    expect(server.connections()).toBe(1)

    await later(REUSE_WITHIN_MS + 50)
    await create(client)
    expect(server.connections()).toBe(2)
  })

  it("does not trust the clock of a connection when the process was busy", async () => {
    server.answerJson(201, created)
    const client = clientOf()
    await create(client)

    const now = jest.spyOn(performance, "now")
    now.mockReturnValue(performance.now() + REUSE_WITHIN_MS)
    await create(client)

    expect(server.connections()).toBe(2)
    now.mockRestore()
  })

  it("leaves a connection whose answer was cut short", async () => {
    server.answer((response) => {
      response.writeHead(201, { "content-length": "1000" })
      response.write("{")
      response.destroy()
    })
    const client = clientOf()
    await failureOf(create(client))

    server.answerJson(201, created)
    await create(client)

    expect(server.connections()).toBe(2)
  })

  it("gives each of several at a time a connection", async () => {
    server.answerJson(201, created)
    const client = clientOf()

    await Promise.all([create(client), create(client), create(client)])

    expect(server.connections()).toBe(3)
  })

  it("gives up before sending when the caller does", async () => {
    const error = await failureOf(
      create(clientOf(), { signal: AbortSignal.abort(new Error("gone")) })
    )

    expect(error).toBeInstanceOf(UnavailableError)
    expect(server.requests).toHaveLength(0)
  })

  it("is in doubt when the caller gives up after sending", async () => {
    const controller = new AbortController()
    server.answer(() => controller.abort())

    const error = await failureOf(create(clientOf(), { signal: controller.signal }))

    expect(error).toBeInstanceOf(AmbiguousError)
  })

  it("keeps the identifier behind a byte order mark", async () => {
    server.answer((response) => response.writeHead(201).end(`\uFEFF${JSON.stringify(created)}`))

    const { data } = await create(clientOf())

    expect(data.uuid).toBe("ODR1234567890")
  })

  it("keeps the identifier although the answer arrives in crumbs", async () => {
    server.answer((response) => {
      response.writeHead(201)
      for (const letter of JSON.stringify(created)) {
        response.write(letter)
      }
      response.end()
    })

    const { data } = await create(clientOf())

    expect(data.uuid).toBe("ODR1234567890")
  })
})

describe("an answer that is no HTTP", () => {
  it("leaves the outcome open and never shows the bytes", async () => {
    const babbling = createServer((socket) => {
      socket.once("data", () => socket.end("Kari Nordmann 01819012345"))
    })
    await new Promise<void>((resolve) => babbling.listen(0, "127.0.0.1", resolve))
    const { port } = babbling.address() as AddressInfo

    const error = await failureOf(create(clientOf({ baseUrl: `http://127.0.0.1:${port}` })))

    expect(error).toBeInstanceOf(AmbiguousError)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/Kari|01819012345/)
    await new Promise((resolve) => babbling.close(resolve))
  })
})

describe("a read", () => {
  it.each([429, 500, 502, 503, 504, 510])("is repeated after HTTP %d", async (httpStatus) => {
    server.answer((response, _request, count) =>
      count < 3 ? response.writeHead(httpStatus).end() : sendJson(response, 200, status)
    )

    const { data } = await read(clientOf())

    expect(data.status).toBe("SENT")
    expect(server.requests).toHaveLength(3)
  })

  it("is repeated after a reset and after an answer that broke off", async () => {
    server.answer((response, _request, count) => {
      if (count === 1) {
        response.socket?.resetAndDestroy()
      } else if (count === 2) {
        response.writeHead(200, { "content-length": "500" })
        response.write("{")
        setTimeout(() => response.socket?.destroy(), 10)
      } else {
        sendJson(response, 200, status)
      }
    })

    await read(clientOf())

    expect(server.requests).toHaveLength(3)
  })

  it.each([400, 401, 404, 417, 501])("is not repeated after HTTP %d", async (httpStatus) => {
    server.answerJson(httpStatus, {})

    const error = await failureOf(read(clientOf()))

    expect(error).toMatchObject({ httpStatus, outcomeUnknown: false })
    expect(server.requests).toHaveLength(1)
  })

  it("ends unavailable, never in doubt, when repeats do not help", async () => {
    server.answerJson(510, { message: "somethingWentWrong" })

    const error = await failureOf(read(clientOf()))

    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({
      httpStatus: 510,
      messageKey: "somethingWentWrong",
      outcomeUnknown: false,
    })
    expect(server.requests).toHaveLength(4)
  })

  it("gives up at once when Retry-After goes beyond the budget", async () => {
    server.answer((response) => response.writeHead(429, { "retry-after": "3600" }).end())

    const error = await failureOf(read(clientOf({ budgetMs: ENDLESS_MS })))

    expect(error).toMatchObject({ kind: "unavailable", httpStatus: 429 })
    expect(server.requests).toHaveLength(1)
  })

  it("stays within its budget, repeats included", async () => {
    server.answer(() => undefined)

    const error = await failureOf(read(clientOf({ budgetMs: ENDLESS_MS }), { budgetMs: 200 }))

    expect(error).toBeInstanceOf(UnavailableError)
  })

  it("ends a slow drip at the budget", async () => {
    server.answer((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(" "), 10)
      response.on("close", () => clearInterval(drip))
    })

    const error = await failureOf(read(clientOf({ budgetMs: ENDLESS_MS }), { budgetMs: 200 }))

    expect(error).toBeInstanceOf(UnavailableError)
  })

  it("shares kept-open connections", async () => {
    server.answerJson(200, status)
    const client = clientOf()

    await read(client)
    await new Promise(setImmediate)
    await read(client)

    expect(server.connections()).toBe(1)
  })

  it.each([
    ["announced", { "content-length": String(10 * 1024 * 1024) }],
    ["not announced", {}],
  ])("refuses an answer of 10 MB, %s", async (_name, headers) => {
    let written = 0
    server.answer((response) => {
      response.writeHead(200, headers)
      const chunk = Buffer.alloc(64 * 1024, " ")
      const pump = () => {
        while (written < 10 * 1024 * 1024 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) {
            return response.once("drain", pump)
          }
        }
        return response.end()
      }
      pump()
    })

    const error = await failureOf(read(clientOf()))

    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ httpStatus: 200, outcomeUnknown: false })
    expect(server.requests).toHaveLength(1)
  })

  it("refuses an answer that never ends", async () => {
    server.answer((response) => {
      response.writeHead(200)
      const pump = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      }
      response.on("drain", pump)
      pump()
    })

    const error = await failureOf(read(clientOf()))

    expect(error).toBeInstanceOf(MalformedAnswerError)
  })
})

describe("an idempotent operation", () => {
  const cancelled = { message: "cancelledOrderSuccessfully", data: null }

  it("is repeated after a reset and a server failure", async () => {
    server.answer((response, _request, count) => {
      if (count === 1) {
        response.socket?.resetAndDestroy()
      } else if (count === 2) {
        response.writeHead(510).end()
      } else {
        sendJson(response, 202, cancelled)
      }
    })

    const { messageKey } = await cancel(clientOf())

    expect(messageKey).toBe("cancelledOrderSuccessfully")
    expect(server.requests).toHaveLength(3)
  })

  it("is in doubt when repeats do not help", async () => {
    server.answerJson(510, {})

    const error = await failureOf(cancel(clientOf()))

    expect(error).toBeInstanceOf(AmbiguousError)
    expect(server.requests).toHaveLength(4)
  })

  it("says that an earlier attempt may have caused the refusal of a later one", async () => {
    server.answer((response, _request, count) =>
      count === 1
        ? response.socket?.resetAndDestroy()
        : sendJson(response, 400, { message: "orderStatusAlreadyCancelled" })
    )

    const error = await failureOf(cancel(clientOf()))

    expect(error).toMatchObject({
      kind: "conflict",
      messageKey: "orderStatusAlreadyCancelled",
      outcomeUnknown: true,
    })
  })

  it("is in doubt when the service is gone after an attempt without an answer", async () => {
    const doomed = await startWireServer()
    doomed.answer((response) => {
      response.socket?.resetAndDestroy()
      void doomed.close()
    })

    const error = await failureOf(
      cancel(clientOf({ baseUrl: doomed.url, repeat: { baseDelayMs: 50 } }))
    )

    expect(error).toBeInstanceOf(AmbiguousError)
  })
})

describe("a failure of the service", () => {
  const body = {
    status_code: 500,
    status_message: "Internal Dependency Error",
    message: "internalErrorOccurredPleaseTryAgainLater",
    is_error: true,
    errors: {},
  }

  it("while something was read needs patience and no look-up", async () => {
    server.answerJson(500, body)
    expect(await failureOf(read(clientOf({})))).toMatchObject({
      kind: "unavailable",
      message: "A system behind the service failed.",
      advice: "Try again in a few minutes.",
    })
  })

  it("while something was to change has to be looked up", async () => {
    server.answerJson(500, body)
    expect(await failureOf(create(clientOf({})))).toMatchObject({
      kind: "ambiguous",
      advice: expect.stringContaining("Check at the service"),
    })
  })
})

describe("the breaker", () => {
  const breaker = { failures: 3, halfOpenAfterMs: 80 }
  const repeat = { attempts: 1 }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  it("opens after failures in a row, refuses at once, and closes when the service is back", async () => {
    const outcomes: string[] = []
    const client = clientOf({
      breaker,
      repeat,
      onExchange: ({ outcome }) => outcomes.push(outcome),
    })
    server.answerJson(503, {})
    for (let call = 0; call < 3; call++) {
      await failureOf(read(client))
    }

    const refused = await failureOf(read(client))

    expect(refused).toBeInstanceOf(UnavailableError)
    expect(refused).toMatchObject({
      outcomeUnknown: false,
      httpStatus: undefined,
    })
    expect(server.requests).toHaveLength(3)
    expect(outcomes.at(-1)).toBe("breaker-open")

    await pause(100)
    server.answerJson(200, status)
    await read(client)
    await read(client)
    expect(server.requests).toHaveLength(5)
  })

  it("lets orders be made although nothing can be read", async () => {
    const client = clientOf({ breaker, repeat })
    server.answerJson(503, {})
    for (let call = 0; call < 4; call++) {
      await failureOf(read(client))
    }
    expect(server.requests).toHaveLength(3)

    server.answerJson(201, created)
    await expect(create(client)).resolves.toMatchObject({ httpStatus: 201 })
    await failureOf(read(client))
    expect(server.requests).toHaveLength(4)
  })

  it("keeps orders from a host that cannot be reached, whichever call found out", async () => {
    const client = clientOf({ breaker, repeat })
    await server.close()
    for (let call = 0; call < 3; call++) {
      await failureOf(read(client))
    }

    expect(await failureOf(create(client))).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("is not called for a moment"),
    })
  })

  it("stays open when the probe fails", async () => {
    const client = clientOf({ breaker, repeat })
    server.answerJson(503, {})
    for (let call = 0; call < 3; call++) {
      await failureOf(read(client))
    }
    await pause(100)

    await failureOf(read(client))
    await failureOf(read(client))

    expect(server.requests).toHaveLength(4)
  })

  it("lets one call probe and refuses the others meanwhile", async () => {
    const client = clientOf({ breaker, repeat })
    server.answerJson(503, {})
    for (let call = 0; call < 3; call++) {
      await failureOf(read(client))
    }
    await pause(100)
    server.answer((response) => {
      setTimeout(() => sendJson(response, 200, status), 50)
    })

    const results = await Promise.allSettled([read(client), read(client), read(client)])

    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "rejected"])
    expect(server.requests).toHaveLength(4)
  })

  it("does not count refusals, nor callers who gave up", async () => {
    const client = clientOf({ breaker, repeat })
    server.answerJson(404, {})
    for (let call = 0; call < 5; call++) {
      await failureOf(read(client))
    }
    server.answer(() => undefined)
    for (let call = 0; call < 5; call++) {
      await failureOf(read(client, { signal: AbortSignal.timeout(5) }))
    }

    server.answerJson(200, status)
    await expect(read(client)).resolves.toMatchObject({ httpStatus: 200 })
  })
})

describe("the rate limit", () => {
  it("is read from answers", async () => {
    const client = clientOf()
    expect(client.rateLimit).toEqual({ low: false, limited: 0 })
    server.answerJson(200, status, {
      "x-ratelimit-limit": "240",
      "x-ratelimit-remaining": "12",
    })

    await read(client)

    expect(client.rateLimit).toMatchObject({
      limit: 240,
      remaining: 12,
      low: true,
    })
  })
})

describe("closing", () => {
  it("lets calls under way finish and takes no others", async () => {
    server.answer((response) => {
      setTimeout(() => sendJson(response, 201, created), 50)
    })
    const client = clientOf()
    const underway = create(client)
    await new Promise((resolve) => setTimeout(resolve, 20))

    const closing = client.close()
    const late = await failureOf(read(client))

    await expect(underway).resolves.toMatchObject({ httpStatus: 201 })
    await closing
    expect(late).toBeInstanceOf(UnavailableError)
    expect(server.requests).toHaveLength(1)
  })
})
