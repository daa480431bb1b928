import { buildConnector, Client, type Dispatcher } from "undici"

import { type AnswerBody, BodyError, type Envelope } from "../answer"
import {
  type Budget,
  CallAbortedError,
  type Exchange,
  exchange,
  isRefusal,
  leavesOutcomeOpen,
  startBudget,
} from "../exchange"
import { sendJson, startWireServer, type WireServer } from "./wire-server"

/** A connection that comes about when told to. */
function slowConnection() {
  let handler: Dispatcher.DispatchHandler | undefined
  const dispatch = jest.fn((_options: unknown, given: Dispatcher.DispatchHandler) => {
    handler = given
    return true
  })
  const dispatcher = { dispatch } as unknown as Dispatcher
  const abort = jest.fn()
  const controller = { abort } as unknown as Dispatcher.DispatchController
  const begin = (headers: Record<string, string> = {}, status = 200) =>
    handler?.onResponseStart?.(controller, status, headers, "OK")
  const end = () => handler?.onResponseEnd?.(controller, {})
  return {
    dispatcher,
    dispatch,
    abort,
    connect: () => handler?.onRequestStart?.(controller, {}),
    begin,
    write: (text: string) => handler?.onResponseData?.(controller, Buffer.from(text)),
    end,
    fail: (error: Error) => handler?.onResponseError?.(controller, error),
    answer: (headers: Record<string, string>, status = 200) => {
      begin(headers, status)
      end()
    },
  }
}

type Connection = ReturnType<typeof slowConnection>

const request = { method: "POST" as const, path: "/", body: "{}" }

type ExchangeOptions = Parameters<typeof exchange>[3]

const exchangeOver = (
  { dispatcher }: { readonly dispatcher: Dispatcher },
  budget: Budget,
  more: Partial<ExchangeOptions> = {}
) => exchange(dispatcher, request, {}, { budget, maxAnswerBytes: 1_000, ...more })

describe("one exchange", () => {
  it("sends nothing over a connection that comes about after the budget ended", async () => {
    const connection = slowConnection()
    const budget = startBudget(20)

    const result = await exchangeOver(connection, budget)
    connection.connect()

    expect(result).toMatchObject({ kind: "unanswered", sent: false })
    expect(connection.abort).toHaveBeenCalledTimes(1)
    budget.release()
  })

  it("sends nothing a second time", async () => {
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const exchanging = exchangeOver(connection, budget)

    connection.connect()
    expect(connection.abort).not.toHaveBeenCalled()
    connection.connect()
    expect(connection.abort).toHaveBeenCalledTimes(1)

    connection.answer({})
    await exchanging
    budget.release()
  })

  it.each([
    [-360_000, () => new Date(Date.now() - 360_000).toUTCString()],
    [0, () => new Date().toUTCString()],
    [undefined, () => undefined],
    [undefined, () => "yesterday"],
  ])("tells the difference of the clocks: %p", async (skew, dateNow) => {
    const date = dateNow()
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const exchanging = exchangeOver(connection, budget)
    connection.connect()
    connection.answer(date === undefined ? {} : { date })

    const result = await exchanging
    const told = result.kind === "answered" ? result.clockSkewMs : null
    if (skew === undefined) {
      expect(told).toBeUndefined()
    } else {
      expect(Math.abs((told ?? Infinity) - skew)).toBeLessThan(5_000)
    }
    budget.release()
  })

  it("compares the clocks at the middle of the exchange and of the header's second", async () => {
    const asked = Date.parse("2026-03-01T12:00:00Z")
    const date = new Date(asked).toUTCString()
    const now = jest.spyOn(Date, "now").mockReturnValue(asked)
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const exchanging = exchangeOver(connection, budget)

    connection.connect()
    now.mockReturnValue(asked + 400)
    connection.answer({ date })

    expect(await exchanging).toMatchObject({ clockSkewMs: 300 })
    now.mockRestore()
    budget.release()
  })

  it.each([
    [200, true],
    [299, true],
    [300, false],
    [500, false],
  ])("takes the body of a success alone as the call wants it: %d", async (status, isTaken) => {
    const envelope = { message: "taken" } as Envelope
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const exchanging = exchangeOver(connection, budget, {
      bodyOfSuccess: () => ({ write: () => undefined, end: () => envelope }),
    })

    connection.connect()
    connection.answer({}, status)

    expect(await exchanging).toMatchObject({ envelope: isTaken ? envelope : undefined })
    budget.release()
  })

  it("lets a failure of its own through, and takes none for an answer", () => {
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const failing = () => {
      throw new TypeError("bug")
    }
    void exchangeOver(connection, budget, {
      bodyOfSuccess: () => ({ write: failing, end: failing }),
    })

    connection.connect()
    expect(() => connection.answer({})).toThrow("bug")
    budget.release()
  })

  it("takes no interim answer for the answer", async () => {
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const exchanging = exchangeOver(connection, budget)

    connection.connect()
    connection.answer({}, 103)
    connection.answer({}, 201)

    expect(await exchanging).toMatchObject({ kind: "answered", status: 201 })
    budget.release()
  })
})

describe("what is known of a request that was not answered in full", () => {
  const broke = new Error("ECONNRESET")
  const unreadable: AnswerBody = {
    write: () => undefined,
    end: () => {
      throw new BodyError("unreadable", "its rows are no JSON")
    },
  }
  const moments: [string, (connection: Connection, giveUp: () => void) => void, object][] = [
    ["it fails to connect", ({ fail }) => fail(broke), { sent: false, cause: broke }],
    ["it is given up before it connects", (_connection, giveUp) => giveUp(), { sent: false }],
    [
      "it breaks once it may have been written",
      ({ connect, fail }) => {
        connect()
        fail(broke)
      },
      { sent: true, cause: broke },
    ],
    [
      "it is given up once it may have been written",
      ({ connect }, giveUp) => {
        connect()
        giveUp()
      },
      { sent: true },
    ],
    [
      "it breaks after an interim answer",
      ({ connect, begin, fail }) => {
        connect()
        begin({}, 103)
        fail(broke)
      },
      { sent: true, cause: broke },
    ],
  ]

  it.each(moments)("where %s", async (_what, act, expected) => {
    const caller = new AbortController()
    const budget = startBudget(1_000, caller.signal)
    const connection = slowConnection()
    const exchanging = exchangeOver(connection, budget)

    act(connection, () => caller.abort())

    expect(await exchanging).toMatchObject({ kind: "unanswered", ...expected })
    budget.release()
  })

  const cuts: [string, (connection: Connection, giveUp: () => void) => void, object][] = [
    ["breaks", ({ fail }) => fail(broke), { reason: "broken", cause: broke }],
    [
      "breaks in its body",
      ({ write, fail }) => {
        write("{")
        fail(broke)
      },
      { reason: "broken", cause: broke },
    ],
    ["is given up", (_connection, giveUp) => giveUp(), { reason: "stopped" }],
    ["grows too long", ({ write }) => write(" ".repeat(1_001)), { reason: "too-large" }],
  ]

  it.each(cuts)("where its answer %s", async (_what, act, expected) => {
    const caller = new AbortController()
    const budget = startBudget(1_000, caller.signal)
    const connection = slowConnection()
    const exchanging = exchangeOver(connection, budget)

    connection.connect()
    connection.begin({}, 201)
    act(connection, () => caller.abort())

    expect(await exchanging).toMatchObject({ kind: "cut-short", status: 201, ...expected })
    budget.release()
  })

  it("where its answer says that it is too long, or cannot be read", async () => {
    const budget = startBudget(1_000)
    const long = slowConnection()
    const exchanging = exchangeOver(long, budget)
    long.connect()
    long.begin({ "content-length": "1001" }, 201)
    expect(await exchanging).toMatchObject({ kind: "cut-short", reason: "too-large", status: 201 })
    expect(long.abort).toHaveBeenCalledWith(expect.any(BodyError))

    const odd = slowConnection()
    const reading = exchangeOver(odd, budget, { bodyOfSuccess: () => unreadable })
    odd.connect()
    odd.answer({}, 201)
    expect(await reading).toMatchObject({ kind: "cut-short", reason: "unreadable", status: 201 })
    budget.release()
  })

  it("takes an answer of exactly the length allowed", async () => {
    const budget = startBudget(1_000)
    const connection = slowConnection()
    const exchanging = exchangeOver(connection, budget)

    connection.connect()
    connection.begin({ "content-length": "1000" })
    connection.write(`{"message":"ok"}${" ".repeat(984)}`)
    connection.end()

    expect(await exchanging).toMatchObject({ kind: "answered", envelope: { message: "ok" } })
    expect(connection.abort).not.toHaveBeenCalled()
    budget.release()
  })
})

describe("a request and its budget", () => {
  let server: WireServer
  beforeEach(async () => {
    server = await startWireServer()
    server.answer((response) => sendJson(response, 201, { message: "ok" }))
  })
  afterEach(() => server.close())

  it("is never handed over once the budget has ended", async () => {
    const reason = new Error("gone")
    const connection = slowConnection()
    const budget = startBudget(1_000, AbortSignal.abort(reason))

    const result = await exchangeOver(connection, budget)

    expect(connection.dispatch).not.toHaveBeenCalled()
    expect(result).toMatchObject({ kind: "unanswered", sent: false })
    expect(result).toHaveProperty("cause", expect.any(CallAbortedError))
    expect(result).toHaveProperty("cause.cause", reason)
    budget.release()
  })

  it("never leaves a real connection that completes after the budget ended", async () => {
    const connect = buildConnector({})
    const connector = jest.fn(connect)
    const connecting = new Promise<() => void>((resolve) => {
      connector.mockImplementationOnce((options, callback) =>
        resolve(() => connect(options, callback))
      )
    })
    const dispatcher = new Client(server.url, { connect: connector })
    const caller = new AbortController()
    const budget = startBudget(1_000, caller.signal)
    const exchanging = exchangeOver({ dispatcher }, budget)
    const complete = await connecting
    caller.abort()
    expect(await exchanging).toMatchObject({ kind: "unanswered", sent: false })

    complete()
    const next = startBudget(60_000)
    const result = await exchange(
      dispatcher,
      { method: "GET", path: "/next" },
      {},
      { budget: next, maxAnswerBytes: 1_000 }
    )

    expect(result).toMatchObject({ kind: "answered", status: 201 })
    expect(server.requests.map(({ url }) => url)).toEqual(["/next"])
    await dispatcher.close()
    budget.release()
    next.release()
  })

  it("is written as it is, and bounded by nothing but the budget", async () => {
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const headers = { authorization: "Bearer token" }
    const exchanging = exchange(connection.dispatcher, request, headers, {
      budget,
      maxAnswerBytes: 1_000,
    })

    connection.connect()
    connection.answer({})
    await exchanging

    expect(connection.dispatch.mock.calls[0]?.[0]).toEqual({
      ...request,
      headers,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    budget.release()
  })

  it("is cut off when the budget ends, and says why", async () => {
    const caller = new AbortController()
    const budget = startBudget(1_000, caller.signal)
    const connection = slowConnection()
    const exchanging = exchangeOver(connection, budget)
    connection.connect()

    caller.abort()

    const result = await exchanging
    expect(connection.abort.mock.calls).toEqual([[expect.any(CallAbortedError)]])
    expect(result).toHaveProperty("cause", connection.abort.mock.calls[0]?.[0])
    budget.release()
  })

  it("is left alone once it was answered, and leaves the next to the budget", async () => {
    const caller = new AbortController()
    const budget = startBudget(1_000, caller.signal)
    const [first, second] = [slowConnection(), slowConnection()]
    const exchanging = exchangeOver(first, budget)
    first.connect()
    first.answer({})
    await exchanging

    const repeated = exchangeOver(second, budget)
    first.fail(new Error("closed while idle"))
    second.connect()
    caller.abort()

    expect(await repeated).toMatchObject({ kind: "unanswered", sent: true })
    expect(first.abort).not.toHaveBeenCalled()
    expect(second.abort).toHaveBeenCalledTimes(1)
    budget.release()
  })

  it("tells of no end once it was answered", async () => {
    const caller = new AbortController()
    const budget = startBudget(1_000, caller.signal)
    const connection = slowConnection()
    const exchanging = exchangeOver(connection, budget)
    connection.connect()
    connection.answer({})
    await exchanging

    caller.abort()

    expect(connection.abort).not.toHaveBeenCalled()
    budget.release()
  })
})

const answered = (status: number, message?: string): Exchange => ({
  kind: "answered",
  status,
  headers: {},
  envelope: message === undefined ? undefined : ({ message } as Envelope),
})
const cause = new Error("ECONNRESET")
const cutShort = (status: number): Exchange => ({
  kind: "cut-short",
  reason: "broken",
  cause,
  status,
  headers: {},
})
const REFUSES = "personCurrentStatusIsWrong"

describe("whether a request may have taken effect", () => {
  it.each<[string, Exchange]>([
    ["no answer after it was sent", { kind: "unanswered", sent: true, cause }],
    ...[200, 201, 302, 303, 304, 408, 499, 500, 510].map((status): [string, Exchange] => [
      `an answer ${status}`,
      answered(status),
    ]),
    ["a success with the key of a refusal", answered(299, REFUSES)],
    ["a failure with another key", answered(510, "somethingWentWrong")],
    ["a failure that broke off", cutShort(500)],
    ["a success that broke off", cutShort(201)],
  ])("is open after %s", (_what, result) => {
    expect(leavesOutcomeOpen(result)).toBe(true)
    expect(isRefusal(result)).toBe(false)
  })

  it.each<[string, Exchange]>([
    ...[301, 307, 308, 400, 404, 429, 498].map((status): [string, Exchange] => [
      `an answer ${status}`,
      answered(status),
    ]),
    ["a failure with the key of a refusal", answered(510, REFUSES)],
    ["what lies between with it", answered(300, REFUSES)],
    ["a refusal that broke off", cutShort(404)],
  ])("is not open after %s", (_what, result) => {
    expect(leavesOutcomeOpen(result)).toBe(false)
    expect(isRefusal(result)).toBe(true)
  })

  it("is not open when nothing was sent, which is no refusal", () => {
    const unsent: Exchange = { kind: "unanswered", sent: false, cause }
    expect(leavesOutcomeOpen(unsent)).toBe(false)
    expect(isRefusal(unsent)).toBe(false)
  })
})
