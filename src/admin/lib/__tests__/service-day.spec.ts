import { readServiceDay, writeDay } from "../service-day"

it.each([
  ["21.11.2026", new Date(2026, 10, 21)],
  ["01.02.2027 10:15", new Date(2027, 1, 1, 10, 15)],
  ["31.02.2027", null],
  ["21 Nov, 2026", null],
  ["", null],
])("reads %s", (text, date) => {
  expect(readServiceDay(text)).toEqual(date)
})

it("writes the day that was picked, not the one in Greenwich", () => {
  expect(writeDay(new Date(2026, 0, 2, 0, 30))).toBe("2026-01-02")
  expect(writeDay(new Date(2026, 11, 31, 23, 30))).toBe("2026-12-31")
})
