import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"

import { followCapturedPayment } from "../workflows/review-flags"

export default async function eInvoicePaymentCaptured({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await followCapturedPayment(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: PaymentEvents.CAPTURED,
  context: { subscriberId: "e-invoice-payment-captured" },
}
