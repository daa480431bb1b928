import { daysOverdue, periods, timeRange } from "../periods"

const days = (name: keyof typeof periods, now: string) => {
  const { from, to } = periods[name](new Date(now))
  return [from, to].map((at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()].join("-"))
}

it.each([
  ["yesterday", "2026-03-01T12:00", ["2026-2-28", "2026-3-1"]],
  ["thisMonth", "2026-11-23T00:00", ["2026-11-1", "2026-11-24"]],
  ["lastMonth", "2026-01-31T23:59", ["2025-12-1", "2026-1-1"]],
] as const)("%s of %s", (name, now, expected) => {
  expect(days(name, now)).toEqual(expected)
})

it("is asked for from its first moment, without the first of the next", () => {
  const period = { from: new Date("2026-11-01T00:00:00Z"), to: new Date("2026-12-01T00:00:00Z") }
  expect(timeRange(period)).toEqual({
    $gte: "2026-11-01T00:00:00.000Z",
    $lt: "2026-12-01T00:00:00.000Z",
  })
})

it.each([
  ["2026-11-24T12:00:00Z", 0],
  ["2026-11-23T12:00:01Z", 0],
  ["2026-11-22T12:00:00Z", 1],
  ["2026-11-01T00:00:00Z", 22],
])("what was due at %s is %s days overdue", (at, days) => {
  expect(daysOverdue(at, new Date("2026-11-23T12:00:00Z"))).toBe(days)
})
