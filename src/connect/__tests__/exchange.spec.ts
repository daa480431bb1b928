import type { Dispatcher } from "undici"

import { exchange, startBudget } from "../exchange"

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
    answer: (headers: Record<string, string>) => {
      handler?.onResponseStart?.(controller, 200, headers, "OK")
      handler?.onResponseEnd?.(controller, {})
    },
  }
}

const request = { method: "POST" as const, path: "/", body: "{}" }

describe("one exchange", () => {
  it("sends nothing over a connection that comes about after the budget ended", async () => {
    const connection = slowConnection()
    const budget = startBudget(20)

    const result = await exchange(
      connection.dispatcher,
      request,
      {},
      {
        budget,
        maxAnswerBytes: 1_000,
      }
    )
    connection.connect()

    expect(result).toMatchObject({ kind: "unanswered", sent: false })
    expect(connection.abort).toHaveBeenCalledTimes(1)
    budget.release()
  })

  it("sends nothing a second time", async () => {
    const connection = slowConnection()
    const budget = startBudget(1_000)
    const exchanging = exchange(
      connection.dispatcher,
      request,
      {},
      {
        budget,
        maxAnswerBytes: 1_000,
      }
    )

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
    const exchanging = exchange(
      connection.dispatcher,
      request,
      {},
      {
        budget,
        maxAnswerBytes: 1_000,
      }
    )
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
})
