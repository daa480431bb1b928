import { fork, type ChildProcess } from "node:child_process"
import type { z } from "zod"
import { DemoError } from "../demo-error"
import { keepLog } from "./keep-log"
import { childMessageSchema, stopMessage } from "./messages"

export type StartChildOptions<Value> = {
  /** Shown in messages, such as "PostgreSQL". */
  name: string
  /** The module to run; it calls `serveParent`. */
  script: string
  cwd: string
  env: NodeJS.ProcessEnv
  /** Receives all the child says. */
  logFile: string
  /** Schema of what the child's `start` returns. */
  value: z.ZodType<Value>
  onStep?(step: string): void
  /** Receives every line that reports an error. */
  onErrorLine?(line: string): void
}

/** A service that runs in a process of its own. */
export type RunningChild<Value> = {
  value: Value
  /** Ends the child: politely, and by force after the grace period. May be called again, to hurry. */
  stop(graceMs: number): Promise<void>
  /** Resolves when the process is gone, for whatever reason, and its log is complete. */
  exited: Promise<void>
}

const GRACE_BEFORE_READY_MS = 5_000

/**
 * Starts a child process and waits until it is ready.
 *
 * The child stands in a session of its own, so that Ctrl-C in a terminal reaches the parent alone, which then ends its
 * children in the right order.
 *
 * @param signal ends the child when aborted before it is ready
 * @throws DemoError when the child fails or ends before it is ready; the child is gone by then
 */
export function startChild<Value>(
  options: StartChildOptions<Value>,
  signal: AbortSignal
): Promise<RunningChild<Value>> {
  signal.throwIfAborted()
  const child = fork(options.script, [], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    execArgv: ["--import", "tsx"],
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  const logged = keepLog(child, options)
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve())).then(
    () => logged
  )
  const stop = (graceMs: number) => stopChild(child, exited, graceMs)

  return new Promise((resolve, reject) => {
    let failed = false
    const rejectWith = (error: unknown) => {
      // The first reason is the true one: that the process ends follows from it.
      if (failed) {
        return
      }
      failed = true
      signal.removeEventListener("abort", giveUp)
      void stop(GRACE_BEFORE_READY_MS).then(() => reject(error))
    }
    const fail = (reason: string) =>
      rejectWith(
        new DemoError(`${options.name} did not start: ${reason}`, {
          logFile: options.logFile,
        })
      )
    const giveUp = () => rejectWith(signal.reason)
    signal.addEventListener("abort", giveUp, { once: true })

    child.on("message", (raw) => {
      const message = childMessageSchema.parse(raw)
      switch (message.type) {
        case "step":
          return options.onStep?.(message.name)
        case "ready":
          signal.removeEventListener("abort", giveUp)
          return resolve({
            value: options.value.parse(message.value),
            stop,
            exited,
          })
        case "failed":
          return fail(message.message)
      }
    })
    child.once("error", (error) => fail(error.message))
    void exited.then(() => fail("its process ended."))
  })
}

async function stopChild(
  child: ChildProcess,
  exited: Promise<void>,
  graceMs: number
): Promise<void> {
  if (child.pid === undefined) {
    return
  }
  if (child.connected && !hasExited(child)) {
    child.send(stopMessage, () => undefined)
  }
  const force = setTimeout(() => child.kill("SIGKILL"), graceMs)
  await exited
  clearTimeout(force)
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
