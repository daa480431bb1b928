import { z } from "zod"

import { failedBecause, type Outcome } from "./outcome"

/** The parts we read of what `jest --json` writes. */
const jestReportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["passed", "failed", "skipped", "pending", "focused"]),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    })
  ),
})

/**
 * Counts the tests of a suite. A test that did not run counts as failed, and so
 * do a file that could not run, a suite without tests, and an exit code that
 * says more went wrong than the tests tell.
 *
 * @param report what `jest --json` wrote
 * @param exitCode how jest ended
 */
export function outcomeOfJest(report: unknown, exitCode: number): Outcome {
  const { numPassedTests: passed, testResults } = jestReportSchema.parse(report)
  const failures: string[] = []
  let failed = 0

  for (const file of testResults) {
    const didNotPass = file.assertionResults.filter(({ status }) => status !== "passed")
    const couldNotRun = file.status === "failed" && didNotPass.length === 0
    failed += couldNotRun ? 1 : didNotPass.length

    if (file.status === "failed") {
      failures.push(`${file.name}\n${file.message.trimEnd()}`)
    }
    for (const { fullName, status } of didNotPass) {
      if (status !== "failed") {
        failures.push(`${file.name}\n  did not run (${status}): ${fullName}`)
      }
    }
  }

  if (passed + failed === 0) {
    return failedBecause("There is no test in this suite")
  }
  if (failed === 0 && exitCode !== 0) {
    failed = 1
    failures.push(`All tests passed, yet jest ended with code ${exitCode}`)
  }
  return { passed, failed, failures: failures.join("\n\n") }
}
