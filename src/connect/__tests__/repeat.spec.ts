import type { Envelope } from "../answer"
import type { CutShortReason, Exchange } from "../exchange"
import type { Safety } from "../operation"
import { mayRepeat, repeatDelayMs, retryAfterMs } from "../transport"

const now = Date.parse("2025-08-21T08:00:00Z")

describe("retryAfterMs", () => {
  it.each([
    ["0", 0],
    ["2", 2_000],
    [" 120 ", 120_000],
    ["Thu, 21 Aug 2025 08:00:05 GMT", 5_000],
    ["Thu, 21 Aug 2025 07:00:00 GMT", 0],
    ["soon", undefined],
    ["-1", undefined],
    ["1e9", undefined],
    ["2 s", undefined],
    ["in 2", undefined],
    ["1234567890", undefined],
    ["Thu, 21 Aug 2025 08:00:05", undefined],
    ["tomorrow GMT", undefined],
    [["3", "4"], 3_000],
    [[], undefined],
    ["", undefined],
    [undefined, undefined],
  ])("reads %j as %p", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected)
  })
})

describe("repeatDelayMs", () => {
  const settings = { attempts: 9, baseDelayMs: 100, maxDelayMs: 1_000 }
  const failed: Exchange = {
    kind: "unanswered",
    sent: false,
    cause: new Error("refused"),
  }
  const delayAt = (attempt: number, random: number) =>
    repeatDelayMs(failed, attempt, settings, () => random)

  it("doubles its ceiling up to the greatest delay", () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => delayAt(attempt, 1))).toEqual([
      100, 200, 400, 800, 1_000, 1_000,
    ])
  })

  it("spreads over all of it", () => {
    expect(delayAt(3, 0)).toBe(0)
    expect(delayAt(3, 0.5)).toBe(200)
  })

  it("gives way to what the service asked for", () => {
    const asked: Exchange = {
      kind: "answered",
      status: 503,
      headers: { "retry-after": "7" },
      envelope: undefined,
    }

    expect(repeatDelayMs(asked, 1, settings)).toBe(7_000)
    expect(repeatDelayMs({ ...asked, headers: { "retry-after": "0" } }, 1, settings)).toBe(0)
    expect(repeatDelayMs({ ...asked, headers: {} }, 1, settings, () => 1)).toBe(100)
  })
})

describe("mayRepeat", () => {
  const cause = new Error("reset")
  const unanswered = (sent: boolean): Exchange => ({ kind: "unanswered", sent, cause })
  const answered = (status: number, message?: string): Exchange => ({
    kind: "answered",
    status,
    headers: {},
    envelope: message === undefined ? undefined : ({ message } as Envelope),
  })
  const cutShort = (status: number, reason: CutShortReason): Exchange => ({
    kind: "cut-short",
    reason,
    cause,
    status,
    headers: {},
  })

  it.each<[string, Exchange, Safety[]]>([
    ["nothing was sent", unanswered(false), ["read", "idempotent", "once"]],
    ["no answer came", unanswered(true), ["read", "idempotent"]],
    ["an answer broke off", cutShort(200, "broken"), ["read", "idempotent"]],
    ["a failure was too long", cutShort(503, "too-large"), ["read", "idempotent"]],
    ["a success was too long", cutShort(200, "too-large"), []],
    ["a failure was given up", cutShort(503, "stopped"), ["read", "idempotent"]],
    ["a success was given up", cutShort(200, "stopped"), []],
    ["a success could not be read", cutShort(200, "unreadable"), []],
    ["a refusal broke off", cutShort(404, "broken"), ["read", "idempotent"]],
    ["the service failed", answered(500), ["read", "idempotent"]],
    ["it failed in another way", answered(501), ["idempotent"]],
    ["it was asked too often", answered(429), ["read"]],
    ["it refused with the first of failures", answered(500, "personCurrentStatusIsWrong"), []],
    ["it refused with a failure", answered(510, "personCurrentStatusIsWrong"), []],
    ["it refused", answered(404), []],
    ["it succeeded", answered(200), []],
  ])("where %s", (_what, result, expected) => {
    const safeties = ["read", "idempotent", "once"] as const
    expect(safeties.filter((safety) => mayRepeat(safety, result))).toEqual(expected)
  })

  it("repeats what changes something after failures, reads also after some refusals", () => {
    const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)
    const repeated = (safety: Safety) =>
      statuses.filter((status) => mayRepeat(safety, answered(status)))

    expect(repeated("read")).toEqual([429, 500, 502, 503, 504, 510])
    expect(repeated("idempotent")).toEqual(statuses.filter((status) => status >= 500))
    expect(repeated("once")).toEqual([])
  })
})
