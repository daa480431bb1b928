import { spawn, type ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as delay } from "node:timers/promises"

const REPOSITORY = path.resolve(__dirname, "../../..")
const PAUSE_MS = 100

/** The demo as its user starts it: `npm run demo -- ...`, watched from outside. */
export class NpmDemo {
  readonly #process: ChildProcess
  /** In the environment of the process and of all it starts, by which they are known. */
  readonly #mark = `DEMO_UNDER_TEST=${randomUUID()}`
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "demo-"))
  #output = ""

  /** Resolves with the exit code when npm has ended. */
  readonly exitCode: Promise<number | null>

  constructor(...args: string[]) {
    const [name = "", value = ""] = this.#mark.split("=")
    this.#process = spawn("npm", ["run", "demo", "--", "--folder", this.#folder, ...args], {
      cwd: REPOSITORY,
      // A group of its own, as a terminal gives one to each command.
      detached: true,
      env: { ...process.env, [name]: value },
      stdio: ["ignore", "pipe", "pipe"],
    })
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on("data", (chunk) => (this.#output += String(chunk)))
    }
    this.exitCode = new Promise((resolve) => this.#process.once("close", (code) => resolve(code)))
  }

  /** All that was printed so far. */
  get output(): string {
    return this.#output
  }

  /** @throws when the text is not printed before the demo ends */
  async prints(text: string): Promise<void> {
    while (!this.#output.includes(text)) {
      if (this.#process.exitCode !== null) {
        throw new Error(`The demo ended without printing "${text}":\n${this.#output}`)
      }
      await delay(PAUSE_MS)
    }
  }

  /** Sends a signal to npm and what it runs, as a terminal does when Ctrl-C is pressed. */
  signal(signal: NodeJS.Signals): void {
    if (this.#process.pid) {
      process.kill(-this.#process.pid, signal)
    }
  }

  /** The processes that are still there of all that the demo started, whatever their parent is now. */
  processesLeft(): string[] {
    return readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .filter((pid) => readOf(pid, "environ").includes(this.#mark))
      .map((pid) => readOf(pid, "cmdline").replaceAll("\0", " ").trim())
      .filter(Boolean)
  }

  /** Resolves when no process is left. @throws when some are after so many milliseconds */
  async leavesNothingBehind(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs
    while (this.processesLeft().length > 0) {
      if (performance.now() > deadline) {
        throw new Error(`Still running:\n${this.processesLeft().join("\n")}`)
      }
      await delay(PAUSE_MS)
    }
  }

  /** Ends what is left of it, and its data. */
  async clear(): Promise<void> {
    try {
      this.signal("SIGKILL")
    } catch {
      // It has ended already.
    }
    await this.exitCode
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    // The process ended meanwhile, or belongs to another user.
    return ""
  }
}
