import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"

import type { Clock } from "./database"
import type { IntentState } from "./intent"
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

/** The figures of the overview: one statement, whose sums PostgreSQL makes in exact decimals. */
export class Overview {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

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
