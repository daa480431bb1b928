import { spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import { createInterface } from "node:readline"
import { finished } from "node:stream/promises"

export type Command = {
  program: string
  args: string[]
  env?: Record<string, string>
}

export type RunOptions = {
  /** Receives the full output. */
  logFile: string
  /** After this the command is ended and counts as failed. */
  timeLimitMs: number
  onLine?(line: string): void
}

export type CommandResult = {
  /** Zero when the command succeeded. */
  exitCode: number
  output: string
}

/** How long the output of a command that has ended is waited for, in milliseconds. */
const LAST_WORDS_MS = 5_000

/**
 * Runs a command without input, and keeps its output.
 *
 * @throws when the command cannot be started
 */
export async function runCommand(
  { program, args, env }: Command,
  { logFile, timeLimitMs, onLine }: RunOptions
): Promise<CommandResult> {
  const child = spawn(program, args, {
    env: { ...process.env, FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const endWithUs = () => child.kill()
  process.once("exit", endWithUs)

  const log = createWriteStream(logFile)
  let output = ""
  const keep = (text: string) => {
    output += `${text}\n`
    log.write(`${text}\n`)
  }
  const heard = [child.stdout, child.stderr].map((stream) =>
    createInterface(stream).on("line", (line) => {
      keep(line)
      onLine?.(line)
    })
  )
  const timer = setTimeout(() => {
    keep(`Ended after ${timeLimitMs / 1000} s, the time limit`)
    child.kill("SIGKILL")
  }, timeLimitMs)

  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", (code) => resolve(code ?? 1))
      // What it started and left may hold its output open for good.
      child.once("exit", (code) => setTimeout(resolve, LAST_WORDS_MS, code ?? 1).unref())
    })
    return { exitCode, output }
  } finally {
    clearTimeout(timer)
    process.off("exit", endWithUs)
    for (const lines of heard) {
      lines.removeAllListeners("line").close()
    }
    child.stdout.destroy()
    child.stderr.destroy()
    log.end()
    await finished(log)
  }
}
