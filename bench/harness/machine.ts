import { execFileSync } from "node:child_process"
import os from "node:os"

import { devDependencies, version } from "../../package.json"

export type Machine = {
  cores: number
  processor: string
  memoryGiB: number
  system: string
  node: string
  medusa: string
  plugin: string
  /** Of the repository; what is not committed is not in it. */
  commit: string
}

/** Where and with what a run took place. */
export function machine(): Machine {
  return {
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model ?? "unknown",
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    medusa: devDependencies["@medusajs/medusa"],
    plugin: version,
    commit: commit(),
  }
}

/** Processes that waited for a core in the last minute, on average: above the number of cores, figures are of a busy machine. */
export const load = (): number => Number((os.loadavg()[0] ?? 0).toFixed(1))

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim()
  } catch {
    return "unknown"
  }
}
