import { verdictOf } from "../credit-check-words"

it.each([
  [{ score: 856, riskLevel: "Low" }, "creditChecks.risk.low"],
  [{ score: 441, riskLevel: "moderate" }, "creditChecks.risk.moderate"],
  [{ score: 120, riskLevel: "High" }, "creditChecks.risk.high"],
  [{ score: null, riskLevel: "High" }, "creditChecks.risk.high"],
  [{ score: 0, riskLevel: "High" }, "creditChecks.risk.unknown"],
  [{ score: 500, riskLevel: "Odd" }, "creditChecks.risk.unknown"],
  [{ score: null, riskLevel: null }, "creditChecks.risk.unknown"],
])("puts %j in words", (check, text) => {
  expect(verdictOf(check).text).toBe(text)
})
