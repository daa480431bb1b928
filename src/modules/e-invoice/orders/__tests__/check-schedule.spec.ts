import { dueOf, nextAttemptAt, nextCheckAt, STATUS_LADDER } from "../order-status"

const now = new Date("2026-03-01T12:00:00Z")
const minutesUntil = (date: Date | null) =>
  date === null ? null : (date.getTime() - now.getTime()) / 60_000

describe("nextAttemptAt", () => {
  it("waits 1, 5, 15 and 60 minutes, 6 hours, then a day at a time", () => {
    expect(
      [0, 1, 2, 3, 4, 5, 6, 400].map((count) => minutesUntil(nextAttemptAt(count, now)))
    ).toEqual([1, 5, 15, 60, 360, 1440, 1440, 1440])
  })
})

describe("nextCheckAt", () => {
  it.each(["SENT", "INVOICED", "REMINDER", "PURRING", "INKASSO"] as const)(
    "never stops looking at an order that is %s",
    (status) => {
      expect(minutesUntil(nextCheckAt(status, 0, now))).toBe(1)
      expect(minutesUntil(nextCheckAt(status, 10_000, now))).toBe(1440)
    }
  )

  it("looks at an order of which no status is known", () => {
    expect(minutesUntil(nextCheckAt(undefined, 2, now))).toBe(15)
  })

  it.each(["PAID", "CANCELLED", "EXPIRED", "PARTIAL REFUNDED", "CREDITED"] as const)(
    "looks daily for 30 days at an order that is %s",
    (status) => {
      expect(minutesUntil(nextCheckAt(status, 0, now))).toBe(1440)
      expect(minutesUntil(nextCheckAt(status, 29, now))).toBe(1440)
      expect(nextCheckAt(status, 30, now)).toBeNull()
    }
  )

  it("goes on for an invoice that was credited in part, until its rest is paid", () => {
    expect(minutesUntil(nextCheckAt("PARTIAL REFUNDED", 10_000, now, false))).toBe(1440)
    expect(nextCheckAt("PARTIAL REFUNDED", 30, now, true)).toBeNull()
  })

  it("does not look again once all of the money was refunded", () => {
    expect(nextCheckAt("REFUNDED", 0, now)).toBeNull()
  })

  it("has an answer for every status", () => {
    for (const status of STATUS_LADDER) {
      const next = nextCheckAt(status, 0, now)
      expect(next === null || next > now).toBe(true)
    }
  })
})

describe("dueOf", () => {
  const invoicedAt = new Date("2026-11-20T12:00:00Z")
  const due = "2026-11-30T12:00:00.000Z"

  it.each([
    ["INVOICED", false, { at: due, isOverdue: false }],
    ["PARTIAL REFUNDED", false, { at: due, isOverdue: false }],
    ["REMINDER", false, { at: undefined, isOverdue: true }],
    ["PURRING", false, { at: undefined, isOverdue: true }],
    ["INKASSO", false, { at: undefined, isOverdue: true }],
    ["SENT", false, { at: undefined, isOverdue: false }],
    ["INVOICED", true, { at: undefined, isOverdue: false }],
    ["INKASSO", true, { at: undefined, isOverdue: false }],
    ["PAID", true, { at: undefined, isOverdue: false }],
    ["CANCELLED", false, { at: undefined, isOverdue: false }],
    [undefined, false, { at: undefined, isOverdue: false }],
  ] as const)("of status %s (paid: %s) before the estimate is %j", (status, paid, expected) => {
    const { at, isOverdue } = dueOf({ status, paid }, { invoicedAt, now: invoicedAt })
    expect({ at: at?.toISOString(), isOverdue }).toEqual(expected)
  })

  it.each(["INVOICED", "REMINDER", "INKASSO"] as const)(
    "of status %s after the estimate is the estimate",
    (status) => {
      const { at, isOverdue } = dueOf(
        { status, paid: false },
        { invoicedAt, now: new Date("2026-12-02T12:00:00Z") }
      )
      expect({ at: at?.toISOString(), isOverdue }).toEqual({ at: due, isOverdue: true })
    }
  )

  it("is past for a claim in debt collection of which a part was credited", () => {
    const known = { status: "PARTIAL REFUNDED", paid: false } as const
    expect(dueOf(known, { invoicedAt, now: invoicedAt, isCollected: true })).toEqual({
      at: null,
      isOverdue: true,
    })
  })
})
