import { periodsAfter, subscriptionDates } from ".."
import { dayText, momentText } from "../../sandbox/wire-values"
import { earliestToday, endOfDay, serviceMoment, unixSeconds } from "../dates"

const terms = {
  frequency: "month" as const,
  repeats: 12,
  startDate: "2026-11-21",
}

it("ends one period after its last cycle begins, as the service's sample does", () => {
  expect(subscriptionDates(terms, "2026-11-21")).toEqual({
    starts: "21 Nov, 2026",
    ends: "21 Nov, 2027",
  })
})

it.each([
  ["2026-11-30", "day", 2, "2026-12-02"],
  ["2026-12-28", "week", 1, "2027-01-04"],
  ["2027-01-31", "month", 1, "2027-02-28"],
  ["2027-01-31", "month", 2, "2027-03-31"],
  ["2026-10-31", "month", 4, "2027-02-28"],
  ["2028-02-29", "year", 1, "2029-02-28"],
] as const)("counts from %s by %s x %i to %s", (from, unit, periods, to) => {
  expect(periodsAfter(from, unit, periods)).toBe(to)
})

it("may end when its last cycle begins, and not before", () => {
  expect(subscriptionDates({ ...terms, endDate: "2027-10-21" }, "2026-11-21").ends).toBe(
    "21 Oct, 2027"
  )
  const tooShort = () => subscriptionDates({ ...terms, endDate: "2027-10-20" }, "2026-11-21")
  expect(tooShort).toThrow("before its last cycle begins, on 2027-10-21")
  expect(tooShort).toThrow(expect.objectContaining({ field: "end_date" }))
})

it("does not begin in the past", () => {
  const tooEarly = () => subscriptionDates(terms, "2026-11-22")
  expect(tooEarly).toThrow("must be today or later")
  expect(tooEarly).toThrow(expect.objectContaining({ field: "start_date" }))
})

it("writes a moment in whole seconds", () => {
  expect(unixSeconds(new Date("2026-11-21T12:00:00.999Z"))).toBe("1795262400")
})

it.each([
  ["in winter", "2026-11-21", "2026-11-21T22:59:59Z"],
  ["in summer", "2026-07-31", "2026-07-31T21:59:59Z"],
  ["before clocks go forward", "2026-03-28", "2026-03-28T22:59:59Z"],
  ["when clocks went forward", "2026-03-29", "2026-03-29T21:59:59Z"],
  ["before clocks go back", "2026-10-24", "2026-10-24T21:59:59Z"],
  ["when clocks went back", "2026-10-25", "2026-10-25T22:59:59Z"],
])("ends a Norwegian day %s", (_when, day, moment) => {
  expect(endOfDay(day)).toBe(unixSeconds(new Date(moment)))
})

it("ends every day of a year as the service reads it, on that day, a second before the next", () => {
  for (let day = 0; day < 365; day++) {
    const date = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10)
    const end = Number(endOfDay(date))

    expect(momentText(end)).toBe(`${date.split("-").reverse().join(".")} 23:59`)
    expect(dayText(end + 1)).not.toBe(dayText(end))
  }
})

it.each([
  ["2026-11-21T12:00:00Z", "2026-11-21"],
  ["2026-11-21T11:59:59Z", "2026-11-20"],
  ["2026-11-20T23:30:00Z", "2026-11-20"],
])("at %s it is %s somewhere still", (now, day) => {
  expect(earliestToday(new Date(now))).toBe(day)
})

describe("a moment as the service writes it", () => {
  it.each([
    ["21.08.2025 13:02", "2025-08-21T11:02:00.000Z"],
    ["21.01.2026 00:30", "2026-01-20T23:30:00.000Z"],
    ["21.08.2025", "2025-08-20T22:00:00.000Z"],
  ])("%s is %s", (text, moment) => {
    expect(serviceMoment(text)?.toISOString()).toBe(moment)
  })

  it.each(["", "2025-08-21", "31.02.2026", "soon", "on 21.08.2025", "21.08.2025 25:10"])(
    "%p is none",
    (text) => {
      expect(serviceMoment(text)).toBeUndefined()
    }
  )
})
