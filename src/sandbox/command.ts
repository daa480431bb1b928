#!/usr/bin/env node
import { existsSync } from "node:fs"

import { CommandLineError, readCommandLine, USAGE } from "./command-line"
import { createSandbox } from "./create-sandbox"
import { parseSandboxOptions, SandboxOptionsError, type SandboxSettings } from "./options"
import { SeededRandom } from "./world/random"
import type { Sandbox } from "./sandbox"
import { RealPersonalNumberError, SandboxStateError } from "./world/world"
import { sayClockGoesOn, snapshotIn, StateFileError } from "./world/state-file"

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is taken; choose another with --port",
  EACCES: "the system does not allow this port; choose one from 1024",
  EADDRNOTAVAIL: "this machine has no such address; see --host",
  ENOTFOUND: "this machine has no such address; see --host",
}

async function main(args: readonly string[]): Promise<void> {
  const commandLine = readCommandLine(args)
  if (commandLine.help) {
    process.stdout.write(USAGE)
    return
  }
  const { controlToken, from, host, options, port, state } = commandLine
  const settings = parseSandboxOptions({
    ...options,
    log: (line: string) => process.stdout.write(`${line}\n`),
  })
  const sandbox = createSandbox(settings)
  if (from !== undefined && !(state !== undefined && existsSync(state))) {
    beginWith(sandbox, settings, from)
  }
  const listening = await sandbox
    .listen({ host, port, ...(controlToken && { controlToken }), ...(state && { state }) })
    .catch((error: unknown) => {
      throw isExpected(error)
        ? error
        : new CommandLineError(
            `The sandbox cannot listen on ${host}:${port}: ${systemReason(error)}.`
          )
    })
  const stop = () => void sandbox.close()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  process.stdout.write(
    `The e-invoice sandbox is ready at ${listening.url} (console in a browser; seed ${settings.seed}). Ctrl+C ends it.\n`
  )
  if (listening.controlToken !== undefined) {
    process.stdout.write(
      `Console and control routes ask for a token: open ${settings.publicUrl ?? listening.url}/?control=${listening.controlToken}\n`
    )
  }
}

function beginWith(sandbox: Sandbox, settings: SandboxSettings, file: string): void {
  const snapshot = snapshotIn(file)
  if (!snapshot) {
    throw new CommandLineError(`--from names a file that does not exist: ${file}`)
  }
  // A snapshot is begun with more than once: the identifiers of one start are not those of another.
  const random = new SeededRandom(snapshot.random)
  random.mix(settings.seed)
  sandbox.restore({ ...snapshot, random: random.state })
  sayClockGoesOn(settings, file)
}

function systemReason(error: unknown): string {
  const code = String(Reflect.get(Object(error), "code"))
  return SYSTEM_ERRORS[code] ?? (error instanceof Error ? error.message : String(error))
}

const isExpected = (error: unknown): error is Error =>
  [
    CommandLineError,
    RealPersonalNumberError,
    SandboxOptionsError,
    SandboxStateError,
    StateFileError,
  ].some((kind) => error instanceof kind)

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `${isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`
  )
  process.exitCode = 1
})
