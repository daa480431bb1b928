import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"

import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { shownRecord } from "./record-answer"

/** Orders of one customer that are looked at, newest first: the service's customer follows from any of them. */
const MOST_ORDERS = 500

/** Remembered records of one customer that are looked at, newest first. */
const MOST_RECORDS = 500

/** A customer at the service, as far as the plugin met them. */
export type ServiceCustomer = {
  uuid: string
  /** When the plugin last learned of them: ISO 8601. */
  last_seen_at: string
  /** Medusa's ids of the orders they were met with. */
  order_ids: string[]
}

export type MedusaCustomerAnswer = {
  id: string
  /** Newest first: the service makes a customer anew when contact data differ. */
  service_customers: ServiceCustomer[]
  /** Newest first. */
  subscriptions: ReturnType<typeof shownRecord>[]
}

type Meeting = {
  uuid: string | null
  orderId: string | null
  at: Date
}

/**
 * What the plugin knows of a Medusa customer: who they are at the service, by the e-invoice orders of their orders and by
 * the records made for them, and their subscriptions.
 *
 * @throws MedusaError not_found when there is no such customer
 */
export async function medusaCustomerAnswer(
  container: MedusaContainer,
  id: string
): Promise<MedusaCustomerAnswer> {
  const orderIds = await ordersOf(container, id)
  const eInvoice = eInvoiceModule(container)
  const newest = { created_at: "DESC" } as const
  const [orders, records] = await Promise.all([
    eInvoice.listEInvoiceOrders(
      { order_id: orderIds, remote_customer_uuid: { $ne: null } },
      {
        take: MOST_ORDERS,
        order: newest,
        select: ["id", "order_id", "remote_customer_uuid", "created_at"],
      }
    ),
    eInvoice.listEInvoiceRecords(
      {
        remote_uuid: { $ne: null },
        $or: [{ customer_id: id }, { order_id: orderIds }],
      },
      { take: MOST_RECORDS, order: newest }
    ),
  ])
  return {
    id,
    service_customers: serviceCustomers(
      [...orders, ...records].map((row) => ({
        uuid: row.remote_customer_uuid,
        orderId: row.order_id,
        at: row.created_at,
      }))
    ),
    subscriptions: records.filter(({ kind }) => kind === "subscription").map(shownRecord),
  }
}

async function ordersOf(container: MedusaContainer, id: string): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const {
    data: [customer],
  } = await query.graph({
    entity: "customer",
    fields: ["id"],
    filters: { id },
  })
  if (!customer) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no customer ${id}.`)
  }
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { customer_id: id },
    pagination: { take: MOST_ORDERS, order: { created_at: "DESC" } },
  })
  return orders.map((order) => order.id)
}

/** Gathers meetings by customer at the service, the one met last first. */
export function serviceCustomers(meetings: readonly Meeting[]): ServiceCustomer[] {
  const byUuid = new Map<string, { at: Date; orders: Set<string> }>()
  for (const { uuid, orderId, at } of meetings) {
    if (uuid === null) {
      continue
    }
    const known = byUuid.get(uuid) ?? { at, orders: new Set() }
    known.at = known.at > at ? known.at : at
    if (orderId !== null) {
      known.orders.add(orderId)
    }
    byUuid.set(uuid, known)
  }
  return [...byUuid]
    .sort(([, one], [, other]) => other.at.getTime() - one.at.getTime())
    .map(([uuid, { at, orders }]) => ({
      uuid,
      last_seen_at: at.toISOString(),
      order_ids: [...orders],
    }))
}
