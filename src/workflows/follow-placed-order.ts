import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isEndedWithoutPayment } from "../modules/e-invoice/status/order-status-machine"
import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "./e-invoice-module"
import { processFreshCallback } from "./process-callback"

/** What Medusa made of a payment session. */
const session = z.object({
  id: z.string(),
  payment: z
    .object({
      id: z.string(),
      canceled_at: z.unknown().transform((value) => Boolean(value)),
    })
    .nullish(),
})

type Session = z.output<typeof session>

const links = z.array(
  z.object({
    payment_collection: z
      .object({ payment_sessions: z.array(session).nullish() })
      .nullish(),
  })
)

/**
 * Ties the e-invoice orders of a Medusa order that was just placed to it, and processes the callbacks that came before
 * it was.
 */
export async function followPlacedOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { statuses } = eInvoiceModule(container)
  const sessions = await paymentSessionsOf(container, orderId)
  for (const order of await statuses.ofSessions([...sessions.keys()])) {
    if (order.state === "created") {
      const payment = sessions.get(order.paymentSessionId)?.payment
      await follow(container, order, orderId, payment)
    }
  }
}

async function follow(
  container: MedusaContainer,
  order: FollowedOrder,
  orderId: string,
  payment: Session["payment"]
): Promise<void> {
  const { statuses, events, inbox } = eInvoiceModule(container)
  await statuses.link(order.id, { orderId, paymentId: payment?.id })
  if (order.attention !== null) {
    await statuses.unflag(order.id, "order_missing")
  }
  await events.emit("e_invoice.order_created", {
    id: order.id,
    order_id: orderId,
    order_uuid: order.orderUuid,
  })
  if (payment?.canceled_at || isEndedWithoutPayment(order.status)) {
    await warnOfUnbilled(container, order)
  }
  for (const callbackId of await inbox.unprocessedOf(order.id)) {
    await processFreshCallback(container, callbackId)
  }
}

/** Medusa places an order anew on a payment that an earlier, failed attempt cancelled, and asks no provider. */
async function warnOfUnbilled(
  container: MedusaContainer,
  order: FollowedOrder
): Promise<void> {
  const { statuses, timeline } = eInvoiceModule(container)
  await statuses.flag(order.id, "placed_unbilled")
  await timeline.recordOnce({
    eInvoiceOrderId: order.id,
    actor: "medusa",
    action: "placed-unbilled",
    outcome: "failed",
    detail: { status: order.status ?? null },
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(
      `e-invoice: a Medusa order was placed on e-invoice order ${order.id}, which is cancelled: nobody will be billed for it. Cancel the order, or agree on another payment.`
    )
}

/** The payment sessions of an order, by their ids. */
async function paymentSessionsOf(
  container: MedusaContainer,
  orderId: string
): Promise<ReadonlyMap<string, Session>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order_payment_collection",
    fields: [
      "payment_collection.payment_sessions.id",
      "payment_collection.payment_sessions.payment.id",
      "payment_collection.payment_sessions.payment.canceled_at",
    ],
    filters: { order_id: orderId },
  })
  return new Map(
    links
      .parse(data)
      .flatMap(
        ({ payment_collection }) => payment_collection?.payment_sessions ?? []
      )
      .map((session) => [session.id, session])
  )
}
