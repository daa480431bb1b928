import type { MedusaContainer, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { formatOre, toOre } from "../../mapping"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback"
import { CHECKOUT_GRACE } from "../../modules/e-invoice/orders/creations"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import { ENDED_CREATIONS } from "../../modules/e-invoice/models/e-invoice-order"
import { isEInvoiceProvider } from "../../modules/e-invoice/registration"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { callStaff } from "../call-staff"
import { eInvoiceModule } from "../e-invoice-module"
import { flagOrderedTwice } from "../ordered-twice"
import type { SweepTerms } from "../background-work"

/** How far before the newest e-invoice order the first look begins, in milliseconds. */
const FIRST_LOOK = 7 * 24 * 60 * 60_000

/** How long a sweep goes on looking, in milliseconds. */
const SLICE = 5_000

/** How many orders are read at a time: each brings its collections, sessions and payments. */
const MOST_AT_ONCE = 200

const memory = z.object({
  /** The `display_id` of the last Medusa order that was judged. */
  last_order_seen: z.number().optional(),
  /** When the sweep first met orders that looked too young: Unix time in milliseconds, and the last `display_id` of them. */
  orders_met: z.object({ at: z.number(), last: z.number() }).optional(),
})

const moment = z.union([z.date(), z.string()]).transform((at) => new Date(at))

const collection = z.object({
  id: z.string(),
  currency_code: z.string(),
  cart: z.object({ id: z.string() }).nullish(),
  payments: z.array(z.object({ id: z.string() }).nullish()).nullish(),
  payment_sessions: z
    .array(
      z.object({
        id: z.string(),
        provider_id: z.string(),
        raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
      })
    )
    .nullish(),
})

const pendingOrder = z.object({
  id: z.string(),
  display_id: z.number(),
  created_at: moment,
  payment_collections: z.array(collection).nullish(),
  cart: z.object({ payment_collection: collection.nullish() }).nullish(),
})

/** What tells where an order stands among others, whatever else of it can be read. */
const position = pendingOrder.pick({ id: true, display_id: true, created_at: true }).loose()

type Position = z.output<typeof position>

type OrderFilters =
  | { readonly display_id: { readonly $gt: number } }
  | { readonly created_at: { readonly $gte: Date } }
  | { readonly id: string[] }

type PendingOrder = z.output<typeof pendingOrder>

/** The payment session on which an order was placed that has no payment. */
type UnpaidSession = {
  readonly id: string
  readonly orderId: string
  readonly collectionId: string
  readonly currencyCode: string
  /** Decimal major units, rounded to two places. */
  readonly amount: string
}

/**
 * Looks through Medusa's new orders for those that a checkout left behind before anything was written of them here.
 * Medusa writes its order first and asks for the payment last: where its process or its database fails in between, the
 * order stands unbilled. Such an order gets a journal row, and staff are told.
 *
 * Each order is looked at once, in the order in which they were made; the position outlives the process, and passes no
 * order that was not judged. A sweep gives it some seconds, after all that is due: the first look of a store with many
 * orders goes on in the next.
 */
export async function sweepLeftOrders({ container, now, batch, lease }: SweepTerms): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const deadline = performance.now() + SLICE
  const most = Math.min(batch, MOST_AT_ONCE)
  do {
    const { last_order_seen: last, orders_met: met } = memory.parse(
      (await eInvoice.jobs.recall("sweep")) ?? {}
    )
    const orders = await readOrders(
      container,
      last === undefined
        ? { created_at: { $gte: await firstLook(eInvoice, now) } }
        : { display_id: { $gt: last } },
      most
    )
    const young = orders.findIndex((order) => !isOld(order, now, met))
    const old = young < 0 ? orders : orders.slice(0, young)
    const read = old.flatMap((order) => readable(container, order))
    for (const session of read.flatMap(unpaidSessionsOf)) {
      await lease.check()
      await tellOf(container, session)
    }
    await flagOrderedTwice(
      container,
      read.flatMap(collectionsOf).map(({ id }) => id)
    )
    await eInvoice.jobs.remember("sweep", {
      ...(old.length > 0 && { last_order_seen: old.at(-1)?.display_id }),
      ...(young >= 0 &&
        (!met || met.last < (orders[young]?.display_id ?? 0)) && {
          orders_met: { at: now.getTime(), last: orders.at(-1)?.display_id },
        }),
    })
    if (old.length < most) {
      return
    }
  } while (performance.now() < deadline)
}

const collectionFields = [
  "id",
  "currency_code",
  "cart.id",
  "payments.id",
  "payment_sessions.id",
  "payment_sessions.provider_id",
  "payment_sessions.amount",
  "payment_sessions.raw_amount",
]

/** A store that was down for long made no e-invoice order meanwhile: its last hours are looked through all the same. */
async function firstLook(eInvoice: EInvoiceModuleService, now: Date): Promise<Date> {
  const [newest] = await eInvoice.listEInvoiceOrders(
    {},
    { select: ["created_at"], order: { created_at: "DESC" }, take: 1 }
  )
  const from = Math.min(now.getTime(), newest?.created_at.getTime() ?? Infinity)
  return new Date(from - FIRST_LOOK)
}

async function readOrders(
  container: MedusaContainer,
  which: OrderFilters,
  batch: number
): Promise<Position[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "display_id",
      "created_at",
      ...collectionFields.map((field) => `payment_collections.${field}`),
    ],
    filters: { status: "pending", ...which },
    pagination: { take: batch, order: { display_id: "ASC" } },
  })
  return withCollectionsOfCarts(query, z.array(position).parse(data))
}

/**
 * Medusa ties an order to its cart and to its payment by two writes, of which one may be missing. Asked for both ways at once, it
 * leaves the cart's out of all orders where one of them has the other.
 */
async function withCollectionsOfCarts(
  query: Pick<RemoteQueryFunction, "graph">,
  orders: readonly Position[]
): Promise<Position[]> {
  const unlinked = orders.filter(
    ({ payment_collections: linked }) => !Array.isArray(linked) || linked.length === 0
  )
  if (unlinked.length === 0) {
    return [...orders]
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", ...collectionFields.map((field) => `cart.payment_collection.${field}`)],
    filters: { id: unlinked.map(({ id }) => id) },
  })
  const carts = new Map(
    z
      .array(withCart)
      .parse(data)
      .map(({ id, cart }) => [id, cart] as const)
  )
  return orders.map((order) =>
    carts.has(order.id) ? { ...order, cart: carts.get(order.id) } : order
  )
}

const withCart = z.object({ id: z.string(), cart: z.unknown() })

/**
 * Whether its checkout is over. Medusa stamps an order by the clock of the server that writes it: one that seems young, as
 * its server is fast, is old as well once the sweep has known it for so long.
 */
const isOld = (
  { display_id, created_at: at }: Position,
  now: Date,
  met: z.output<typeof memory>["orders_met"]
): boolean =>
  at.getTime() + CHECKOUT_GRACE <= now.getTime() ||
  (met !== undefined && display_id <= met.last && met.at + CHECKOUT_GRACE <= now.getTime())

/** An order that cannot be read must not keep those after it waiting for ever. */
function readable(container: MedusaContainer, order: Position): PendingOrder[] {
  const { data, error } = pendingOrder.safeParse(order)
  if (data) {
    return [data]
  }
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(
      `e-invoice: Medusa order ${order.id} could not be read, so it is not known here whether it is billed: ${error.message}`
    )
  return []
}

/**
 * The session of ours on which an order of a cart stands unpaid. A checkout never ends without a payment, so it was cut off,
 * also where the shopper has chosen the invoice anew; a collection of no cart is one that staff wait for.
 */
function unpaidSessionsOf(order: PendingOrder): UnpaidSession[] {
  const ofCart = order.cart?.payment_collection?.id
  return collectionsOf(order).flatMap((paid) => {
    const session = (paid.payment_sessions ?? [])
      .filter(({ provider_id }) => isEInvoiceProvider(provider_id))
      .at(-1)
    const isPaid = (paid.payments ?? []).some(Boolean)
    if (!session || isPaid || (paid.id !== ofCart && !paid.cart)) {
      return []
    }
    const ore = toOre(session.raw_amount.value)
    return ore > 0n
      ? [
          {
            id: session.id,
            orderId: order.id,
            collectionId: paid.id,
            currencyCode: paid.currency_code,
            amount: formatOre(ore),
          },
        ]
      : []
  })
}

function collectionsOf({ payment_collections: linked, cart }: PendingOrder) {
  if (linked && linked.length > 0) {
    return linked
  }
  return cart?.payment_collection ? [cart.payment_collection] : []
}

/**
 * Writes a row for the Medusa order that a checkout left on a payment collection, before Medusa deletes the session that
 * says it was to be paid by invoice. The sweep judges it as any other that came to nothing.
 */
export async function recordLeftOrder(
  container: MedusaContainer,
  paymentCollectionId: string
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: paymentCollectionId },
  })
  if (links.length === 0) {
    return
  }
  const { statuses } = eInvoiceModule(container).orders
  const orders = await readOrders(
    container,
    {
      id: links.map((link) => z.object({ order_id: z.string() }).parse(link).order_id),
    },
    links.length
  )
  for (const session of orders
    .flatMap((order) => readable(container, order))
    .flatMap(unpaidSessionsOf)) {
    const { id, order_id: orderId, state } = await rowOf(container, session)
    // An earlier attempt's order was taken back; this one stands.
    if (orderId !== session.orderId && ENDED_CREATIONS.includes(state)) {
      await statuses.link(id, { orderId: session.orderId })
    }
  }
}

/** Flags the order, unless a row of its payment collection is followed already. */
async function tellOf(container: MedusaContainer, session: UnpaidSession): Promise<void> {
  const { clock, orders } = eInvoiceModule(container)
  const { holds, statuses } = orders
  const row = await rowOf(container, session)
  if (row.hold_until !== null) {
    // It waits for its parcels, whose sweep makes up for the payment.
    await holds.lookAt(row.id, clock.now())
    return
  }
  if (!ENDED_CREATIONS.includes(row.state)) {
    return
  }
  await flagLeftOrder(container, {
    eInvoiceOrderId: row.id,
    orderId: session.orderId,
  })
  await statuses.closeEndedCreations([row.id])
}

/** The row that stands for a payment collection: one of an earlier session, or else a new one. */
async function rowOf(container: MedusaContainer, session: UnpaidSession): Promise<OrderRow> {
  const { callbackTokens, orders } = eInvoiceModule(container)
  const { creations } = orders
  const rows = await creations.ofCollection(session.collectionId)
  const known = rows.find(({ state }) => !ENDED_CREATIONS.includes(state)) ?? rows[0]
  if (known) {
    return known
  }
  const id = creations.newId()
  return creations.prepare({
    id,
    paymentSessionId: session.id,
    paymentCollectionId: session.collectionId,
    currencyCode: session.currencyCode,
    grandTotal: session.amount,
    callbackTokenHash: callbackTokenHash(callbackTokens.issue(id)),
  })
}

/** Calls staff to a Medusa order that a checkout left behind: it stands, and no payment stands for it. */
export async function flagLeftOrder(
  container: MedusaContainer,
  { eInvoiceOrderId, orderId }: { eInvoiceOrderId: string; orderId: string }
): Promise<void> {
  await eInvoiceModule(container).orders.statuses.link(eInvoiceOrderId, { orderId })
  await callStaff(container, eInvoiceOrderId, "placed_unbilled", {
    actor: "schedule",
    action: "placed-unbilled",
    detail: { checkout_broke_off: true },
    message: `e-invoice: a Medusa order was left behind by a checkout that broke off; no payment stands for it (${eInvoiceOrderId}). Cancel the order, or agree on another payment.`,
  })
}
