import { readFile, rm } from "node:fs/promises"
import path from "node:path"

import { outcomeOfJest } from "./jest-report"
import { failedBecause, type Outcome, succeeded } from "./outcome"
import { runCommand } from "./run-command"
import { jestCommand, type Suite } from "./suites"

export type Job = {
  name: string
  /** @param onProgress receives a line for each part that is done */
  run(onProgress: (line: string) => void): Promise<Outcome>
}

/** Full output of each job, for details beyond the failures. */
export const outputFolder = path.resolve(__dirname, "../../test-output")

const minutes = 60_000

/** A script of package.json that passes or fails as a whole. */
function scriptJob(script: string): Job {
  return {
    name: script,
    async run() {
      const { exitCode, output } = await runCommand(
        { program: "npm", args: ["run", "--silent", script] },
        { logFile: logFileOf(script), timeLimitMs: 10 * minutes }
      )
      return exitCode === 0 ? succeeded : failedBecause(output)
    },
  }
}

/**
 * A jest suite, which counts its tests.
 *
 * @param shard runs a part of it, as jest's `--shard` names it: `1/3`
 */
function suiteJob(suite: Suite, shard?: string): Job {
  const name = shard ? `${suite} ${shard}` : suite
  return {
    name,
    async run(onProgress) {
      const reportFile = path.join(outputFolder, `${fileName(name)}.json`)
      await rm(reportFile, { force: true })
      const told = new Set<string>()
      const { exitCode, output } = await runCommand(
        jestCommand(suite, [
          "--ci",
          "--json",
          `--outputFile=${reportFile}`,
          ...(shard ? [`--shard=${shard}`] : []),
        ]),
        {
          logFile: logFileOf(name),
          timeLimitMs: 45 * minutes,
          onLine: (line) => {
            // jest repeats the failed ones at the end.
            if (/^(PASS|FAIL|FIGURE|NOT RUN) /.test(line) && !told.has(line)) {
              told.add(line)
              onProgress(line)
            }
          },
        }
      )
      const report = await readFile(reportFile, "utf8").catch(() => undefined)
      return report === undefined
        ? failedBecause(output)
        : outcomeOfJest(JSON.parse(report), exitCode)
    },
  }
}

function logFileOf(job: string) {
  return path.join(outputFolder, `${fileName(job)}.log`)
}

const fileName = (job: string) => job.replace(/[^a-z0-9]+/g, "-")

/** Everything that `npm test` runs; what takes longest does not wait for the rest. */
export const jobs: Job[] = [
  suiteJob("browser"),
  suiteJob("http", "1/3"),
  suiteJob("http", "2/3"),
  suiteJob("faults"),
  suiteJob("simulation"),
  suiteJob("http", "3/3"),
  suiteJob("unit"),
  suiteJob("package"),
  scriptJob("typecheck"),
  scriptJob("lint"),
  scriptJob("format:check"),
]
