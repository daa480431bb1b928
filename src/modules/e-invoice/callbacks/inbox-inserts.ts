import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { byKey, type Call, INBOX_COLUMNS, type InboxEntry, type InboxRow } from "./inbox-entry"
import { newInboxIds } from "./inbox-ids"

export const INBOX_TABLE = "einvoice_callback"

/** Distinct callbacks kept of one order; a service sends a handful. */
const MOST_PER_ORDER = 1000

/** How long the one who stored a callback has to process it before the sweep does, in milliseconds. */
export const GRACE = 30_000

/**
 * Stores calls whose tokens somebody has, in one order: two statements that meet wait for each other's rows, and would
 * for ever.
 *
 * @returns whose each token is, and those that were not stored before
 */
export async function insertCalls(
  database: Knex,
  calls: readonly Call[],
  now: Date
): Promise<{ owners: Map<string, string>; fresh: Map<string, InboxEntry> }> {
  type Found = { token_hash: string; owner: string }
  type Stored = Found & InboxRow & { content_hash: string }
  const isStored = (row: Found | Stored): row is Stored => "id" in row && row.id !== null
  const { rows }: { rows: (Found | Stored)[] } = await database.raw(
    `with owned as (
       select given.*, coalesce(einvoice_order.id, einvoice_record.id) as owner
       from unnest(:ids::text[], :tokens::text[], :hashes::text[], :parameters::text[]) as given (id, token_hash, hash, parameters)
       left join einvoice_order on einvoice_order.callback_token_hash = token_hash and einvoice_order.deleted_at is null
       left join einvoice_record on einvoice_record.callback_token_hash = token_hash and einvoice_record.deleted_at is null
     ), stored as (
       insert into ${INBOX_TABLE} (id, e_invoice_order_id, content_hash, parameters, due_at, created_at, updated_at)
       select id, owner, hash, parameters::jsonb, :due, :now, :now
       from owned
       where owner is not null
         and (select count(*) from ${INBOX_TABLE} where e_invoice_order_id = owner and deleted_at is null) < :most
       order by owner, hash
       on conflict (e_invoice_order_id, content_hash) where deleted_at is null do nothing
       returning content_hash, ${INBOX_COLUMNS.join(", ")}
     )
     select owned.token_hash, owned.owner, stored.*
     from owned left join stored on stored.id = owned.id
     where owner is not null`,
    {
      ids: newInboxIds(calls.length),
      tokens: calls.map(({ tokenHash }) => tokenHash),
      hashes: calls.map(({ content }) => content.contentHash),
      parameters: calls.map(({ content }) => JSON.stringify(content.parameters)),
      due: new Date(now.getTime() + GRACE),
      now,
      most: MOST_PER_ORDER,
    }
  )
  return {
    owners: new Map(rows.map((row) => [row.token_hash, row.owner])),
    fresh: byKey(rows.filter(isStored)),
  }
}
