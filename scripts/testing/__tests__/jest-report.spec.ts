import { outcomeOfJest } from "../jest-report"

const file = (
  name: string,
  status: "passed" | "failed",
  tests: Record<string, string>,
  message = ""
) => ({
  name,
  status,
  message,
  assertionResults: Object.entries(tests).map(([fullName, outcome]) => ({
    fullName,
    status: outcome,
  })),
})

const report = (...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests: testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed").length,
  testResults,
})

describe("outcomeOfJest", () => {
  it("counts passed tests", () => {
    expect(
      outcomeOfJest(report(file("a.spec.ts", "passed", { one: "passed", two: "passed" })), 0)
    ).toEqual({ passed: 2, failed: 0, failures: "" })
  })

  it("counts failed tests and tells all that jest said of them", () => {
    const outcome = outcomeOfJest(
      report(
        file(
          "a.spec.ts",
          "failed",
          { one: "passed", two: "failed" },
          "● two\nexpected 1, received 2"
        )
      ),
      1
    )
    expect(outcome).toMatchObject({ passed: 1, failed: 1 })
    expect(outcome.failures).toContain("expected 1, received 2")
  })

  it.each(["pending", "skipped", "todo", "disabled"])(
    "counts a test that is %s as failed and names it",
    (status) => {
      const outcome = outcomeOfJest(
        report(file("a.spec.ts", "passed", { one: "passed", two: status })),
        0
      )
      expect(outcome).toMatchObject({ passed: 1, failed: 1 })
      expect(outcome.failures).toBe(`a.spec.ts\n  did not run (${status}): two`)
    }
  )

  it("counts a file that could not run as failed", () => {
    const outcome = outcomeOfJest(
      report(
        file("a.spec.ts", "passed", { one: "passed" }),
        file("b.spec.ts", "failed", {}, "Cannot find module './gone'")
      ),
      1
    )
    expect(outcome).toMatchObject({ passed: 1, failed: 1 })
    expect(outcome.failures).toContain("Cannot find module './gone'")
  })

  it("counts a file whose tests passed but whose end failed", () => {
    expect(
      outcomeOfJest(report(file("a.spec.ts", "failed", { one: "passed" }, "afterAll failed")), 1)
    ).toMatchObject({ passed: 1, failed: 1 })
  })

  it("counts a suite without tests as failed", () => {
    expect(outcomeOfJest(report(), 0)).toMatchObject({ passed: 0, failed: 1 })
  })

  it("does not overlook an exit code that no test explains", () => {
    expect(outcomeOfJest(report(file("a.spec.ts", "passed", { one: "passed" })), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })

  it("refuses what is not a jest report", () => {
    expect(() => outcomeOfJest({ tests: 1 }, 0)).toThrow("numPassedTests")
  })
})
