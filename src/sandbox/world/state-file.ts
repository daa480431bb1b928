import { randomUUID } from "node:crypto"
import {
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

import { z } from "zod"

import type { CallbackSender } from "../callbacks/callback-sender"
import { type Notice, noticeSchema } from "../callbacks/notice"
import type { SandboxSettings } from "../options"
import { restoreSnapshot, type Snapshot, snapshotSchema, takeSnapshot, type World } from "./world"

const SAVE_EVERY_MS = 250

/**
 * A snapshot on disk, the callbacks under way, and the real time at which it was taken: the clock goes on as far from the real
 * one as it was.
 */
const fileSchema = snapshotSchema.extend({
  savedAt: z.iso.datetime().optional(),
  callbacks: z.array(noticeSchema).default([]),
})

/** A file does not hold a state; the message is a sentence that names it. */
export class StateFileError extends Error {}

/** Keeps a world and its callbacks in a file: takes them up from there, and writes them back a quarter of a second after a change. */
export class StateFile {
  #isChanged = false
  #isFailing = false
  #isLost = false
  #saving: NodeJS.Timeout | undefined
  /** Where the file is, whatever links lead there: a written one would take a link's place. */
  readonly #file: string
  readonly #lock: FileLock
  /** Callbacks that the file's former sandbox had under way. */
  #left: Notice[] = []

  constructor(
    private readonly world: World,
    private readonly callbacks: CallbackSender,
    file: string
  ) {
    this.#file = existsSync(file) ? realpathSync(file) : path.resolve(file)
    this.#lock = new FileLock(this.#file)
  }

  /**
   * Takes up what the file holds, if there is one, and begins to keep it.
   *
   * @throws StateFileError when it holds something else, cannot be written, or another sandbox keeps it
   */
  async open(): Promise<void> {
    await this.#takeLock()
    try {
      this.#left = readState(this.world, this.#file)
      this.#write()
    } catch (error) {
      this.#lock.release()
      throw error
    }
    this.#saving = setInterval(() => this.#save(), SAVE_EVERY_MS).unref()
  }

  /** Sends the callbacks once more that the file's former sandbox had under way. */
  resumeCallbacks(): void {
    const left = this.#left
    this.#left = []
    left.forEach((notice) => this.callbacks.send(notice))
  }

  /** Says that the world may have changed. */
  changed(): void {
    this.#isChanged = true
  }

  /** Writes what is not yet written, and ends. */
  close(): void {
    this.#save()
    clearInterval(this.#saving)
    this.#lock.release()
  }

  async #takeLock(): Promise<void> {
    let holder
    try {
      holder = await this.#lock.take()
    } catch (error) {
      throw this.#unwritable(error)
    }
    if (holder !== undefined) {
      throw new StateFileError(`${this.#file} is kept by another sandbox: ${holder}.`)
    }
  }

  /** Writes what has changed, as long as the file is this sandbox's to keep. */
  #save(): void {
    if (this.#isLost) {
      return
    }
    if (!this.#lock.keep()) {
      this.#isLost = true
      this.world.settings.log(
        `Another sandbox keeps ${this.#file} now: this one does not write it any more.`
      )
      return
    }
    if (!this.#isChanged) {
      return
    }
    const wasFailing = this.#isFailing
    try {
      this.#write()
      this.#isFailing = false
    } catch (error) {
      this.#isChanged = true
      this.#isFailing = true
      if (!wasFailing) {
        this.world.settings.log(reasonOf(error))
      }
    }
  }

  #write(): void {
    this.#isChanged = false
    const unfinished = `${this.#file}.new`
    try {
      // What a killed sandbox left may have another owner or be open to others.
      rmSync(unfinished, { force: true })
      writeFileSync(unfinished, this.#text(), { mode: 0o600, flag: "wx" })
      renameSync(unfinished, this.#file)
    } catch (error) {
      throw this.#unwritable(error)
    }
  }

  #text(): string {
    return JSON.stringify({
      savedAt: new Date().toISOString(),
      callbacks: [...this.#left, ...this.callbacks.unfinished()],
      ...takeSnapshot(this.world),
    })
  }

  #unwritable(error: unknown): StateFileError {
    return new StateFileError(`The state cannot be written to ${this.#file}: ${reasonOf(error)}.`)
  }
}

/**
 * Takes up the state that a file holds; a world stays as it is where there is no such file. Identifiers do not go on where
 * the file says: a sandbox that was killed may have issued more of them than it wrote.
 *
 * @returns the callbacks that were under way
 */
function readState(world: World, file: string): Notice[] {
  const state = stateIn(file)
  if (state === undefined) {
    return []
  }
  const { callbacks, savedAt, ...snapshot } = state
  const { clock, random, settings } = world
  const ownSeed = random.state
  restoreSnapshot(world, snapshot)
  random.mix(ownSeed)
  if (savedAt !== undefined) {
    clock.skew((Date.parse(snapshot.clock) - Date.parse(savedAt)) / 1000)
  }
  sayClockGoesOn(settings, file)
  return callbacks
}

/** Says, where a clock was asked for, that the one of a file's records goes on in its place. */
export function sayClockGoesOn(settings: SandboxSettings, file: string): void {
  if (settings.clockStart !== undefined || settings.clockSkew !== undefined) {
    settings.log(`The clock goes on as in ${file}; another start or skew is for a new state.`)
  }
}

/**
 * The state that a file holds, as a snapshot.
 *
 * @returns undefined when there is no such file
 * @throws StateFileError when it holds something else
 */
export function snapshotIn(file: string): Snapshot | undefined {
  const state = stateIn(file)
  if (state === undefined) {
    return undefined
  }
  const { callbacks: _callbacks, savedAt: _savedAt, ...snapshot } = state
  return snapshot
}

function stateIn(file: string): z.infer<typeof fileSchema> | undefined {
  const text = textOf(file)
  try {
    return text === undefined ? undefined : fileSchema.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error)
    throw new StateFileError(`${file} holds no state of a sandbox: ${why}`)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "ENOENT") {
      return undefined
    }
    throw new StateFileError(`${file} cannot be read: ${reasonOf(error)}.`)
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** How long a lock counts that is not touched: far longer than its holder waits between two touches. */
const HELD_MS = 5_000

const LOOK_EVERY_MS = 100

/**
 * Keeps a file to one sandbox, by a second file beside it that its holder touches. Process ids cannot tell who is there: in
 * another container, a process that runs has an id that is unused here, or one's own.
 */
class FileLock {
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
      // Removed by hand just now: its next holder is found by what it says.
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
