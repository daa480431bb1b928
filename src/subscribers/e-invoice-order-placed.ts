import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"

import { followPlacedOrder } from "../workflows/follow-placed-order"

export default async function eInvoiceOrderPlaced({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await followPlacedOrder(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: OrderWorkflowEvents.PLACED,
  context: { subscriberId: "e-invoice-order-placed" },
}
