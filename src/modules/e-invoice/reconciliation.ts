import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Moments of a period, without its last. */
export type Between = { readonly from: Date; readonly to: Date }

type JournalledRefund = {
  purpose: "refund" | "credit"
  amount: string
  /** ISO 8601. */
  at: string
}

/** What the journal says that an order's money did. Amounts are decimal major units in text, exact. */
export type JournalledMoney = {
  id: string
  order_id: string | null
  cart_id: string | null
  payment_id: string | null
  reference_no: string | null
  invoice_number: string | null
  currency_code: string
  grand_total: string
  credited_total: string
  refunded_total: string
  remote_status: string | null
  created_at: Date
  paid_at: Date | null
  refunds: JournalledRefund[]
}

/** The orders that count: what was sent, not what waits for its parcels. */
const SENT = "state = 'succeeded' and hold_until is null and deleted_at is null"

/** When a refund was made: when its last attempt was sent. */
const MADE_AT = "coalesce(sending_at, created_at)"

/** What the journal says for the reconciliation with Medusa. */
export class Reconciliation {
  constructor(private readonly database: Knex) {}

  /** Ids of orders whose money did something in a period, or which these payments stand for; oldest first. */
  async ordersMoved({ from, to }: Between, paymentIds: readonly string[]): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.database.raw(
      `select id from einvoice_order
       where ${SENT} and (
         (created_at >= :from and created_at < :to)
         or (paid_at >= :from and paid_at < :to)
         or payment_id = any(:paymentIds)
         or id in (
           select e_invoice_order_id from einvoice_refund
           where state = 'succeeded' and deleted_at is null and ${MADE_AT} >= :from and ${MADE_AT} < :to
         )
       )
       order by created_at, id`,
      { from, to, paymentIds: [...paymentIds] }
    )
    return rows.map(({ id }) => id)
  }

  /** All that the journal says of these orders' money, whenever it was; in the order of the ids. */
  async moneyOf(ids: readonly string[]): Promise<JournalledMoney[]> {
    const { rows }: { rows: JournalledMoney[] } = await this.database.raw(
      `select o.id, order_id, cart_id, payment_id, reference_no, invoice_number, currency_code, grand_total::text as grand_total,
              credited_total::text as credited_total, refunded_total::text as refunded_total, remote_status, o.created_at, paid_at,
              (select coalesce(json_agg(json_build_object('purpose', purpose, 'amount', amount::text, 'at', ${MADE_AT})), '[]')
               from einvoice_refund
               where e_invoice_order_id = o.id and state = 'succeeded' and deleted_at is null) as refunds
       from einvoice_order o
       where o.id = any(:ids)
       order by array_position(:ids::text[], o.id)`,
      { ids: [...ids] }
    )
    return rows
  }

  /** Those of these payments that no order of the journal is for. */
  async withoutOrder(paymentIds: readonly string[]): Promise<string[]> {
    const { rows }: { rows: { id: string }[] } = await this.database.raw(
      `select given.id from unnest(:paymentIds::text[]) as given (id)
       where not exists (select 1 from einvoice_order o where o.payment_id = given.id and o.deleted_at is null)`,
      { paymentIds: [...paymentIds] }
    )
    return rows.map(({ id }) => id)
  }
}
