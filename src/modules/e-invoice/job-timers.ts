import type { Logger } from "@medusajs/framework/types"

import type { JobName, Jobs } from "./jobs"
import { messageOf } from "./message-of"

const MINUTE = 60_000

/** A job that began less than so many milliseconds ago has another trigger. */
const HAS_BEGUN = 90_000

/**
 * The second trigger of the jobs that Medusa's scheduler begins every minute. Its schedule may live in Redis, and is gone
 * for good when Redis loses its data; a timer of each process that does background work is not.
 */
export class JobTimers {
  readonly #timers = new Map<JobName, NodeJS.Timeout>()

  constructor(
    private readonly jobs: Pick<Jobs, "isIdleFor">,
    private readonly logger: Pick<Logger, "warn" | "error">,
    private readonly intervalMs = MINUTE
  ) {}

  /** Begins a job whenever no server has begun it for a while. The timer keeps no process alive. */
  arm(name: JobName, begin: () => Promise<unknown>): void {
    clearInterval(this.#timers.get(name))
    const timer = setInterval(() => {
      this.beginIfIdle(name, begin).catch((error: unknown) => {
        this.logger.error(`e-invoice: the job ${name} failed: ${messageOf(error)}`)
      })
    }, this.intervalMs)
    this.#timers.set(name, timer.unref())
  }

  /** Whether a job has a timer in this process. */
  isArmed(name: JobName): boolean {
    return this.#timers.has(name)
  }

  stop(): void {
    this.#timers.forEach((timer) => clearInterval(timer))
    this.#timers.clear()
  }

  private async beginIfIdle(name: JobName, begin: () => Promise<unknown>): Promise<void> {
    if (await this.jobs.isIdleFor(name, HAS_BEGUN)) {
      this.logger.warn(
        `e-invoice: ${name} was not begun by Medusa's scheduler, and is begun by a timer. Restart a worker if this repeats: scheduled jobs are lost when Redis loses its data.`
      )
      await begin()
    }
  }
}
