import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long a reading is carried forward before the database is asked again, in milliseconds. */
const FRESH_FOR = 60_000

/** Where ages and leases take the present from. */
export type Clock = { now(): Date }

/**
 * The database's clock, by which every server judges ages and leases alike. It is read once and carried forward by the
 * process's monotonic timer, so a server whose own clock is wrong, or jumps, still knows the database's time.
 *
 * Medusa reads it before the first request. A process that asks earlier gets its own time.
 */
export class DatabaseClock implements Clock {
  /** The database's Unix time when the monotonic timer stood at zero, in milliseconds. */
  #origin: number | undefined
  #readAt = -Infinity

  constructor(private readonly database: Knex) {}

  now(): Date {
    if (performance.now() - this.#readAt > FRESH_FOR) {
      // A database that cannot be asked fails whatever needs the time, too.
      this.read().catch(() => undefined)
    }
    return this.#origin === undefined ? new Date() : new Date(this.#origin + performance.now())
  }

  /** Asks the database for its time. */
  async read(): Promise<void> {
    const start = performance.now()
    this.#readAt = start
    const { rows }: { rows: { now: number }[] } = await this.database.raw(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as now"
    )
    const end = performance.now()
    const [row] = rows
    if (row) {
      this.#correct(row.now, start, end)
    }
  }

  /** A slow answer says little: it corrects only a time that it contradicts. */
  #correct(read: number, start: number, end: number): void {
    const [least, most] = [read - end, read - start]
    if (this.#origin === undefined || this.#origin < least || this.#origin > most) {
      this.#origin = (least + most) / 2
    }
  }
}
