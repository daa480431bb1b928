import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "../database"
import { liveRecords } from "../operations/remote-records"
import { withFlag, withoutFlags } from "./flags"
import {
  type FoundBy,
  liveOrders,
  type OtherOrder,
  otherOrdersOf,
  type StoredOtherOrders,
} from "./order-row"

/** Statement that says whether a row has a further order for which the customer may be billed. */
export const hasOpenOtherOrder = (database: Knex): Knex.Raw =>
  database.raw(
    `exists (select from jsonb_each(coalesce(other_orders, '{}')) as other (uuid, facts)
             where facts->>'state' = 'open')`
  )

/** Orders that the service has beside the one a row names. Each method is one statement. */
export class OtherOrders {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  async of(id: string): Promise<OtherOrder[]> {
    const row = await liveOrders(this.database).where({ id }).first("other_orders")
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
    } satisfies StoredOtherOrders[string]
    const row = liveOrders(this.database)
      .where({ id })
      .whereRaw("remote_order_uuid is distinct from ?", [orderUuid])
    const unknown =
      foundBy === "same-order"
        ? row.whereRaw("coalesce(other_orders->?->>'state', 'ended') = 'ended'", [orderUuid])
        : row
            .whereRaw("not jsonb_exists(coalesce(other_orders, '{}'), ?)", [orderUuid])
            .whereNotExists(liveOrders(this.database).where({ remote_order_uuid: orderUuid }))
            .whereNotExists(
              liveRecords(this.database).where({ kind: "order", remote_uuid: orderUuid })
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
  async reported(
    id: string,
    orderUuid: string,
    news: Partial<Pick<OtherOrder, "state" | "status">>
  ): Promise<boolean> {
    const changed = await liveOrders(this.database)
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
    const changed = await liveOrders(this.database)
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
    const changed = await liveOrders(this.database)
      .where({ id })
      .whereNotNull("other_orders")
      .whereRaw("not (?)", [hasOpenOtherOrder(this.database)])
      .update({
        attention: withoutFlags(this.database, ["second_order"]),
        updated_at: this.database.fn.now(),
      })
    return changed === 1
  }
}
