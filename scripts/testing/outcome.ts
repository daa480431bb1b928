/** What a job of `npm test` comes to. */
export type Outcome = {
  passed: number
  failed: number
  /** What could not run on this machine: its name, and what was missing. */
  notRun: string[]
  /** All there is to know about the failures; empty when there are none. */
  failures: string
}

export const succeeded: Outcome = { passed: 1, failed: 0, notRun: [], failures: "" }

export function failedBecause(failures: string): Outcome {
  return { passed: 0, failed: 1, notRun: [], failures }
}

/**
 * The last line of a run.
 *
 * @param mustRunAll counts what could not run as failed, as continuous integration does
 * @returns whether the run succeeded, too
 */
export function summaryOf(
  outcomes: Pick<Outcome, "passed" | "failed" | "notRun">[],
  mustRunAll: boolean
): { line: string; succeeded: boolean } {
  const passed = sum(outcomes.map((outcome) => outcome.passed))
  const failed = sum(outcomes.map((outcome) => outcome.failed))
  const notRun = outcomes.flatMap((outcome) => outcome.notRun)
  return {
    line: [
      `${passed} passed`,
      `${failed} failed`,
      ...(notRun.length > 0 ? [`${notRun.length} not run (${notRun.join("; ")})`] : []),
    ].join(", "),
    succeeded: failed === 0 && !(mustRunAll && notRun.length > 0),
  }
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
