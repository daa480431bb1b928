import type { Notice } from "../callbacks/notice"
import type { Clock } from "../clock"
import type { SandboxSettings } from "../options"
import type { SeededRandom } from "../random"
import type { Quirks } from "../quirks"
import type { CompanyCheck, CreditCheck } from "./checks"
import type { Customer } from "./customer"
import type { DelayedRefund } from "./delayed-refund"
import type { LedgerEntry } from "./ledger"
import type { Order } from "./order"
import { RecordBook } from "./record-book"
import type { RefundApproval } from "./refund-approval"
import type { Reservation } from "./reservation"
import type { Subscription } from "./subscription"
import type { User } from "./user"

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

  /** Notes a callback that is due; whoever caused it decides when it leaves, by `takeNotices`. */
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
