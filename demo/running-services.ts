import type { RunningChild } from "./children/start-child"

const GRACE_MS = 8_000
/** A page that is open elsewhere may hold a connection longer. */
const GRACE_BEFORE_RESTART_MS = 2_000

type Started = {
  name: string
  /** Whether other services need it to end well themselves. */
  last: boolean
  starting: Promise<RunningChild<unknown>>
  /** Told when it ended without being asked to. */
  onEnd(name: string): void
}

/** The child processes of a demo, from their start to the end of the last one. */
export class RunningServices {
  readonly #started: Started[] = []
  readonly #stopping = new AbortController()
  readonly #cleanUps: (() => void | Promise<void>)[] = []
  #stopped: Promise<void> | undefined
  #reportFailure: (name: string) => void = () => undefined

  /** Resolves with the name of a service that ended without being asked to. */
  readonly failure = new Promise<string>((resolve) => {
    this.#reportFailure = resolve
  })

  /** Aborted when the services end: one that is still starting gives up. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /**
   * @param last ends only when all the others have
   * @param onEnd told when it ends without being asked to, in place of `failure`
   */
  async add<Value>(
    name: string,
    starting: Promise<RunningChild<Value>>,
    { last = false, onEnd = (ended: string) => this.#reportFailure(ended) } = {}
  ): Promise<RunningChild<Value>> {
    const service = { name, last, starting, onEnd }
    this.#started.push(service)
    await this.#reportEndOf(service)
    return starting
  }

  /**
   * Ends a service and starts it anew, while the others run on.
   *
   * @throws DemoError when it does not start again; the next call tries once more
   */
  async restart(name: string, start: () => Promise<RunningChild<unknown>>): Promise<void> {
    const service = this.#started.find((started) => started.name === name)
    if (!service) {
      throw new Error(`${name} has not been started`)
    }
    const former = service.starting.catch(() => undefined)
    service.starting = former.then(async (child) => {
      await child?.stop(GRACE_BEFORE_RESTART_MS)
      return start()
    })
    await this.#reportEndOf(service)
  }

  async #reportEndOf(service: Started) {
    const { starting } = service
    const child = await starting
    void child.exited.then(() => {
      if (!this.#stopped && service.starting === starting) {
        service.onEnd(service.name)
      }
    })
  }

  /** To be done when the services have ended. */
  afterwards(cleanUp: () => void | Promise<void>): void {
    this.#cleanUps.push(cleanUp)
  }

  /** Ends all services. A call with `hurry` ends what takes its time, even while an earlier call waits for it. */
  stop({ hurry = false } = {}): Promise<void> {
    if (hurry) {
      void this.#stopAll(false, 0)
    }
    this.#stopped ??= this.#stopInOrder()
    return this.#stopped
  }

  async #stopInOrder() {
    this.#stopping.abort(new Error("The demo is ending."))
    await this.#stopAll(false, GRACE_MS)
    await this.#stopAll(true, GRACE_MS)
    for (const cleanUp of this.#cleanUps) {
      await cleanUp()
    }
  }

  async #stopAll(last: boolean, graceMs: number) {
    await Promise.all(
      this.#started
        .filter((service) => service.last === last)
        .map(async ({ starting }) => {
          const child = await starting.catch(() => undefined)
          await child?.stop(graceMs)
        })
    )
  }
}
