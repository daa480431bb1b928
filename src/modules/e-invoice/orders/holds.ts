import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { type Clock, takeDue } from "../database"
import { erasingShopperData, keepingShopperData } from "../personal-data/shopper-data"
import { columnsOfNewRow } from "./creations"
import { flagsOf } from "./flags"
import { liveOrders, type NewOrderRow, ORDER_TABLE, type OrderRow } from "./order-row"

/** The status in the data of a payment that holds an order until it is shipped. */
export const HELD_PAYMENT = "HELD"

/** Whom a checkout is billed to once it is shipped, and how long that is known at most. */
type NewHold = {
  orderId: string | null
  cartId: string | null
  referenceNo: string | null
  /** Decimal major units. */
  grandTotal: string
  shopperDataId: string
  until: Date
}

/** The row of a checkout that waits for its parcels, or did. */
export type HeldOrder = Pick<
  OrderRow,
  | "id"
  | "payment_session_id"
  | "payment_id"
  | "order_id"
  | "cart_id"
  | "shopper_data_id"
  | "attention"
  | "created_at"
> & { readonly hold_until: Date }

/** Whether parcels of a held order are still to be billed: by the plugin, or by staff where it cannot any more. */
export const awaitsParcels = ({
  shopper_data_id,
  attention,
}: Pick<HeldOrder, "shopper_data_id" | "attention">): boolean =>
  shopper_data_id !== null ||
  flagsOf(attention).some((flag) => flag === "shipped_unbilled" || flag === "hold_expired")

const COLUMNS = [
  "id",
  "payment_session_id",
  "payment_id",
  "order_id",
  "cart_id",
  "shopper_data_id",
  "attention",
  "created_at",
  "hold_until",
] as const satisfies readonly (keyof HeldOrder)[]

/** How long after a checkout its hold is looked at for the first time, in milliseconds. */
const FIRST_LOOK = 2 * 60_000

/**
 * Checkouts that are billed when they are shipped: rows of the journal that are never sent themselves. While one names shopper
 * data, its parcels can be billed; these are erased, and the name with them, by whatever ends the hold.
 */
export class Holds {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * Writes the hold of a payment session, and keeps the shopper's data with it, by one statement.
   *
   * @returns undefined where the session has a row already that is none, or one that was sent
   */
  async begin(row: NewOrderRow, hold: NewHold): Promise<OrderRow | undefined> {
    const columns = {
      order_id: hold.orderId,
      cart_id: hold.cartId,
      reference_no: hold.referenceNo,
      shopper_data_id: hold.shopperDataId,
      hold_until: hold.until,
      next_check_at: new Date(this.clock.now().getTime() + FIRST_LOOK),
    }
    const fresh = columnsOfNewRow(row)
    // A hold of the session keeps its id and the token that goes with it.
    const renewed = { ...fresh, id: undefined, callback_token_hash: undefined }
    const [held] = await this.database
      .with(
        "held",
        this.database(ORDER_TABLE)
          .insert({ ...fresh, ...columns, state: "prepared" })
          .onConflict(this.database.raw("(payment_session_id) where deleted_at is null"))
          .merge({ ...renewed, ...columns, updated_at: this.database.fn.now() })
          .where(`${ORDER_TABLE}.state`, "prepared")
          .whereNotNull(`${ORDER_TABLE}.hold_until`)
          .returning("*")
      )
      .with(
        "kept",
        keepingShopperData(this.database, hold.shopperDataId, hold.until).whereExists(
          this.database("held")
        )
      )
      .select<OrderRow[]>("*")
      .from("held")
    return held
  }

  /** Links a hold to the Medusa order that it stands for now; an earlier attempt's was rolled back. */
  async claim(
    id: string,
    claimant: { orderId: string | null; cartId: string | null }
  ): Promise<void> {
    await this.database(ORDER_TABLE).where({ id, state: "prepared" }).update({
      order_id: claimant.orderId,
      cart_id: claimant.cartId,
      updated_at: this.database.fn.now(),
    })
  }

  /** The holds of a Medusa order, those whose parcels can be billed first, the youngest of them first. */
  async ofOrder(orderId: string): Promise<HeldOrder[]> {
    return this.held()
      .where({ order_id: orderId })
      .orderByRaw("(shopper_data_id is null), created_at desc")
  }

  async find(id: string): Promise<HeldOrder | undefined> {
    return this.held().where({ id }).first()
  }

  /** Leases holds that are due. */
  async takeDue(now: Date, limit: number): Promise<HeldOrder[]> {
    return takeDue<HeldOrder>(this.database, {
      table: ORDER_TABLE,
      only: (candidates) => candidates.where({ state: "prepared" }).whereNotNull("hold_until"),
      columns: COLUMNS,
      now,
      limit,
    })
  }

  /**
   * Erases what a hold keeps of the shopper, and the hold with it, by one statement.
   *
   * @returns whether there was something to erase
   */
  async end({ id, shopper_data_id }: Pick<HeldOrder, "id" | "shopper_data_id">): Promise<boolean> {
    if (shopper_data_id === null) {
      return false
    }
    await this.database
      .with("erased", erasingShopperData(this.database, [shopper_data_id]))
      .table(ORDER_TABLE)
      .where({ id, shopper_data_id })
      .update({ shopper_data_id: null, updated_at: this.database.fn.now() })
    return true
  }

  /** When a hold is looked at next; never, where nothing is left to do for it. */
  async lookAt(id: string, moment: Date | null): Promise<void> {
    await this.database(ORDER_TABLE).where({ id }).update({ next_check_at: moment })
  }

  private held(): Knex.QueryBuilder<OrderRow, HeldOrder[]> {
    return liveOrders(this.database)
      .whereNotNull("hold_until")
      .select(...COLUMNS)
  }
}
