import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"

import { followChangedOrder } from "../workflows/follow-changed-order"

/** What a reservation takes decides what its order's invoices may ask for, and whether the order is billed. */
export default async function eInvoiceReservationChanged({
  event,
  container,
}: SubscriberArgs<{ order_id: string | null }>): Promise<void> {
  const { order_id: orderId } = event.data
  if (orderId !== null) {
    await followChangedOrder(container, orderId)
  }
}

export const config: SubscriberConfig = {
  event: "e_invoice.reservation_changed",
  context: { subscriberId: "e-invoice-reservation-changed" },
}
