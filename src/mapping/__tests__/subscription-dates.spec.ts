import { periodsAfter, subscriptionDates } from ".."

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
  expect(() => subscriptionDates({ ...terms, endDate: "2027-10-20" }, "2026-11-21")).toThrow(
    "before its last cycle begins, on 2027-10-21"
  )
})

it("does not begin in the past", () => {
  expect(() => subscriptionDates(terms, "2026-11-22")).toThrow("must be today or later")
})
