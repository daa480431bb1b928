import { pageOfChecks, rangeQuery, verdictOf } from "../data"

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const check = (name?: string, organizationId?: string) => ({ name, organizationId })

it("asks for the days that were chosen, the last one whole", () => {
  expect(
    rangeQuery({
      created: {
        $gte: new Date(2026, 10, 1).toISOString(),
        $lte: new Date(2026, 10, 2).toISOString(),
      },
    })
  ).toEqual({
    startTimestamp: seconds(new Date(2026, 10, 1)),
    endTimestamp: seconds(new Date(2026, 10, 2, 23, 59, 59)),
  })
})

it("asks for everything while no day is chosen", () => {
  expect(rangeQuery({})).toEqual({})
  expect(rangeQuery({ created: "x" })).toEqual({})
})

it("shows the newest first, a page at a time", () => {
  const checks = ["A", "B", "C"].map((name) => check(name))
  expect(pageOfChecks(checks, "", 0, 2)).toEqual({
    rows: [checks[2], checks[1]],
    count: 3,
  })
  expect(pageOfChecks(checks, "", 1, 2).rows).toEqual([checks[0]])
})

it("searches by name and organization number", () => {
  const checks = [check("Kari"), check("Testbedrift", "999999901"), check()]
  expect(pageOfChecks(checks, " kar", 0, 20).rows).toEqual([checks[0]])
  expect(pageOfChecks(checks, "9999999", 0, 20).rows).toEqual([checks[1]])
})

it.each([
  [{ score: 856, riskLevel: "Low" }, "creditChecks.risk.low"],
  [{ score: 441, riskLevel: "moderate" }, "creditChecks.risk.moderate"],
  [{ score: 120, riskLevel: "High" }, "creditChecks.risk.high"],
  [{ riskLevel: "High" }, "creditChecks.risk.high"],
  [{ score: 0, riskLevel: "High" }, "creditChecks.risk.unknown"],
  [{ score: "0", riskLevel: "High" }, "creditChecks.risk.unknown"],
  [{ score: "703.00", riskLevel: "Low" }, "creditChecks.risk.low"],
  [{ score: 500, riskLevel: "Odd" }, "creditChecks.risk.unknown"],
  [{}, "creditChecks.risk.unknown"],
])("puts %j in words", (check, text) => {
  expect(verdictOf(check).text).toBe(text)
})
