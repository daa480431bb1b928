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
  return { passed, failed, notRun: [], failures: failures.join("\n\n") }
}

const progressSchema = z.object({
  event: z.enum(["file-started", "test-started", "test-ended", "file-ended"]),
  file: z.string(),
  test: z.string().optional(),
  status: z.string().optional(),
  message: z.string().optional(),
})

/**
 * Counts the tests of a suite that ended before jest could report. That it did counts as a failure of its own, which names
 * what was running.
 *
 * @param progress what our reporter wrote: a line of JSON for each step
 * @param output all that the suite said
 */
export function outcomeOfCutOff(progress: string, output: string): Outcome {
  const steps = progress
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => progressSchema.parse(JSON.parse(line)))
  const ended = steps.filter(({ event }) => event === "test-ended")
  const broken = [
    ...ended.filter(({ status }) => status !== "passed"),
    ...steps.filter(({ event, message }) => event === "file-ended" && message !== undefined),
  ]
  const running = steps.filter(
    ({ event, file, test }) =>
      event.endsWith("-started") &&
      !steps.some(
        (later) => later.event.endsWith("-ended") && later.file === file && later.test === test
      )
  )
  const tail = output.trimEnd().split("\n").slice(-linesOfTail)
  return {
    passed: ended.length - broken.filter(({ event }) => event === "test-ended").length,
    failed: broken.length + 1,
    notRun: [],
    failures: [
      ...broken.map(({ file, test, message }) => [file, test, message].filter(Boolean).join("\n")),
      ["The suite ended before its report. Running were:", ...running.map(nameOfStep)].join("\n  "),
      tail.join("\n"),
    ].join("\n\n"),
  }
}

/** Enough to see why it ended; the whole is in the job's log. */
const linesOfTail = 40

const nameOfStep = ({ file, test }: { file: string; test?: string | undefined }) =>
  test === undefined ? file : `${file}: ${test}`
