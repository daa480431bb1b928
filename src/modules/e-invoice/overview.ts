import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"

import type { Clock } from "./database"
import type { IntentState } from "./intent"
import { type AttentionReason, MOST_SEVERE_FIRST } from "./orders/flags"
import { INVOICE_MATURITY_DAYS, type LastingStatus } from "./orders/order-status"

/** Statuses in which the service still expects money, unless it came before. */
const AWAITED_STATUSES = [
  "SENT",
  "INVOICED",
  "REMINDER",
  "PURRING",
  "INKASSO",
  "PARTIAL REFUNDED",
] as const satisfies readonly LastingStatus[]

/** Something that waits for staff. The amount is decimal major units in text, exact. */
type AttentionItem = {
  kind: "order" | "operation" | "record" | "refund"
  id: string
  reason: AttentionReason
  /** The operation's catalogue id, of an operation. */
  operation_id: string | null
  order_id: string | null
  customer_id: string | null
  cart_id: string | null
  reference_no: string | null
  subject_kind: string | null
  remote_uuid: string | null
  amount: string | null
  currency_code: string | null
  created_at: Date
}

/** With its place among all that waits; null where the page is empty, and the row carries the total alone. */
type PlacedRow = AttentionItem & { place: string | null; total: number }

type StatusCount = {
  state: IntentState
  remote_status: string | null
  count: number
}

/** What customers have not paid, of one age. The amount is decimal major units in text, exact. */
type OutstandingByAge = AgeBracket & { count: number; amount: string }

type Outstanding = {
  currency_code: string
  count: number
  amount: string
  ages: OutstandingByAge[]
}

type OverviewFigures = {
  statuses: StatusCount[]
  outstanding: Outstanding[]
  /** Callbacks that wait to be processed, and those of them that failed before. */
  callbacks: { waiting: number; failed: number }
}

type OutstandingRow = {
  currency_code: string
  /** Index of the age's bracket; null in the row that is the currency's whole. */
  bracket: number | null
  count: number
  amount: string
}

type FiguresRow = {
  statuses: StatusCount[]
  outstanding: OutstandingRow[]
  callbacks: { waiting: number; failed: number }
}

/** Days after which staff are told of a reservation: the service releases the first after 7, by kind of business. */
const EXPIRING_AFTER = 5

/** Rows of all that waits for staff. */
const WAITING = `
  select 'order' as kind, id, coalesce(split_part(attention, ' ', 1), state) as reason, null as operation_id, order_id,
         null as customer_id, cart_id, reference_no, 'order' as subject_kind, remote_order_uuid as remote_uuid,
         grand_total::text as amount, currency_code, created_at
  from einvoice_order
  where (attention is not null or state = 'in_doubt') and deleted_at is null
  union all
  select 'operation', id, 'operation_in_doubt', operation_id, order_id,
         customer_id, null, null, subject_kind, subject_uuid, null, null, created_at
  from einvoice_operation
  where state = 'in_doubt' and deleted_at is null
  union all
  select 'operation', id, 'operation_contradicted', operation_id, order_id,
         customer_id, null, null, subject_kind, subject_uuid, null, null, created_at
  from einvoice_operation
  where contradicted_at is not null and deleted_at is null
    and not exists (
      select 1 from einvoice_record
      where einvoice_record.id = einvoice_operation.record_id and status in ('CANCELLED', 'EXPIRED')
    )
  union all
  select 'record', id, 'record_after_cancel', null, order_id,
         customer_id, null, null, kind, remote_uuid, amount::text, currency_code, created_at
  from einvoice_record
  where order_cancelled_at is not null and is_over = false and remote_uuid is not null and deleted_at is null
  union all
  select 'record', id, 'reservation_expiring', null, order_id,
         customer_id, null, null, kind, remote_uuid, amount::text, currency_code, created_at
  from einvoice_record
  where kind = 'reservation' and status = 'RESERVED' and is_over = false and order_cancelled_at is null
    and created_at < now() - interval '${EXPIRING_AFTER} days' and remote_uuid is not null and deleted_at is null
  union all
  select 'refund', o.id,
         case when 'refunded_at_service' = any(string_to_array(o.attention, ' '))
           then 'refund_approved' else 'refund_awaiting_approval' end,
         null, o.order_id, null, o.cart_id, o.reference_no, 'order',
         o.remote_order_uuid, r.amount::text, o.currency_code, asked.created_at
  from einvoice_operation asked
  join einvoice_refund r
    on asked.idempotency_key
      = 'refund-approval:' || r.id || case when r.attempt = 1 then '' else ':' || r.attempt end
  join einvoice_order o on o.id = r.e_invoice_order_id and o.deleted_at is null
  where asked.operation_id = 'refunds.request-approval' and asked.state = 'succeeded' and asked.deleted_at is null
    and r.state = 'rejected' and r.failure ->> 'messageKey' is not null and r.deleted_at is null`

/** What stands on the overview: two statements, whose sums PostgreSQL makes in exact decimals. */
export class Overview {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * What waits for staff, the most severe first and then the oldest.
   *
   * @returns at most `limit` of it after the first `offset`, and how much there is in all
   */
  async attention({
    limit,
    offset,
  }: {
    limit: number
    offset: number
  }): Promise<{ items: AttentionItem[]; count: number }> {
    // The count stands beside an empty page, too: what waited may have been settled since the page before.
    const { rows }: { rows: PlacedRow[] } = await this.database.raw(
      `with waiting as (${WAITING}), placed as (
           select *, row_number() over (
             order by array_position(:severity::text[], reason), created_at, id
           ) as place
           from waiting
         )
         select placed.*, counted.total
         from (select count(*)::int as total from waiting) counted
         left join placed on place > :offset::int and place <= :offset::int + :limit::int
         order by place`,
      { severity: [...MOST_SEVERE_FIRST], limit, offset }
    )
    return {
      items: rows.flatMap(({ total: _total, place, ...item }) => (place === null ? [] : [item])),
      count: rows[0]?.total ?? 0,
    }
  }

  /** How much waits for staff, by reason: an order counts for each of its flags, and for its doubt. */
  async reasons(): Promise<ReadonlyMap<AttentionReason, number>> {
    const { rows }: { rows: { reason: AttentionReason; count: number }[] } =
      await this.database.raw(
        `with waiting as (${WAITING}), reasons as (
           select reason from waiting where kind <> 'order'
           union all
           select unnest(string_to_array(attention, ' ')) from einvoice_order
           where attention is not null and deleted_at is null
           union all
           select state from einvoice_order where state = 'in_doubt' and deleted_at is null
         )
         select reason, count(*)::int as count from reasons group by reason`
      )
    return new Map(rows.map(({ reason, count }) => [reason, count]))
  }

  /** How many orders there are of each status, and what customers have not paid, by currency and age. */
  async figures(now = this.clock.now()): Promise<OverviewFigures> {
    const { rows }: { rows: FiguresRow[] } = await this.database.raw(
      `select
         (select coalesce(json_agg(s), '[]') from (
            select state, remote_status, count(*)::int as count
            from einvoice_order
            where deleted_at is null
            group by state, remote_status
          ) s) as statuses,
         (select coalesce(json_agg(o), '[]') from (
            select currency_code, bracket, count(*)::int as count,
                   sum(greatest(grand_total - refunded_total, 0))::text as amount
            from (
              select currency_code, grand_total, refunded_total,
                     width_bucket(extract(epoch from :now::timestamptz - created_at) / 86400, :limits::numeric[]) as bracket
              from einvoice_order
              where state = 'succeeded' and paid_at is null and deleted_at is null
                and (remote_status = any(:awaited) or remote_status is null)
            ) claim
            group by grouping sets ((currency_code), (currency_code, bracket))
            order by currency_code
          ) o) as outstanding,
         (select json_build_object('waiting', count(*)::int, 'failed', (count(*) filter (where state = 'failed'))::int)
          from einvoice_callback
          where state in ('received', 'failed') and deleted_at is null) as callbacks`,
      { now, limits: [...AGE_LIMITS], awaited: [...AWAITED_STATUSES] }
    )
    const [row] = rows
    if (!row) {
      throw new MedusaError(MedusaError.Types.DB_ERROR, "PostgreSQL gave the overview no row.")
    }
    return { ...row, outstanding: byCurrency(row.outstanding) }
  }
}

function byCurrency(rows: readonly OutstandingRow[]): Outstanding[] {
  const wholes = rows.filter(({ bracket }) => bracket === null)
  return wholes.map(({ currency_code, count, amount }) => ({
    currency_code,
    count,
    amount,
    ages: AGE_BRACKETS.map((bracket, index) => {
      const of = rows.find((row) => row.currency_code === currency_code && row.bracket === index)
      return {
        ...bracket,
        count: of?.count ?? 0,
        amount: of?.amount ?? "0",
      }
    }),
  }))
}

/** Whole days at which a claim enters the next bracket of age; an invoice is due after ten (specification, Limits 2). */
const BRACKETS = [INVOICE_MATURITY_DAYS, 30, 60] as const

/** A bracket of age in days: from `from_days`, and younger than `to_days`; the last has no end. */
type AgeBracket = {
  readonly from_days: number
  readonly to_days: number | null
}

/** The brackets, youngest first. */
export const AGE_BRACKETS: readonly AgeBracket[] = [0, ...BRACKETS].map((from_days, index) => ({
  from_days,
  to_days: BRACKETS[index] ?? null,
}))

/** The limits between the brackets, as PostgreSQL's `width_bucket` takes them. */
const AGE_LIMITS: readonly number[] = BRACKETS

/** Intents of one kind whose outcome is unknown. */
type Doubt = { kind: "creation" | "refund" | "operation"; count: number; seconds: number }

/** What waits, and since when. An age is 0 where nothing waits. */
export type Backlog = {
  doubts: Doubt[]
  inbox: {
    /** Callbacks that were not worked at yet. */
    received: number
    /** Callbacks that are tried again later. */
    failed: number
    /** Callbacks of which an attempt ended with an error. */
    errors: number
    /** Callbacks that are due and that no worker has leased. */
    due: number
    /** Seconds for which the first of these has been due. */
    due_seconds: number
    /** Age of the oldest callback that is not processed, in seconds. */
    oldest_seconds: number
  }
  /** Seconds for which the first order, and the first other record, has waited for the sweep. */
  sweep: { orders_seconds: number; records_seconds: number }
  /** Seconds for which expired personal data has waited to be erased. */
  expired_seconds: number
}

/** Seconds since a moment; 0 where there is none, or it is still to come. */
const since = (moment: string) =>
  `greatest(coalesce(extract(epoch from :now::timestamptz - ${moment}), 0), 0)::float8`

const doubts = (kind: Doubt["kind"], from: string) =>
  `select '${kind}' as kind, count(*)::int as count, ${since("min(coalesce(sending_at, created_at))")} as seconds
   ${from} where state = 'in_doubt' and deleted_at is null`

const firstDue = (from: string, only: string) =>
  `(select next_check_at ${from}
    where next_check_at is not null and ${only} and deleted_at is null
    order by next_check_at limit 1)`

const FIRST_EXPIRED = `least(
  (select min(expires_at) from einvoice_shopper_data where deleted_at is null),
  (select min(sealed_until) from einvoice_operation where sealed_until is not null and deleted_at is null))`

/** What monitoring asks every few seconds: each figure from an index, however many orders there are. */
export class Monitoring {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /** What waits, and since when, by the database's clock. */
  async backlog(now = this.clock.now()): Promise<Backlog> {
    const { rows }: { rows: Backlog[] } = await this.database.raw(
      `select
         (select json_agg(d) from (
            ${doubts("creation", "from einvoice_order")}
            union all ${doubts("refund", "from einvoice_refund")}
            union all ${doubts("operation", "from einvoice_operation")}
          ) d) as doubts,
         (select row_to_json(i) from (
            select (count(*) filter (where state = 'received'))::int as received,
                   (count(*) filter (where state = 'failed'))::int as failed,
                   (count(*) filter (where outcome like 'failed:%'))::int as errors,
                   (count(*) filter (where due_at <= :now))::int as due,
                   ${since("min(due_at)")} as due_seconds,
                   ${since("min(created_at)")} as oldest_seconds
            from einvoice_callback
            where state in ('received', 'failed') and deleted_at is null
          ) i) as inbox,
         json_build_object(
           'orders_seconds', ${since(firstDue("from einvoice_order", "(state in ('succeeded', 'sending', 'in_doubt') or hold_until is not null)"))},
           'records_seconds', ${since(firstDue("from einvoice_record", "remote_uuid is not null"))}
         ) as sweep,
         ${since(FIRST_EXPIRED)} as expired_seconds`,
      { now }
    )
    const [row] = rows
    if (!row) {
      throw new MedusaError(MedusaError.Types.DB_ERROR, "PostgreSQL gave monitoring no row.")
    }
    return row
  }
}
