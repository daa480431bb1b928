import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderEditWorkflowEvents, OrderWorkflowEvents } from "@medusajs/framework/utils"

import { followChangedOrder } from "../workflows/follow-changed-order"

export default async function eInvoiceOrderChanged({
  event,
  container,
}: SubscriberArgs<{ order_id: string }>): Promise<void> {
  await followChangedOrder(container, event.data.order_id)
}

export const config: SubscriberConfig = {
  event: [
    OrderEditWorkflowEvents.CONFIRMED,
    OrderWorkflowEvents.RETURN_REQUESTED,
    OrderWorkflowEvents.RETURN_RECEIVED,
    OrderWorkflowEvents.CLAIM_CREATED,
    OrderWorkflowEvents.EXCHANGE_CREATED,
  ],
  context: { subscriberId: "e-invoice-order-changed" },
}
