import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { FulfillmentWorkflowEvents } from "@medusajs/framework/utils"

import { followShipment } from "../workflows/ship-then-bill/follow-shipment"

export default async function eInvoiceParcelShipped({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await followShipment(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: [FulfillmentWorkflowEvents.SHIPMENT_CREATED, FulfillmentWorkflowEvents.DELIVERY_CREATED],
  context: { subscriberId: "e-invoice-parcel-shipped" },
}
