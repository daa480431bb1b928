import { mkdir } from "node:fs/promises"

import { withdrawStoreTemplate } from "../integration-tests/http/template/store-template"
import { provideTestServer, withdrawTestServer } from "../integration-tests/postgres/test-server"
import { type Job, jobs, outputFolder } from "./testing/jobs"
import { failedBecause, type Outcome, summaryOf } from "./testing/outcome"

/** More at a time would only wait for each other on a machine with two cores. */
const lanes = 2

/**
 * Runs every check and every suite, and ends with one line that sums them up.
 * What fails is printed in full; everything is kept in `test-output/`.
 */
async function main() {
  await mkdir(outputFolder, { recursive: true })
  await provideTestServer()

  const outcomes: Outcome[] = []
  const waiting = [...jobs]
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      outcomes.push(await runJob(job))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await withdrawStoreTemplate()
  withdrawTestServer()

  for (const { failures } of outcomes) {
    if (failures) {
      console.log(`\n${failures}`)
    }
  }
  const { line, succeeded } = summaryOf(outcomes, process.env.MUST_RUN_ALL === "true")
  console.log(`\n${line}`)
  process.exitCode = succeeded ? 0 : 1
}

async function runJob({ name, run }: Job): Promise<Outcome> {
  const say = (text: string) => console.log(`${name.padEnd(12)} ${text}`)
  const startedAt = Date.now()
  say("...")
  const outcome = await run(say).catch((error: unknown) =>
    failedBecause(`${name}: ${error instanceof Error ? error.stack : error}`)
  )
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  say(`${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`)
  return {
    ...outcome,
    failures: outcome.failures && `==== ${name} ====\n${outcome.failures}`,
  }
}

void main()
