import { spawn } from "node:child_process"
import { parseArgs } from "node:util"

import { jestCommand } from "./testing/suites"

const usage = `Plays random histories against the plugin's own logic; see CONTRIBUTING.md.

  npm run simulate -- [--runs 500] [--seed 1] [--shrink 3]
  npm run simulate -- --history '{"seed":1,...}'

  --runs       how many histories
  --seed       the seed of the first; each next one counts up
  --shrink     how many kinds of violations are shrunk to their shortest history
  --history    plays one history, as a violation prints it`

/** Plays histories with jest's own output. */
function main() {
  const { values } = parseArgs({
    options: {
      runs: { type: "string" },
      seed: { type: "string" },
      shrink: { type: "string" },
      history: { type: "string" },
      help: { type: "boolean" },
    },
  })
  if (values.help) {
    console.log(usage)
    return
  }
  const { program, args, env } = jestCommand("simulation", [])
  spawn(program, args, {
    env: {
      ...process.env,
      ...env,
      ...(values.runs && { SIMULATE_RUNS: values.runs }),
      ...(values.seed && { SIMULATE_SEED: values.seed }),
      ...(values.shrink && { SIMULATE_SHRINK: values.shrink }),
      ...(values.history && { SIMULATE_HISTORY: values.history }),
    },
    stdio: "inherit",
  }).once("close", (code) => {
    process.exitCode = code ?? 1
  })
}

main()
