import { z } from "zod"

import type { Notice } from "../callbacks/notice"
import type { Clock } from "../clock"
import type { SandboxSettings } from "../options"
import type { Quirks } from "../options"
import type { SeededRandom } from "../random"
import type { CompanyCheck, CreditCheck } from "./checks"
import type { Customer, User } from "./customer"
import type { DelayedRefund, RefundApproval } from "./delayed-refund"
import type { Order } from "./order"
import type { Reservation } from "./reservation"
import type { Subscription } from "./subscription"

/** Everything the emulated service knows, and what its operations need to work on it. */
export class World {
  readonly orders = new RecordBook<Order>()
  readonly customers = new RecordBook<Customer>()
  readonly reservations = new RecordBook<Reservation>()
  readonly subscriptions = new RecordBook<Subscription>()
  readonly refundApprovals = new RecordBook<RefundApproval>()
  readonly creditChecks = new RecordBook<CreditCheck>()
  readonly companyChecks = new RecordBook<CompanyCheck>()
  readonly users = new RecordBook<User>()
  ledger: LedgerEntry[] = []
  delayedRefunds: DelayedRefund[] = []
  /** What the service does otherwise than expected; see `Quirks`. */
  quirks: Quirks
  /** The number the next stored line gets. */
  nextLineId = 1001
  #outbox: Notice[] = []

  constructor(
    readonly clock: Clock,
    readonly random: SeededRandom,
    readonly settings: SandboxSettings
  ) {
    this.quirks = settings.quirks
  }

  /** Virtual time, ISO 8601. */
  timestamp(): string {
    return new Date(this.clock.now()).toISOString()
  }

  /** A fresh identifier in the service's form: the record's prefix and ten digits. */
  newIdentifier(prefix: string, isTaken: (uuid: string) => boolean): string {
    let uuid
    do {
      uuid = prefix + this.random.digits(10)
    } while (isTaken(uuid))
    return uuid
  }

  /** Notes a callback that is due; its cause decides when it leaves, by `takeNotices`. */
  notify(notice: Notice): void {
    this.#outbox.push(notice)
  }

  takeNotices(): Notice[] {
    const notices = this.#outbox
    this.#outbox = []
    return notices
  }

  /** Forgets every record. */
  clear(): void {
    this.orders.load([])
    this.customers.load([])
    this.reservations.load([])
    this.subscriptions.load([])
    this.refundApprovals.load([])
    this.creditChecks.load([])
    this.companyChecks.load([])
    this.users.load([])
    this.ledger = []
    this.delayedRefunds = []
  }

  book(entry: LedgerEntry["entry"], recordUuid: string, amountOre: number) {
    this.ledger.push({ at: this.timestamp(), recordUuid, entry, amountOre })
  }
}

/**
 * What happened to money, entry by entry, written beside the orders' own figures so that the audit can hold the two
 * against each other.
 *
 * - `billed`: an order was made
 * - `received`: the customer paid
 * - `refunded`: money was refunded
 * - `credited`: an unpaid invoice was reduced
 * - `written-off`: an order was cancelled or expired with this much unpaid
 */
export const ledgerEntrySchema = z.object({
  at: z.string(),
  recordUuid: z.string(),
  entry: z.enum(["billed", "received", "refunded", "credited", "written-off"]),
  amountOre: z.int(),
})

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** Records of one kind by identifier, in the order they were added. */
export class RecordBook<Kept extends { uuid: string }> {
  #records = new Map<string, Kept>()

  add(record: Kept): Kept {
    this.#records.set(record.uuid, record)
    return record
  }

  /** The live record: to change it is to change the state. */
  get(uuid: string): Kept | undefined {
    return this.#records.get(uuid)
  }

  has(uuid: string): boolean {
    return this.#records.has(uuid)
  }

  list(): Kept[] {
    return [...this.#records.values()]
  }

  save(): Kept[] {
    return structuredClone(this.list())
  }

  load(records: readonly Kept[]): void {
    this.#records = new Map(structuredClone(records).map((record) => [record.uuid, record]))
  }
}

/** The record's state does not allow what was asked of the sandbox; the message is a sentence. */
export class SandboxStateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "SandboxStateError"
  }
}

/** No record has the identifier. */
export class UnknownRecordError extends Error {
  constructor(kind: string, uuid: string) {
    super(`The sandbox has no ${kind} "${uuid.slice(0, 64)}".`)
    this.name = "UnknownRecordError"
  }
}
