import type { Kernel, Process } from "../kernel"
import type { Crossings } from "./crossings"

type Lock = { owner: string; until: number }

/** Medusa's locking module. */
export class Locks {
  #locks = new Map<string, Lock>()

  constructor(
    private readonly kernel: Kernel,
    private readonly crossings: Crossings,
    /** Whether all processes share the locks, as with Redis; each has its own otherwise. */
    private readonly hasSharedLocks: boolean
  ) {}

  async acquire(keys: string | string[], { expire }: { expire?: number } = {}): Promise<void> {
    await this.crossings.write("acquire lock", () => {
      for (const key of [keys].flat()) {
        const held = this.#locks.get(this.#lockName(key))
        if (held && held.until > this.kernel.now) {
          throw new Error(`The lock ${key} is held.`)
        }
      }
      for (const key of [keys].flat()) {
        this.#locks.set(this.#lockName(key), {
          owner: this.#processName(),
          until: this.kernel.now + (expire ?? 120) * 1000,
        })
      }
    })
  }

  async release(keys: string | string[]): Promise<void> {
    await this.crossings.write("release lock", () => {
      for (const key of [keys].flat()) {
        this.#locks.delete(this.#lockName(key))
      }
    })
  }

  readonly module = {
    acquire: this.acquire.bind(this),
    release: this.release.bind(this),
    execute: async <Result>(
      keys: string | string[],
      work: () => Promise<Result>,
      { timeout = 5 }: { timeout?: number } = {}
    ): Promise<Result> => {
      await this.lock(keys, timeout, 2 * timeout)
      try {
        return await work()
      } finally {
        await this.release(keys)
      }
    },
  }

  /** Waits for a lock as Medusa's own step does. */
  async lock(key: string | string[], timeoutS: number, ttlS: number): Promise<void> {
    const until = this.kernel.now + timeoutS * 1000
    for (;;) {
      try {
        await this.acquire(key, { expire: ttlS })
        return
      } catch (error) {
        if (this.kernel.now >= until || !isHeld(error)) {
          throw error
        }
      }
      await this.kernel.pause(300)
    }
  }

  /** The locks in a process's own memory end with it. */
  forget(process: Process): void {
    if (!this.hasSharedLocks) {
      for (const [key, { owner }] of this.#locks) {
        if (owner === process.name) {
          this.#locks.delete(key)
        }
      }
    }
  }

  async locked<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await this.lock(key, 30, 120)
    try {
      return await work()
    } finally {
      await this.release(key).catch(() => undefined)
    }
  }

  #lockName = (key: string) => (this.hasSharedLocks ? key : `${this.#processName()} ${key}`)

  #processName = () => this.kernel.actHere?.process.name ?? ""
}

const isHeld = (error: unknown) => error instanceof Error && error.message.endsWith("is held.")
