import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"

import { normaliseStatus, type RecordKind, webAddress } from "../../../connect"
import { callbackTokenHash, type CallbackTokens } from "../callbacks/callback"
import { amountColumns, type Clock, grouped, readDue, type StoredRow, takeDue } from "../database"
import type EInvoiceRecord from "../models/e-invoice-record"
import type { RecordFlag } from "../orders/flags"
import {
  isStandingStatus,
  lastingStatusOf,
  nextAttemptAt,
  nextCheckAt,
  nextLookAfterTheEnd,
} from "../orders/order-status"

const TABLE = "einvoice_record"
const PREFIX = "einvrec"

/** Whether an id is that of a remembered record rather than of a checkout's order. */
export const isRecordId = (id: string): boolean => id.startsWith(`${PREFIX}_`)

/** The records at the service that the plugin remembers beside the orders of checkouts. */
export class RemoteRecords {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    private readonly tokens: CallbackTokens
  ) {}

  /** @returns an id for a record that is about to be created, and the address to which the service shall report */
  announce(): { id: string; callbackUrl: string } {
    const id = generateEntityId(undefined, PREFIX)
    return { id, callbackUrl: this.tokens.addressOf(this.tokens.issue(id)) }
  }

  /** The address to which the service shall report of a record whose creation is sent again: the same as the first time. */
  async callbackUrl(id: string): Promise<string> {
    const row = await this.find(id)
    const hash = row?.callback_token_hash
    const known = hash ? this.tokens.recover(id, hash) : undefined
    const token = known ?? this.tokens.issue(id)
    if (hash && !known) {
      // The key it was made with is gone, and nothing was created under it.
      await liveRecords(this.database)
        .where({ id })
        .update({ callback_token_hash: callbackTokenHash(token) })
    }
    return this.tokens.addressOf(token)
  }

  /** Remembers a record that is about to be created; it is listed once the service has named it. */
  async begin(id: string, record: NewRecord, now = this.clock.now()): Promise<void> {
    const token = record.reportsBack ? this.tokens.issue(id) : undefined
    await this.database(TABLE).insert({
      id,
      kind: record.kind,
      order_id: record.orderId,
      customer_id: record.customerId,
      organization_id: record.organizationId,
      currency_code: record.currencyCode,
      ...(record.amount !== undefined && amountColumns("amount", record.amount)),
      callback_token_hash: token && callbackTokenHash(token),
      created_at: now,
      updated_at: now,
    })
  }

  /** Keeps what the service answered to the creation, and has the record followed from now on. */
  async named(
    row: Pick<RecordRow, "id" | "kind">,
    answer: {
      operationRowId: string
      uuid: string
      customerUuid?: string | undefined
      paymentUrl?: string | undefined
    },
    now = this.clock.now()
  ): Promise<void> {
    await liveRecords(this.database)
      .where({ id: row.id })
      .update({
        created_by_operation: answer.operationRowId,
        remote_uuid: answer.uuid,
        remote_customer_uuid: answer.customerUuid,
        payment_url: webAddress.safeParse(answer.paymentUrl).data,
        next_check_at: nextLookAt(row.kind, null, 0, now),
        updated_at: now,
      })
  }

  /** Remembers a record that staff work with although it was created elsewhere. */
  async adopt(
    kind: RecordKind,
    uuid: string,
    links: { orderId: string | undefined; customerId: string | undefined },
    now = this.clock.now()
  ): Promise<RecordRow | undefined> {
    await this.database(TABLE)
      .insert({
        id: generateEntityId(undefined, PREFIX),
        kind,
        remote_uuid: uuid,
        order_id: links.orderId,
        customer_id: links.customerId,
        next_check_at: nextLookAt(kind, null, 0, now),
        created_at: now,
        updated_at: now,
      })
      .onConflict()
      .ignore()
    return this.ofUuid(kind, uuid)
  }

  /**
   * Links a record to a Medusa order.
   *
   * @returns undefined when it belongs to another one
   */
  async link(
    { id }: Pick<RecordRow, "id">,
    orderId: string,
    now = this.clock.now()
  ): Promise<RecordRow | undefined> {
    const [row] = await liveRecords(this.database)
      .where({ id })
      .whereRaw("coalesce(order_id, ?) = ?", [orderId, orderId])
      .update({ order_id: orderId, updated_at: now })
      .returning<RecordRow[]>("*")
    return row
  }

  async find(id: string): Promise<RecordRow | undefined> {
    return liveRecords(this.database).where({ id }).first()
  }

  async ofUuid(kind: RecordKind, uuid: string): Promise<RecordRow | undefined> {
    return liveRecords(this.database).where({ kind, remote_uuid: uuid }).first()
  }

  /** A Medusa order's records of a kind, the oldest first. */
  async ofOrder(kind: RecordKind | readonly RecordKind[], orderId: string): Promise<RecordRow[]> {
    return liveRecords(this.database)
      .where({ order_id: orderId })
      .whereIn("kind", [kind].flat())
      .orderBy(["created_at", "id"])
  }

  /**
   * Calls staff to a Medusa order by the newest of its records of a kind, or no longer.
   *
   * @param due why, and of how much in decimal major units
   * @returns whether that is new
   */
  async flag(
    kind: "order" | "reservation",
    orderId: string,
    due: { flag: RecordFlag; amount: string } | undefined,
    now = this.clock.now()
  ): Promise<boolean> {
    const { rowCount }: { rowCount: number } = await this.database.raw(
      `update ${TABLE} as r
       set attention = due.flag, attention_amount = due.amount, updated_at = :now::timestamptz,
           attention_at = case when due.flag is null then null when due.flag = r.attention then r.attention_at else :now::timestamptz end
       from (
         select id, case when is_newest then :flag::text end as flag, case when is_newest then :amount::text end as amount
         from (
           select id, row_number() over (order by created_at desc, id desc) = 1 as is_newest from ${TABLE}
           where kind = :kind and order_id = :orderId and remote_uuid is not null and deleted_at is null
         ) as records
       ) as due
       where r.id = due.id and (r.attention, r.attention_amount) is distinct from (due.flag, due.amount)`,
      { kind, orderId, flag: due?.flag ?? null, amount: due?.amount ?? null, now }
    )
    return rowCount > 0
  }

  /** Notes that a Medusa order is cancelled. @returns its orders, reservations and subscriptions at the service that are not over */
  async orderCancelled(orderId: string, now = this.clock.now()): Promise<RecordRow[]> {
    return liveRecords(this.database)
      .where({ order_id: orderId, is_over: false })
      .whereIn("kind", ["order", "reservation", "subscription"])
      .update({
        order_cancelled_at: this.database.raw("coalesce(order_cancelled_at, ?)", [now]),
        updated_at: now,
      })
      .returning<RecordRow[]>("*")
  }

  /**
   * Keeps what the service says of a record, if nothing else was stored since it was read.
   *
   * @returns `overtaken`: another process stored a report in between; read the record and ask again
   */
  async reported(
    row: FollowedRecord,
    { status, amount, customerUuid, kept, held, reservedAt, refunded }: RecordReport,
    now = this.clock.now()
  ): Promise<"news" | "known" | "overtaken"> {
    const stillHeld = heldIn(status, held)
    const isLapsed = Number(row.held_total) > 0 && Number(stillHeld) === 0
    const isNews = status !== row.status || isLapsed
    const over = isOver(row.kind, status, { kept, held: stillHeld })
    const count = isNews ? 0 : row.check_count
    const changed = await liveRecords(this.database)
      .where({ id: row.id })
      .whereRaw("status is not distinct from ?", [row.status])
      .update({
        status,
        last_checked_at: now,
        next_check_at: nextLookAt(row.kind, status, count, now),
        check_count: isNews ? 0 : row.check_count + 1,
        updated_at: now,
        ...(amount !== undefined && amountColumns("amount", amount)),
        ...(refunded !== undefined && amountColumns("refunded_total", refunded)),
        ...(stillHeld !== undefined && amountColumns("held_total", stillHeld)),
        ...(reservedAt && { reserved_at: reservedAt }),
        ...(customerUuid && { remote_customer_uuid: customerUuid }),
        ...(over !== undefined && { is_over: over }),
      })
    if (changed === 0) {
      return "overtaken"
    }
    return isNews ? "news" : "known"
  }

  /** Keeps what a record is over since it was changed at the service, in decimal major units. */
  async changed(id: string, amount: string): Promise<void> {
    await liveRecords(this.database)
      .where({ id })
      .update({ ...amountColumns("amount", amount), updated_at: this.clock.now() })
  }

  /** Leases records that are due for five minutes, the longest waiting first. */
  async takeDue(now: Date, limit: number): Promise<RecordRow[]> {
    return takeDue<RecordRow>(this.database, {
      table: TABLE,
      only: (rows) => rows.whereNotNull("remote_uuid"),
      now,
      limit,
    })
  }

  /** Identifiers at the service of records of a kind that are due and not taken. */
  async dueUuids(kind: RecordKind, now: Date, limit: number): Promise<string[]> {
    return readDue(this.database, {
      table: TABLE,
      only: (rows) => rows.where({ kind }),
      column: "remote_uuid",
      now,
      limit,
    })
  }

  /** Notes that records were looked at and nothing was new: the next look is further away. */
  async unchanged(rows: readonly FollowedRecord[], now = this.clock.now()): Promise<void> {
    const together = grouped(
      rows,
      ({ kind, status, check_count: count }) =>
        nextLookAt(kind, status, count, now)?.getTime() ?? null
    )
    for (const [next, alike] of together) {
      await liveRecords(this.database)
        .whereIn(
          "id",
          alike.map(({ id }) => id)
        )
        .update({
          check_count: this.database.raw("check_count + 1"),
          next_check_at: next === null ? null : new Date(next),
          last_checked_at: now,
        })
    }
  }

  /** Keeps what the service calls a company. */
  async nameCompany(organizationId: string, name: string): Promise<void> {
    await liveRecords(this.database)
      .where({ organization_id: organizationId })
      .whereRaw("company_name is distinct from ?", [name])
      .update({ company_name: name })
  }

  /** The service could not say what has become of a record: it is asked again after growing gaps. */
  async tryAgain(
    { id, check_count: count }: Pick<RecordRow, "id" | "check_count">,
    now = this.clock.now()
  ): Promise<void> {
    await liveRecords(this.database)
      .where({ id })
      .update({
        check_count: this.database.raw("check_count + 1"),
        next_check_at: nextAttemptAt(count, now),
      })
  }

  /** Has a record followed as if it had just changed, however long nothing followed before. */
  async followAnew(row: Pick<RecordRow, "id" | "kind" | "status">, now = this.clock.now()) {
    await liveRecords(this.database)
      .where({ id: row.id })
      .update({ check_count: 0, next_check_at: nextLookAt(row.kind, row.status, 0, now) })
  }

  /** Makes the sweep look at records at a moment; it does not count as a look. */
  async lookAt(ids: readonly string[], moment: Date): Promise<void> {
    if (ids.length > 0) {
      await liveRecords(this.database)
        .whereIn("id", [...ids])
        .update({ next_check_at: moment })
    }
  }

  /** The same store, in a transaction. */
  within(transaction: Knex): RemoteRecords {
    return new RemoteRecords(transaction, this.clock, this.tokens)
  }

  /** The records of a customer, by the customer and their orders, the oldest first. */
  async ofCustomer(customerId: string, orderIds: readonly string[]): Promise<RecordRow[]> {
    return liveRecords(this.database)
      .where((either) => {
        void either.where({ customer_id: customerId }).orWhereIn("order_id", [...orderIds])
      })
      .orderBy(["created_at", "id"])
  }

  /** Erases what tells of the customers of records. */
  async eraseCustomers(ids: readonly string[], now = this.clock.now()): Promise<void> {
    await this.database(TABLE)
      .whereIn("id", [...ids])
      .update({
        customer_id: null,
        remote_customer_uuid: null,
        organization_id: null,
        company_name: null,
        payment_url: null,
        updated_at: now,
      })
  }
}

/** The table's rows, but for deleted ones. */
export const liveRecords = (database: Knex): Knex.QueryBuilder<RecordRow> =>
  database<RecordRow>(TABLE).whereNull("deleted_at")

/** A record at the service as the plugin remembers it; the amount is decimal major units in text. */
export type RecordRow = StoredRow<
  InferTypeOf<typeof EInvoiceRecord>,
  { amount: string | null; refunded_total: string | null; held_total: string | null }
>

/** What tells when a record is looked at again. */
type FollowedRecord = Pick<RecordRow, "id" | "kind" | "status" | "check_count"> &
  Partial<Pick<RecordRow, "held_total">>

/** What the service says of a record; the amount in decimal major units. */
export type RecordReport = {
  status: string
  amount?: string | undefined
  customerUuid?: string | undefined
  /** What is kept of a customer's money, in øre, where the service says so. */
  kept?: number | undefined
  /** What is held on a card and not captured, in decimal major units; of a reservation that ended, it says nothing. */
  held?: string | undefined
  /** Since when an amount is held on a card. */
  reservedAt?: Date | undefined
  /** What was refunded of a reservation in all, in decimal major units. */
  refunded?: string | undefined
}

/** A record that is about to be created. */
type NewRecord = {
  kind: RecordKind
  orderId: string | undefined
  customerId: string | undefined
  /** Of a company. */
  organizationId: string | undefined
  /** Decimal major units. */
  amount: string | undefined
  currencyCode: string
  /** The service reports what becomes of it, to an address of ours. */
  reportsBack: boolean
}

/** Statuses after which the service says nothing more of a record, by kind. */
const FINAL: Readonly<Record<"reservation" | "subscription", ReadonlySet<string>>> = {
  reservation: new Set(["CANCELLED", "EXPIRED"]),
  subscription: new Set(["COMPLETED", "CANCELLED"]),
}

/** Of a completed reservation, what was taken can still be refunded, also once the operator approved it. */
const isCompleted = (kind: RecordKind, status: string | null): boolean =>
  kind === "reservation" && status !== null && normaliseStatus(status) === "COMPLETED"

/** Statuses of a reservation in which the customer may be charged, whatever the service says that it holds. */
const OPEN: ReadonlySet<string> = new Set(["SENT", "RESERVED"])

/** Statuses of a reservation in which what was not captured is held on the card. */
export const HOLDING: ReadonlySet<string> = new Set(["RESERVED", "CAPTURED", "CHARGED"])

const heldIn = (status: string, held: string | undefined): string | undefined =>
  held === undefined || HOLDING.has(normaliseStatus(status)) ? held : "0"

/**
 * Whether a record asks its customer for nothing, and nothing of their money is kept.
 *
 * @returns undefined when that cannot be said of its kind, or by what is known
 */
function isOver(
  kind: RecordKind,
  status: string,
  { kept, held = "0" }: Pick<RecordReport, "kept" | "held">
): boolean | undefined {
  switch (kind) {
    case "order":
      return !isStandingStatus(lastingStatusOf(status))
    // Its status stays the same when its money is refunded.
    case "reservation": {
      const isOpen = OPEN.has(normaliseStatus(status)) || Number(held) > 0
      return kept === undefined ? undefined : kept <= 0 && !isOpen
    }
    case "subscription":
      return FINAL.subscription.has(normaliseStatus(status))
    default:
      return undefined
  }
}

/**
 * When a remembered record is looked at again if no callback comes before: after growing gaps, in the end daily.
 *
 * @param status in the service's words; null while none is known
 * @param count looks so far that brought no news
 * @returns null when nothing can change any more, or the service cannot be asked about its kind
 */
function nextLookAt(
  kind: RecordKind,
  status: string | null,
  count: number,
  now: Date
): Date | null {
  switch (kind) {
    case "order":
      return nextCheckAt(lastingStatusOf(status), count, now)
    case "reservation":
    case "subscription":
      if (isCompleted(kind, status)) {
        return nextLookAfterTheEnd(count, now)
      }
      return status !== null && FINAL[kind].has(normaliseStatus(status))
        ? null
        : nextAttemptAt(count, now)
    // The service tells the outcome of a company check by company, with no identifier of the check.
    case "company-check":
      return null
  }
}
