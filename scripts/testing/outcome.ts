/** What a job of `npm test` comes to. */
export type Outcome = {
  passed: number
  failed: number
  /** All there is to know about the failures; empty when there are none. */
  failures: string
}

export const succeeded: Outcome = { passed: 1, failed: 0, failures: "" }

export function failedBecause(failures: string): Outcome {
  return { passed: 0, failed: 1, failures }
}
