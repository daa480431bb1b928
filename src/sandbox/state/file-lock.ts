import { readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

/** The files that this process holds, by their whole path. */
const heldHere = new Set<string>()

/** Keeps a file to one process, by a second file beside it that holds the process's id and when it started. */
export class FileLock {
  /** The second file. */
  readonly file: string

  constructor(file: string) {
    this.file = `${path.resolve(file)}.lock`
  }

  /**
   * Takes the lock, also where a process that is gone left it.
   *
   * @returns the id of the process that has it already
   * @throws the system's error when the file cannot be written
   */
  take(): number | undefined {
    if (this.#write()) {
      return undefined
    }
    const holder = this.#holder()
    if (holder && this.#isHeld(holder)) {
      return holder.processId
    }
    rmSync(this.file, { force: true })
    return this.#write() ? undefined : this.#holder()?.processId
  }

  release(): void {
    if (heldHere.delete(this.file)) {
      rmSync(this.file, { force: true })
    }
  }

  #write(): boolean {
    try {
      const own = `${process.pid} ${startOf(process.pid) ?? ""}`.trim()
      writeFileSync(this.file, `${own}\n`, { flag: "wx", mode: 0o600 })
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        return false
      }
      throw error
    }
    heldHere.add(this.file)
    return true
  }

  /** Who wrote the file; undefined where no process did. */
  #holder(): Holder | undefined {
    const [, processId, start] =
      /^([1-9]\d*)(?: (\d+))?$/.exec(readFileSync(this.file, "utf8").trim()) ?? []
    return processId === undefined ? undefined : { processId: Number(processId), start }
  }

  // A container has few ids: that of a former process may be this one's own, or that of one of its threads.
  #isHeld({ processId, start }: Holder): boolean {
    if (processId === process.pid) {
      return heldHere.has(this.file)
    }
    const startNow = startOf(processId)
    const isSame = start === undefined || startNow === undefined || start === startNow
    return isSame && isRunning(processId)
  }
}

/** Who wrote a lock: its process's id, and when it started, where the system tells. */
type Holder = { processId: number; start: string | undefined }

/** When a process started, in ticks since the machine did; undefined where the system tells it in another way. */
function startOf(processId: number): string | undefined {
  try {
    // The name in parentheses may hold blanks; the start is the 20th field behind it.
    return readFileSync(`/proc/${processId}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")[19]
  } catch {
    return undefined
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), "code")
