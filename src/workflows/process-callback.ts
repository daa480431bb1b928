import { setTimeout as pause } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"

import type { InboxEntry } from "../modules/e-invoice/callbacks/inbox"
import { messageOf } from "../modules/e-invoice/message-of"
import { isRecordId } from "../modules/e-invoice/operations/remote-records"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { answerCallbacks, type CallbackLook, settle } from "./callback-round"
import { eInvoiceModule } from "./e-invoice-module"
import { amongFew } from "./in-background"
import { processRecordCallback } from "./operations/process-record-callback"

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

/**
 * Gathers requests of one kind and answers them in rounds: while one round of a key is under way, whoever asks waits for
 * the next, and there is only one next, however many wait for it. Rounds of different keys know nothing of each other.
 */
export class Rounds<Request, Answer> {
  readonly #gathering = new Map<string, { requests: Request[]; answer: Promise<Answer> }>()
  readonly #underWay = new Map<string, Promise<unknown>>()

  /** @param hold answers all requests of a round; none is added once it was called */
  constructor(
    private readonly hold: (key: string, requests: readonly Request[]) => Promise<Answer>
  ) {}

  /** Takes part in the next round of a key. @returns what that round comes to */
  join(key: string, request: Request): Promise<Answer> {
    const next = this.#gathering.get(key)
    if (next) {
      next.requests.push(request)
      return next.answer
    }
    const requests = [request]
    const answer = this.#next(key, requests)
    this.#gathering.set(key, { requests, answer })
    return answer
  }

  async #next(key: string, requests: Request[]): Promise<Answer> {
    await this.#underWay.get(key)
    this.#gathering.delete(key)
    const answer = this.hold(key, requests)
    const ended = answer.then(nothing, nothing)
    this.#underWay.set(key, ended)
    void ended.then(() => {
      if (this.#underWay.get(key) === ended) {
        this.#underWay.delete(key)
      }
    })
    return answer
  }
}

const nothing = () => undefined

/** Milliseconds before each attempt of whoever has just stored a callback; then the sweep takes over. */
const PAUSES = [0, 250, 750, 2_000, 5_000]

/** While many come in, taking them in comes first: they are on disk, and what they say will be asked about anyway. */
const arrivals = new Arrivals({
  many: 8,
  windowMs: 1_000,
  longestWaitMs: 5_000,
})

/** Many callbacks of one order, one question to the service. */
const rounds = new Rounds<CallbackLook, ReadonlySet<string>>(answerCallbacks)

/**
 * Processes a callback that was stored a moment ago. What it is about may still be on its way (the answer that names the
 * order, the Medusa order, a read copy at the service), so it is tried for some seconds. What cannot be processed stays
 * in the inbox. Never throws.
 */
export async function processFreshCallback(
  container: MedusaContainer,
  callbackId: string
): Promise<void> {
  await arrivals.next()
  for (const [attempt, milliseconds] of PAUSES.entries()) {
    await pause(milliseconds, undefined, { ref: false })
    const giveUp = attempt === PAUSES.length - 1
    if (await processCallback({ container, callbackId, giveUp })) {
      return
    }
  }
}

/**
 * Processes a callback: asks the service, and brings Medusa to what it says. Those of one order take part in rounds. Never
 * throws.
 *
 * @returns false when it may be tried again at once
 */
export async function processCallback(look: CallbackLook): Promise<boolean> {
  const { container, callbackId, slots = amongFew } = look
  const { inbox } = eInvoiceModule(container)
  try {
    const entry = await slots(() => inbox.unprocessed(callbackId))
    if (!entry) {
      return true
    }
    if (isRecordId(entry.eInvoiceOrderId)) {
      return await slots(() =>
        processRecordCallback(container, entry, {
          giveUp: look.giveUp,
          now: look.now,
        })
      )
    }
    const waiting = await rounds.join(entry.eInvoiceOrderId, look)
    return !waiting.has(callbackId)
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: callback ${callbackId} could not be processed and is tried again: ${messageOf(error)}`
      )
    return true
  }
}

/**
 * Processes what lies in the inbox, and nothing else, on behalf of somebody.
 *
 * @returns false when it may be tried again at once
 * @throws MedusaError or ConnectError when the service cannot say; the callback then stays in the inbox
 */
async function processEntry(
  container: MedusaContainer,
  entry: InboxEntry,
  { giveUp, now, actor }: { giveUp: boolean; now?: Date | undefined; actor: TimelineActor }
): Promise<boolean> {
  if (isRecordId(entry.eInvoiceOrderId)) {
    return processRecordCallback(container, entry, { giveUp, now })
  }
  const turns = new Map([[entry.id, { giveUp, now }]])
  const again = await settle(container, [entry], turns, actor)
  return again.length === 0
}

/**
 * Processes a callback because a person asks, also one that was processed before: the service is asked anew, and Medusa
 * is brought to what it says. Twice does no more than once.
 *
 * @throws MedusaError not_found when there is no such callback
 * @throws MedusaError or ConnectError when the service cannot say; the callback then waits for the sweep
 * @throws BulkheadRejectedError when too much is waiting already
 */
export async function runCallbackAgain(
  container: MedusaContainer,
  callbackId: string,
  actor: TimelineActor
): Promise<void> {
  const entry = await eInvoiceModule(container).inbox.takeUpAgain(callbackId)
  if (!entry) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no callback ${callbackId}.`)
  }
  await amongFew(() => processEntry(container, entry, { giveUp: true, actor }))
}
