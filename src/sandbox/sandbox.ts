import type { Audit } from "./audit"
import type { CallbackRecord } from "./callbacks/callback-delivery"
import type { CallbackChaos } from "./callbacks/notice"
import type { FaultRule, FaultRuleInput } from "./faults/fault"
import type { LoggedRequest } from "./http/request-log"
import type { Quirks } from "./options"
import type { OrderView } from "./service/order-view"
import type { ClockStep } from "./world/clock"
import type {
  CompanyCheck,
  CreditCheck,
  Customer,
  DelayedRefund,
  RefundApproval,
  Reservation,
  Subscription,
  User,
} from "./world/records"
import type { Snapshot } from "./world/world"

/** Where the sandbox serves. */
export type ListenOptions = {
  /** 0, the default, takes any free port. */
  port?: number
  /** Loopback by default. */
  host?: string
  /**
   * Token that console and control routes ask for. Where it is absent they ask for none on loopback, and for a random one
   * where others reach the sandbox: at another `host`, or at its `publicUrl`.
   */
  controlToken?: string
  /**
   * File that keeps all records, the clock and the callbacks under way: taken up where it exists, and written a quarter of a
   * second after each change and on `close`. What is kept there is personal: never real data.
   */
  state?: string
}

/** Where the sandbox is reached. */
export type Listening = {
  /** The specification's `{base_url}`. */
  url: string
  /** Token of the console and the control routes, where they ask for one. */
  controlToken?: string
}

/** A sandbox: the emulated service, and what a test can do to it and see of it. */
export type Sandbox = RecordControls & {
  /**
   * Starts serving.
   *
   * @throws StateFileError when the file of the state holds something else, cannot be written, or another sandbox keeps it
   */
  listen(options?: ListenOptions): Promise<Listening>
  /** Stops serving and ends every connection and callback at once. Records stay, and it may listen again. */
  close(): Promise<void>

  /** Every order, the oldest first. */
  orders(): OrderView[]
  /** @throws UnknownRecordError when no order has the identifier */
  order(uuid: string): OrderView
  /** The customer pays; the order becomes PAID. As all of these: @throws SandboxStateError when its status forbids it. */
  pay(uuid: string, note?: string): OrderView
  /** The invoice goes out; INVOICED. */
  invoice(uuid: string, note?: string): OrderView
  /** The service's operator cancels; CANCELLED. */
  cancel(uuid: string, note?: string): OrderView
  /** Not paid in time; EXPIRED. */
  expire(uuid: string, note?: string): OrderView
  /** A reminder goes out; PURRING. */
  remind(uuid: string, note?: string): OrderView
  /** Debt collection takes over; INKASSO. */
  collectDebt(uuid: string, note?: string): OrderView

  /** The last calls, oldest first, without personal data. */
  requests(): readonly LoggedRequest[]
  /** Whether a customer was billed twice, and whether the money adds up. */
  audit(): Audit
  readonly faults: {
    /** Puts a fault in force. @throws RangeError when the fault or its conditions make no sense */
    add(rule: FaultRuleInput): FaultRule
    /** @returns whether the fault was in force */
    remove(id: string): boolean
    clear(): void
    list(): readonly FaultRule[]
  }
  /** What the service does otherwise than expected, without failing. */
  readonly quirks: Quirks
  /** Puts quirks in force in place of those before; an empty object ends them. */
  setQuirks(quirks: Quirks): void
  /** Refunds that were accepted and are not yet carried out: see the quirk `refundDelay`. */
  readonly delayedRefunds: {
    list(): DelayedRefund[]
    /**
     * Carries them out now: all of them, or those of one record.
     *
     * @returns how many there were
     */
    carryOut(recordUuid?: string): number
  }
  readonly callbacks: {
    list(): readonly CallbackRecord[]
    /** Puts callback chaos in force in place of the one before; an empty object ends it. */
    setChaos(chaos: CallbackChaos): void
    readonly chaos: CallbackChaos
    /** Sends what a reordering holds. */
    release(): void
    /** Sends a logged callback once more. @throws UnknownRecordError when no callback has the number */
    resend(number: number): void
    /**
     * The whole address of a logged callback as it would be sent now, its token and a fresh checksum with it; undefined where
     * the merchant's address cannot be called.
     *
     * @throws UnknownRecordError when no callback has the number
     */
    addressOf(number: number): string | undefined
    /** Resolves when no callback is under way. */
    settled(): Promise<void>
  }
  readonly clock: {
    /** Virtual time. */
    now(): Date
    /** Moves time forward and lets happen what falls due. @throws RangeError beyond the year 8999 */
    advance(step: ClockStep): Date
    /** Moves time to a moment and lets happen what falls due. @throws RangeError outside the years 1970 to 8999 */
    set(moment: Date): Date
    /** Has time run so many seconds ahead of the real clock, or behind it where they are negative. */
    skew(seconds: number): Date
  }
  /** All records and the clock, as JSON. */
  snapshot(): Snapshot
  /** @throws z.ZodError when the value is not a snapshot; RangeError when it holds a real person's number */
  restore(snapshot: Snapshot): void
  /** Forgets all records, logs, faults, quirks and chaos, and sets the clock back; identifiers go on. */
  reset(): void
}

/** A customer with identifying data masked. */
export type CustomerView = Pick<Customer, "uuid" | "type" | "name" | "email" | "organizationId">

/**
 * The records beside orders: copies, money in whole øre (fields end in `Ore`), people masked. Every action throws
 * UnknownRecordError when no record has the identifier, and SandboxStateError when its state forbids it.
 */
export type RecordControls = {
  readonly reservations: {
    list(): Reservation[]
    /** The payer confirms; RESERVED. */
    confirm(uuid: string): void
    /** The payer's card is refused; NOT PAID. */
    decline(uuid: string): void
  }
  readonly subscriptions: {
    list(): Subscription[]
    /** The payer confirms; ONGOING. */
    start(uuid: string): void
    /** The customer pays the order of a cycle that had failed. */
    payFailed(orderUuid: string): void
  }
  readonly refundApprovals: {
    list(): RefundApproval[]
    /** The operator approves, and the refund is carried out. */
    approve(uuid: string): void
    /** The operator rejects it; nothing is refunded. */
    reject(uuid: string): void
  }
  readonly companyChecks: {
    list(): CompanyCheck[]
    /** The person behind the company has proved who they are. */
    verify(uuid: string): void
    /** They have not. */
    fail(uuid: string): void
  }
  creditChecks(): CreditCheck[]
  customers(): CustomerView[]
  users(): User[]
}
