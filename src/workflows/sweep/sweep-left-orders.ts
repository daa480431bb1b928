import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { formatOre, toOre } from "../../mapping"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback-token"
import { CHECKOUT_GRACE } from "../../modules/e-invoice/creation/checkout-grace"
import { ENDED_CREATIONS } from "../../modules/e-invoice/models/e-invoice-order"
import { isEInvoiceProvider } from "../../modules/e-invoice/registration/registration"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { eInvoiceModule } from "../e-invoice-module"
import { flagOrderedTwice } from "../ordered-twice"
import type { SweepTerms } from "./sweep-terms"
import { tellOfLeftOrder } from "./tell-of-left-order"

/** How far before the newest e-invoice order the first look begins, in milliseconds. */
const FIRST_LOOK = 7 * 24 * 60 * 60_000

/** How long a sweep goes on looking, in milliseconds. */
const SLICE = 5_000

/** How many orders are read at a time: each brings its collections, sessions and payments. */
const MOST_AT_ONCE = 200

/** The `display_id` of the youngest Medusa order that was looked at. */
const memory = z.object({ last_order_seen: z.number().optional() })

const moment = z.union([z.date(), z.string()]).transform((at) => new Date(at))

const collection = z.object({
  id: z.string(),
  currency_code: z.string(),
  payments: z.array(z.object({ id: z.string() }).nullish()).nullish(),
  payment_sessions: z
    .array(
      z.object({
        id: z.string(),
        provider_id: z.string(),
        created_at: moment,
        raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
      })
    )
    .nullish(),
})

const pendingOrders = z.array(
  z.object({
    id: z.string(),
    display_id: z.number(),
    created_at: moment,
    payment_collections: z.array(collection).nullish(),
    cart: z.object({ payment_collection: collection.nullish() }).nullish(),
  })
)

type OrderFilters =
  | { readonly display_id: { readonly $gt: number } }
  | { readonly created_at: { readonly $gte: Date } }

type PendingOrder = z.output<typeof pendingOrders>[number]

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
 * order stands and nobody is billed. Such an order gets a journal row, and a person is told.
 *
 * Each order is looked at once, in the order in which they were made; the position outlives the process. A sweep gives
 * it some seconds, after all that is due: the first look of a store with many orders goes on in the next.
 */
export async function sweepLeftOrders({
  container,
  now,
  batch,
  lease,
}: SweepTerms): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const deadline = Date.now() + SLICE
  do {
    const orders = await readOrders(
      container,
      await unseenOrders(eInvoice, now),
      Math.min(batch, MOST_AT_ONCE)
    )
    const old = orders.filter((order) => isOld(order, now))
    for (const session of old.flatMap(unpaidSessionsOf)) {
      await lease.check()
      await tellOf(container, session)
    }
    await flagOrderedTwice(
      container,
      old.flatMap(collectionsOf).map(({ id }) => id)
    )
    const last = old.at(-1)
    if (last) {
      await eInvoice.jobs.remember("sweep", {
        last_order_seen: last.display_id,
      })
    }
    if (old.length < Math.min(batch, MOST_AT_ONCE)) {
      return
    }
  } while (Date.now() < deadline)
}

const collectionFields = [
  "id",
  "currency_code",
  "payments.id",
  "payment_sessions.id",
  "payment_sessions.provider_id",
  "payment_sessions.created_at",
  "payment_sessions.amount",
  "payment_sessions.raw_amount",
]

/** A store that was down for long made no e-invoice order meanwhile: its last hours are looked through all the same. */
async function unseenOrders(
  eInvoice: EInvoiceModuleService,
  now: Date
): Promise<OrderFilters> {
  const { last_order_seen: last } = memory.parse(
    (await eInvoice.jobs.recall("sweep")) ?? {}
  )
  if (last !== undefined) {
    return { display_id: { $gt: last } }
  }
  const [newest] = await eInvoice.listEInvoiceOrders(
    {},
    { select: ["created_at"], order: { created_at: "DESC" }, take: 1 }
  )
  const from = Math.min(now.getTime(), newest?.created_at.getTime() ?? Infinity)
  return { created_at: { $gte: new Date(from - FIRST_LOOK) } }
}

async function readOrders(
  container: MedusaContainer,
  which: OrderFilters,
  batch: number
): Promise<PendingOrder[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "display_id",
      "created_at",
      ...collectionFields.map((field) => `payment_collections.${field}`),
      // Medusa ties an order to its cart and to its payment by two writes, of which one may be missing.
      ...collectionFields.map((field) => `cart.payment_collection.${field}`),
    ],
    filters: { status: "pending", ...which },
    pagination: { take: batch, order: { display_id: "ASC" } },
  })
  return pendingOrders.parse(data)
}

const isOld = ({ created_at: at }: PendingOrder, now: Date): boolean =>
  at.getTime() + CHECKOUT_GRACE <= now.getTime()

/**
 * A session that is younger than its order is of a shopper who pays later. But for that of the cart's own collection: a
 * checkout never ends without a payment, so it was cut off, and the shopper has chosen anew.
 */
function unpaidSessionsOf(order: PendingOrder): UnpaidSession[] {
  const ofCart = order.cart?.payment_collection?.id
  return collectionsOf(order).flatMap((paid) => {
    const session = (paid.payment_sessions ?? [])
      .filter(
        ({ created_at: at }) => paid.id === ofCart || at <= order.created_at
      )
      .sort((one, other) => Number(one.created_at) - Number(other.created_at))
      .at(-1)
    const isPaid = (paid.payments ?? []).some(Boolean)
    if (!session || !isEInvoiceProvider(session.provider_id) || isPaid) {
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

function collectionsOf({ payment_collections: tied, cart }: PendingOrder) {
  if (tied && tied.length > 0) {
    return tied
  }
  return cart?.payment_collection ? [cart.payment_collection] : []
}

/** Flags the order, unless the session's row is followed already. */
async function tellOf(
  container: MedusaContainer,
  session: UnpaidSession
): Promise<void> {
  const { journal, statuses, callbackTokens } = eInvoiceModule(container)
  const id = journal.newId()
  const row = await journal.prepare({
    id,
    paymentSessionId: session.id,
    paymentCollectionId: session.collectionId,
    currencyCode: session.currencyCode,
    grandTotal: session.amount,
    callbackTokenHash: callbackTokenHash(callbackTokens.issue(id)),
  })
  if (!ENDED_CREATIONS.includes(row.state)) {
    return
  }
  await tellOfLeftOrder(container, {
    eInvoiceOrderId: row.id,
    orderId: session.orderId,
  })
  await statuses.closeEndedCreations([row.id])
}
