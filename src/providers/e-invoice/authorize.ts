import type { AuthorizePaymentInput, AuthorizePaymentOutput } from "@medusajs/framework/types"
import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { buildBill, MappingError, toOre } from "../../mapping"
import { hasChangedSince, refuseIfChangedSince } from "../../domain/order-changes"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback"
import { followed, type OrderRow } from "../../modules/e-invoice/orders/order-row"
import { createOrder } from "./create-order"
import { declined } from "./declined"
import { Deadline, type ProviderDependencies } from "./dependencies"
import { claimOrder, clearSiblings, settleOpenAttempt } from "./earlier-attempts"
import { paymentDataOf } from "./payment"
import {
  type PaymentSession,
  type Purchase,
  readPaymentSession,
  readPurchase,
  withBilledLines,
} from "./purchase"
import { type EnteredData, readSessionData, readShopper } from "./session"

/**
 * Makes the e-invoice order of a payment session: at most one, whatever was tried before. See docs/internals/journal.md.
 *
 * @throws MedusaError of type payment_authorization_error, with a sentence for the shopper; the session stays usable
 */
export async function authorizePayment(
  dependencies: ProviderDependencies,
  input: AuthorizePaymentInput
): Promise<AuthorizePaymentOutput> {
  const sessionId = input.context?.idempotency_key
  if (!sessionId) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "An authorisation without the payment session's id cannot be made safely."
    )
  }
  try {
    const row = await orderOfSession(dependencies, sessionId, input.data)
    return {
      status: PaymentSessionStatus.AUTHORIZED,
      // Medusa merges this over the session's data: undefined takes out what is of no use to a payment.
      data: {
        ...paymentDataOf(followed(row)),
        shopper_data_id: undefined,
        order_version: undefined,
      },
    }
  } catch (error) {
    if (error instanceof MappingError) {
      throw declined(
        shoppersField.test(error.field) ? "e_invoice_details_missing" : "e_invoice_not_made",
        error.message
      )
    }
    throw error
  }
}

/** What a shopper can correct of what an invoice is made of. */
const shoppersField = /^(personal_number|phone|email|name|(billing|shipping)_address\.)/

async function orderOfSession(
  dependencies: ProviderDependencies,
  sessionId: string,
  data: AuthorizePaymentInput["data"]
): Promise<OrderRow> {
  const { eInvoice, query } = dependencies
  const [session, earlier, entered] = await Promise.all([
    readPaymentSession(query, sessionId),
    eInvoice.orders.creations.ofSession(sessionId),
    readShopper(dependencies, data),
  ])
  // A checkout's session says no version.
  const { order_version: version } = readSessionData(data)
  const deadline = new Deadline(eInvoice.options.checkoutBudget)
  const settled =
    earlier?.hold_until === null
      ? await settleOpenAttempt(dependencies, earlier, deadline)
      : undefined
  if (settled?.state === "abandoned") {
    throw declined("e_invoice_cancelled")
  }
  const readOrder = () => purchaseOf(dependencies, { session, entered })
  if (settled?.state === "succeeded") {
    const madeFor = { session, version: version ?? AS_PLACED }
    const claimed = await claimOrder(dependencies, settled, { ...madeFor, readOrder })
    // One that follows its order already has its payment made anew.
    if (claimed.order_changed_at === null) {
      await noteChangeSince(dependencies, claimed, madeFor)
    }
    return claimed
  }
  const purchase = await readOrder()
  if (earlier?.hold_until) {
    return renewHold(dependencies, { session, purchase, earlier, entered })
  }
  if (!settled && (await isToBeHeld(dependencies, { session, purchase, entered }))) {
    await clearSiblings(dependencies, session, deadline)
    return holdForParcels(dependencies, { session, purchase, entered })
  }
  if (entered?.bill && session.orderId !== undefined && version !== undefined) {
    await refuseIfChangedSince(query, session.orderId, version)
  }
  const checkout = { session, purchase, earlier: settled, entered }
  const created = await createOrder(dependencies, checkout, deadline)
  await noteChangeSince(dependencies, created, { session, version })
  return created
}

/** The version of a Medusa order that was not changed since its checkout. */
const AS_PLACED = 1

async function purchaseOf(
  dependencies: ProviderDependencies,
  { session, entered }: { session: PaymentSession; entered: EnteredData | undefined }
): Promise<Purchase> {
  const found = await readPurchase(dependencies.query, session, {
    byStaff: entered?.bill !== undefined && !entered.bill.parcel,
  })
  // A bill that was opened for a parcel says what it is of: no other invoice has to be read for it.
  return entered?.bill?.parcel
    ? { kind: "parcel", order: found.order, parcel: entered.bill.parcel }
    : withBilledLines(dependencies, session, found)
}

/**
 * Has a bill follow its order where that was changed while the service made it, or before it was found: Medusa had no payment of it
 * to cancel.
 */
async function noteChangeSince(
  { eInvoice, query }: ProviderDependencies,
  { id }: OrderRow,
  { session, version }: { session: PaymentSession; version: number | undefined }
): Promise<void> {
  if (
    version !== undefined &&
    session.orderId !== undefined &&
    (await hasChangedSince(query, session.orderId, version))
  ) {
    await eInvoice.orders.statuses.orderChanged(id)
  }
}

type Checkout = {
  session: PaymentSession
  purchase: Purchase
  entered: EnteredData | undefined
}

const DAY = 24 * 60 * 60_000

/** Whether an order is billed when it is shipped: the whole of one that a shopper places, and that something ships of. */
async function isToBeHeld(
  { eInvoice, query }: ProviderDependencies,
  { session, purchase, entered }: Checkout
): Promise<boolean> {
  const isCheckout = purchase.kind === "order" || purchase.kind === "cart"
  if (eInvoice.options.invoiceOn !== "fulfilment" || !isCheckout || entered?.bill) {
    return false
  }
  return session.orderId === undefined
    ? needsShipping(query, "cart", session.cartId)
    : needsShipping(query, "order", session.orderId)
}

const owners = z.array(
  z.object({ items: z.array(z.object({ requires_shipping: z.boolean().nullish() })).nullish() })
)

async function needsShipping(
  query: ProviderDependencies["query"],
  entity: "order" | "cart",
  id: string | undefined
): Promise<boolean> {
  const { data } = await query.graph({
    entity,
    fields: ["id", "items.requires_shipping"],
    filters: { id },
  })
  return owners
    .parse(data)
    .some(({ items }) => items?.some(({ requires_shipping }) => requires_shipping !== false))
}

/**
 * Keeps what a checkout is to be billed with until its parcels are shipped, and sends nothing. What could not become an
 * invoice is declined now, while the shopper can mend it.
 *
 * @throws MedusaError when the shopper has to enter their data again
 * @throws MappingError when no invoice can be made of the purchase
 */
async function holdForParcels(
  dependencies: ProviderDependencies,
  { session, purchase, entered }: Checkout
): Promise<OrderRow> {
  const { callbackTokens, clock, options, orders } = dependencies.eInvoice
  if (!entered) {
    throw declined("e_invoice_enter_again")
  }
  const id = orders.creations.newId()
  const token = callbackTokens.issue(id)
  const { id: shopperDataId, bill: _none, ...shopper } = entered
  const { body } = buildBill({
    ...purchase,
    terms: { by: "e-invoice" },
    amount: session.amount,
    currencyCode: session.currencyCode,
    shopper,
    settings: options,
    callbackUrl: callbackTokens.addressOf(token),
    orderDate: clock.now(),
  })
  const grandTotal = String(body.orderSummary.grandTotal)
  const held = await orders.holds.begin(
    {
      id,
      paymentSessionId: session.id,
      paymentCollectionId: session.collectionId,
      currencyCode: session.currencyCode,
      grandTotal,
      callbackTokenHash: callbackTokenHash(token),
    },
    {
      orderId: session.orderId ?? null,
      cartId: session.cartId ?? null,
      referenceNo: body.referenceNo ?? null,
      grandTotal,
      shopperDataId,
      until: new Date(clock.now().getTime() + options.holdDays * DAY),
    }
  )
  if (!held) {
    throw declined("e_invoice_in_doubt")
  }
  await dependencies.eInvoice.timeline.recordOnce({
    eInvoiceOrderId: held.id,
    actor: "shopper",
    action: "hold",
    outcome: "done",
    detail: { until: held.hold_until?.toISOString() },
  })
  return held
}

/**
 * Lets a session have its hold again, as when a checkout is repeated. One whose data were erased needs them anew.
 *
 * @throws MedusaError when the order changed, or the shopper has to enter their data again
 */
async function renewHold(
  dependencies: ProviderDependencies,
  { earlier, ...checkout }: Checkout & { earlier: OrderRow }
): Promise<OrderRow> {
  const { session, entered } = checkout
  if (entered) {
    return holdForParcels(dependencies, checkout)
  }
  if (earlier.shopper_data_id === null) {
    throw declined("e_invoice_enter_again")
  }
  if (toOre(session.amount) !== toOre(earlier.grand_total)) {
    throw declined("e_invoice_cart_changed")
  }
  await dependencies.eInvoice.orders.holds.claim(earlier.id, {
    orderId: session.orderId ?? null,
    cartId: session.cartId ?? null,
  })
  return earlier
}
