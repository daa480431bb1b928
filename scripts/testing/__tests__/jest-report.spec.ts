import { outcomeOfCutOff, outcomeOfJest } from "../jest-report"
import { summaryOf } from "../outcome"

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
    ).toEqual({ passed: 2, failed: 0, notRun: [], failures: "" })
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

describe("outcomeOfCutOff", () => {
  const lines = (...steps: object[]) => steps.map((step) => `${JSON.stringify(step)}\n`).join("")
  const ended = (test: string, status = "passed") => ({
    event: "test-ended",
    file: "a.spec.ts",
    test,
    status,
    message: status === "passed" ? "" : "expected 1",
  })
  const started = (test: string) => ({ event: "test-started", file: "a.spec.ts", test })

  it("keeps what passed and failed, and names what was running", () => {
    const { failures, ...counts } = outcomeOfCutOff(
      lines(
        { event: "file-started", file: "0.spec.ts" },
        { event: "file-ended", file: "0.spec.ts" },
        { event: "file-started", file: "a.spec.ts" },
        started("one"),
        ended("one"),
        started("two"),
        ended("two", "failed"),
        started("three")
      ),
      "Ended after 2700 s, the time limit\n"
    )
    expect(counts).toEqual({ passed: 1, failed: 2, notRun: [] })
    expect(failures).toContain("two\nexpected 1")
    expect(failures).toContain("Running were:\n  a.spec.ts\n  a.spec.ts: three\n")
    expect(failures).toContain("the time limit")
  })

  it("counts a suite that ended before its first test, and a file that could not run", () => {
    expect(outcomeOfCutOff("", "jest: not found")).toMatchObject({ passed: 0, failed: 1 })
    expect(
      outcomeOfCutOff(
        lines({ event: "file-ended", file: "a.spec.ts", message: "Cannot find module" }),
        ""
      )
    ).toMatchObject({ passed: 0, failed: 2 })
  })
})

describe("summaryOf", () => {
  const ran = { passed: 2, failed: 0, notRun: [] }
  const cut = { passed: 1, failed: 0, notRun: ["several stores: there is no Redis here"] }

  it("sums what passed and failed", () => {
    expect(summaryOf([ran, { ...ran, failed: 1 }], true)).toEqual({
      line: "4 passed, 1 failed",
      succeeded: false,
    })
  })

  it("tells what could not run, and fails for it where all must run", () => {
    const line = "3 passed, 0 failed, 1 not run (several stores: there is no Redis here)"
    expect(summaryOf([ran, cut], false)).toEqual({ line, succeeded: true })
    expect(summaryOf([ran, cut], true)).toEqual({ line, succeeded: false })
  })
})
