import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"

import { followChangedOrder } from "../workflows/follow-changed-order"

/** What was made beside an order's invoices decides what they may ask for, and whether the order is billed. */
export default async function eInvoiceRecordChanged({
  event,
  container,
}: SubscriberArgs<{ order_id: string | null }>): Promise<void> {
  const { order_id: orderId } = event.data
  if (orderId !== null) {
    await followChangedOrder(container, orderId)
  }
}

export const config: SubscriberConfig = {
  event: ["e_invoice.reservation_changed", "e_invoice.record_changed"],
  context: { subscriberId: "e-invoice-record-changed" },
}
