import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "./database"
import { approvalKeyOf } from "./operations/operation"
import { type AttentionReason, KNOWN_TO_STAFF_ALONE, MOST_SEVERE_FIRST } from "./orders/flags"
import { SHOWS_THIS_APPROVED } from "./refunds/shown-approval"

/** Something that waits for staff. The amount is decimal major units in text, exact. */
type Case = {
  kind: "order" | "operation" | "record" | "refund"
  id: string
  /** By what it is taken and handled. */
  case_id: string
  /** How it stands: another text once it changed. */
  version: string
  reason: AttentionReason
  /** The operation's catalogue id, of an operation. */
  operation_id: string | null
  order_id: string | null
  /** The Medusa order that names it: of an operation, also that of its record. */
  named_order_id: string | null
  customer_id: string | null
  cart_id: string | null
  reference_no: string | null
  subject_kind: string | null
  remote_uuid: string | null
  amount: string | null
  currency_code: string | null
  /** Since when it waits; of a reservation, since when its amount is held. */
  created_at: Date
  /** Whether that is when the plugin first knew of it: the service has not said since when the amount is held. */
  is_estimate: boolean
  /** Whether only staff know when it is settled. */
  can_be_handled: boolean
  /** Medusa's user who takes care of it. */
  taken_by: string | null
  taken_at: Date | null
  /** Medusa's user who marked it as handled, as it stands. */
  handled_by: string | null
  handled_at: Date | null
}

/** With its place among all that waits; null where the page is empty, and the row carries the total alone. */
type PlacedCase = Case & { place: string | null; total: number; handled_total: number }

/** Days after which staff are told of a reservation: the service releases the first after 7, by kind of business. */
const EXPIRING_AFTER = 5

/** Why approval of a refund of an order waits: what the service refunded beyond what is recorded here is this, may be, or is not. */
const REFUND_REASON = `
  case
    when 'refunded_at_service' <> all(string_to_array(coalesce(o.attention, ''), ' ')) then 'refund_awaiting_approval'
    else case ${SHOWS_THIS_APPROVED}
      when true then 'refund_approved'
      when false then 'refund_awaiting_approval'
      else 'refund_perhaps_approved'
    end
  end`

/** What was refunded of a reservation, as it is recorded here. */
const REFUNDED_HERE = `
  coalesce((
    select sum((done.request -> 'body' ->> 'grandTotal')::numeric) from einvoice_operation done
    where done.operation_id = 'reservations.refund' and done.subject_uuid = r.subject_uuid
      and done.state = 'succeeded' and done.same_as is null and done.deleted_at is null
  ), 0)`

/** An operation, with what is remembered of the record that it makes or is about. */
const KNOWN_OPERATION = `
  einvoice_operation op
  left join einvoice_record made on made.id = op.record_id and made.deleted_at is null
  left join einvoice_record about
    on about.kind = op.subject_kind and about.remote_uuid = op.subject_uuid and about.deleted_at is null
  left join einvoice_order o on o.id = op.e_invoice_order_id and o.deleted_at is null`

/** What it moves or asks for, as it was sent; else what its record is worth. */
const OPERATION_AMOUNT = `
  coalesce(
    substring(coalesce(
      op.request #>> '{body,grandTotal}', op.request #>> '{body,amount}',
      op.request #>> '{body,orderSummary,payablePerCycle}', op.request #>> '{body,orderSummary,grandTotal}'
    ) from '^[0-9]+[.]{0,1}[0-9]*$'),
    made.amount::text, about.amount::text, o.grand_total::text
  )`

/** The columns that say who and how much an operation is about. */
const OPERATION_FACTS = `
  op.operation_id, op.order_id, coalesce(op.order_id, made.order_id, about.order_id, o.order_id),
  coalesce(op.customer_id, made.customer_id, about.customer_id), o.cart_id, o.reference_no,
  op.subject_kind, op.subject_uuid, ${OPERATION_AMOUNT},
  coalesce(made.currency_code, about.currency_code, o.currency_code), op.created_at, false, false`

/** Rows of all that waits for staff; `standing` is what a change of the case shows in. */
const WAITING = `
  select 'order' as kind, id, 'order:' || id as case_id,
         concat_ws(' ', attention, state, attempt, remote_status, refunded_total, credited_total, other_orders) as standing,
         coalesce(split_part(attention, ' ', 1), state) as reason, null as operation_id, order_id,
         order_id as named_order_id, null as customer_id, cart_id, reference_no, 'order' as subject_kind, remote_order_uuid as remote_uuid,
         grand_total::text as amount, currency_code, created_at, false as is_estimate,
         state <> 'in_doubt' and string_to_array(attention, ' ') <@ :known_to_staff::text[] as can_be_handled
  from einvoice_order
  where (attention is not null or state = 'in_doubt') and deleted_at is null
  union all
  select 'operation', op.id, 'operation:' || op.id, op.attempt::text, 'operation_in_doubt', ${OPERATION_FACTS}
  from ${KNOWN_OPERATION}
  where op.state = 'in_doubt' and op.deleted_at is null
  union all
  select 'operation', op.id, 'operation:' || op.id, op.contradicted_at::text, 'operation_contradicted',
         ${OPERATION_FACTS}
  from ${KNOWN_OPERATION}
  where op.contradicted_at is not null and op.deleted_at is null
    and made.status is distinct from 'CANCELLED' and made.status is distinct from 'EXPIRED'
  union all
  select 'record', id, 'record:' || id, status, 'record_after_cancel', null, order_id,
         order_id, customer_id, null, null, kind, remote_uuid, amount::text, currency_code, created_at, false,
         kind = 'subscription'
  from einvoice_record
  where order_cancelled_at is not null and is_over = false and remote_uuid is not null and deleted_at is null
  union all
  select 'record', id, 'record:' || id, status, 'reservation_expiring', null, order_id,
         order_id, customer_id, null, null, kind, remote_uuid, coalesce(held_total, amount)::text, currency_code,
         coalesce(reserved_at, created_at), reserved_at is null, true
  from einvoice_record
  where kind = 'reservation' and (status = 'RESERVED' or held_total > 0) and is_over = false and order_cancelled_at is null
    and (reserved_at < now() - interval '${EXPIRING_AFTER} days'
      or (reserved_at is null and created_at < now() - interval '${EXPIRING_AFTER} days'))
    and remote_uuid is not null and deleted_at is null
  union all
  select 'record', id, 'reservation:' || id, concat_ws(' ', status, attention_amount, attention_at), attention, null, order_id,
         order_id, customer_id, null, null, kind, remote_uuid, attention_amount, currency_code, attention_at, false, true
  from einvoice_record
  where attention is not null and order_cancelled_at is null and deleted_at is null
  union all
  select 'refund', o.id, 'approval:' || r.id, r.attempt::text,
         ${REFUND_REASON},
         null, o.order_id, o.order_id, null, o.cart_id, o.reference_no, 'order',
         o.remote_order_uuid, r.amount::text, o.currency_code, asked.created_at, false, false
  from einvoice_operation asked
  join einvoice_refund r on asked.idempotency_key = ${approvalKeyOf("r")}
  join einvoice_order o on o.id = r.e_invoice_order_id and o.deleted_at is null
  where asked.operation_id = 'refunds.request-approval' and asked.state = 'succeeded' and asked.deleted_at is null
    and r.state = 'rejected' and r.failure ->> 'messageKey' is not null and r.deleted_at is null
  union all
  select 'operation', r.id, 'approval:' || r.id, r.attempt::text,
         case when record.refunded_total > ${REFUNDED_HERE} then 'refund_approved' else 'refund_awaiting_approval' end,
         r.operation_id, r.order_id, r.order_id, r.customer_id, null, null, r.subject_kind, r.subject_uuid,
         r.request -> 'body' ->> 'grandTotal', record.currency_code, asked.created_at, false, false
  from einvoice_operation asked
  join einvoice_operation r
    on asked.idempotency_key = ${approvalKeyOf("r")} and r.operation_id = 'reservations.refund'
  left join einvoice_record record
    on record.kind = 'reservation' and record.remote_uuid = r.subject_uuid and record.deleted_at is null
  where asked.operation_id = 'refunds.request-approval' and asked.state = 'succeeded' and asked.deleted_at is null
    and r.state = 'rejected' and r.failure ->> 'messageKey' is not null and r.deleted_at is null`

/** All that waits, with who takes care of it. */
const CASES = `
  waiting as (
    select w.*, md5(concat_ws(' ', reason, standing)) as version from (${WAITING}) w
  ), cases as (
    select w.*, c.taken_by, case when c.taken_by is not null then c.taken_at end as taken_at,
           case when c.handled_version = w.version then c.handled_by end as handled_by,
           case when c.handled_version = w.version then c.handled_at end as handled_at
    from waiting w left join einvoice_case c on c.id = w.case_id
  )`

/** What staff do about a case. */
export const CASE_ACTIONS = ["take", "release", "mark_handled", "reopen"] as const

export type CaseAction = (typeof CASE_ACTIONS)[number]

/** A case as the member of staff saw it who does something about it. */
export type SeenCase = Pick<Case, "case_id" | "version" | "taken_by">

/** What waits for staff, and who takes care of it. */
export class Cases {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * What waits for staff, most severe first and then the oldest; or what they marked as handled.
   *
   * @returns at most `limit` of it after the first `offset`, how much there is in all, and how much is marked as handled
   */
  async list({
    limit,
    offset,
    handled,
  }: {
    limit: number
    offset: number
    handled: boolean
  }): Promise<{ items: Case[]; count: number; handledCount: number }> {
    // The count stands beside an empty page, too: what waited may have been settled since the page before.
    const { rows }: { rows: PlacedCase[] } = await this.database.raw(
      `with ${CASES}, listed as (
           select * from cases where (handled_at is not null) = :handled::boolean
         ), placed as (
           select *, row_number() over (
             order by array_position(:severity::text[], reason), created_at, case_id
           ) as place
           from listed
         )
         select placed.*, counted.total, counted.handled_total
         from (
           select count(*) filter (where (handled_at is not null) = :handled::boolean)::int as total,
                  count(*) filter (where handled_at is not null)::int as handled_total
           from cases
         ) counted
         left join placed on place > :offset::int and place <= :offset::int + :limit::int
         order by place`,
      { ...KNOWN, severity: [...MOST_SEVERE_FIRST], limit, offset, handled }
    )
    return {
      items: rows.flatMap(({ total: _total, handled_total: _handled, place, ...item }) =>
        place === null ? [] : [item]
      ),
      count: rows[0]?.total ?? 0,
      handledCount: rows[0]?.handled_total ?? 0,
    }
  }

  /** How much waits for staff, by reason: an order counts for each of its flags, and for its doubt. */
  async reasons(): Promise<ReadonlyMap<AttentionReason, number>> {
    const { rows }: { rows: { reason: AttentionReason; count: number }[] } =
      await this.database.raw(
        `with ${CASES}, open as (select * from cases where handled_at is null), reasons as (
           select reason from open where kind <> 'order'
           union all
           select unnest(string_to_array(attention, ' ')) from einvoice_order
           where id in (select id from open where kind = 'order') and attention is not null
           union all
           select state from einvoice_order where state = 'in_doubt' and deleted_at is null
         )
         select reason, count(*)::int as count from reasons group by reason`,
        KNOWN
      )
    return new Map(rows.map(({ reason, count }) => [reason, count]))
  }

  /**
   * Has a member of staff take, release, mark as handled or reopen a case, if it still stands as they saw it: of two who do so
   * at once, one is told of the other.
   *
   * @param by Medusa's id of the user
   * @returns false when it is gone, changed, was taken or released by another, or cannot be marked as handled
   */
  async change(
    { case_id, version, taken_by }: SeenCase,
    action: CaseAction,
    by: string,
    now = this.clock.now()
  ): Promise<boolean> {
    const { columns, isPossible } = CHANGES[action]
    return this.database.transaction(async (transaction) => {
      await transaction.raw(
        `with ${CASES} delete from einvoice_case where id not in (select case_id from cases)`,
        KNOWN
      )
      await transaction.raw(
        `with ${CASES} insert into einvoice_case (id)
         select case_id from cases where case_id = :case_id on conflict (id) do nothing`,
        { ...KNOWN, case_id }
      )
      const { rows }: { rows: unknown[] } = await transaction.raw(
        `with ${CASES}
         update einvoice_case set ${columns}, updated_at = :now
         from cases
         where einvoice_case.id = cases.case_id and cases.case_id = :case_id and cases.version = :version
           and einvoice_case.taken_by is not distinct from :taken_by::text and ${isPossible}
         returning einvoice_case.id`,
        { ...KNOWN, case_id, version, taken_by, by, now }
      )
      return rows.length > 0
    })
  }
}

const KNOWN = { known_to_staff: [...KNOWN_TO_STAFF_ALONE] }

/** What each action writes, and when it may. */
const CHANGES: Readonly<Record<CaseAction, { columns: string; isPossible: string }>> = {
  take: { columns: "taken_by = :by, taken_at = :now", isPossible: "true" },
  release: { columns: "taken_by = null, taken_at = null", isPossible: "true" },
  mark_handled: {
    columns: "handled_by = :by, handled_at = :now, handled_version = :version",
    isPossible: "cases.can_be_handled",
  },
  reopen: {
    columns: "handled_by = null, handled_at = null, handled_version = null",
    isPossible: "true",
  },
}
