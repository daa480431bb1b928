import { readdirSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import { provideStoreTemplate } from "../../integration-tests/http/template/store-template"
import { outcomeOfCutOff, outcomeOfJest } from "./jest-report"
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
 * @param part of it: its name, and what jest is told to run that only
 */
function suiteJob(suite: Suite, part?: { name: string; args: string[] }): Job {
  const name = part ? `${suite} ${part.name}` : suite
  return {
    name,
    async run(onProgress) {
      if (suite === "http") {
        await storeTemplate()
      }
      const reportFile = path.join(outputFolder, `${fileName(name)}.json`)
      const progressFile = path.join(outputFolder, `${fileName(name)}.progress`)
      await rm(reportFile, { force: true })
      await writeFile(progressFile, "")
      const told = new Set<string>()
      const command = jestCommand(suite, [
        "--ci",
        "--json",
        `--outputFile=${reportFile}`,
        "--reporters=default",
        `--reporters=${require.resolve("./progress-reporter.cjs")}`,
        ...(part?.args ?? []),
      ])
      const { exitCode, output } = await runCommand(
        { ...command, env: { ...command.env, PROGRESS_FILE: progressFile } },
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
      const outcome =
        report === undefined
          ? outcomeOfCutOff(await readFile(progressFile, "utf8"), output)
          : outcomeOfJest(JSON.parse(report), exitCode)
      return { ...outcome, notRun: [...told].flatMap(whatDidNotRun) }
    },
  }
}

const whatDidNotRun = (line: string) => /^NOT RUN (.+)$/.exec(line)?.slice(1) ?? []

let template: Promise<void> | undefined

/** One for all parts of the HTTP suite; the other jobs need not wait for it. */
const storeTemplate = () => (template ??= provideStoreTemplate())

function logFileOf(job: string) {
  return path.join(outputFolder, `${fileName(job)}.log`)
}

const fileName = (job: string) => job.replace(/[^a-z0-9]+/g, "-")

/** The HTTP suite: each store that several specifications share, and the specifications that have one of their own. */
function httpJobs(): Job[] {
  const together = readdirSync(path.resolve(__dirname, "../../integration-tests/http/together"))
  const parts = [
    ...together.map((file) => ({
      name: file.replace(".spec.ts", ""),
      args: [`--testPathPatterns=/http/together/${file}$`],
    })),
    ...["1/2", "2/2"].map((shard) => ({
      name: `alone ${shard}`,
      args: ["--testPathPatterns=/http/[^/]+$", `--shard=${shard}`],
    })),
  ]
  return parts.map((part) => suiteJob("http", part))
}

/** Everything that `npm test` runs; what takes longest does not wait for the rest. */
export const jobs: Job[] = [
  suiteJob("browser"),
  suiteJob("faults"),
  ...httpJobs(),
  suiteJob("simulation"),
  suiteJob("unit"),
  suiteJob("package"),
  scriptJob("typecheck"),
  scriptJob("lint"),
  scriptJob("format:check"),
]
