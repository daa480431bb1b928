import { HostBreaker } from "../breaker"
import { CallAbortedError } from "../budget"
import type { Exchange } from "../exchange"
import type { Safety } from "../operation"

const answered = (status: number): Exchange => ({
  kind: "answered",
  status,
  headers: {},
  envelope: undefined,
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

  const call = (safety: Safety, result: Exchange) =>
    breaker.through(safety, async () => result)
  const fail = async (safety: Safety, times: number, result = failure) => {
    for (let time = 0; time < times; time++) {
      await call(safety, result)
    }
  }

  it.each([failure, silent])(
    "lets orders be made although five reads failed",
    async (result) => {
      await fail("read", 5, result)

      expect(await call("read", success)).toBeUndefined()
      expect(await call("idempotent", success)).toBeUndefined()
      expect(await call("once", success)).toBe(success)
    }
  )

  it("lets the service be asked although five creations failed", async () => {
    await fail("once", 5)

    expect(await call("once", success)).toBeUndefined()
    expect(await call("read", success)).toBe(success)
  })

  it("keeps all calls from a host that nobody can reach", async () => {
    await fail("read", 3, unreachable)
    await fail("once", 2, unreachable)

    for (const safety of ["read", "idempotent", "once"] as const) {
      expect(await call(safety, success)).toBeUndefined()
    }
    jest.advanceTimersByTime(HALF_OPEN_AFTER_MS)
    expect(await call("once", success)).toBe(success)
    expect(await call("read", success)).toBe(success)
  })

  it("counts failures in a row, and not callers who gave up", async () => {
    const givenUp = unanswered(true, new CallAbortedError("no patience"))
    await fail("once", 4)
    await call("once", success)
    await fail("once", 4)
    await fail("read", 10, givenUp)

    expect(await call("once", success)).toBe(success)
    expect(await call("read", success)).toBe(success)
  })
})
