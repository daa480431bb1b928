import { endOfDay, unixSeconds } from "../unix-time"

it("writes a moment in whole seconds", () => {
  expect(unixSeconds(new Date("2026-11-21T12:00:00.999Z"))).toBe("1795262400")
})

it("ends a day a second before the next", () => {
  expect(endOfDay("2026-11-21")).toBe(
    String(Number(unixSeconds(new Date("2026-11-22T00:00:00Z"))) - 1)
  )
})
