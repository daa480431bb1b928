import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

import { WholeBody } from "../answer"
import { Budget, startBudget } from "../exchange"
import type { Safety } from "../operation"
import { Transport, type TransportSettings, type WireCall } from "../transport"
import { sendJson, startWireServer, type WireServer } from "./wire-server"

const MINUTE_MS = 60_000

let server: WireServer
let transports: Transport[]
let pause: jest.SpyInstance<Promise<void>, [number]>

beforeEach(async () => {
  server = await startWireServer()
  transports = []
  pause = jest.spyOn(Budget.prototype, "pause").mockResolvedValue()
})
afterEach(async () => {
  pause.mockRestore()
  await Promise.all(transports.map((transport) => transport.close()))
  await server.close()
})

function transportOf(changes: Partial<TransportSettings> = {}): Transport {
  const transport = new Transport({
    origin: server.url,
    headers: { accept: "application/json", authorization: "Bearer token" },
    connectTimeoutMs: MINUTE_MS,
    connections: 4,
    maxAnswerBytes: 1_000,
    repeat: { attempts: 3, baseDelayMs: 100, maxDelayMs: 1_000 },
    breaker: { failures: 100, halfOpenAfterMs: MINUTE_MS },
    ...changes,
  })
  transports.push(transport)
  return transport
}

const get = { method: "GET", path: "/" } as const
const post = { method: "POST", path: "/", body: "{}" } as const

/** Sends one call; its attempts beside how it ended. */
async function send(transport: Transport, changes: Partial<WireCall> = {}) {
  const budget = changes.budget ?? startBudget(MINUTE_MS)
  const onAttempt = jest.fn<void, Parameters<WireCall["onAttempt"]>>()
  const outcome = await transport.send({
    request: get,
    safety: "read",
    group: "others",
    budget,
    onAttempt,
    ...changes,
  })
  budget.release()
  return { ...outcome, attempts: onAttempt.mock.calls.map(([report]) => report) }
}

/** Answers with these statuses in turn. */
const answerInTurn = (...statuses: number[]) =>
  server.answer((response, _request, count) => sendJson(response, statuses[count - 1] ?? 0, {}))

describe("a request", () => {
  it("says who sends it, and of what type its body is, where it has one", async () => {
    server.answerJson(200, {})
    const transport = transportOf()

    await send(transport)
    await send(transport, { request: post })

    const [bare, full] = server.requests.map(({ headers }) => headers)
    expect(bare).toMatchObject({ accept: "application/json", authorization: "Bearer token" })
    expect(bare).not.toHaveProperty("content-type")
    expect(full).toMatchObject({
      authorization: "Bearer token",
      "content-type": "application/json",
    })
  })

  it("waits for one of a few connections, unless it must go out once", async () => {
    server.answerJson(200, {})
    const transport = transportOf({ connections: 1 })

    await Promise.all([send(transport), send(transport)])
    expect(server.connections()).toBe(1)

    await Promise.all([send(transport, { safety: "once" }), send(transport, { safety: "once" })])
    expect(server.connections()).toBe(3)
    await send(transport, { safety: "once" })
    expect(server.connections()).toBe(3)
  })

  it("is certainly unsent where connecting takes too long, whatever its safety", async () => {
    // Accepts, and never begins the handshake.
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket))
    silent.listen(0, "127.0.0.1")
    await once(silent, "listening")
    const { port } = silent.address() as AddressInfo
    const transport = transportOf({
      origin: `https://127.0.0.1:${port}`,
      connectTimeoutMs: 20,
      repeat: { attempts: 1, baseDelayMs: 1, maxDelayMs: 1 },
    })
    const safeties = ["read", "idempotent", "once"] as const

    const ends = await Promise.all(safeties.map((safety) => send(transport, { safety })))

    for (const { exchange } of ends) {
      expect(exchange).toMatchObject({ kind: "unanswered", sent: false })
      expect(exchange).toHaveProperty("cause.code", "UND_ERR_CONNECT_TIMEOUT")
    }
    sockets.forEach((socket) => socket.destroy())
    silent.close()
  })

  it("has an answer as long as its own limit allows, else that of all", async () => {
    server.answerJson(200, { text: "x".repeat(2_000) })
    const transport = transportOf()

    expect(await send(transport)).toMatchObject({
      exchange: { kind: "cut-short", reason: "too-large" },
    })
    expect(await send(transport, { maxAnswerBytes: 3_000 })).toMatchObject({
      exchange: { kind: "answered" },
    })
  })

  it("leaves the rate limit of an answer that was cut short", async () => {
    server.answerJson(200, { text: "x".repeat(2_000) }, { "x-ratelimit-remaining": "0" })
    const transport = transportOf()

    await send(transport)

    expect(transport.rateLimit).toMatchObject({ remaining: 0, low: true })
  })
})

describe("the attempts of a call", () => {
  it("are as many as there may be, each reported, after pauses that grow", async () => {
    const random = jest.spyOn(Math, "random").mockReturnValue(1)
    answerInTurn(503, 503, 503)
    const startedBefore = performance.now()

    const { exchange, earlierOutcomeOpen, attempts } = await send(transportOf())

    expect(exchange).toMatchObject({ kind: "answered", status: 503 })
    expect(earlierOutcomeOpen).toBe(true)
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(attempts.at(-1)?.exchange).toBe(exchange)
    expect(pause.mock.calls).toEqual([[100], [200]])
    for (const { durationMs } of attempts) {
      expect(durationMs).toBeGreaterThanOrEqual(0)
      expect(durationMs).toBeLessThanOrEqual(performance.now() - startedBefore)
    }
    random.mockRestore()
  })

  it.each<[Safety, number[], boolean]>([
    ["read", [200], false],
    ["read", [429, 200], false],
    ["read", [500, 200], true],
    ["read", [500, 429, 200], true],
    ["idempotent", [500, 404], true],
    ["idempotent", [500, 500, 500], true],
    ["idempotent", [429], false],
    ["once", [500], false],
    ["once", [404], false],
  ])(
    "of a call of safety %s with answers %j leave an earlier outcome open: %s",
    async (safety, statuses, isOpen) => {
      answerInTurn(...statuses)

      const { exchange, earlierOutcomeOpen } = await send(transportOf(), { safety, request: post })

      expect(exchange).toMatchObject({ status: statuses.at(-1) })
      expect(earlierOutcomeOpen).toBe(isOpen)
      expect(server.requests).toHaveLength(statuses.length)
    }
  )

  it("have one more where the pause that is asked for ends before the budget", async () => {
    const remaining = jest.spyOn(Budget.prototype, "remainingMs").mockReturnValue(2_001)
    server.answer((response, _request, count) =>
      sendJson(response, count === 1 ? 429 : 200, {}, { "retry-after": "2" })
    )

    expect(await send(transportOf())).toMatchObject({ exchange: { status: 200 } })
    expect(pause.mock.calls).toEqual([[2_000]])
    remaining.mockRestore()
  })

  it("have none more where it would not", async () => {
    const remaining = jest.spyOn(Budget.prototype, "remainingMs").mockReturnValue(2_000)
    server.answerJson(429, {}, { "retry-after": "2" })

    expect(await send(transportOf())).toMatchObject({
      exchange: { status: 429 },
      earlierOutcomeOpen: false,
    })
    expect(pause).not.toHaveBeenCalled()
    expect(server.requests).toHaveLength(1)
    remaining.mockRestore()
  })

  it("end with the caller's patience, also between two", async () => {
    const caller = new AbortController()
    pause.mockImplementation(() => Promise.resolve(caller.abort()))
    answerInTurn(503, 200)

    const { exchange, earlierOutcomeOpen, attempts } = await send(transportOf(), {
      budget: startBudget(MINUTE_MS, caller.signal),
    })

    expect(exchange).toMatchObject({ kind: "answered", status: 503 })
    expect(earlierOutcomeOpen).toBe(false)
    expect(attempts).toHaveLength(1)
    expect(server.requests).toHaveLength(1)
  })

  it("take in the body of a success anew each time", async () => {
    answerInTurn(503, 200)
    const bodyOfSuccess = jest.fn(() => new WholeBody(1_000))

    await send(transportOf(), { bodyOfSuccess })

    expect(bodyOfSuccess).toHaveBeenCalledTimes(2)
  })

  it("end where the breaker opens: what the last one said stays", async () => {
    answerInTurn(503, 200)
    const transport = transportOf({ breaker: { failures: 1, halfOpenAfterMs: MINUTE_MS } })

    const opening = await send(transport)
    expect(opening).toMatchObject({
      exchange: { status: 503 },
      earlierOutcomeOpen: true,
      attempts: [{ attempt: 1 }, { attempt: 2 }],
    })
    expect(opening.attempts[1]).not.toHaveProperty("exchange")
    expect(transport.circuits).toMatchObject({ others: { isOpen: true }, once: { isOpen: false } })

    const kept = await send(transport)
    expect(kept).not.toHaveProperty("exchange")
    expect(kept.earlierOutcomeOpen).toBe(false)
    expect(server.requests).toHaveLength(1)
  })
})

describe("closing", () => {
  it.each<Safety>(["read", "once"])("ends repeats of a %s, and waits for it", async (safety) => {
    const transport = transportOf()
    const order: string[] = []
    let closing: Promise<unknown> | undefined
    server.answer((response) => {
      closing = transport.close().then(() => order.push("closed"))
      expect(transport.close()).toBe(transport.close())
      setImmediate(() => sendJson(response, 503, {}))
    })

    await send(transport, { safety }).then(() => order.push("ended"))
    await closing

    expect(order).toEqual(["ended", "closed"])
    expect(server.requests).toHaveLength(1)
  })

  it("leaves no connection open, and sends no more", async () => {
    const transport = transportOf()
    const sockets = new Set<Socket>()
    server.answer((response) => {
      if (response.socket) {
        sockets.add(response.socket)
      }
      sendJson(response, 200, {})
    })
    await send(transport)
    await send(transport, { safety: "once" })
    expect(sockets.size).toBe(2)
    const closed = Promise.all([...sockets].map((socket) => once(socket, "close")))

    await transport.close()
    await closed
    const late = await send(transport, { safety: "once" })

    expect(late).toMatchObject({
      exchange: { kind: "unanswered", sent: false },
      attempts: [{ attempt: 1, exchange: { kind: "unanswered" } }],
    })
    expect(server.requests).toHaveLength(2)
  })
})
