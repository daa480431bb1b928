import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A Medusa order with what was made of its payment sessions of ours; money in decimal major units, unrounded. */
export type MedusaOrder = {
  id: string
  cancelled: boolean
  /**
   * Whether it is linked to a cart or a payment. Medusa links an order after it has written it; one that is not linked, and that
   * Medusa could not take back, belongs to no customer, and no payment provider is ever told of it.
   */
  linked: boolean
  sessionIds: string[]
  /** Ids of the payments that are not cancelled. */
  payments: string[]
  captured: number
  refunded: number
}

type Row = {
  id: string
  cancelled: boolean
  linked: boolean
  session_ids: string[]
  payments: string[]
  captured: string
  refunded: string
}

/** Every order that Medusa has not rolled back, read from its own tables. */
export async function medusaOrders(database: Knex): Promise<MedusaOrder[]> {
  const { rows }: { rows: Row[] } = await database.raw(`
    select o.id,
           o.canceled_at is not null or o.status = 'canceled' as cancelled,
           count(l.id) > 0 or exists (
             select from order_cart c where c.order_id = o.id and c.deleted_at is null
           ) as linked,
           coalesce(array_agg(distinct s.id) filter (where s.id is not null), '{}') as session_ids,
           coalesce(array_agg(distinct p.id)
             filter (where p.id is not null and p.canceled_at is null), '{}') as payments,
           coalesce((select sum(c.amount) from capture c where c.payment_id = any(array_agg(p.id))
             and c.deleted_at is null), 0) as captured,
           coalesce((select sum(r.amount) from refund r where r.payment_id = any(array_agg(p.id))
             and r.deleted_at is null), 0) as refunded
      from "order" o
      left join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
      left join payment_session s on s.payment_collection_id = l.payment_collection_id
           and s.deleted_at is null and s.provider_id = 'pp_e-invoice_private'
      left join payment p on p.payment_session_id = s.id and p.deleted_at is null
     where o.deleted_at is null
     group by o.id`)
  return rows.map((row) => ({
    id: row.id,
    cancelled: row.cancelled,
    linked: row.linked,
    sessionIds: row.session_ids,
    payments: row.payments,
    captured: Number(row.captured),
    refunded: Number(row.refunded),
  }))
}
