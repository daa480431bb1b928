import { z } from "zod"

import type { Notice } from "../callbacks/notice"
import type { Quirks, SandboxSettings } from "../options"
import { realPersonSentences } from "../validation/request-check"
import { type Clock, isOnClock } from "./clock"
import type { SeededRandom } from "./random"
import {
  type CompanyCheck,
  companyCheckSchema,
  type CreditCheck,
  creditCheckSchema,
  type Customer,
  customerSchema,
  type DelayedRefund,
  delayedRefundSchema,
  type Order,
  orderSchema,
  type RefundApproval,
  refundApprovalSchema,
  type Reservation,
  reservationSchema,
  type Subscription,
  subscriptionSchema,
  type User,
  userSchema,
} from "./records"

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
const ledgerEntrySchema = z.object({
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

/** Everything the emulated service knows, as JSON. */
export const snapshotSchema = z.strictObject({
  version: z.literal(1),
  /** Virtual time, ISO 8601. */
  clock: z.iso
    .datetime()
    .refine((moment) => isOnClock(Date.parse(moment)), "must be from 1970 to 8999"),
  random: z.int(),
  nextLineId: z.int(),
  orders: z.array(orderSchema),
  customers: z.array(customerSchema),
  reservations: z.array(reservationSchema),
  subscriptions: z.array(subscriptionSchema),
  refundApprovals: z.array(refundApprovalSchema),
  creditChecks: z.array(creditCheckSchema),
  companyChecks: z.array(companyCheckSchema),
  users: z.array(userSchema),
  ledger: z.array(ledgerEntrySchema),
  delayedRefunds: z.array(delayedRefundSchema).default([]),
})

/** Everything the emulated service knows, to be taken up again. Money in whole øre, times in Unix seconds. */
export type Snapshot = z.infer<typeof snapshotSchema>

export function takeSnapshot(world: World): Snapshot {
  return {
    version: 1,
    clock: world.timestamp(),
    random: world.random.state,
    nextLineId: world.nextLineId,
    orders: world.orders.save(),
    customers: world.customers.save(),
    reservations: world.reservations.save(),
    subscriptions: world.subscriptions.save(),
    refundApprovals: world.refundApprovals.save(),
    creditChecks: world.creditChecks.save(),
    companyChecks: world.companyChecks.save(),
    users: world.users.save(),
    ledger: structuredClone(world.ledger),
    delayedRefunds: structuredClone(world.delayedRefunds),
  }
}

/** A snapshot holds a personal number that may be a real person's; the message does not repeat it. */
export class RealPersonalNumberError extends RangeError {}

/**
 * Puts the world back as it was, the clock and the source of identifiers included. Callbacks that were due are not
 * part of it: they have been sent.
 *
 * @throws z.ZodError when the value is not a snapshot
 * @throws RealPersonalNumberError when it holds a real person's number, unless these are allowed
 */
export function restoreSnapshot(world: World, value: unknown): void {
  const snapshot = snapshotSchema.parse(value)
  const sentences = world.settings.allowRealPersonalNumbers ? [] : realPersonSentences(snapshot)
  if (sentences.length > 0) {
    throw new RealPersonalNumberError(sentences.join(" "))
  }
  world.orders.load(snapshot.orders)
  world.customers.load(snapshot.customers)
  world.reservations.load(snapshot.reservations)
  world.subscriptions.load(snapshot.subscriptions)
  world.refundApprovals.load(snapshot.refundApprovals)
  world.creditChecks.load(snapshot.creditChecks)
  world.companyChecks.load(snapshot.companyChecks)
  world.users.load(snapshot.users)
  world.ledger = structuredClone(snapshot.ledger)
  world.delayedRefunds = structuredClone(snapshot.delayedRefunds)
  world.nextLineId = snapshot.nextLineId
  world.random.state = snapshot.random
  world.clock.set(new Date(snapshot.clock))
}
