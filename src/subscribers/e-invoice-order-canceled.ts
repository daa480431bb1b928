import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"

import { followCancelledOrder } from "../workflows/follow-cancelled-order"

export default async function eInvoiceOrderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await followCancelledOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.CANCELED,
  context: { subscriberId: "e-invoice-order-canceled" },
}
