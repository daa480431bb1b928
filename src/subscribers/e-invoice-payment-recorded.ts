import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"

import { followRecordedPayment } from "../workflows/review-flags"

export default async function eInvoicePaymentRecorded({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await followRecordedPayment(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.CAPTURED, PaymentEvents.REFUNDED],
  context: { subscriberId: "e-invoice-payment-recorded" },
}
