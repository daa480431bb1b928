import { AsyncLocalStorage } from "node:async_hooks"

/** What crosses a boundary of the process: the points at which acts take turns, stop, and end. */
export type Crossing = "database" | "service" | "medusa"

/** Calls to the service that are sent once. */
export type MoneyCall = "creation" | "refund"

/** Where within an act something happens: at its n-th crossing, or at its n-th call to the service. */
export type Point = {
  readonly at: number
  /** Counts calls to the service only, or those that move money; any crossing when left out. */
  readonly of?: "service" | MoneyCall
  readonly side: "before" | "after"
}

/** What happens to an act on its way. */
export type Stop = Point &
  /** Ends the process in which the act runs, with everything else in it. */
  (
    | { readonly does: "end-process" }
    /** Lets it stand still until so many further steps of the history have begun. */
    | { readonly does: "hold"; readonly steps: number }
  )

/** What is foretold of an act: where it stops. */
export type Fate = { readonly stops: readonly Stop[] }

export const GOOD_FATE: Fate = { stops: [] }

/** Something that runs in a process of the store. */
export type Act = {
  readonly name: string
  readonly process: Process
  readonly fate: Fate
  crossings: number
  calls: number
  readonly moneyCalls: Record<MoneyCall, number>
  ended: boolean
}

/** A process of the store: an act that ends it ends all of its acts. */
export type Process = {
  readonly name: string
  /** How far its clock is from the truth, in milliseconds. */
  readonly skewMs: number
  readonly acts: Set<Act>
  isDead: boolean
}

/** Every await of an act rejects with this once its process has ended. */
export class ProcessEnded extends Error {
  constructor() {
    super("the process has ended")
    this.name = "ProcessEnded"
  }
}

type Op = {
  readonly act: Act
  readonly kind: Crossing
  readonly label: string
  readonly stop: Stop | undefined
  readonly atOnce: boolean
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
  /** Bytes are out: the service gets the request whatever becomes of who sent it. */
  readonly onSent: (() => void) | undefined
  result?: { value: unknown } | { error: unknown }
  heldSince?: number
  heldUntil?: number
}

type Timer = {
  readonly due: number
  readonly order: number
  readonly act: Act
  readonly fire: () => void
  /** Ends with its process, and nothing waits for it. */
  readonly repeats: boolean
}

const RealDate = Date
const realSetTimeout = globalThis.setTimeout
const realClearTimeout = globalThis.clearTimeout
const realSetInterval = globalThis.setInterval
const realClearInterval = globalThis.clearInterval
const realRandom = Math.random
const realPerformanceNow = performance.now.bind(performance)

/** How long the bytes of a request may be on their way, in virtual milliseconds. */
const LONGEST_WAY = 60_000

/** What a crossing costs, in virtual milliseconds. */
const COST: Readonly<Record<Crossing, number>> = {
  database: 1,
  service: 40,
  medusa: 1,
}

/** Waits that acts make by themselves, such as before a repeat, end within a step when they are no longer than this. */
const SHORT_WAIT = 1_500

/** Milliseconds of virtual uptime between two histories: longer than the plugin remembers a flood of callbacks. */
const BETWEEN_HISTORIES = 3_600_000

/** Turns of the event loop after which whatever is not waiting for a crossing waits for another act. */
const TURNS = 12

/**
 * Runs acts one crossing at a time, in an order that only the seed decides, in a time that only the history moves.
 */
export class Kernel {
  /** Where `performance.now()` goes on: what the plugin remembers of an earlier history lies in the past, as in any process. */
  static #uptime = 0
  now: number
  readonly #start: number
  readonly log: string[] = []
  crossings = 0
  #step = 0
  #isOver = false
  #order = 0
  #chance: () => number
  #ready: Op[] = []
  #held: Op[] = []
  #timers = new Map<number, Timer>()
  readonly #context = new AsyncLocalStorage<Act | undefined>()
  readonly #unfinished = new Set<Promise<void>>()
  readonly #cleaning = new Set<Promise<unknown>>()

  /** @param isFirstComeFirstServed acts take turns as they come, and not by chance */
  constructor(
    start: Date,
    seed: number,
    private readonly isFirstComeFirstServed: boolean
  ) {
    this.now = start.getTime()
    this.#start = this.now
    this.#chance = mulberry(seed)
  }

  /** Puts virtual time and seeded chance in the place of the machine's, for whatever an act does. */
  install(): void {
    const nowHere = () => this.nowHere()
    class VirtualDate extends RealDate {
      constructor(...given: unknown[]) {
        if (given.length === 0) {
          super(nowHere())
        } else {
          super(...(given as [number]))
        }
      }
      static override now(): number {
        return nowHere()
      }
      static override [Symbol.hasInstance](value: unknown): boolean {
        return Object.prototype.toString.call(value) === "[object Date]"
      }
    }
    globalThis.Date = VirtualDate as DateConstructor
    performance.now = () => Kernel.#uptime + this.now - this.#start
    Math.random = this.#chance
    globalThis.setTimeout = ((work: () => void, ms?: number, ...rest: []) => {
      const act = this.#context.getStore()
      return act ? this.#timer(act, work, ms ?? 0) : realSetTimeout(work, ms, ...rest)
    }) as typeof setTimeout
    globalThis.clearTimeout = ((timer: unknown) =>
      this.#clear(timer, realClearTimeout)) as typeof clearTimeout
    globalThis.setInterval = ((work: () => void, ms?: number, ...rest: []) => {
      const act = this.#context.getStore()
      return act ? this.#interval(act, work, ms ?? 0) : realSetInterval(work, ms, ...rest)
    }) as typeof setInterval
    globalThis.clearInterval = ((timer: unknown) =>
      this.#clear(timer, realClearInterval)) as typeof clearInterval
  }

  uninstall(): void {
    Kernel.#uptime += this.now - this.#start + BETWEEN_HISTORIES
    // Each storage that stays enabled makes every promise of the histories to come dearer.
    this.#context.disable()
    globalThis.Date = RealDate
    performance.now = realPerformanceNow
    Math.random = realRandom
    globalThis.setTimeout = realSetTimeout
    globalThis.clearTimeout = realClearTimeout
    globalThis.setInterval = realSetInterval
    globalThis.clearInterval = realClearInterval
  }

  /** Milliseconds as the process that asks sees them. */
  nowHere(): number {
    return this.now + (this.#context.getStore()?.process.skewMs ?? 0)
  }

  get actHere(): Act | undefined {
    return this.#context.getStore()
  }

  chance(): number {
    return this.#chance()
  }

  /** Begins an act; what it rejects with is handed to `onEnd`. */
  begin(
    name: string,
    process: Process,
    fate: Fate,
    work: () => Promise<unknown>,
    onEnd: (error: unknown) => void = () => undefined
  ): void {
    if (process.isDead) {
      return
    }
    const act: Act = {
      name,
      process,
      fate,
      crossings: 0,
      calls: 0,
      moneyCalls: { creation: 0, refund: 0 },
      ended: false,
    }
    process.acts.add(act)
    const running = this.#context.run(act, async () => {
      try {
        await work()
        onEnd(undefined)
      } catch (error) {
        onEnd(error)
      } finally {
        act.ended = true
      }
    })
    this.#unfinished.add(running)
    void running.finally(() => this.#unfinished.delete(running))
  }

  /** Acts that have begun and not ended. */
  get unfinished(): number {
    return this.#unfinished.size
  }

  /** Lets an act cross a boundary when its turn comes. */
  cross<Result>(
    kind: Crossing,
    label: string,
    run: () => Promise<Result> | Result,
    {
      atOnce = false,
      onSent,
      moves,
    }: {
      /** Comes before all others and cannot stop: a transaction holds locks of the database. */
      atOnce?: boolean
      onSent?: () => void
      moves?: MoneyCall | undefined
    } = {}
  ): Promise<Result> {
    const act = this.#context.getStore()
    if (!act) {
      return Promise.resolve(run())
    }
    if (act.process.isDead) {
      return Promise.reject(new ProcessEnded())
    }
    const crossing = atOnce ? act.crossings : ++act.crossings
    const call = kind === "service" ? ++act.calls : undefined
    const moneyCall = moves && ++act.moneyCalls[moves]
    const stop = atOnce
      ? undefined
      : act.fate.stops.find(({ at, of }) =>
          of === undefined
            ? at === crossing
            : of === "service"
              ? at === call
              : of === moves && at === moneyCall
        )
    const crossed = new Promise<Result>((resolve, reject) => {
      this.#ready.push({
        act,
        kind,
        label,
        stop,
        atOnce,
        run: async () => run(),
        resolve: resolve as (value: unknown) => void,
        reject,
        onSent,
      })
    })
    // What waits for it may have ended.
    crossed.catch(() => undefined)
    return crossed
  }

  /** Does what has to be done for an act whose process may have ended. */
  async cleanUp<Result>(work: () => Promise<Result>): Promise<Result> {
    const cleaning = this.outside(work)
    this.#cleaning.add(cleaning)
    try {
      return await cleaning
    } finally {
      this.#cleaning.delete(cleaning)
    }
  }

  /** Waits in virtual time. */
  pause(ms: number): Promise<void> {
    const act = this.#context.getStore()
    if (!act) {
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      this.#timer(act, resolve, ms)
    })
  }

  /** Begins a step of the history: what was held until now goes on. */
  nextStep(): void {
    this.#step += 1
    this.#release((op) => (op.heldUntil ?? 0) <= this.#step)
  }

  /** Lets go of everything that is held. Nothing is held from now on: no further step would let go of it. */
  releaseAll(): void {
    this.#isOver = true
    this.#release(() => true)
  }

  /** Runs until nothing can go on without a further step or more time. */
  async drain(): Promise<void> {
    const from = this.now
    for (;;) {
      await this.#settle()
      const op = this.#take()
      if (op) {
        await this.#run(op)
        continue
      }
      const timer = this.#nextTimer()
      if (!timer || timer.due > from + SHORT_WAIT) {
        return
      }
      this.#fire(timer)
    }
  }

  /** Lets time pass, and everything happen that falls due. */
  async wait(ms: number): Promise<void> {
    const end = this.now + ms
    await this.drain()
    for (;;) {
      const timer = this.#nextTimer()
      const way = this.#held
        .filter(({ onSent, result }) => onSent && !result)
        .reduce((least, { heldSince }) => Math.min(least, (heldSince ?? 0) + LONGEST_WAY), Infinity)
      const next = Math.min(timer?.due ?? Infinity, way)
      if (next > end) {
        break
      }
      if (way <= next) {
        this.now = Math.max(this.now, way)
        this.#release(
          ({ heldSince, onSent, result }) =>
            onSent !== undefined && !result && (heldSince ?? 0) + LONGEST_WAY <= way
        )
      } else if (timer) {
        this.#fire(timer)
      }
      await this.drain()
    }
    this.now = Math.max(this.now, end)
    await this.drain()
  }

  /** Ends a process: nothing that runs in it has any further effect. */
  endProcess(process: Process): void {
    if (process.isDead) {
      return
    }
    this.log.push(`${process.name} ends`)
    process.isDead = true
    const isOfIt = ({ act }: { act: Act }) => act.process === process
    const gone = [...this.#ready, ...this.#held].filter(isOfIt)
    // What is on its way arrives all the same.
    const underWay = gone.filter(
      ({ onSent, heldSince, result }) => onSent && heldSince !== undefined && !result
    )
    this.#ready = this.#ready.filter((op) => !isOfIt(op))
    this.#held = this.#held.filter((op) => !isOfIt(op) || underWay.includes(op))
    gone.forEach((op) => op.reject(new ProcessEnded()))
    for (const [order, timer] of this.#timers) {
      if (isOfIt(timer)) {
        this.#timers.delete(order)
        if (!timer.repeats) {
          this.#context.run(timer.act, timer.fire)
        }
      }
    }
  }

  /** Does something in the name of an act. */
  as<Result>(act: Act, work: () => Result): Result {
    return this.#context.run(act, work)
  }

  /** Runs what is no act: without gates, in true time. */
  outside<Result>(work: () => Result): Result {
    return this.#context.exit(work)
  }

  #timer(act: Act, work: () => void, ms: number): object {
    const order = ++this.#order
    const handle = timerHandle(order)
    if (act.process.isDead) {
      setImmediate(work)
      return handle
    }
    this.#timers.set(order, {
      order,
      due: this.now + Math.max(Math.ceil(ms), 0),
      act,
      fire: work,
      repeats: false,
    })
    return handle
  }

  #interval(act: Act, work: () => void, ms: number): object {
    const order = ++this.#order
    const arm = () => {
      if (!act.process.isDead) {
        this.#timers.set(order, {
          order,
          due: this.now + ms,
          act,
          fire: () => {
            arm()
            work()
          },
          repeats: true,
        })
      }
    }
    arm()
    return timerHandle(order)
  }

  #clear(timer: unknown, really: (timer: NodeJS.Timeout) => void): void {
    const order = orderOf(timer)
    if (order === undefined) {
      really(timer as NodeJS.Timeout)
    } else {
      this.#timers.delete(order)
    }
  }

  #nextTimer(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers.values()) {
      if (!next || timer.due < next.due) {
        next = timer
      }
    }
    return next
  }

  #fire(timer: Timer): void {
    this.now = Math.max(this.now, timer.due)
    this.#timers.delete(timer.order)
    this.#context.run(timer.act, timer.fire)
  }

  #take(): Op | undefined {
    const urgent = this.#ready.findIndex(({ atOnce }) => atOnce)
    if (urgent >= 0) {
      return this.#ready.splice(urgent, 1)[0]
    }
    const [first, ...others] = this.#ready
    if (!first) {
      return undefined
    }
    if (this.isFirstComeFirstServed || others.length === 0) {
      return this.#ready.shift()
    }
    const chosen = Math.floor(this.#chance() * this.#ready.length)
    return this.#ready.splice(chosen, 1)[0]
  }

  async #run(op: Op): Promise<void> {
    const { stop } = op
    const isFirst = op.heldSince === undefined
    if (isFirst && stop?.side === "before" && !op.result) {
      if (stop.does === "end-process") {
        this.endProcess(op.act.process)
        op.reject(new ProcessEnded())
      } else {
        op.onSent?.()
        this.#hold(op, stop.steps)
      }
      return
    }
    if (!op.result) {
      op.onSent?.()
      this.crossings += 1
      this.now += COST[op.kind]
      this.log.push(`${op.act.process.name} ${op.act.name}: ${op.label}`)
      op.result = await this.outside(op.run).then(
        (value) => ({ value }),
        (error: unknown) => ({ error })
      )
      if (stop?.side === "after" && !op.act.process.isDead) {
        if (stop.does === "end-process") {
          this.endProcess(op.act.process)
          op.reject(new ProcessEnded())
        } else {
          this.#hold(op, stop.steps)
        }
        return
      }
    }
    if (op.act.process.isDead) {
      op.reject(new ProcessEnded())
    } else if ("error" in op.result) {
      op.reject(op.result.error)
    } else {
      op.resolve(op.result.value)
    }
  }

  #hold(op: Op, steps: number): void {
    op.heldSince = this.now
    if (this.#isOver) {
      this.#ready.push(op)
      return
    }
    op.heldUntil = this.#step + steps
    this.#held.push(op)
    this.log.push(`${op.act.process.name} ${op.act.name}: ${op.label} is held`)
  }

  #release(which: (op: Op) => boolean): void {
    const released = this.#held.filter(which)
    this.#held = this.#held.filter((op) => !released.includes(op))
    this.#ready.push(...released)
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await aTurn()
    }
    while (this.#cleaning.size > 0) {
      await Promise.allSettled(this.#cleaning)
      await aTurn()
    }
    for (let turn = 0; turn < TURNS && this.#ready.length === 0; turn++) {
      await aTurn()
    }
  }
}

const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

class TimerHandle {
  constructor(readonly order: number) {}

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}

const timerHandle = (order: number) => new TimerHandle(order)

const orderOf = (timer: unknown): number | undefined =>
  timer instanceof TimerHandle ? timer.order : undefined

/** A small generator of chance that a seed decides: from 0 to 1. */
export function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
