import type { Clock } from "../world/clock"
import type { SeededRandom } from "../world/random"
import { UnknownRecordError } from "../world/world"
import {
  type CallbackChaos,
  checkChaos,
  type ChecksumFormula,
  isCallable,
  type Notice,
  noticeAddress,
} from "./notice"
import {
  CallbackDelivery,
  CallbackLog,
  type CallbackRecord,
  type DeliverySettings,
} from "./callback-delivery"

type CallbackSettings = DeliverySettings & {
  /** Secret of the checksum. */
  secret: string
  formula: ChecksumFormula
  logSize: number
  /** Address that gets all callbacks in place of the merchant's own; `console`: none gets them. */
  forwardTo?: string | undefined
}

/** Sends callbacks in the background and keeps a log of what became of them. */
export class CallbackSender {
  readonly #delivery: CallbackDelivery
  readonly #log: CallbackLog
  readonly #underWay = new Map<Promise<void>, readonly Notice[]>()
  readonly #sent = new Map<number, Notice>()
  #held: { notice: Notice; record: CallbackRecord }[] = []
  #chaos: CallbackChaos = {}
  #chaosLeft = Infinity

  constructor(
    private readonly settings: CallbackSettings,
    private readonly clock: Clock,
    private readonly random: SeededRandom,
    /** Told whenever another callback is under way, or one no more. */
    private readonly changed: () => void
  ) {
    this.#log = new CallbackLog(settings.logSize)
    this.#delivery = new CallbackDelivery(settings, clock)
  }

  /** The chaos in force; empty when none is. */
  get chaos(): CallbackChaos {
    return this.#chaosLeft > 0 ? this.#chaos : {}
  }

  /**
   * Puts chaos in force in place of the one before; an empty object ends it.
   *
   * @throws RangeError when a number makes no sense
   */
  setChaos(chaos: CallbackChaos): void {
    this.#chaos = checkChaos(chaos)
    this.#chaosLeft = chaos.times ?? Infinity
  }

  /** Starts sending and returns at once. */
  send(notice: Notice): void {
    const chaos = this.#takeChaos()
    const drop = chaos.drop === true || this.random.next() < Number(chaos.drop ?? 0)
    const state = drop
      ? "dropped"
      : this.settings.forwardTo === "console"
        ? "kept"
        : chaos.reorder
          ? "held"
          : "pending"
    const record = this.#record(notice, state)
    if (state === "held") {
      this.#held.push({ notice, record })
      this.changed()
      if (this.#held.length >= (chaos.reorder ?? 0)) {
        this.release()
      }
    } else if (state === "pending") {
      this.#start([notice], this.#sendCopies(notice, record, chaos))
    }
  }

  /** Sends what a reordering holds back, newest first, one after the other. */
  release(): void {
    const waiting = this.#held.reverse()
    this.#held = []
    this.#start(
      waiting.map(({ notice }) => notice).reverse(),
      (async () => {
        for (const { notice, record } of waiting) {
          await this.#delivery.deliver(this.#address(notice, {}), record)
        }
      })()
    )
  }

  /**
   * Sends a logged callback once more, as it should be: without chaos and with a fresh timestamp.
   *
   * @throws UnknownRecordError when no callback has the number
   */
  resend(number: number): void {
    const notice = this.#noticeOf(number)
    const record = this.#record(notice, "pending")
    this.#start([notice], this.#delivery.deliver(this.#address(notice, {}), record))
  }

  /**
   * The whole address of a logged callback, as it should be and with a fresh timestamp.
   *
   * @throws UnknownRecordError when no callback has the number
   */
  addressOf(number: number): string | undefined {
    return this.#address(this.#noticeOf(number), {})
  }

  list(): readonly CallbackRecord[] {
    return this.#log.list()
  }

  clearLog(): void {
    this.#log.clear()
    this.#sent.clear()
    this.#held = []
  }

  /** What is being sent, retried, held by a reordering, or only shown. */
  unfinished(): Notice[] {
    const kept = this.#log
      .list()
      .flatMap(({ number, state }) => (state === "kept" ? (this.#sent.get(number) ?? []) : []))
    const held = this.#held.map(({ notice }) => notice)
    return [...kept, ...[...this.#underWay.values()].flat(), ...held]
  }

  /** Resolves when nothing is being sent or retried; what a reordering holds is not waited for. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.all(this.#underWay.keys())
    }
  }

  /** Gives up everything under way; what comes after it is sent again. */
  async close(): Promise<void> {
    this.#delivery.stop()
    await this.settled()
    await this.#delivery.renew()
  }

  #noticeOf(number: number): Notice {
    const notice = this.#sent.get(number)
    if (!notice) {
      throw new UnknownRecordError("callback", String(number))
    }
    return notice
  }

  #takeChaos(): CallbackChaos {
    const chaos = this.chaos
    this.#chaosLeft -= 1
    return chaos
  }

  #record(notice: Notice, state: CallbackRecord["state"]): CallbackRecord {
    const record = this.#log.add(
      { recordUuid: notice.recordUuid, status: notice.status, state },
      notice.callbackUrl
    )
    this.#sent.set(record.number, notice)
    this.#sent.delete(record.number - this.settings.logSize)
    return record
  }

  #start(notices: readonly Notice[], work: Promise<void>): void {
    const settling = work.finally(() => {
      this.#underWay.delete(settling)
      this.changed()
    })
    this.#underWay.set(settling, notices)
    this.changed()
  }

  async #sendCopies(notice: Notice, record: CallbackRecord, chaos: CallbackChaos): Promise<void> {
    if (chaos.delayMs && !(await this.#delivery.pause(chaos.delayMs))) {
      record.state = "failed"
      return
    }
    const address = this.#address(notice, chaos)
    const burst = Array.from({ length: chaos.burst ?? 0 }, () =>
      this.#delivery.deliver(address, this.#record(notice, "pending"))
    )
    await Promise.all([this.#delivery.deliver(address, record), ...burst])
    for (let copy = 0; copy < (chaos.duplicates ?? 0); copy += 1) {
      await this.#delivery.deliver(address, this.#record(notice, "pending"))
    }
  }

  #address(notice: Notice, chaos: CallbackChaos): string | undefined {
    if (!isCallable(notice.callbackUrl)) {
      return undefined
    }
    const address = noticeAddress(
      {
        ...notice,
        recordUuid: chaos.orderUuid ?? notice.recordUuid,
        status: chaos.status ?? notice.status,
      },
      this.clock.seconds(),
      {
        secret: this.settings.secret,
        formula: chaos.formula ?? this.settings.formula,
        flaw: chaos.checksum,
      }
    )
    const { forwardTo } = this.settings
    return forwardTo === undefined || forwardTo === "console"
      ? address
      : forwarded(address, forwardTo)
  }
}

/** The address of a callback at another server: its own query stays, and its path where the other names none. */
function forwarded(address: string, forwardTo: string): string {
  const { pathname, search } = new URL(address)
  const target = new URL(forwardTo)
  const path = target.pathname === "/" ? pathname : target.pathname
  const query = target.search ? `${target.search}&${search.slice(1)}` : search
  return `${target.origin}${path}${query}`
}
