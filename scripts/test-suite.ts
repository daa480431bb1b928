import { spawn } from "node:child_process"

import { isSuite, jestCommand, suites } from "./testing/suites"

/** Runs one suite with jest's own output; further arguments are jest's. */
function main([suite, ...jestArgs]: string[]) {
  if (!isSuite(suite)) {
    throw new Error(`The suite must be one of ${suites.join(", ")}`)
  }
  const { program, args, env } = jestCommand(suite, jestArgs)
  spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: "inherit",
  }).once("close", (code) => {
    process.exitCode = code ?? 1
  })
}

main(process.argv.slice(2))
