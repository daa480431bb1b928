import { readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

/** The files that this process holds, by their whole path. */
const heldHere = new Set<string>()

/** Keeps a file to one process, by a second file beside it that holds the process's id. */
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
    if (holder !== undefined && this.#isHeld(holder)) {
      return holder
    }
    rmSync(this.file, { force: true })
    return this.#write() ? undefined : this.#holder()
  }

  release(): void {
    if (heldHere.delete(this.file)) {
      rmSync(this.file, { force: true })
    }
  }

  #write(): boolean {
    try {
      writeFileSync(this.file, `${process.pid}\n`, { flag: "wx", mode: 0o600 })
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
  #holder(): number | undefined {
    const text = readFileSync(this.file, "utf8").trim()
    return /^[1-9]\d*$/.test(text) ? Number(text) : undefined
  }

  // In a container every process has the same id: its own id in a file that it did not write is a former one's.
  #isHeld(holder: number): boolean {
    return holder === process.pid ? heldHere.has(this.file) : isRunning(holder)
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
