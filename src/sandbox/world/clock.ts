/** A day in Unix seconds, in which the sandbox keeps its times. */
export const DAY_SECONDS = 24 * 60 * 60

/** A step of the virtual clock; the parts add up. */
export type ClockStep = {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

const MS_PER = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
} as const

/** Where the years end that a state on disk, lists and histories can write, with room for what falls due later. */
const LATEST_MS = Date.UTC(9000, 0)

/** Whether the sandbox's clock can stand at a moment, in Unix milliseconds. */
export const isOnClock = (moment: number): boolean => moment >= 0 && moment < LATEST_MS

/**
 * The sandbox's own time: it runs with the real clock, shifted by an offset that tests and the console move.
 * Time only ever moves forward by `advance`; `set` may move it back, for a scenario that starts in the past.
 */
export class Clock {
  #offsetMs = 0
  #startMs = 0
  readonly #changed: (() => void)[] = []

  /**
   * @param start where it starts; the present when absent
   * @param skew seconds by which it runs ahead of the real one, in place of `start`
   */
  constructor(
    start?: Date,
    private readonly realNow: () => number = Date.now,
    skew = 0
  ) {
    this.#startMs = start ? start.getTime() - realNow() : skew * 1000
    this.#offsetMs = this.#startMs
  }

  /** Present moment in Unix milliseconds. */
  now(): number {
    return this.realNow() + this.#offsetMs
  }

  /** Present moment in Unix seconds, whole. */
  seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  /** @throws RangeError when a part is negative or not a number, or the sum leads too far */
  advance(step: ClockStep): Date {
    let total = 0
    for (const unit of Object.keys(MS_PER) as (keyof typeof MS_PER)[]) {
      const amount = step[unit] ?? 0
      if (!Number.isFinite(amount) || amount < 0) {
        throw new RangeError(`The clock can only be advanced by zero or more ${unit}.`)
      }
      total += amount * MS_PER[unit]
    }
    return this.#moveTo(this.now() + total)
  }

  /** @throws RangeError when the date is not a valid one, or too far away */
  set(moment: Date): Date {
    return this.#moveTo(moment.getTime())
  }

  /**
   * Has the clock run so many seconds ahead of the real one, or behind it where they are negative.
   *
   * @throws RangeError when it is not a number, or too large
   */
  skew(seconds: number): Date {
    return this.#moveTo(this.realNow() + seconds * 1000)
  }

  /** Sets the clock back to where it stood at first. */
  reset(): void {
    this.#offsetMs = this.#startMs
  }

  /** Calls the listener after every `advance`, `set` and `skew`. */
  onChange(listener: () => void): void {
    this.#changed.push(listener)
  }

  #moveTo(moment: number): Date {
    if (!isOnClock(moment)) {
      throw new RangeError("The clock can only be moved to a date of the years 1970 to 8999.")
    }
    this.#offsetMs = moment - this.realNow()
    for (const listener of this.#changed) {
      listener()
    }
    return new Date(this.now())
  }
}
