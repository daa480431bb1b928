import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"

import { amountColumns, type Clock } from "../database"
import { type IntentActor, Intents, type KnownAttempt, UNSETTLED_STATES } from "../intent"
import { erasingShopperData } from "../personal-data/shopper-data"
import { entriesOfRows, recordingForEach, type TimelineRecord } from "../timeline"
import { withoutFlags } from "./flags"
import {
  type Attempt,
  CREATION_TRANSITIONS,
  type JournalFailure,
  liveOrders,
  type NewOrderRow,
  ORDER_TABLE,
  type OrderRow,
  type RemoteOrder,
} from "./order-row"
import { hasOpenOtherOrder } from "./other-orders"
import { columnsOfStatus } from "./statuses"

/** An order that certainly exists: the service answered its creation. */
export type AnsweredCreation = {
  orderUuid: string
  sentAt: Date
  /** Of the account that it was sent to: see `accountHash`. */
  accountHash: string | null
}

/**
 * The journal of creations: one row per payment session, written before the one POST. Each method is a single statement,
 * so that of two processes with the same row exactly one succeeds, and what is known of one attempt moves no other.
 * See docs/internals/journal.md.
 */
export class Creations {
  private readonly intents: Intents<OrderRow>

  /**
   * @param senderLifetime milliseconds after which the sender of an attempt has certainly ended
   * @param accountHash of the account that attempts are sent to: see `accountHash`
   */
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    readonly senderLifetime: number,
    readonly accountHash: string
  ) {
    this.intents = new Intents(database, {
      table: ORDER_TABLE,
      transitions: CREATION_TRANSITIONS,
      senderLifetime,
    })
  }

  /**
   * Rows of checkouts that may have no Medusa order, with their carts: the newest first. Medusa takes an order back whose
   * checkout fails; its id stays.
   */
  async withoutOrder(limit: number): Promise<{ id: string; cart_id: string }[]> {
    return this.database(ORDER_TABLE)
      .select("id", "cart_id")
      .whereNotNull("cart_id")
      .whereNull("deleted_at")
      .whereRaw("(order_id is null or state <> 'succeeded' or attention is not null)")
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit)
  }

  /** An id for a row that is yet to be prepared: the callback address is derived from it. */
  newId(): string {
    return generateEntityId(undefined, "einvord")
  }

  async find(id: string): Promise<OrderRow | undefined> {
    return this.intents.find(id)
  }

  async ofSession(paymentSessionId: string): Promise<OrderRow | undefined> {
    return liveOrders(this.database).where({ payment_session_id: paymentSessionId }).first()
  }

  async ofShopperData(shopperDataId: string): Promise<OrderRow | undefined> {
    return liveOrders(this.database).where({ shopper_data_id: shopperDataId }).first()
  }

  /** The rows of other sessions of a payment collection that have, or may have, an order at the service. */
  async siblings(paymentCollectionId: string, paymentSessionId: string): Promise<OrderRow[]> {
    return liveOrders(this.database)
      .where({ payment_collection_id: paymentCollectionId })
      .whereNot({ payment_session_id: paymentSessionId })
      .whereIn("state", [...UNSETTLED_STATES, "succeeded"])
      .orderBy("created_at")
  }

  /** The rows of all sessions of a payment collection, the youngest first. */
  async ofCollection(paymentCollectionId: string): Promise<OrderRow[]> {
    return liveOrders(this.database)
      .where({ payment_collection_id: paymentCollectionId })
      .orderBy("created_at", "desc")
  }

  /** Which of these orders at the service belong to a row, or to another row than one. */
  async linkedOrders(
    orderUuids: readonly string[],
    { except = "" }: { except?: string } = {}
  ): Promise<Set<string>> {
    const linked = await liveOrders(this.database)
      .whereIn("remote_order_uuid", [...orderUuids])
      .whereNot({ id: except })
      .pluck("remote_order_uuid")
    return new Set(linked.filter((uuid) => uuid !== null))
  }

  /** Which of these orders are of a creation that the service answered, and when it was sent. */
  async answeredAmong(orderUuids: readonly string[]): Promise<AnsweredCreation[]> {
    return this.answered().whereIn("row.remote_order_uuid", [...orderUuids])
  }

  /**
   * The last row begun between two moments whose creation was sent, and answered, before the second.
   *
   * @param accountHash of the account that it was sent to
   */
  async answeredBefore(
    moment: Date,
    notBefore: Date,
    accountHash: string | null
  ): Promise<AnsweredCreation | undefined> {
    return this.answered()
      .where("row.account_hash", accountHash)
      .where("row.sending_at", "<", moment)
      .where("row.created_at", "<", moment)
      .where("row.created_at", ">=", notBefore)
      .orderBy("row.created_at", "desc")
      .first()
  }

  /** Writes the row, or finds the one that another process wrote for the same session. */
  async prepare(input: NewOrderRow, now = this.clock.now()): Promise<OrderRow> {
    await this.database(ORDER_TABLE)
      .insert({
        ...columnsOfNewRow(input),
        state: "prepared",
        next_check_at: afterNothing(now),
      })
      .onConflict()
      .ignore()
    const row = await this.ofSession(input.paymentSessionId)
    if (!row) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `No journal row for payment session ${input.paymentSessionId} after writing it.`
      )
    }
    return row
  }

  /**
   * Writes the row of a session that has none and claims the right to send the one POST, in one statement.
   *
   * @returns undefined when the session has a row already, or another session of the same payment collection is open
   */
  async begin(
    input: NewOrderRow,
    attempt: Attempt,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    const [row] = await this.database(ORDER_TABLE)
      .insert({
        ...columnsOfNewRow(input),
        ...this.columnsOfAttempt(attempt, now),
        attempt: 1,
        state: "sending",
      })
      .onConflict()
      .ignore()
      .returning<OrderRow[]>("*")
    return row
  }

  /**
   * Claims the right to send the one POST, as a further attempt after the one that is known. The database itself grants it
   * to no second session of the same payment collection while the outcome of the first is open.
   *
   * @returns undefined when another process has it, the row is past sending, or the service has an open order for the row
   */
  async send(
    known: KnownAttempt,
    attempt: Attempt,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    return this.intents.moveUnlessTaken(known, {
      by: "sender",
      to: "sending",
      values: {
        ...this.columnsOfAttempt(attempt, now),
        attempt: this.database.raw("attempt + 1"),
      },
      only: this.database.raw("not (?)", [hasOpenOtherOrder(this.database)]),
    })
  }

  /**
   * Records that the order of an attempt exists at the service.
   *
   * @returns undefined when the row is at another attempt or names another order, or the order belongs to another row
   */
  async succeeded(
    known: KnownAttempt,
    by: IntentActor,
    remote: RemoteOrder,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    const moved = await this.intents.moveUnlessTaken(known, {
      by,
      to: "succeeded",
      values: columnsOfCreation(this.database, remote, now),
    })
    return moved ?? this.createdAs(known.id, remote.orderUuid)
  }

  /**
   * Records that the order exists at the service, erases what the shopper entered, and adds to the timeline: all of it
   * or nothing, by one statement and one commit.
   *
   * @returns undefined when the row does not wait for this attempt's answer
   * @throws when the order belongs to another row, or anything of it cannot be written
   */
  async conclude(
    { id, attempt, shopper_data_id }: Pick<OrderRow, "id" | "attempt" | "shopper_data_id">,
    remote: RemoteOrder,
    act: TimelineRecord,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    const [row] = await this.database
      .with(
        "moved",
        this.intents
          .moving(
            { id, attempt },
            {
              by: "sender",
              to: "succeeded",
              values: { ...columnsOfCreation(this.database, remote, now), shopper_data_id: null },
            }
          )
          .returning("*")
      )
      .with(
        "erased",
        erasingShopperData(this.database, [shopper_data_id]).whereExists(this.database("moved"))
      )
      .with("told", recordingForEach(this.database, "moved", act, now))
      .select<OrderRow[]>("*")
      .from("moved")
    return row
  }

  /** Records that the order of an attempt certainly does not exist; a further attempt may send again. */
  async rejected(
    known: KnownAttempt,
    by: IntentActor,
    failure: JournalFailure,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    return this.intents.move(known, {
      by,
      to: "rejected",
      values: { failure: JSON.stringify(failure), next_check_at: afterNothing(now) },
    })
  }

  /** Records that the sender of an attempt got no usable answer. */
  async inDoubt(
    known: KnownAttempt,
    failure: JournalFailure,
    nextCheckAt: Date
  ): Promise<OrderRow | undefined> {
    return this.intents.move(known, {
      by: "sender",
      to: "in_doubt",
      values: { failure: JSON.stringify(failure), next_check_at: nextCheckAt },
    })
  }

  /** Records that the sender of an attempt has ended without saying what came of it. */
  async senderLost(
    known: KnownAttempt,
    failure: JournalFailure,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    return this.intents.move(known, {
      by: "lease",
      to: "in_doubt",
      values: { failure: JSON.stringify(failure), next_check_at: now },
      at: now,
    })
  }

  /** Staff give up an order in doubt. */
  async abandoned(
    known: KnownAttempt,
    failure: JournalFailure,
    now = this.clock.now()
  ): Promise<OrderRow | undefined> {
    return this.intents.move(known, {
      by: "staff",
      to: "abandoned",
      values: { failure: JSON.stringify(failure), next_check_at: afterNothing(now) },
    })
  }

  /** Keeps the evidence of a look-up with a row that stays in doubt. */
  async keepEvidence(
    { id, attempt }: KnownAttempt,
    failure: JournalFailure,
    nextCheckAt: Date
  ): Promise<void> {
    await this.database(ORDER_TABLE)
      .where({ id, attempt, state: "in_doubt" })
      .update({
        failure: JSON.stringify(failure),
        next_check_at: nextCheckAt,
        updated_at: this.database.fn.now(),
      })
  }

  /** Links a created row to the Medusa order that claims it now; an earlier attempt's was rolled back. */
  async claim(
    id: string,
    claimant: { orderId: string | null; cartId: string | null }
  ): Promise<void> {
    await this.database(ORDER_TABLE).where({ id, state: "succeeded" }).update({
      order_id: claimant.orderId,
      cart_id: claimant.cartId,
      updated_at: this.database.fn.now(),
    })
  }

  /**
   * Lets another payment session pay for the order of a created row, whose own is gone.
   *
   * @returns false when the row has another session by now
   */
  async moveToSession(id: string, from: string, to: string): Promise<boolean> {
    const changed = await this.database(ORDER_TABLE)
      .where({ id, payment_session_id: from, state: "succeeded" })
      .update({
        payment_session_id: to,
        updated_at: this.database.fn.now(),
      })
    return changed === 1
  }

  /**
   * Lets a payment session of another payment collection pay for the order of a created row: Medusa wants a new payment
   * where an order changed.
   *
   * @returns false when the row has another session by now
   */
  async followTo(
    id: string,
    from: string,
    to: { sessionId: string; collectionId: string }
  ): Promise<boolean> {
    const changed = await this.database(ORDER_TABLE)
      .where({ id, payment_session_id: from, state: "succeeded" })
      .whereNotNull("order_changed_at")
      .update({
        payment_session_id: to.sessionId,
        payment_collection_id: to.collectionId,
        payment_id: null,
        // It is wanted again.
        cancel_requested_at: null,
        attention: withoutFlags(this.database, ["cancel_failed"]),
        updated_at: this.database.fn.now(),
      })
    return changed === 1
  }

  /** Whether the sender of a row's attempt can no longer be at work. */
  senderHasEnded(row: OrderRow, now = this.clock.now()): boolean {
    return (
      row.state === "sending" &&
      (row.sending_at === null || row.sending_at.getTime() + this.senderLifetime <= now.getTime())
    )
  }

  /** Orders named by an answer. One that was adopted is known from the very lists it would be a proof for. */
  private answered(): Knex.QueryBuilder<AnsweredCreation, AnsweredCreation[]> {
    return this.database(`${ORDER_TABLE} as row`)
      .whereNull("row.deleted_at")
      .where("row.state", "succeeded")
      .whereNotNull("row.sending_at")
      .whereExists(
        entriesOfRows(this.database, "row.id").where({ action: "create", outcome: "done" })
      )
      .select({
        orderUuid: "row.remote_order_uuid",
        sentAt: "row.sending_at",
        accountHash: "row.account_hash",
      })
  }

  /** What a row says of an attempt that is about to be sent, but for their number. */
  private columnsOfAttempt(attempt: Attempt, now: Date) {
    return {
      order_id: attempt.orderId,
      cart_id: attempt.cartId,
      reference_no: attempt.referenceNo,
      fulfillment_id: attempt.fulfillmentId ?? null,
      ...amountColumns("grand_total", attempt.grandTotal),
      callback_token_hash: attempt.callbackTokenHash,
      shopper_data_id: attempt.shopperDataId,
      customer_fingerprint: attempt.customerFingerprint,
      sent_request: JSON.stringify(attempt.sentRequest),
      sending_at: now,
      account_hash: this.accountHash,
      next_check_at: new Date(now.getTime() + this.senderLifetime),
    }
  }

  private async createdAs(id: string, orderUuid: string): Promise<OrderRow | undefined> {
    return liveOrders(this.database)
      .where({ id, state: "succeeded", remote_order_uuid: orderUuid })
      .first()
  }
}

/** When it is looked whether Medusa took its order back, after a creation that came to nothing. */
const afterNothing = (now: Date) => new Date(now.getTime() + CHECKOUT_GRACE)

/** How long after a creation its status is asked for the first time, when no callback came; milliseconds. */
const FIRST_STATUS_CHECK = 60_000

/** Columns of a row that is yet to be written, but for its state. */
export const columnsOfNewRow = (input: NewOrderRow) => ({
  id: input.id,
  payment_session_id: input.paymentSessionId,
  payment_collection_id: input.paymentCollectionId,
  currency_code: input.currencyCode,
  ...amountColumns("grand_total", input.grandTotal),
  ...amountColumns("refunded_total", "0"),
  callback_token_hash: input.callbackTokenHash,
})

/** What a row says of an order that exists at the service: its Medusa order is billed, whatever was said before. */
const columnsOfCreation = (database: Knex, remote: RemoteOrder, now: Date) => ({
  remote_order_uuid: remote.orderUuid,
  remote_customer_uuid: remote.customerUuid ?? null,
  ...columnsOfStatus(database, { status: remote.status, paid: false }, now),
  failure: null,
  attention: withoutFlags(database, ["placed_unbilled"]),
  other_orders: database.raw("other_orders - ?::text", [remote.orderUuid]),
  check_count: 0,
  next_check_at: new Date(now.getTime() + FIRST_STATUS_CHECK),
})

/** How long after its order, or the sending of its invoice, a checkout may still be under way, in milliseconds. */
export const CHECKOUT_GRACE = 2 * 60_000

/**
 * Whether the checkout of a Medusa order may still be under way. Medusa dates an order by the clock of the server that writes it: one
 * of the future says only that this clock is fast.
 */
export const mayBeInCheckout = (placedAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - placedAt.getTime()) < CHECKOUT_GRACE
