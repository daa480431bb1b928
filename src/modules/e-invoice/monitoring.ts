import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"

import type { Clock } from "./database"

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
