import { setTimeout as pause } from "node:timers/promises"

type Terms = {
  /** So many arrivals within the window are a flood. */
  many: number
  windowMs: number
  /** However long the flood: work starts after so many milliseconds. */
  longestWaitMs: number
}

/** Tells a flood of arrivals from their usual trickle, so that work on them can wait until they have been taken in. */
export class Arrivals {
  /** Moments of the last arrivals, as many as make a flood, oldest first. */
  readonly #moments: number[] = []
  #calm: Promise<void> | undefined

  constructor(private readonly terms: Terms) {}

  /** Notes an arrival. @returns at once in a trickle; in a flood, when it is over or has lasted too long */
  async next(): Promise<void> {
    this.#moments.push(performance.now())
    if (this.#moments.length > this.terms.many) {
      this.#moments.shift()
    }
    if (this.#isFlood()) {
      this.#calm ??= this.#untilCalm().finally(() => {
        this.#calm = undefined
      })
      await this.#calm
    }
  }

  /** One wait for all who wait. */
  async #untilCalm(): Promise<void> {
    const { windowMs, longestWaitMs } = this.terms
    const end = performance.now() + longestWaitMs
    while (this.#isFlood() && performance.now() < end) {
      await pause(windowMs, undefined, { ref: false })
    }
  }

  #isFlood(): boolean {
    const { many, windowMs } = this.terms
    const [oldest] = this.#moments
    return (
      oldest !== undefined && this.#moments.length === many && performance.now() - oldest < windowMs
    )
  }
}
