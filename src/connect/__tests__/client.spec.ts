import {
  ConnectClient,
  type ConnectClientOptions,
  MalformedAnswerError,
  NotFoundError,
  OperationDisabledError,
  type OperationId,
  operationOf,
  RefusedError,
  UnavailableError,
} from ".."
import { Budget } from "../exchange"
import { sendJson, startWireServer, type WireServer } from "./wire-server"

/** A call whose id is one of many: the table ties each request to its id. */
type AnyCall = (id: OperationId, request: object, context: object) => Promise<unknown>

let server: WireServer
let clients: ConnectClient[]
let pause: jest.SpyInstance<Promise<void>, [number]>

beforeEach(async () => {
  server = await startWireServer()
  clients = []
  pause = jest.spyOn(Budget.prototype, "pause").mockResolvedValue()
})
afterEach(async () => {
  jest.restoreAllMocks()
  await Promise.all(clients.map((client) => client.close()))
  await server.close()
})

function clientOf(options: Partial<ConnectClientOptions> = {}): ConnectClient {
  const client = new ConnectClient({ baseUrl: server.url, token: "token", ...options })
  clients.push(client)
  return client
}

const order = { params: { order_uuid: "ODR1" } }
const read = (client: ConnectClient, context = {}) => client.call("orders.status", order, context)
const answerRead = () => server.answerJson(200, { data: { uuid: "ODR1", status: "SENT" } })

describe("a client", () => {
  it.each([
    [{}, "medusa-plugin-einvoice"],
    [{ userAgent: "shop/1" }, "shop/1"],
  ])("with %j calls itself %s", async (options, name) => {
    answerRead()

    await read(clientOf(options))

    expect(server.requests[0]?.headers).toMatchObject({
      accept: "application/json",
      authorization: "Bearer token",
      "user-agent": name,
    })
  })

  it.each(["", "/", "//"])("takes a base address that ends in %j", async (end) => {
    answerRead()

    await read(clientOf({ baseUrl: `${server.url}/shop/a${end}` }))

    expect(server.requests[0]?.url).toBe("/shop/a/api/v1/connect/orders/status/ODR1")
  })

  it.each([
    "httpss://service.example",
    "xhttp://service.example",
    "https://service.example#part",
    "https://me@service.example",
    "https://:secret@service.example",
  ])("takes no base address %s", (baseUrl) => {
    expect(() => clientOf({ baseUrl })).toThrow(TypeError)
  })

  it.each([" token", "token ", "to ken", "töken"])("takes no token %j", (token) => {
    expect(() => clientOf({ token })).toThrow(TypeError)
  })

  it("says how its limit and its circuits stand", async () => {
    server.answerJson(503, {}, { "x-ratelimit-remaining": "7" })
    const client = clientOf({ breaker: { failures: 1 } })
    expect(client.circuits.others).toEqual({ isOpen: false, openings: 0 })

    await expect(read(client)).rejects.toThrow(UnavailableError)

    expect(client.circuits.others).toEqual({ isOpen: true, openings: 1 })
    expect(client.rateLimit.remaining).toBe(7)
  })
})

describe("the patience of a client", () => {
  beforeEach(() => {
    jest.spyOn(Math, "random").mockReturnValue(1)
  })

  it("ends after four attempts, with pauses that double", async () => {
    await expect(read(clientOf())).rejects.toThrow(UnavailableError)

    expect(pause.mock.calls).toEqual([[200], [400], [800]])
    expect(server.requests).toHaveLength(4)
  })

  it("has pauses up to five seconds", async () => {
    const client = clientOf({ repeat: { attempts: 7 }, breaker: { failures: 9 }, budgetMs: 60_000 })

    await expect(read(client)).rejects.toThrow(UnavailableError)

    expect(pause.mock.calls.map(([ms]) => ms)).toEqual([200, 400, 800, 1_600, 3_200, 5_000])
  })

  it("is what its options say", async () => {
    const client = clientOf({ repeat: { attempts: 3, baseDelayMs: 10, maxDelayMs: 15 } })

    await expect(read(client)).rejects.toThrow(UnavailableError)

    expect(pause.mock.calls).toEqual([[10], [15]])
    expect(server.requests).toHaveLength(3)
  })

  it("ends for ten seconds after five failures in a row", async () => {
    const client = clientOf({ repeat: { attempts: 1 } })
    for (let call = 0; call < 5; call++) {
      expect(client.circuits.others.isOpen).toBe(false)
      await read(client).catch(() => undefined)
    }
    const now = jest.spyOn(performance, "now")
    const openedAt = performance.now()

    now.mockReturnValue(openedAt + 9_000)
    await read(client).catch(() => undefined)
    expect(server.requests).toHaveLength(5)
    now.mockReturnValue(openedAt + 10_001)
    await read(client).catch(() => undefined)
    expect(server.requests).toHaveLength(6)
  })

  it("holds a mebibyte of an answer, unless its options say otherwise", async () => {
    const outcomes: string[] = []
    const onExchange: ConnectClientOptions["onExchange"] = ({ outcome }) => outcomes.push(outcome)
    const frame = JSON.stringify({ data: { uuid: "ODR1", status: "SENT" } })
    const answerOf = (bytes: number) =>
      server.answer((response) => response.writeHead(200).end(frame.padEnd(bytes)))

    answerOf(1024 * 1024)
    await read(clientOf({ onExchange }))
    answerOf(1024 * 1024 + 1)
    await read(clientOf({ onExchange })).catch(() => undefined)
    answerOf(200)
    await read(clientOf({ onExchange, maxAnswerBytes: 100 })).catch(() => undefined)

    expect(outcomes).toEqual(["answered", "cut-short", "cut-short"])
  })

  it.each([
    [{}, 20, 16],
    [{ connections: 2 }, 4, 2],
  ])("with %j makes %d reads over %d connections", async (options, reads, connections) => {
    answerRead()
    const client = clientOf(options)

    await Promise.all(Array.from({ length: reads }, () => read(client)))

    expect(server.connections()).toBe(connections)
  })
})

describe("the time of a call", () => {
  /** Milliseconds of a call that its caller has given up before. */
  async function budgetOf(id: OperationId, options = {}, context = {}) {
    const timer = jest.spyOn(globalThis, "setTimeout")
    const client = clientOf(options)
    const call = client.call.bind(client) as AnyCall
    const { request } = operationOf(id).example()

    await expect(call(id, request, { signal: AbortSignal.abort(), ...context })).rejects.toThrow(
      UnavailableError
    )
    const [set] = timer.mock.calls
    timer.mockRestore()
    return set?.[1]
  }

  it.each<[OperationId, number]>([
    ["orders.status", 10_000],
    ["orders.cancel", 15_000],
    ["reservations.capture", 20_000],
    ["orders.create-e-invoice", 12_000],
  ])("of %s is %d ms", async (id, expected) => {
    expect(await budgetOf(id)).toBe(expected)
  })

  it.each([
    [{ budgetMs: 1_000 }, {}, 1_000],
    [{ budgetMs: 1_000, budgets: { "orders.create-e-invoice": 2_000 } }, {}, 2_000],
    [{ budgetMs: 1_000, budgets: { "orders.status": 2_000 } }, {}, 1_000],
    [{ budgets: { "orders.create-e-invoice": 2_000 } }, { budgetMs: 3_000 }, 3_000],
  ])("by the options %j and the call's %j is %d ms", async (options, context, expected) => {
    expect(await budgetOf("orders.create-e-invoice", options, context)).toBe(expected)
  })

  it("leaves nothing running when the call has ended", async () => {
    const release = jest.spyOn(Budget.prototype, "release")
    const client = clientOf()
    answerRead()
    await read(client)
    expect(release).toHaveBeenCalledTimes(1)

    server.answerJson(404, {})
    await expect(read(client)).rejects.toThrow(NotFoundError)
    expect(release).toHaveBeenCalledTimes(2)
  })
})

describe("a list that is read as it comes", () => {
  const rows = [
    { uuid: "ODR1", status: "SENT" },
    { uuid: "ODR2", status: "PAID" },
  ]
  const reduce = (client: ConnectClient, context = {}) =>
    client.reduce(
      "orders.status-list",
      {},
      { start: () => [] as string[], add: (kept, { uuid }) => kept.push(uuid) },
      context
    )

  it("has each of its rows once, in order", async () => {
    server.answerJson(200, { data: rows })

    const { data, raw } = await reduce(clientOf())

    expect(data).toEqual(["ODR1", "ODR2"])
    expect(raw).toEqual({ data: [] })
  })

  it("has nothing of an attempt before the last", async () => {
    server.answer((response, _request, count) => {
      response.writeHead(200)
      const list = `{"data":[${JSON.stringify(rows[0])},`
      if (count === 1) {
        response.write(list, () => response.socket?.resetAndDestroy())
      } else {
        response.end(`${list}${JSON.stringify(rows[1])}]}`)
      }
    })

    expect((await reduce(clientOf())).data).toEqual(["ODR1", "ODR2"])
  })

  it("names what of a row cannot be read, and is not asked for again", async () => {
    server.answerJson(200, { data: [{ status: "SENT" }] })

    await expect(reduce(clientOf())).rejects.toThrow(MalformedAnswerError)
    expect(server.requests).toHaveLength(1)
  })

  it("is not asked for once its caller gave up", async () => {
    await expect(reduce(clientOf(), { signal: AbortSignal.abort() })).rejects.toThrow(
      UnavailableError
    )
    expect(server.requests).toHaveLength(0)
  })
})

describe("what fails before anything is sent", () => {
  it("keeps its own error, or says that nothing was sent", async () => {
    const client = clientOf()
    const unwritable = {
      get order_uuid(): string {
        throw new Error("this was not foreseen")
      },
    }

    await expect(client.call("orders.status", { params: { order_uuid: "/" } })).rejects.toThrow(
      RefusedError
    )
    await expect(client.call("orders.status", { params: unwritable })).rejects.toMatchObject({
      kind: "unavailable",
      operationId: "orders.status",
      outcomeUnknown: false,
      cause: expect.objectContaining({ message: "this was not foreseen" }),
    })
    expect(server.requests).toHaveLength(0)
  })

  it("takes no operation that is unknown or switched off", async () => {
    const client = clientOf({ operations: { "orders.status": { enabled: false } } })

    await expect(client.call("orders.none" as OperationId, {})).rejects.toThrow('"orders.none"')
    await expect(read(client)).rejects.toThrow(OperationDisabledError)
    expect(server.requests).toHaveLength(0)
  })
})

it("sends nothing once it is closed", async () => {
  const client = clientOf()
  await client.close()

  await expect(read(client)).rejects.toMatchObject({ kind: "unavailable", outcomeUnknown: false })
  expect(server.requests).toHaveLength(0)
})

describe("the hook of a client", () => {
  it("sees every attempt, and may throw", async () => {
    const onExchange = jest.fn(() => {
      throw new Error("disk full")
    })
    server.answer((response, _request, count) =>
      count === 1
        ? sendJson(response, 503, {})
        : sendJson(response, 202, { message: "cancelledOrderSuccessfully", data: null })
    )

    await clientOf({ onExchange }).call("orders.cancel", {
      ...order,
      body: { cancellationNote: "Twice" },
    })

    expect(onExchange.mock.calls).toMatchObject([
      [{ operationId: "orders.cancel", attempt: 1, httpStatus: 503 }],
      [{ operationId: "orders.cancel", attempt: 2, httpStatus: 202 }],
    ])
  })
})
