import type { Kernel } from "../kernel"
import { Checkouts } from "./checkouts"
import { Counted } from "./counted"
import { Crossings } from "./crossings"
import { Locks } from "./locks"
import { Modules } from "./modules"
import { Orders } from "./orders"
import { Payments } from "./payments"
import type { Host } from "./provider"
import { Query } from "./query"
import { Records } from "./records"

/**
 * Medusa, as far as the plugin meets it: carts, payment collections, sessions, payments and orders in memory, with the
 * order of steps and the gaps of the real one.
 */
export class MiniMedusa {
  readonly records: Records
  readonly locks: Locks
  /** What an order counts of its payments. */
  readonly counted: Counted
  readonly payments: Payments
  readonly orders: Orders
  readonly checkouts: Checkouts
  readonly query: Query
  readonly modules: Modules

  constructor(kernel: Kernel, host: Host, hasSharedLocks: boolean) {
    const crossings = new Crossings(kernel)
    const records = new Records(kernel)
    const locks = new Locks(kernel, crossings, hasSharedLocks)
    const counted = new Counted(crossings, records)
    const payments = new Payments(crossings, records, counted, host)
    const query = new Query(crossings, records, counted)
    this.records = records
    this.locks = locks
    this.counted = counted
    this.payments = payments
    this.orders = new Orders(kernel, crossings, records, counted, payments, host)
    this.checkouts = new Checkouts(kernel, crossings, records, counted, locks, payments, host)
    this.query = query
    this.modules = new Modules(crossings, records, counted, payments, query)
  }
}
