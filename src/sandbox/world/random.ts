/**
 * Seeded pseudo-random numbers (mulberry32): the same seed gives the same run, and the state can be saved and put
 * back with a snapshot. Not for secrets.
 */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  get state(): number {
    return this.#state
  }

  set state(value: number) {
    this.#state = value >>> 0
  }

  /** Goes on elsewhere, where the present state and a seed say. */
  mix(seed: number): void {
    this.#state = (Math.imul(this.#state ^ seed, 0x85ebca6b) + 0x27d4eb2f) >>> 0
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** A string of random digits that does not begin with zero. */
  digits(length: number): string {
    let digits = String(this.between(1, 9))
    while (digits.length < length) {
      digits += this.between(0, 9)
    }
    return digits
  }

  /** A sample of the normal distribution (Box-Muller), mean 0 and deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()))
    return radius * Math.cos(2 * Math.PI * this.next())
  }
}
