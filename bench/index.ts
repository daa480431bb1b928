import path from "node:path"
import { inspect } from "node:util"

import { CommandLineError, readCommandLine, USAGE } from "./command-line"
import type { Benchmark, Run } from "./harness/benchmark"
import { load, machine } from "./harness/machine"
import { keepResults, RESULTS_FILE } from "./harness/results"
import { type Reported, reportOf, tableOf } from "./harness/report"
import { benchmarks } from "./ratios"
import { StoreLab } from "./store/lab"

async function main(args: readonly string[]): Promise<void> {
  const { ids, quick, help } = readCommandLine(
    args,
    benchmarks.map(({ id }) => id)
  )
  if (help) {
    say(USAGE)
    return
  }
  let lab: Promise<StoreLab> | undefined
  const runOf = (id: string): Run => {
    const step = (text: string) => {
      process.stderr.write(`${id}: ${text}\n`)
    }
    return {
      quick,
      amount: (usual, little) => (quick ? little : usual),
      step,
      inScene: async (settings, use) => {
        // Made when the first ratio needs it, and shared by the others.
        lab ??= StoreLab.open(step)
        const scene = await (await lab).scene(settings)
        try {
          return await use(scene)
        } finally {
          await scene.close()
        }
      },
    }
  }
  const reported: Reported[] = []
  const failures: { id: string; reason: string }[] = []
  for (const benchmark of benchmarks.filter(({ id }) => ids.has(id))) {
    try {
      const one = await measured(benchmark, runOf(benchmark.id))
      reported.push(one)
      keepResults([one])
      say(reportOf(one))
    } catch (error) {
      // The others are worth knowing all the same.
      const reason = inspect(error)
      failures.push({ id: benchmark.id, reason })
      process.stderr.write(`${benchmark.id} could not be measured: ${reason}\n`)
    }
  }
  await lab?.then(
    (open) => open.close(),
    () => undefined
  )
  if (reported.length > 0) {
    say(tableOf(reported))
    say(`\nWritten to ${path.relative(process.cwd(), RESULTS_FILE)}.`)
  }
  if (failures.length > 0) {
    process.exitCode = 1
  }
}

async function measured({ id, title, meaning, measure }: Benchmark, run: Run): Promise<Reported> {
  run.step("measuring")
  const date = new Date().toISOString()
  const loadBefore = load()
  const began = performance.now()
  const finding = await measure(run)
  return {
    id,
    title,
    meaning,
    ...finding,
    date,
    quick: run.quick,
    machine: machine(),
    seconds: Math.round((performance.now() - began) / 1000),
    load: [loadBefore, load()],
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

// The database server and the stores end with this process when it exits in an orderly way.
for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
  process.once(signal, () => process.exit(128 + number))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof CommandLineError ? error.message : error instanceof Error ? error.stack : String(error)}\n`
  )
  process.exitCode = 1
})
