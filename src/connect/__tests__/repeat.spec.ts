import type { Exchange } from "../exchange"
import { repeatDelayMs, retryAfterMs } from "../transport"

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
  })
})
