import { hostname } from "node:os"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"

import { messageOf } from "./message-of"

const TABLE = "einvoice_job"

/** Work that recurs every minute. */
export const JOB_NAMES = ["sweep", "erasure"] as const

export type JobName = (typeof JOB_NAMES)[number]

/** Minutes after which a job that has not ended is reported as overdue: it ends every minute. */
const OVERDUE_AFTER = 5

/** The last run of a job. */
export type JobReport = {
  name: JobName
  /** Null when it never began. */
  started_at: Date | null
  /** Null when it never ended. */
  finished_at: Date | null
  /** Milliseconds that the last run that ended took. */
  duration_ms: number | null
  /** Host name and process id of the server. */
  server: string | null
  /** Why the last run that ended came to grief; null when it did not. */
  failure: string | null
  /** What the last run that ended did. */
  result: unknown
  /** No run ended in the last five minutes, nor is this server or the job newer than that. */
  is_overdue: boolean
}

/** Writes down what recurs, by the database's clock: a scheduler that stopped says nothing itself. */
export class Jobs {
  private readonly server = `${hostname()}:${process.pid}`
  private readonly awaitedSince = performance.now()

  constructor(private readonly database: Knex) {}

  /** Does a job's work, and writes down when it began and ended, and to what end. */
  async run<Result>(name: JobName, work: () => Promise<Result>): Promise<Result> {
    const now = this.database.fn.now()
    const start = performance.now()
    const ended = () => ({
      finished_at: now,
      duration_ms: Math.round(performance.now() - start),
    })
    await this.write(name, { started_at: now, server: this.server })
    try {
      const result = await work()
      await this.write(name, {
        ...ended(),
        failure: null,
        result: JSON.stringify(result ?? null),
      })
      return result
    } catch (error) {
      const failure = messageOf(error).slice(0, 500)
      await this.write(name, { ...ended(), failure }).catch(() => undefined)
      throw error
    }
  }

  /** Whether a job has not begun for a while, here or on any other server. */
  async isIdleFor(name: JobName, milliseconds: number): Promise<boolean> {
    const begun: unknown = await this.database(TABLE)
      .where({ name })
      .whereRaw("started_at > now() - ? * interval '1 ms'", [milliseconds])
      .first("name")
    return begun === undefined
  }

  /** The last run of each job. */
  async reports(): Promise<JobReport[]> {
    const { rows } = await this.database.raw<{ rows: JobReport[] }>(
      `select wanted.name, started_at, finished_at, duration_ms, server, failure, result,
              coalesce(finished_at, job.created_at, now() - ? * interval '1 ms')
                < now() - ? * interval '1 minute' as is_overdue
       from unnest(?::text[]) with ordinality as wanted (name, position)
       left join ${TABLE} as job on job.name = wanted.name
       order by wanted.position`,
      [performance.now() - this.awaitedSince, OVERDUE_AFTER, [...JOB_NAMES]]
    )
    return rows
  }

  /** What a job's earlier runs left for later ones; undefined when nothing. */
  async recall(name: JobName): Promise<unknown> {
    const row: { memory: unknown } | undefined = await this.database(TABLE)
      .where({ name })
      .first("memory")
    return row?.memory ?? undefined
  }

  /** Keeps these members of a job's memory, and the others as they are. */
  async remember(name: JobName, members: Readonly<Record<string, unknown>>): Promise<void> {
    await this.database.raw(
      `insert into ${TABLE} (name, memory) values (:name, :members::jsonb)
       on conflict (name) do update
         set memory = coalesce(${TABLE}.memory, '{}') || excluded.memory, updated_at = now()`,
      { name, members: JSON.stringify(members) }
    )
  }

  private async write(name: JobName, columns: Readonly<Record<string, unknown>>): Promise<void> {
    await this.database(TABLE)
      .insert({ name, ...columns })
      .onConflict("name")
      .merge({ ...columns, updated_at: this.database.fn.now() })
  }
}

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
