import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isCancelledPayment } from "../domain/medusa-orders"
import { isEndedWithoutPayment } from "../modules/e-invoice/orders/order-status"
import type { FollowedOrder } from "../modules/e-invoice/orders/order-row"
import { wakeInbox } from "./callbacks/inbox-worker"
import { callStaff } from "./call-staff"
import { eInvoiceModule } from "./e-invoice-module"
import { collectionsOf, flagOrderedTwice } from "./ordered-twice"

const payment = z.object({
  id: z.string(),
  payment_session_id: z.string(),
  canceled_at: z.unknown(),
  captured_at: z.unknown(),
})

/** The payment that Medusa made of a payment session. */
type Payment = z.output<typeof payment>

const payments = z.array(payment)

/**
 * Links the e-invoice orders of a Medusa order that was just placed, and processes callbacks that came before it. Reads as
 * little as it can: the shopper still waits for the answer, and so do others.
 */
export async function followPlacedOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const orders = await createdFor(container, orderId)
  const payments = await paymentsOf(container, orders)
  for (const order of orders) {
    const payment = payments.get(order.paymentSessionId)
    if (payment) {
      await follow(container, order, orderId, payment)
    } else {
      // The order may be paid another way; then its invoice is to be cancelled.
      await eInvoiceModule(container).orders.statuses.lookSoon(order.id)
    }
  }
}

/**
 * The e-invoice orders that exist for a Medusa order. A checkout that made one has named it; one that Medusa placed on the
 * payment of an earlier attempt called no provider, and is found by what it pays.
 */
async function createdFor(container: MedusaContainer, orderId: string): Promise<FollowedOrder[]> {
  const { statuses } = eInvoiceModule(container).orders
  const named = (await statuses.ofOrder(orderId)).filter(isCreated)
  if (named.length > 0) {
    return named
  }
  const collections = await collectionsOf(container, orderId)
  const paid = await statuses.ofCollections(collections)
  if (paid.some((order) => order.orderId !== null)) {
    await flagOrderedTwice(container, collections)
  }
  return paid.filter(isCreated)
}

const isCreated = ({ state }: FollowedOrder) => state === "succeeded"

async function follow(
  container: MedusaContainer,
  order: FollowedOrder,
  orderId: string,
  payment: Payment
): Promise<void> {
  const { events, inbox, orders } = eInvoiceModule(container)
  const { statuses } = orders
  await statuses.link(order.id, { orderId, paymentId: payment.id })
  if (order.flags.includes("order_missing")) {
    await statuses.unflag(order.id, "order_missing")
  }
  await events.emit("e_invoice.order_created", {
    id: order.id,
    order_id: orderId,
    order_uuid: order.orderUuid,
  })
  if (isCancelledPayment(payment) || isEndedWithoutPayment(order.status)) {
    await warnOfUnbilled(container, order)
  }
  if ((await inbox.dueNow(order.id)) > 0) {
    wakeInbox(container)
  }
}

/** Medusa places an order anew on a payment that an earlier, failed attempt cancelled, and asks no provider. */
const warnOfUnbilled = (container: MedusaContainer, { id, status }: FollowedOrder): Promise<void> =>
  callStaff(container, id, "placed_unbilled", {
    actor: "medusa",
    action: "placed-unbilled",
    detail: { status: status ?? null },
    message: `e-invoice: a Medusa order was placed on e-invoice order ${id}, which is cancelled: it is not billed. Cancel the order, or agree on another payment.`,
  })

/** What Medusa made of the payment sessions of e-invoice orders, by session. */
async function paymentsOf(
  container: MedusaContainer,
  orders: readonly FollowedOrder[]
): Promise<ReadonlyMap<string, Payment>> {
  if (orders.length === 0) {
    return new Map()
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "payment_session_id", "canceled_at", "captured_at"],
    filters: {
      payment_session_id: orders.map(({ paymentSessionId }) => paymentSessionId),
    },
  })
  return new Map(payments.parse(data).map((payment) => [payment.payment_session_id, payment]))
}
