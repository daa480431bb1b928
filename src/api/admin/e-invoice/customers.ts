import type { MiddlewareRoute } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"

import type { DataOf } from "../../../connect"
import { policyFor } from "../../../policies/e-invoice"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import type { Reader } from "./customer-names"
import { shownRecords } from "./records"
import { reads } from "./requests"

/** Checks and policies of the routes of Medusa's customers. */
export const customerMiddlewares = (): MiddlewareRoute[] => [
  reads("/medusa-customers/:id"),
  reads("/medusa-customers/:id/credit-checks", policyFor.readingPersonalData),
]

/** Orders read of one customer, newest first: any of them names the service's customer. */
const MOST_ORDERS = 500

/** Remembered records read of one customer, newest first. */
const MOST_RECORDS = 500

/** A customer at the service, as far as the plugin knows them. */
type ServiceCustomer = {
  uuid: string
  /** ISO 8601. */
  last_seen_at: string
  /** Ids of their Medusa orders. */
  order_ids: string[]
}

export type MedusaCustomerAnswer = {
  id: string
  /** Newest first: the service makes a customer anew when contact data differ. */
  service_customers: ServiceCustomer[]
  /** Newest first. */
  subscriptions: Awaited<ReturnType<typeof shownRecords>>
}

type Sighting = {
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
  reader: Reader,
  id: string
): Promise<MedusaCustomerAnswer> {
  const container = reader.scope
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
    subscriptions: await shownRecords(
      reader,
      records.filter(({ kind }) => kind === "subscription")
    ),
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

/** Groups sightings by customer at the service, the last seen first. */
export function serviceCustomers(sightings: readonly Sighting[]): ServiceCustomer[] {
  const byUuid = new Map<string, { at: Date; orders: Set<string> }>()
  for (const { uuid, orderId, at } of sightings) {
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

type CreditCheck = DataOf<"credit-checks.list">[number]
type Profile = Pick<
  DataOf<"customers.details">,
  "organizationId" | "personalNumber" | "countryCode" | "msisdn"
>

/**
 * Whether a credit check is of a customer: by organization number, by what a masked personal number still shows together
 * with the phone number, or by the phone number alone where there is no personal number.
 */
export function isCheckOf(check: CreditCheck, profile: Profile): boolean {
  if (check.organizationId || profile.organizationId) {
    return check.organizationId !== undefined && check.organizationId === profile.organizationId
  }
  const phones = [check, profile].map(phoneOf)
  if (phones[0] === undefined || phones[0] !== phones[1]) {
    return false
  }
  return agree(check.personalNumber, profile.personalNumber)
}

const phoneOf = ({
  countryCode,
  msisdn,
}: Pick<Profile, "countryCode" | "msisdn">): string | undefined =>
  msisdn && `${countryCode ?? ""}${msisdn}`.replace(/\D/g, "")

/** A digit that either number masks proves nothing. */
function agree(one = "", other = ""): boolean {
  return (
    one.length !== other.length ||
    [...one].every((digit, index) => {
      const counterpart = other[index] ?? ""
      return digit === counterpart || !/\d/.test(digit) || !/\d/.test(counterpart)
    })
  )
}
