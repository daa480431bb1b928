import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { amountColumns, type Clock, grouped, readDue, takeDue } from "../database"
import { type IntentState, UNSETTLED_STATES } from "../intent"
import { ENDED_CREATIONS } from "../models/e-invoice-order"
import { type Attention, hasAnyFlag, withFlag, withoutFlags } from "./flags"
import {
  followed,
  FOLLOWED_COLUMNS,
  type FollowedOrder,
  type FollowedRow,
  liveOrders,
  ORDER_TABLE,
} from "./order-row"
import { hasInvoice, type KnownStatus, nextAttemptAt, nextCheckAt, wasPaid } from "./order-status"

const MINUTE = 60_000

/** What a row says of a status that the service reported: its moments are those at which it was first heard of. */
export const columnsOfStatus = (database: Knex, known: KnownStatus, now: Date) => ({
  remote_status: known.status ?? null,
  ...(hasInvoice(known.status ?? null) && {
    invoiced_at: database.raw("coalesce(invoiced_at, ?)", [now]),
  }),
  ...(wasPaid(known) && { paid_at: database.raw("coalesce(paid_at, ?)", [now]) }),
})

/** Who asked for a look at an order's status. */
export type StatusObserver = "callback" | "sweep" | "admin" | "payment"

/** What becomes of an order after its creation: status, links, flags and when its status is asked for again. */
export class Statuses {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  async find(id: string): Promise<FollowedOrder | undefined> {
    const row = await this.followed().where({ id }).first()
    return row && followed(row)
  }

  /** The order that is known by this identifier at the service. */
  async findCreated(orderUuid: string): Promise<FollowedOrder | undefined> {
    const row = await this.followed().where({ remote_order_uuid: orderUuid }).first()
    return row && followed(row)
  }

  async ofOrder(orderId: string): Promise<FollowedOrder[]> {
    const rows = await this.followed().where({ order_id: orderId }).orderBy(["created_at", "id"])
    return rows.map(followed)
  }

  async ofPayment(paymentId: string): Promise<FollowedOrder | undefined> {
    const row = await this.followed().where({ payment_id: paymentId }).first()
    return row && followed(row)
  }

  async ofCollections(paymentCollectionIds: readonly string[]): Promise<FollowedOrder[]> {
    const rows = await this.followed()
      .whereIn("payment_collection_id", [...paymentCollectionIds])
      .orderBy(["created_at", "id"])
    return rows.map(followed)
  }

  /**
   * Stores what is now known of an order if nothing else was stored since the decision was made.
   *
   * @returns false when another process stored something in between: judge again
   */
  async advance(
    order: Pick<FollowedOrder, "id" | "storedStatus" | "paidAt">,
    to: KnownStatus,
    by: StatusObserver,
    now = this.clock.now()
  ): Promise<boolean> {
    const changed = await liveOrders(this.database)
      .where({ id: order.id })
      .whereRaw("remote_status is not distinct from ?", [order.storedStatus])
      .whereRaw("(paid_at is not null) = ?", [order.paidAt !== null])
      .update({
        ...columnsOfStatus(this.database, to, now),
        check_count: 0,
        next_check_at: nextCheckAt(to.status, 0, now, to.paid),
        last_checked_at: now,
        last_checked_by: by,
        updated_at: now,
      })
    return changed === 1
  }

  /**
   * Notes that orders were looked at and nothing was new: the next look is further away.
   *
   * @param orders.orderChangedAt the change that was known when the look began
   * @param by who looked; null where nothing told their status, which does not count as checked
   */
  async unchanged(
    orders: readonly Pick<
      FollowedOrder,
      "id" | "status" | "paid" | "checkCount" | "orderChangedAt"
    >[],
    by: StatusObserver | null,
    now = this.clock.now()
  ): Promise<void> {
    const nextOf = ({ status, paid, checkCount }: (typeof orders)[number]) =>
      nextCheckAt(status, checkCount, now, paid)
    const together = grouped(
      orders,
      (order) => `${nextOf(order)?.getTime()} ${order.orderChangedAt?.getTime()}`
    )
    for (const alike of together.values()) {
      const [first] = alike
      if (!first) {
        continue
      }
      await liveOrders(this.database)
        .whereIn(
          "id",
          alike.map(({ id }) => id)
        )
        .update({
          check_count: this.database.raw("check_count + 1"),
          next_check_at: this.unlessChanged(first, nextOf(first)),
          ...(by && { last_checked_at: now, last_checked_by: by }),
          updated_at: now,
        })
    }
  }

  /** Something is still to be done for an order: the sweep tries again after growing gaps. */
  async tryAgain(
    order: Pick<FollowedOrder, "id" | "checkCount" | "orderChangedAt">,
    now = this.clock.now()
  ): Promise<void> {
    await liveOrders(this.database)
      .where({ id: order.id })
      .update({
        check_count: this.database.raw("check_count + 1"),
        next_check_at: this.unlessChanged(order, nextAttemptAt(order.checkCount, now)),
        updated_at: now,
      })
  }

  /** Leaves orders to the next minute; it does not count as a look. */
  async postpone(ids: readonly string[], now = this.clock.now()): Promise<void> {
    if (ids.length > 0) {
      await liveOrders(this.database)
        .whereIn("id", [...ids])
        .update({ next_check_at: new Date(now.getTime() + MINUTE) })
    }
  }

  /** Makes the next sweep look at an order, or the first after a moment. */
  async lookSoon(id: string, at = this.clock.now()): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .update({ next_check_at: at, updated_at: this.clock.now() })
  }

  /** Makes the sweep look at an order once some milliseconds have passed. */
  async lookWithin(id: string, milliseconds: number): Promise<void> {
    await this.lookSoon(id, new Date(this.clock.now().getTime() + milliseconds))
  }

  /** Leases created orders that are due. */
  async takeDue(now: Date, limit: number): Promise<FollowedOrder[]> {
    return this.take(["succeeded"], now, limit)
  }

  /** Identifiers at the service of created orders that are due and not leased. */
  async dueUuids(now: Date, limit: number): Promise<string[]> {
    return readDue(this.database, {
      table: ORDER_TABLE,
      only: (candidates) => candidates.where("state", "succeeded"),
      column: "remote_order_uuid",
      now,
      limit,
    })
  }

  /** Leases orders that are due and of which it is unknown whether they exist at the service. */
  async takeOpenCreations(now: Date, limit: number): Promise<FollowedOrder[]> {
    return this.take([...UNSETTLED_STATES], now, limit)
  }

  /** Leases creations that came to nothing; what is billed by the parcel has a sweep of its own. */
  async takeEndedCreations(now: Date, limit: number): Promise<FollowedOrder[]> {
    return this.take([...ENDED_CREATIONS], now, limit, (candidates) =>
      candidates.whereNull("hold_until").whereNull("fulfillment_id")
    )
  }

  /** The sweep leaves these creations alone, unless they were sent anew in between. */
  async closeEndedCreations(ids: readonly string[]): Promise<void> {
    await liveOrders(this.database)
      .whereIn("id", [...ids])
      .whereIn("state", [...ENDED_CREATIONS])
      .whereNull("hold_until")
      .update({ next_check_at: null })
  }

  /** Links an e-invoice order to what Medusa made of its payment session. */
  async link(
    id: string,
    links: { orderId?: string; paymentId?: string | undefined }
  ): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .update({
        ...(links.orderId && { order_id: links.orderId }),
        ...(links.paymentId && { payment_id: links.paymentId }),
        updated_at: this.database.fn.now(),
      })
  }

  async keepInvoiceNumber(id: string, invoiceNumber: string): Promise<void> {
    await liveOrders(this.database).where({ id }).update({
      invoice_number: invoiceNumber,
      updated_at: this.database.fn.now(),
    })
  }

  /** Keeps what was refunded of an order in total, if it is more than known; decimal major units. */
  async raiseRefundedTotal(id: string, total: string): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .where("refunded_total", "<", total)
      .update({
        ...amountColumns("refunded_total", total),
        updated_at: this.database.fn.now(),
      })
  }

  /** Keeps what was credited of an invoice because its Medusa order had changed; decimal major units. */
  async keepCreditedTotal(id: string, total: string): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .update({
        ...amountColumns("credited_total", total),
        updated_at: this.database.fn.now(),
      })
  }

  /** Remembers that the Medusa order changed, until the invoice has followed it, and has the sweep look at it soon. */
  async orderChanged(id: string, now = this.clock.now()): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .update({ order_changed_at: now, check_count: 0, next_check_at: now, updated_at: now })
  }

  /**
   * The invoice has followed its Medusa order.
   *
   * @returns false when the order changed again in between
   */
  async changeFollowed({ id, orderChangedAt }: FollowedOrder): Promise<boolean> {
    const changed = await liveOrders(this.database)
      .where({ id, order_changed_at: orderChangedAt })
      .update({ order_changed_at: null, updated_at: this.database.fn.now() })
    return changed === 1
  }

  /** Sets a flag beside those that are set already. */
  async flag(id: string, flag: Attention): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .update({
        attention: withFlag(this.database, flag),
        updated_at: this.database.fn.now(),
      })
  }

  /** Takes these flags away and leaves the others; `refund_failed` only goes once all of the order was refunded. */
  async unflag(id: string, ...flags: Attention[]): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .where(hasAnyFlag(this.database, flags))
      .update({
        attention: withoutFlags(this.database, flags),
        updated_at: this.database.fn.now(),
      })
  }

  /** Remembers that the order is to be cancelled at the service, until the service confirms or refuses it. */
  async requestCancellation(id: string, now = this.clock.now()): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .whereNull("cancel_requested_at")
      .update({ cancel_requested_at: now, updated_at: now })
  }

  async cancellationSettled(id: string): Promise<void> {
    await liveOrders(this.database)
      .where({ id })
      .update({ cancel_requested_at: null, updated_at: this.database.fn.now() })
  }

  /**
   * Leases due rows for five minutes, the longest waiting first.
   */
  private async take(
    states: IntentState[],
    now: Date,
    limit: number,
    further = (candidates: Knex.QueryBuilder) => candidates
  ): Promise<FollowedOrder[]> {
    const rows = await takeDue<FollowedRow>(this.database, {
      table: ORDER_TABLE,
      only: (candidates) => further(candidates.whereIn("state", states)),
      columns: FOLLOWED_COLUMNS,
      now,
      limit,
    })
    return rows.map(followed)
  }

  /** A Medusa order that changed since the look began has made its invoice due at once: that stays. */
  private unlessChanged(
    { orderChangedAt }: Pick<FollowedOrder, "orderChangedAt">,
    next: Date | null
  ): Knex.Raw {
    return this.database.raw(
      "case when order_changed_at is null or order_changed_at = ?::timestamptz then ?::timestamptz else next_check_at end",
      [orderChangedAt, next]
    )
  }

  private followed() {
    return liveOrders(this.database).select(...FOLLOWED_COLUMNS)
  }
}
