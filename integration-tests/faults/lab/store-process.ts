import { type ChildProcess, fork } from "node:child_process"
import path from "node:path"

import { keepLog } from "../../../demo/children/keep-log"
import { HttpClient } from "../../http/support/http-client"
import { type HaltPoint, type StoreOrder, storeReportSchema } from "../store/messages"

const SCRIPT = path.resolve(__dirname, "../store/serve-store.ts")
const ROOT = path.resolve(__dirname, "../../..")

/** A store that takes longer to boot will not boot. */
const BOOT_LIMIT_MS = 240_000

export type StoreSettings = {
  port: number
  env: Record<string, string>
  /** Receives all it says. */
  logFile: string
}

type Waiting = { resolve(value: unknown): void; reject(error: Error): void }

/** A Medusa store that runs in a process of its own, so that it can be killed. */
export class StoreProcess {
  readonly address: string
  readonly http: HttpClient
  /** What it said when it was ready: what was seeded, if it was new. */
  readonly greeting: Promise<unknown>
  readonly exited: Promise<void>
  readonly #child: ChildProcess
  readonly #answers = new Map<number, Waiting>()
  readonly #halts = new Map<number, () => void>()
  #count = 0

  private constructor({ port, env, logFile }: StoreSettings) {
    this.address = `http://127.0.0.1:${port}`
    this.http = new HttpClient(() => this.address)
    this.#child = fork(SCRIPT, [], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: "development",
        NODE_OPTIONS: "",
        MEDUSA_DISABLE_TELEMETRY: "true",
        DISABLE_MEDUSA_ADMIN: "true",
        PORT: String(port),
        ...env,
      },
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    })
    const logged = keepLog(this.#child, { logFile })
    this.exited = new Promise<void>((resolve) => this.#child.once("close", () => resolve())).then(
      () => logged
    )
    this.greeting = this.#ready(logFile)
    this.#child.on("message", (message) => this.#hear(message))
    void this.exited.then(() => {
      for (const { reject } of this.#answers.values()) {
        reject(new Error("The store ended before it answered."))
      }
    })
  }

  /** Starts a store and waits until it serves. @throws when it ends before it does */
  static async start(settings: StoreSettings): Promise<StoreProcess> {
    const store = new StoreProcess(settings)
    await store.greeting
    return store
  }

  /** Has it sweep as if it were that moment. @returns what the sweep did, or null when another was at it */
  sweep(now: Date): Promise<unknown> {
    return this.#ask({ type: "sweep", now: now.toISOString() })
  }

  /**
   * Arms a halt point.
   *
   * @returns when it is armed, with a promise of the moment it is reached
   */
  async halt(point: HaltPoint): Promise<{ reached: Promise<void> }> {
    const number = this.#count + 1
    const reached = new Promise<void>((resolve) => this.#halts.set(number, resolve))
    await this.#ask({ type: "halt", point })
    return { reached }
  }

  /** Ends it by SIGKILL: no handler runs, nothing is tidied up. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL")
    await this.exited
  }

  #ask(order: { type: "sweep"; now: string } | { type: "halt"; point: HaltPoint }) {
    const number = ++this.#count
    const numbered: StoreOrder = { ...order, number }
    return new Promise<unknown>((resolve, reject) => {
      this.#answers.set(number, { resolve, reject })
      this.#child.send(numbered, (error) => error && reject(error))
    })
  }

  #ready(logFile: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`The store did not start, ${why}; see ${logFile}`))
      const late = setTimeout(() => {
        fail("it took too long")
        this.#child.kill("SIGKILL")
      }, BOOT_LIMIT_MS)
      this.#child.on("message", (message) => {
        const report = storeReportSchema.parse(message)
        if (report.type === "ready") {
          clearTimeout(late)
          resolve(report.value)
        } else if (report.type === "failed") {
          fail(report.message)
        }
      })
      void this.exited.then(() => {
        clearTimeout(late)
        fail("its process ended")
      })
    })
  }

  #hear(message: unknown) {
    const report = storeReportSchema.parse(message)
    switch (report.type) {
      case "done":
        return this.#answers.get(report.number)?.resolve(report.value)
      case "not-done":
        return this.#answers.get(report.number)?.reject(new Error(report.message))
      case "halted":
        return this.#halts.get(report.number)?.()
      case "ready":
      case "failed":
        return undefined
    }
  }
}
