import type { Envelope } from "../answer"
import { HostBreaker } from "../breaker"
import { CallAbortedError, type CutShortReason, type Exchange } from "../exchange"
import type { OperationGroup } from "../operation"

const answered = (status: number, message?: string): Exchange => ({
  kind: "answered",
  status,
  headers: {},
  envelope: message === undefined ? undefined : ({ message } as unknown as Envelope),
})
const failure = answered(503)
const success = answered(200)
const unanswered = (sent: boolean, cause: Error): Exchange => ({
  kind: "unanswered",
  sent,
  cause,
})
const unreachable = unanswered(false, new Error("ECONNREFUSED"))
const silent = unanswered(true, new Error("ECONNRESET"))

const givenUp = new CallAbortedError("no patience")
const cutShort = (reason: CutShortReason, cause = new Error("broke off")): Exchange => ({
  kind: "cut-short",
  status: 200,
  headers: {},
  reason,
  cause,
})

const HALF_OPEN_AFTER_MS = 1_000

describe("a host's breaker", () => {
  let breaker: HostBreaker
  beforeEach(() => {
    jest.useFakeTimers()
    breaker = new HostBreaker({
      failures: 5,
      halfOpenAfterMs: HALF_OPEN_AFTER_MS,
    })
  })
  afterEach(() => jest.useRealTimers())

  const call = (group: OperationGroup, result: Exchange) =>
    breaker.through(group, async () => result)
  const fail = async (group: OperationGroup, times: number, result = failure) => {
    for (let time = 0; time < times; time++) {
      await call(group, result)
    }
  }

  it.each([failure, silent])("lets orders be made although five reads failed", async (result) => {
    await fail("others", 5, result)

    expect(await call("others", success)).toBeUndefined()
    expect(await call("checkout", success)).toBe(success)
    expect(await call("once", success)).toBe(success)
  })

  it("lets the service be asked although five creations failed", async () => {
    await fail("once", 5)

    expect(await call("once", success)).toBeUndefined()
    expect(await call("others", success)).toBe(success)
  })

  it("lets shoppers order although captures and refunds failed", async () => {
    await fail("once", 5)

    expect(await call("once", success)).toBeUndefined()
    expect(await call("checkout", success)).toBe(success)
  })

  it("does not count what single shoppers are refused", async () => {
    await fail("checkout", 3)
    await fail("checkout", 5, answered(510, "personCurrentStatusIsWrong"))
    await fail("checkout", 4, answered(417, "payloadValidationErrors"))
    await fail("checkout", 4, answered(510, "somethingWentWrong"))
    expect(await call("checkout", success)).toBe(success)

    await fail("checkout", 5, answered(510, "somethingWentWrong"))
    expect(await call("checkout", success)).toBeUndefined()
  })

  it("keeps all calls from a host that cannot be reached", async () => {
    await fail("others", 3, unreachable)
    await fail("once", 2, unreachable)

    for (const group of ["others", "checkout", "once"] as const) {
      expect(await call(group, success)).toBeUndefined()
    }
    jest.advanceTimersByTime(HALF_OPEN_AFTER_MS)
    expect(await call("once", success)).toBe(success)
    expect(await call("others", success)).toBe(success)
  })

  it.each<[string, Exchange, boolean]>([
    ["an answer that broke off", cutShort("broken"), true],
    ["an answer that the caller did not wait for", cutShort("stopped", givenUp), false],
    ["an answer that is too long", cutShort("too-large"), false],
    ["an answer that cannot be read", cutShort("unreadable"), false],
    ["the server's own failure", answered(500), true],
  ])("counts %s for a failure or not", async (_what, result, isFailure) => {
    await fail("others", 5, result)

    expect((await call("others", success)) === undefined).toBe(isFailure)
  })

  it("shows how its circuits stand", async () => {
    await fail("checkout", 5)
    const closed = { isOpen: false, openings: 0 }

    expect(breaker.circuits).toEqual({
      reach: closed,
      checkout: { isOpen: true, openings: 1 },
      once: closed,
      others: closed,
    })
  })

  it("counts a call that ends in an error of ours for a failure", async () => {
    const bug = new TypeError("a bug")
    for (let time = 0; time < 5; time++) {
      await expect(breaker.through("once", () => Promise.reject(bug))).rejects.toBe(bug)
    }

    expect(await call("others", success)).toBeUndefined()
  })

  it("counts failures in a row, and not callers who gave up", async () => {
    await fail("once", 4)
    await call("once", success)
    await fail("once", 4)
    await fail("others", 10, unanswered(true, givenUp))
    await fail("others", 10, unanswered(false, givenUp))

    expect(await call("once", success)).toBe(success)
    expect(await call("others", success)).toBe(success)
  })
})
