import { randomUUID } from "node:crypto"
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import os from "node:os"
import { setTimeout as pause } from "node:timers/promises"

/** How long a lock counts that nobody touches: far longer than its holder waits between two touches. */
const HELD_MS = 5_000
const LOOK_EVERY_MS = 100

/**
 * Keeps a file to one sandbox, by a second file beside it that its holder touches. Process ids cannot tell who is there: in
 * another container, a process that runs has an id that is nobody's here, or one's own.
 */
export class FileLock {
  /** The second file. */
  readonly file: string
  readonly #own = `process ${process.pid} of ${os.hostname()}\n${randomUUID()}\n`

  constructor(file: string) {
    this.file = `${file}.lock`
  }

  /**
   * Takes the lock, also one that a holder left who is gone: that takes a while where it was touched just now.
   *
   * @returns who has it already
   * @throws the system's error when the file cannot be written
   */
  async take(): Promise<string | undefined> {
    const since = Date.now()
    const first = this.#touchedAt()
    while (!this.#write()) {
      const touched = this.#touchedAt()
      if (touched !== undefined && touched !== first) {
        return this.#content()?.split("\n")[0]
      }
      if (Date.now() - Math.min(since, touched ?? since) >= HELD_MS) {
        rmSync(this.file, { force: true })
      } else {
        await pause(LOOK_EVERY_MS)
      }
    }
    return undefined
  }

  /**
   * Touches the lock, so that others see that it is held.
   *
   * @returns false when another sandbox took it, as it may from a process that stood still for long
   */
  keep(): boolean {
    const content = this.#content()
    if (content !== this.#own) {
      return content === undefined
    }
    try {
      const now = new Date()
      utimesSync(this.file, now, now)
    } catch {
      // Removed by hand just now: whoever takes it next is found by what it says.
    }
    return true
  }

  release(): void {
    if (this.#content() === this.#own) {
      rmSync(this.file, { force: true })
    }
  }

  #write(): boolean {
    try {
      writeFileSync(this.file, this.#own, { flag: "wx", mode: 0o600 })
      return true
    } catch (error) {
      if (Reflect.get(Object(error), "code") === "EEXIST") {
        return false
      }
      throw error
    }
  }

  #content(): string | undefined {
    try {
      return readFileSync(this.file, "utf8")
    } catch {
      return undefined
    }
  }

  #touchedAt(): number | undefined {
    return statSync(this.file, { throwIfNoEntry: false })?.mtimeMs
  }
}
