import type { Dispatcher } from "undici"

import type { Envelope } from "../answer"
import { type Exchange, exchange, isRefusal, leavesOutcomeOpen, startBudget } from "../exchange"

/** A connection that comes about when told to. */
function slowConnection() {
  let handler: Dispatcher.DispatchHandler | undefined
  const dispatcher = {
    dispatch: (_options: unknown, given: Dispatcher.DispatchHandler) => {
      handler = given
      return true
    },
  } as unknown as Dispatcher
  const abort = jest.fn()
  const controller = { abort } as unknown as Dispatcher.DispatchController
  return {
    dispatcher,
    abort,
    connect: () => handler?.onRequestStart?.(controller, {}),
    answer: (headers: Record<string, string>, status = 200) => {
      handler?.onResponseStart?.(controller, status, headers, "OK")
      handler?.onResponseEnd?.(controller, {})
    },
  }
}

const request = { method: "POST" as const, path: "/", body: "{}" }

type ExchangeOptions = Parameters<typeof exchange>[3]

const exchangeOver = (
  { dispatcher }: { readonly dispatcher: Dispatcher },
  budget: ExchangeOptions["budget"],
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
