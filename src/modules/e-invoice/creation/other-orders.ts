import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "../database"
import { withFlag, withoutFlags } from "../status/flags"

const TABLE = "einvoice_order"

/**
 * What is known of a further order that the service has for the same payment.
 *
 * - `open`: the customer may be billed for it
 * - `ended`: it was cancelled, refunded or credited there
 * - `foreign`: staff declared that it is none of this payment's, or it turned out to be another row's
 */
export type OtherOrderState = "open" | "ended" | "foreign"

/**
 * How a further order became known.
 *
 * - `candidate`: it fitted as well as the one that staff adopted
 * - `same-order`: another row or record names it, and both bill one Medusa order
 */
export type FoundBy = "sender" | "look-up" | "callback" | "candidate" | "same-order"

/** A further order at the service for the same payment. */
export type OtherOrder = {
  readonly orderUuid: string
  readonly state: OtherOrderState
  readonly foundBy: FoundBy
  /** ISO 8601. */
  readonly foundAt: string
  /** As the service last said; null until it was asked. */
  readonly status: string | null
}

/** The column: facts by the order's identifier at the service. */
export type OtherOrders = Record<string, Omit<OtherOrder, "orderUuid">>

/** The further orders of a row, those that are open first. */
export const otherOrdersOf = (stored: OtherOrders | null): OtherOrder[] =>
  Object.entries(stored ?? {})
    .map(([orderUuid, facts]) => ({ orderUuid, ...facts }))
    .sort(
      (one, other) =>
        Number(other.state === "open") - Number(one.state === "open") ||
        one.foundAt.localeCompare(other.foundAt)
    )

/** Statement that says whether a row has a further order for which the customer may be billed. */
export const hasOpenOtherOrder = (database: Knex): Knex.Raw =>
  database.raw(
    `exists (select from jsonb_each(coalesce(other_orders, '{}')) as other (uuid, facts)
             where facts->>'state' = 'open')`
  )

/** Orders that the service has beside the one a row names. Each method is one statement. */
export class OtherOrderStore {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  async of(id: string): Promise<OtherOrder[]> {
    const row: { other_orders: OtherOrders | null } | undefined = await this.rows()
      .where({ id })
      .first("other_orders")
    return otherOrdersOf(row?.other_orders ?? null)
  }

  /**
   * Keeps a further order and flags the row.
   *
   * @returns false when it is known already, is the row's own, or belongs to another row or record; one of the same Medusa
   * order may belong to another, and is open again after it had ended
   */
  async record(id: string, orderUuid: string, foundBy: FoundBy): Promise<boolean> {
    const facts = {
      state: "open",
      foundBy,
      foundAt: this.clock.now().toISOString(),
      status: null,
    } satisfies OtherOrders[string]
    const row = this.rows()
      .where({ id })
      .whereRaw("remote_order_uuid is distinct from ?", [orderUuid])
    const unknown =
      foundBy === "same-order"
        ? row.whereRaw("coalesce(other_orders->?->>'state', 'ended') = 'ended'", [orderUuid])
        : row
            .whereRaw("not jsonb_exists(coalesce(other_orders, '{}'), ?)", [orderUuid])
            .whereNotExists(this.rows().where({ remote_order_uuid: orderUuid }))
            .whereNotExists(
              this.database("einvoice_record")
                .where({ kind: "order", remote_uuid: orderUuid })
                .whereNull("deleted_at")
            )
    const changed = await unknown.update({
      other_orders: this.database.raw(
        "coalesce(other_orders, '{}') || jsonb_build_object(?::text, ?::jsonb)",
        [orderUuid, JSON.stringify(facts)]
      ),
      attention: withFlag(this.database, "second_order"),
      updated_at: this.database.fn.now(),
    })
    return changed === 1
  }

  /** Keeps what was found out about a further order. */
  async learned(
    id: string,
    orderUuid: string,
    news: Partial<Pick<OtherOrder, "state" | "status">>
  ): Promise<boolean> {
    const changed = await this.rows()
      .where({ id })
      .whereRaw("jsonb_exists(coalesce(other_orders, '{}'), ?)", [orderUuid])
      .update({
        other_orders: this.database.raw(
          "other_orders || jsonb_build_object(?::text, (other_orders->?) || ?::jsonb)",
          [orderUuid, orderUuid, JSON.stringify(news)]
        ),
        updated_at: this.database.fn.now(),
      })
    return changed === 1
  }

  /**
   * Flags the row again for an order that staff declared foreign, now that the customer paid it; once, so that staff have
   * the last word.
   *
   * @returns false when it was paid already as they declared it foreign
   */
  async foreignPaid(id: string, orderUuid: string): Promise<boolean> {
    const changed = await this.rows()
      .where({ id })
      .whereRaw("other_orders->?->>'state' = 'foreign'", [orderUuid])
      .whereRaw("other_orders->?->>'status' is distinct from 'PAID'", [orderUuid])
      .update({
        other_orders: this.database.raw(
          "other_orders || jsonb_build_object(?::text, (other_orders->?) || ?::jsonb)",
          [orderUuid, orderUuid, JSON.stringify({ state: "open", status: "PAID" })]
        ),
        attention: withFlag(this.database, "second_order"),
        updated_at: this.database.fn.now(),
      })
    return changed === 1
  }

  /** Takes the flag away once no further order is open; a flag without any stays. */
  async unflagWhenNoneIsOpen(id: string): Promise<boolean> {
    const changed = await this.rows()
      .where({ id })
      .whereNotNull("other_orders")
      .whereRaw("not (?)", [hasOpenOtherOrder(this.database)])
      .update({
        attention: withoutFlags(this.database, ["second_order"]),
        updated_at: this.database.fn.now(),
      })
    return changed === 1
  }

  /** Which of these orders a row names as its own. */
  async ofOtherRows(id: string, orderUuids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(
      await this.rows()
        .whereIn("remote_order_uuid", [...orderUuids])
        .whereNot({ id })
        .pluck<string[]>("remote_order_uuid")
    )
  }

  private rows() {
    return this.database(TABLE).whereNull("deleted_at")
  }
}
