import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "../database"
import { Creations } from "./creations"
import { withFlag } from "./flags"
import { Holds } from "./holds"
import { liveOrders, ORDER_TABLE, type OrderRow } from "./order-row"
import { OtherOrders } from "./other-orders"
import { Statuses } from "./statuses"

/**
 * The store of e-invoice orders, in four parts: how one is created, what becomes of it, what else the service has
 * for the same payment, and which checkouts wait for their parcels. Nothing outside this folder writes the table.
 */
export class OrderStore {
  readonly creations: Creations
  readonly statuses: Statuses
  readonly others: OtherOrders
  readonly holds: Holds

  /**
   * @param senderLifetime milliseconds after which the sender of a creation has certainly ended
   * @param accountHash of the account that this store sends to: see `accountHash`
   */
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    private readonly senderLifetime: number,
    private readonly accountHash: string
  ) {
    this.creations = new Creations(database, clock, senderLifetime, accountHash)
    this.statuses = new Statuses(database, clock)
    this.others = new OtherOrders(database, clock)
    this.holds = new Holds(database, clock)
  }

  /** The same store, in a transaction. */
  within(transaction: Knex): OrderStore {
    return new OrderStore(transaction, this.clock, this.senderLifetime, this.accountHash)
  }

  /** The orders of a customer, by what Medusa knows of them, the oldest first. */
  async ofCustomer(orderIds: readonly string[], cartIds: readonly string[]): Promise<OrderRow[]> {
    return liveOrders(this.database)
      .where((either) => {
        void either.whereIn("order_id", [...orderIds]).orWhereIn("cart_id", [...cartIds])
      })
      .orderBy(["created_at", "id"])
  }

  /** Points no order to these shoppers' data any longer. What waits for its parcels is flagged: staff bill it. */
  async forgetShopperData(shopperDataIds: readonly string[]): Promise<void> {
    await this.database(ORDER_TABLE)
      .whereIn("shopper_data_id", [...shopperDataIds])
      .update({
        shopper_data_id: null,
        attention: this.database.raw("case when hold_until is null then attention else ? end", [
          withFlag(this.database, "hold_expired"),
        ]),
      })
  }

  /** Erases what tells of the customers of orders. */
  async eraseCustomers(ids: readonly string[], now = this.clock.now()): Promise<void> {
    await this.database(ORDER_TABLE)
      .whereIn("id", [...ids])
      .update({
        customer_fingerprint: null,
        remote_customer_uuid: null,
        failure: null,
        updated_at: now,
      })
  }
}
