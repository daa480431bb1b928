import { mkdirSync } from "node:fs"
import path from "node:path"

import type { z } from "zod"

import { type RunningChild, startChild } from "../../demo/children/start-child"

export const REPOSITORY = path.resolve(__dirname, "../..")

/** Where stores are built and logs are kept. */
export const BENCH_FOLDER = path.join(REPOSITORY, ".bench")

const GRACE_MS = 8_000

/** The processes of one ratio; they end when it has been measured, however that went. */
export class Children {
  readonly #ending = new AbortController()
  readonly #running: Pick<RunningChild<unknown>, "stop">[] = []
  readonly #cleanUps: (() => Promise<void> | void)[] = []

  /** Starts a module that calls `serveParent`, from source. */
  async start<Value>(child: {
    name: string
    script: string
    env?: NodeJS.ProcessEnv
    value: z.ZodType<Value>
  }): Promise<RunningChild<Value>> {
    const logs = path.join(BENCH_FOLDER, "logs")
    mkdirSync(logs, { recursive: true })
    const running = await startChild(
      {
        name: child.name,
        script: child.script,
        cwd: REPOSITORY,
        env: child.env ?? {},
        value: child.value,
        logFile: path.join(logs, `${child.name.replaceAll(" ", "-")}.log`),
      },
      this.#ending.signal
    )
    this.#running.unshift(running)
    return running
  }

  /** To be done before the processes end. */
  beforehand(cleanUp: () => Promise<void> | void): void {
    this.#cleanUps.unshift(cleanUp)
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error("The bench is ending."))
    for (const cleanUp of this.#cleanUps) {
      await cleanUp()
    }
    for (const child of this.#running) {
      await child.stop(GRACE_MS)
    }
  }
}

/** Runs something that needs processes, and ends them afterwards. */
export async function withChildren<Result>(
  use: (children: Children) => Promise<Result>
): Promise<Result> {
  const children = new Children()
  try {
    return await use(children)
  } finally {
    await children.stop()
  }
}
