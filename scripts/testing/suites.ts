import type { Command } from "./run-command"

/** jest flags of each suite; `jest.config.js` says where its tests are. */
const flags = {
  unit: [],
  // These run Medusa inside the test process, which leaves timers behind. Verbose, jest does not hold the log back until a
  // file has ended: a test reads it.
  http: ["--runInBand", "--forceExit", "--verbose"],
  faults: ["--runInBand", "--forceExit"],
  browser: ["--runInBand", "--forceExit"],
  simulation: ["--runInBand", "--forceExit"],
  package: ["--runInBand", "--forceExit"],
} satisfies Record<string, string[]>

export type Suite = keyof typeof flags

export const suites = ["unit", "http", "faults", "browser", "simulation", "package"] as const

export function isSuite(name: string | undefined): name is Suite {
  return suites.some((suite) => suite === name)
}

/**
 * The command that runs a suite with jest.
 *
 * @param extraArgs what jest is told besides; where it names no file first, specifications run together as far as they can
 */
export function jestCommand(suite: Suite, extraArgs: string[]): Command {
  const [first = "-"] = extraArgs
  return {
    program: process.execPath,
    args: [require.resolve("jest/bin/jest"), ...flags[suite], ...extraArgs],
    env: {
      TEST_SUITE: suite,
      TOGETHER: first.startsWith("-") ? "true" : "",
      // Else Medusa sends what its test stores did, by processes that outlive them.
      MEDUSA_DISABLE_TELEMETRY: "true",
      // Medusa's test runner imports ES modules at run time. Young objects get more room than Node gives them: Medusa makes so many
      // that an eighth of the processor went into collecting them.
      NODE_OPTIONS:
        "--experimental-vm-modules --disable-warning=ExperimentalWarning --max-semi-space-size=64",
    },
  }
}
