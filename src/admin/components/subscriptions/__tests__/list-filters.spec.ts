import { serviceListQuery } from "../list-filters"

const today = new Date(2026, 10, 21)

it("asks for the page a person sees, counted from 1", () => {
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
