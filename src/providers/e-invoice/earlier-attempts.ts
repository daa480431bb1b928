import { z } from "@medusajs/framework/zod"

import { ConnectError } from "../../connect"
import { isSameBuyer } from "../../domain/creation/recognise-order"
import { resolveInDoubt } from "../../domain/creation/resolve-in-doubt"
import { isCancelledPayment } from "../../domain/medusa-orders"
import { hasChangedSince } from "../../domain/order-changes"
import { cancelAtService, type Cancellation } from "../../domain/status/cancel-at-service"
import { buildEInvoiceOrder, MappingError, toOre } from "../../mapping"
import type { OrderRow, SentRequest } from "../../modules/e-invoice/orders/order-row"
import {
  isCancelled,
  isEndedWithoutPayment,
  lastingStatusOf,
} from "../../modules/e-invoice/orders/order-status"
import type { KeyRing } from "../../modules/e-invoice/personal-data/encryption"
import type { EInvoiceOptions } from "../../options"
import type { Deadline, ProviderDependencies } from "./dependencies"
import type { PaymentSession, Purchase } from "./purchase"
import { declined } from "./declined"

type Claimant = {
  readonly session: PaymentSession
  /** The version of the Medusa order that the attempt was made for. */
  readonly version: number
  /** Reads what the session pays for now. */
  readOrder(): Promise<Purchase>
}

/**
 * Lets a session have the order that an earlier attempt of it made, without a call. An invoice of a Medusa order that was changed since
 * follows that like any other.
 *
 * @throws MedusaError when the order ended at the service, belongs to a Medusa order that stands, or is not for what is
 *   to be paid now
 */
export async function claimOrder(
  { eInvoice, query }: ProviderDependencies,
  row: OrderRow,
  { session, version, readOrder }: Claimant
): Promise<OrderRow> {
  if (isEndedWithoutPayment(lastingStatusOf(row.remote_status))) {
    throw declined("e_invoice_cancelled")
  }
  if (await belongsToAnotherOrder(query, row, session)) {
    throw declined("e_invoice_already_ordered")
  }
  if (isForChangedOrder(row, session) || isForParcel(row, session)) {
    return row
  }
  if (isForStandingOrder(row, session) && (await hasChangedSince(query, row.order_id, version))) {
    return row
  }
  const purchase = await readOrder()
  if (
    toOre(session.amount) !== toOre(row.grand_total) ||
    !isStillWhatWasSent(row, { session, purchase }, eInvoice.options) ||
    isForAnotherBuyer(row, { session, purchase }, eInvoice.keys)
  ) {
    throw declined("e_invoice_cart_changed")
  }
  const claimant = {
    orderId: session.orderId ?? null,
    cartId: session.cartId ?? null,
  }
  await eInvoice.orders.creations.claim(row.id, claimant)
  return row
}

/** Whether an invoice was given this session because its Medusa order changed, for at most what the invoice asks for. */
const isForChangedOrder = (row: OrderRow, session: PaymentSession): boolean =>
  row.order_changed_at !== null &&
  row.payment_session_id === session.id &&
  row.payment_collection_id === session.collectionId &&
  row.order_id !== null &&
  row.order_id === session.orderId &&
  toOre(session.amount) <= toOre(row.grand_total)

/** Whether an invoice was made for the Medusa order that this session pays, and asks for what the session is over. */
const isForStandingOrder = (
  row: OrderRow,
  session: PaymentSession
): row is OrderRow & { order_id: string } =>
  row.order_id !== null &&
  row.order_id === session.orderId &&
  toOre(session.amount) === toOre(row.grand_total)

/** Whether an invoice bills the parcel that the session was opened for: its lines were worked out before. */
const isForParcel = (row: OrderRow, session: PaymentSession): boolean =>
  row.fulfillment_id !== null && isForStandingOrder(row, session)

/**
 * Whether the order that Medusa placed with an earlier attempt stands: then two processes completed the same cart, and
 * only the first may be paid for.
 */
async function belongsToAnotherOrder(
  query: ProviderDependencies["query"],
  row: OrderRow,
  session: PaymentSession
): Promise<boolean> {
  if (!row.order_id || row.order_id === session.orderId) {
    return false
  }
  const { data } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { id: row.order_id },
  })
  return data.length > 0
}

/** Product lines do not depend on who buys; the shopper's own data is erased once the order exists. */
const anyShopper = {
  personalNumber: "00000000000",
  phone: "+4740000000",
  email: "shopper@example.com",
  name: "Any Shopper",
}

/**
 * Whether what is to be paid now has the lines that were sent: Medusa keeps a session when the cart changes and its
 * total does not.
 */
export function isStillWhatWasSent(
  { sent_request }: Pick<OrderRow, "sent_request">,
  { session, purchase }: { session: PaymentSession; purchase: Purchase },
  options: EInvoiceOptions
): boolean {
  if (!sent_request) {
    return false
  }
  try {
    const { body } = buildEInvoiceOrder({
      ...purchase,
      amount: session.amount,
      currencyCode: session.currencyCode,
      shopper: anyShopper,
      settings: {
        ...options,
        personalNumber: { checkDigits: false, acceptSynthetic: true },
      },
      callbackUrl: options.callbackBaseUrl,
      orderDate: new Date(),
    })
    return contentOf(body.products) === contentOf(sent_request.products)
  } catch (error) {
    if (error instanceof MappingError) {
      return false
    }
    throw error
  }
}

/**
 * Whether the shopper corrected their address or e-mail since the attempt, which Medusa keeps a session for: the invoice would go to the
 * old one. An order that stands since is what staff make of it.
 */
const isForAnotherBuyer = (
  { order_id, sent_request }: OrderRow,
  { session, purchase }: { session: PaymentSession; purchase: Purchase },
  keys: KeyRing
): boolean =>
  (order_id === null || order_id !== session.orderId) &&
  sent_request?.buyer !== undefined &&
  !isSameBuyer(keys, purchase.order, sent_request.buyer)

/**
 * The lines without their order, which the database does not keep, and without their names: those of an adjustment
 * depend on the shopper's language and the attempt's number.
 */
const contentOf = (products: SentRequest["products"]): string =>
  products
    .map(({ productId, quantity, tax, amount }) =>
      [productId ?? "", Number(quantity), Number(tax), toOre(amount)].join(" ")
    )
    .sort()
    .join("\n")

/** How much of the time left a cancellation may take. */
const RETIREMENT_SHARE = 0.4

/**
 * Makes sure that no other session of the same payment collection has, or may have, an unclaimed order at the service:
 * a storefront that makes a new session for each attempt must not bill the shopper for each. What expired is cancelled as
 * well, since the service could still make an invoice of it.
 *
 * @returns ids of siblings that expired and that the service will not cancel: they do not stand in the way
 * @throws MedusaError telling the shopper to wait, or that an earlier invoice was paid
 */
export async function clearSiblings(
  dependencies: ProviderDependencies,
  session: PaymentSession,
  deadline: Deadline
): Promise<ReadonlySet<string>> {
  const leftExpired = new Set<string>()
  const siblings = await dependencies.eInvoice.orders.creations.siblings(
    session.collectionId,
    session.id
  )
  for (const sibling of siblings) {
    const settled = await settleOpenAttempt(dependencies, sibling, deadline)
    if (await isUnclaimed(dependencies, settled)) {
      const outcome = await retire(dependencies, settled, deadline)
      if (outcome === "expired") {
        leftExpired.add(settled.id)
      }
    }
  }
  return leftExpired
}

/**
 * Whether a sibling got an order after the siblings were cleared. Asked while this session's row is `sending`, when no
 * other can become so, it leaves no gap.
 *
 * @param leftExpired siblings that do not stand in the way for as long as they are EXPIRED
 */
export async function hasUnclaimedSibling(
  dependencies: ProviderDependencies,
  session: PaymentSession,
  leftExpired: ReadonlySet<string>
): Promise<boolean> {
  const siblings = await dependencies.eInvoice.orders.creations.siblings(
    session.collectionId,
    session.id
  )
  for (const sibling of siblings) {
    const isLeft =
      leftExpired.has(sibling.id) && lastingStatusOf(sibling.remote_status) === "EXPIRED"
    if (!isLeft && (await isUnclaimed(dependencies, sibling))) {
      return true
    }
  }
  return false
}

async function isUnclaimed({ query }: ProviderDependencies, row: OrderRow): Promise<boolean> {
  if (row.state !== "succeeded" || isCancelled(lastingStatusOf(row.remote_status))) {
    return false
  }
  return !(await hasPayment(query, row.payment_session_id))
}

/** Cancels an order that no checkout claims; what cannot be cancelled now goes on being tried by the sweep. */
async function retire(
  { eInvoice }: ProviderDependencies,
  row: OrderRow,
  deadline: Deadline
): Promise<Cancellation["outcome"]> {
  const order = await eInvoice.orders.statuses.find(row.id)
  if (!order) {
    return "nothing-there"
  }
  const { outcome } = await cancelAtService(eInvoice, order, {
    note: "Replaced by a later attempt to pay",
    actor: "shopper",
    budgetMs: deadline.share(RETIREMENT_SHARE),
  }).catch((error: unknown) => {
    if (error instanceof ConnectError) {
      throw declined("e_invoice_in_doubt")
    }
    throw error
  })
  if (outcome === "refused") {
    throw declined("e_invoice_already_paid")
  }
  if (outcome === "creation-open") {
    throw declined("e_invoice_in_doubt")
  }
  return outcome
}

const payments = z.array(z.object({ canceled_at: z.unknown(), captured_at: z.unknown() }))

async function hasPayment(
  query: ProviderDependencies["query"],
  paymentSessionId: string
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "canceled_at", "captured_at"],
    filters: { payment_session_id: paymentSessionId },
  })
  return payments.parse(data).some((payment) => !isCancelledPayment(payment))
}

/** How much of the time left a look-up may take, so that the creation after it has the rest. */
const LOOK_UP_SHARE = 0.4

/**
 * Finds out what became of an earlier attempt.
 *
 * @returns the row, in a state that leaves nothing open
 * @throws MedusaError telling the shopper to wait, while that is unknown
 */
export async function settleOpenAttempt(
  { eInvoice, logger }: ProviderDependencies,
  row: OrderRow,
  deadline: Deadline
): Promise<OrderRow> {
  const resolution = await resolveInDoubt(eInvoice, row, {
    actor: "shopper",
    budgetMs: deadline.share(LOOK_UP_SHARE),
  })
  if (resolution.open) {
    logger.warn(
      `e-invoice: what became of the creation of ${row.id} is still open (${resolution.reason}); no other is sent.`
    )
    throw declined("e_invoice_in_doubt")
  }
  return resolution.row
}
