import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"

import type { Clock, StoredRow } from "./database"
import type EInvoiceTimelineEntry from "./models/e-invoice-timeline-entry"
import type { TimelineOutcome } from "./models/e-invoice-timeline-entry"
import { maskPersonalNumbersIn } from "../../connect/personal-numbers"

const TABLE = "einvoice_timeline_entry"

/** Who acted: the shopper, the remote service, the sweep, Medusa's own flows, or an admin user by id. */
export type TimelineActor = "shopper" | "service" | "schedule" | "medusa" | `admin:${string}`

/** Plain facts about an act. Nothing personal, no secret. */
export type TimelineDetail = Record<string, string | number | boolean | null | undefined>

export type TimelineRecord = {
  readonly eInvoiceOrderId: string
  readonly actor: TimelineActor
  /** What was done, in kebab-case: `create`, `status`, `capture`, `cancel`, `refund`. */
  readonly action: string
  readonly outcome: TimelineOutcome
  readonly detail?: TimelineDetail
}

export type TimelineEntry = {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly outcome: TimelineOutcome
  readonly detail: TimelineDetail | null
}

/** An entry as it is stored. */
export type TimelineRow = StoredRow<
  InferTypeOf<typeof EInvoiceTimelineEntry>,
  { detail: TimelineDetail | null }
>

/** What happened to each e-invoice order: who, what, when, and what the service answered. Only ever added to. */
export class Timeline {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  async record(record: TimelineRecord, now = this.clock.now()): Promise<void> {
    await this.database(TABLE).insert(columnsOfEntry(record, now))
  }

  /**
   * Records an act unless the latest entry of that action, and of that parcel where it names one, says the same already: what is
   * attempted again and again fills no page.
   *
   * @returns whether it was recorded
   */
  async recordOnce(record: TimelineRecord, now = this.clock.now()): Promise<boolean> {
    const detail = record.detail && withoutNumbers(record.detail)
    const latest: Pick<TimelineRow, "outcome" | "detail"> | undefined = await this.entriesOf(
      record.eInvoiceOrderId
    )
      .where({ action: record.action })
      .whereRaw("detail ->> 'parcel' is not distinct from ?", [detail?.["parcel"] ?? null])
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .first("outcome", "detail")
    const same =
      latest?.outcome === record.outcome && canonical(latest.detail) === canonical(detail)
    if (!same) {
      await this.record(record, now)
    }
    return !same
  }

  /** The entries of an order, oldest first. */
  async list(eInvoiceOrderId: string): Promise<TimelineEntry[]> {
    const rows: Pick<
      TimelineRow,
      "id" | "created_at" | "actor" | "action" | "outcome" | "detail"
    >[] = await this.entriesOf(eInvoiceOrderId)
      .orderBy(["created_at", "id"])
      .select("id", "created_at", "actor", "action", "outcome", "detail")
    return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at }))
  }

  /** The entries of orders as they are stored, oldest first. */
  async rowsOf(eInvoiceOrderIds: readonly string[]): Promise<TimelineRow[]> {
    return this.database<TimelineRow>(TABLE)
      .whereIn("e_invoice_order_id", [...eInvoiceOrderIds])
      .whereNull("deleted_at")
      .orderBy(["created_at", "id"])
  }

  /** The same timeline, in a transaction. */
  within(transaction: Knex): Timeline {
    return new Timeline(transaction, this.clock)
  }

  /** Erases the notes of orders: free text may tell of the customer. What was done, when and by whom stays. */
  async eraseNotes(eInvoiceOrderIds: readonly string[], now = this.clock.now()): Promise<void> {
    await this.database(TABLE)
      .whereIn("e_invoice_order_id", [...eInvoiceOrderIds])
      .whereNotNull("detail")
      .update({ detail: this.database.raw("detail - 'note'"), updated_at: now })
  }

  private entriesOf(eInvoiceOrderId: string) {
    return this.database(TABLE)
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .whereNull("deleted_at")
  }
}

/** Statement that records an act for each row of a part of a greater statement. */
export function recordingForEach(
  database: Knex,
  part: string,
  record: TimelineRecord,
  now: Date
): Knex.Raw {
  const entry = columnsOfEntry(record, now)
  const list = (placeholder: string) =>
    Object.keys(entry)
      .map(() => placeholder)
      .join(", ")
  return database.raw(`insert into ${TABLE} (${list("??")}) select ${list("?")} from ??`, [
    ...Object.keys(entry),
    ...Object.values(entry),
    part,
  ])
}

/** The entries of the rows of a greater statement, by its column that holds the order's id. */
export const entriesOfRows = (database: Knex, column: string): Knex.QueryBuilder =>
  database(TABLE).whereRaw("e_invoice_order_id = ??", [column])

const columnsOfEntry = (
  { eInvoiceOrderId, actor, action, outcome, detail }: TimelineRecord,
  now: Date
) => ({
  id: generateEntityId(undefined, "einvtl"),
  e_invoice_order_id: eInvoiceOrderId,
  actor,
  action,
  outcome,
  detail: detail ? JSON.stringify(withoutNumbers(detail)) : null,
  created_at: now,
  updated_at: now,
})

/** A note is free text, in which staff may name the customer by number. */
const withoutNumbers = (detail: TimelineDetail): TimelineDetail =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      typeof value === "string" ? maskPersonalNumbersIn(value) : value,
    ])
  )

/** jsonb does not keep the order of keys. */
const canonical = (detail: TimelineDetail | null | undefined) =>
  JSON.stringify(
    Object.entries(detail ?? {})
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )
