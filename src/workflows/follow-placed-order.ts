import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isEndedWithoutPayment } from "../modules/e-invoice/status/order-status-machine"
import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "./e-invoice-module"
import { medusaPaymentOf } from "./medusa-payment"
import { processFreshCallback } from "./process-callback"

const orders = z.array(
  z.object({
    payment_collections: z
      .array(
        z.object({
          payment_sessions: z.array(z.object({ id: z.string() })).nullish(),
        })
      )
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
  const followed = await statuses.ofSessions(
    await paymentSessionsOf(container, orderId)
  )
  for (const order of followed) {
    if (order.state === "created") {
      await follow(container, order, orderId)
    }
  }
}

async function follow(
  container: MedusaContainer,
  order: FollowedOrder,
  orderId: string
): Promise<void> {
  const { statuses, events, inbox } = eInvoiceModule(container)
  const medusa = await medusaPaymentOf(container, order.paymentSessionId)
  await statuses.link(order.id, { orderId, paymentId: medusa?.payment?.id })
  await statuses.unflag(order.id, "order_missing")
  await events.emit("e_invoice.order_created", {
    id: order.id,
    order_id: orderId,
    order_uuid: order.orderUuid,
  })
  if (medusa?.payment?.cancelled || isEndedWithoutPayment(order.status)) {
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

async function paymentSessionsOf(
  container: MedusaContainer,
  orderId: string
): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "payment_collections.payment_sessions.id"],
    filters: { id: orderId },
  })
  return orders
    .parse(data)
    .flatMap(({ payment_collections }) => payment_collections ?? [])
    .flatMap(({ payment_sessions }) => payment_sessions ?? [])
    .map(({ id }) => id)
}
