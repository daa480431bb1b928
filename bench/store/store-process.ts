import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import path from "node:path"

import { keepLog } from "../../demo/children/keep-log"
import { HttpClient } from "../../integration-tests/http/support/http-client"
import { STORE_SCRIPT, storeFolders, type StoreKind } from "./build"
import { storeReportSchema, type StoreTask } from "./messages"

export type StoreSettings = {
  kind: StoreKind
  port: number
  env: NodeJS.ProcessEnv
  logFile: string
}

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }

/** A store started from a build, in a process of its own. */
export class StoreProcess {
  readonly url: string
  readonly http: HttpClient
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #waiting = new Map<number, Waiting>()
  #tasks = 0

  private constructor({ kind, port, env, logFile }: StoreSettings) {
    this.url = `http://127.0.0.1:${port}`
    this.http = new HttpClient(() => this.url)
    this.#child = fork(STORE_SCRIPT, [], {
      cwd: storeFolders[kind],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        MEDUSA_DISABLE_TELEMETRY: "true",
        DISABLE_MEDUSA_ADMIN: "true",
        // What a store logs of each request costs more than many a request, and is the same in all arms.
        LOG_LEVEL: "error",
        PORT: String(port),
        ...env,
      },
      execArgv: [],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    })
    this.#exited = once(this.#child, "close")
    void keepLog(this.#child, { logFile })
  }

  /**
   * Starts a store and waits until it serves.
   *
   * @returns the store, what it said when it was ready, and how long that took
   * @throws Error when it ends before
   */
  static async start(
    settings: StoreSettings
  ): Promise<{ store: StoreProcess; greeting: unknown; milliseconds: number }> {
    const began = performance.now()
    const store = new StoreProcess(settings)
    const greeting = await store.#ready(path.relative(process.cwd(), settings.logFile))
    return { store, greeting, milliseconds: performance.now() - began }
  }

  /** Has the store do something. @throws Error with what went wrong there */
  ask(task: StoreTask): Promise<unknown> {
    const number = ++this.#tasks
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject })
      this.#child.send({ number, task })
    })
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL")
    await this.#exited
  }

  #ready(logFile: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`The store did not start, ${why}; see ${logFile}`))
      this.#child.on("message", (message) => {
        const report = storeReportSchema.parse(message)
        switch (report.type) {
          case "ready":
            return resolve(report.value)
          case "failed":
            return fail(report.message)
          case "done":
            return this.#waiting.get(report.number)?.resolve(report.value)
          case "not-done":
            return this.#waiting.get(report.number)?.reject(new Error(report.message))
        }
      })
      void this.#exited.then(() => fail("its process ended"))
    })
  }
}
