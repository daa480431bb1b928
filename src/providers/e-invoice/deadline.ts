/** The part of the time without which nothing more is begun: a creation that is cut off leaves the shopper in doubt. */
const LEAST_SHARE = 0.15

/** How much of the time that the service may take for an authorisation is left; the cart stays locked meanwhile. */
export class Deadline {
  private readonly endsAt: number

  /** @param budget milliseconds from now */
  constructor(private readonly budget: number) {
    this.endsAt = performance.now() + budget
  }

  /** Milliseconds left; never negative. */
  get left(): number {
    return Math.max(this.endsAt - performance.now(), 0)
  }

  /** Whether too little is left to begin what must not be cut off. */
  get isNear(): boolean {
    return this.left < this.budget * LEAST_SHARE
  }

  /** A part of what is left, so that what comes after has time too; milliseconds. */
  share(fraction: number): number {
    return Math.floor(this.left * fraction)
  }
}
