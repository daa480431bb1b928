import { z } from "@medusajs/framework/zod"

import { buildBill, toOre } from "../../mapping"
import { callbackTokenHash } from "../../modules/e-invoice/callbacks/callback"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import type { ProviderDependencies } from "./dependencies"
import type { PaymentSession, Purchase } from "./purchase"
import type { EnteredData } from "./session"
import { declined } from "./declined"

type Checkout = {
  session: PaymentSession
  purchase: Purchase
  entered: EnteredData | undefined
}

const DAY = 24 * 60 * 60_000

/** Whether an order is billed when it is shipped: the whole of one that a shopper places, and that something ships of. */
export async function isToBeHeld(
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
export async function holdForParcels(
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
export async function renewHold(
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
