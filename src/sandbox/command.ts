#!/usr/bin/env node
import { CommandLineError, readCommandLine, USAGE } from "./command-line"
import { parseSandboxOptions, SandboxOptionsError } from "./options"
import { createSandbox } from "./create-sandbox"

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
  const { host, port } = commandLine
  const settings = parseSandboxOptions({
    ...commandLine.options,
    log: (line: string) => process.stdout.write(`${line}\n`),
  })
  const sandbox = createSandbox(settings)
  const { url } = await sandbox.listen({ host, port }).catch((error: unknown) => {
    throw new CommandLineError(
      `The sandbox cannot listen on ${host}:${port}: ${systemReason(error)}.`
    )
  })
  process.stdout.write(
    `The e-invoice sandbox is ready at ${url} (console in a browser; seed ${settings.seed}). Ctrl+C ends it.\n`
  )
  const stop = () => void sandbox.close()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

function systemReason(error: unknown): string {
  const code = String(Reflect.get(Object(error), "code"))
  return SYSTEM_ERRORS[code] ?? (error instanceof Error ? error.message : String(error))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof CommandLineError || error instanceof SandboxOptionsError
  process.stderr.write(
    `${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`
  )
  process.exitCode = 1
})
