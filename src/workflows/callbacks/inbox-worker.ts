import { setTimeout as pause } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"

import type { InboxEntry } from "../../modules/e-invoice/callbacks/inbox"
import { messageOf } from "../../modules/e-invoice/message-of"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule } from "../e-invoice-module"
import { type SweepTerms, SWEEP_CONCURRENCY } from "../background-work"
import { callbackGroups, processCallbacks, type ProcessTerms } from "./process-callbacks"

/** Orders whose fresh callbacks are processed at a time, so that a flood of them leaves room for checkouts. */
const AT_A_TIME = 8

/** So many callbacks within a second are a flood, whose storing comes first. */
const FLOOD = 8

/** Milliseconds until it is asked again whether a flood is over. */
const PAUSE_MS = 250

/** However long a flood lasts: work on it begins after so many milliseconds. */
const LONGEST_WAIT_MS = 5_000

/** How long a processed callback is kept, in milliseconds. */
const KEPT_FOR = 90 * 24 * 60 * 60_000

type Work = {
  /** How many orders are worked at at a time. */
  readonly atATime: number
  /** Leases the callbacks of one order, of none that is under way; none when nothing is due. */
  lease(underWay: readonly string[]): Promise<InboxEntry[]>
  /** Never rejects. */
  process(entries: readonly InboxEntry[]): Promise<void>
  /** Hears that nothing could be leased; what is due waits for the next wake, or for a sweep. */
  failed(error: unknown): void
}

/**
 * Works the inbox off: leases callbacks order by order until none is due, and processes a few orders at a time, each
 * once at a time. Callbacks of an order that come while the service is asked about it are settled by the next question.
 */
export class InboxWorker {
  readonly #underWay = new Map<string, Promise<void>>()
  #dispatching: Promise<void> | undefined
  #mayBeDue = false
  /** When the last callbacks were stored, as many as make a flood, oldest first. */
  readonly #wakes: number[] = []
  #patienceMs = LONGEST_WAIT_MS

  constructor(private readonly work: Work) {}

  /** To be called when a callback was stored. Looks into the inbox at once; in a flood, when that is over. */
  wake(): void {
    if (this.#wakes.push(performance.now()) > FLOOD) {
      this.#wakes.shift()
    }
    this.look()
  }

  /** Looks into the inbox at once. */
  look(): void {
    this.#mayBeDue = true
    if (!this.#dispatching && this.#underWay.size < this.work.atATime) {
      this.#dispatching = this.#dispatch()
    }
  }

  /** Resolves when nothing is due and nothing under way. */
  async idle(): Promise<void> {
    while (this.#dispatching || this.#underWay.size > 0) {
      await (this.#dispatching ?? Promise.race(this.#underWay.values()))
    }
  }

  async #dispatch(): Promise<void> {
    try {
      while (this.#mayBeDue && this.#underWay.size < this.work.atATime) {
        this.#mayBeDue = false
        await this.#untilStored()
        const entries = await this.work.lease([...this.#underWay.keys()])
        const [first] = entries
        if (first) {
          this.#mayBeDue = true
          this.#begin(first.eInvoiceOrderId, entries)
        } else {
          this.#patienceMs = LONGEST_WAIT_MS
        }
      }
    } catch (error) {
      this.work.failed(error)
    } finally {
      this.#dispatching = undefined
    }
  }

  #begin(orderId: string, entries: readonly InboxEntry[]): void {
    const ended = this.work.process(entries).finally(() => {
      this.#underWay.delete(orderId)
      this.look()
    })
    this.#underWay.set(orderId, ended)
  }

  /** What is stored is safe and will be asked about anyway: in a flood, storing the rest comes first. */
  async #untilStored(): Promise<void> {
    while (this.#isFlood() && this.#patienceMs > 0) {
      this.#patienceMs -= PAUSE_MS
      await pause(PAUSE_MS, undefined, { ref: false })
    }
  }

  #isFlood(): boolean {
    const [oldest] = this.#wakes
    return (
      oldest !== undefined && this.#wakes.length === FLOOD && performance.now() - oldest < 1_000
    )
  }
}

/** The worker of each process, by what it remembers. */
const workers = new WeakMap<EInvoiceModuleService, InboxWorker>()

/** Has callbacks that are due processed in the background, as by `InboxWorker.wake`. */
export const wakeInbox = (container: MedusaContainer): void => workerOf(container).wake()

/**
 * The worker of fresh callbacks. Those that failed are the sweep's, which works them off by a worker of its own: however
 * many there are, and however slow the service is, a fresh callback never waits for them.
 */
function workerOf(container: MedusaContainer): InboxWorker {
  const eInvoice = eInvoiceModule(container)
  const known = workers.get(eInvoice)
  if (known) {
    return known
  }
  const worker = new InboxWorker({
    atATime: AT_A_TIME,
    lease: (except) => eInvoice.inbox.lease(eInvoice.clock.now(), { except, fresh: true }),
    process: (entries) => processLogged(container, entries, { actor: "service" }),
    failed: (error) =>
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`e-invoice: callbacks are left to the sweep: ${messageOf(error)}`),
  })
  workers.set(eInvoice, worker)
  return worker
}

async function processLogged(
  container: MedusaContainer,
  entries: readonly InboxEntry[],
  terms: ProcessTerms
): Promise<void> {
  for (const group of callbackGroups(eInvoiceModule(container), entries)) {
    try {
      await processAndFollow(container, group, terms)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(
          `e-invoice: callbacks of ${group[0]?.eInvoiceOrderId} could not be processed and are tried again: ${messageOf(error)}`
        )
    }
  }
}

/** Has the process's own worker look again at what may be settled within seconds. */
async function processAndFollow(
  container: MedusaContainer,
  group: readonly InboxEntry[],
  terms: ProcessTerms
): Promise<void> {
  const soon = await processCallbacks(container, group, terms)
  if (soon) {
    const wait = soon.getTime() - eInvoiceModule(container).clock.now().getTime()
    setTimeout(() => workerOf(container).look(), wait).unref()
  }
}

/**
 * Processes callbacks that are due, those that failed before as well, and forgets old ones.
 *
 * @returns how many were taken up
 * @throws LeaseLostError, or whatever the database says
 */
export async function sweepCallbacks({
  container,
  now,
  batch,
  deadline,
  lease,
}: SweepTerms): Promise<number> {
  const { inbox } = eInvoiceModule(container)
  const failures: unknown[] = []
  let taken = 0
  const worker = new InboxWorker({
    atATime: SWEEP_CONCURRENCY,
    lease: async (except) => {
      if (taken >= batch || performance.now() > deadline) {
        return []
      }
      await lease.check()
      const entries = await inbox.lease(now, { except })
      taken += entries.filter(({ leasedUntil }) => leasedUntil).length
      return entries
    },
    process: (entries) => processLogged(container, entries, { actor: "service", now }),
    failed: (error) => failures.push(error),
  })
  worker.look()
  await worker.idle()
  if (failures.length > 0) {
    throw failures[0]
  }
  await inbox.forgetProcessedBefore(new Date(now.getTime() - KEPT_FOR), batch)
  return taken
}

/**
 * Processes a callback because staff ask, also one that was processed before: the service is asked anew, and Medusa is
 * brought to what it says. Twice does no more than once.
 *
 * @throws MedusaError not_found when there is no such callback
 * @throws MedusaError or ConnectError when the service cannot say; the callback then waits for the sweep
 */
export async function runCallbackAgain(
  container: MedusaContainer,
  callbackId: string,
  actor: TimelineActor
): Promise<void> {
  const entry = await eInvoiceModule(container).inbox.leaseAgain(callbackId)
  if (!entry) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no callback ${callbackId}.`)
  }
  await processAndFollow(container, [entry], { actor })
}
