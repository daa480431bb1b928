/**
 * Lets calls through until so many in a row have failed, and then none for a while. After that one call probes: its end
 * decides whether the others may follow or the rest begins anew.
 */
export class Circuit {
  readonly #failures: number
  readonly #restMs: number
  #failed = 0
  /** When a rest began; undefined while calls are let through. */
  #openedAt: number | undefined
  #isProbing = false

  /**
   * @param failures in a row after which calls are kept back
   * @param restMs milliseconds after which one call may probe
   */
  constructor(failures: number, restMs: number) {
    this.#failures = failures
    this.#restMs = restMs
  }

  /** Whether a call would be let through now. */
  get isPassable(): boolean {
    return (
      this.#openedAt === undefined ||
      (!this.#isProbing && performance.now() - this.#openedAt >= this.#restMs)
    )
  }

  /**
   * Lets a call through; only where the circuit is passable.
   *
   * @returns to be told, once, whether the call failed
   */
  enter(): (isFailure: boolean) => void {
    if (this.#openedAt === undefined) {
      return this.#noteCall
    }
    this.#isProbing = true
    return this.#noteProbe
  }

  // Also of a call that began before a rest and ended in it: that neither ends the rest nor lengthens it.
  readonly #noteCall = (isFailure: boolean) => {
    this.#failed = isFailure ? this.#failed + 1 : 0
    if (this.#failed >= this.#failures) {
      this.#openedAt ??= performance.now()
    }
  }

  readonly #noteProbe = (isFailure: boolean) => {
    this.#isProbing = false
    this.#openedAt = isFailure ? performance.now() : undefined
    this.#failed = 0
  }
}
