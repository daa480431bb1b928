import type { Translate } from "../../lib/texts"
import { cycleText, leftOf, refundableCycles, serviceListQuery } from "../data"

const today = new Date(2026, 10, 21)

it("asks for the page that Admin shows, counted from 1", () => {
  expect(serviceListQuery({ limit: 20, offset: 40 }, 2, today)).toEqual({
    page: 3,
  })
})

it("passes one status and a name on", () => {
  expect(serviceListQuery({ q: "Kari", status: ["ONGOING"] }, 0, today)).toEqual({
    page: 1,
    status: "ONGOING",
    customerName: "Kari",
  })
})

it.each([
  [
    { $gte: new Date(2026, 10, 1).toISOString() },
    { startDate: "2026-11-01", endDate: "2026-11-21" },
  ],
  [
    { $lte: new Date(2026, 10, 5).toISOString() },
    { startDate: "2000-01-01", endDate: "2026-11-05" },
  ],
  [
    {
      $gte: new Date(2026, 10, 1).toISOString(),
      $lte: new Date(2026, 10, 5).toISOString(),
    },
    { startDate: "2026-11-01", endDate: "2026-11-05" },
  ],
])("asks for both days where one is chosen: %j", (created, days) => {
  expect(serviceListQuery({ created }, 0, today)).toEqual({ page: 1, ...days })
})

it("leaves out a filter that cannot be read", () => {
  expect(serviceListQuery({ created: "x", status: 3 }, 0, today)).toEqual({
    page: 1,
  })
})

const cycle = (
  name: string,
  status: string,
  amount: number | undefined,
  refundedAmount: number | undefined
) => ({ name, status, amount, refundedAmount })

const cycles = [
  cycle("Cycle 1", "PAID", 99.9, 99.9),
  cycle("Cycle 2", "PAID", 99.9, 30.1),
  cycle("Cycle 3", "Paid", 99.9, undefined),
  cycle("Cycle 4", "INVOICED", 99.9, 0),
  cycle("Cycle 5", "PAID", undefined, 0),
]

it("offers what was paid and not paid back", () => {
  expect(refundableCycles(cycles).map(({ name }) => name)).toEqual(["Cycle 2", "Cycle 3"])
})

it("adds up what is left, to the øre", () => {
  const refundable = refundableCycles(cycles)
  expect(leftOf(refundable, ["Cycle 2"])).toBe(69.8)
  expect(leftOf(refundable, ["Cycle 2", "Cycle 3"])).toBe(169.7)
  expect(leftOf(refundable, ["Cycle 4"])).toBe(0)
})

describe("cycleText", () => {
  const t: Translate = (key, values) => [key, ...Object.values(values ?? {})].join(" ")

  it.each([
    ["Cycle 1", "subscriptions.cycles.numbered 1"],
    ["cycle 12", "subscriptions.cycles.numbered 12"],
    ["Bonus", "Bonus"],
  ])("of %s is %s", (name, text) => {
    expect(cycleText(t, name)).toBe(text)
  })
})
