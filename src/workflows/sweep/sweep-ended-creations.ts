import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { FollowedOrder } from "../../modules/e-invoice/status/followed-order"
import { eInvoiceModule } from "../e-invoice-module"
import { type MedusaPayment, medusaPaymentsOf } from "../medusa-payment"
import type { SweepTerms } from "./sweep-terms"

/**
 * Looks at creations that came to nothing. Medusa writes its order before it asks for the payment, and takes it back when
 * there is none; where its process was killed in between, the order stands and nobody is billed: a person is told.
 */
export async function sweepEndedCreations({
  container,
  now,
  batch,
}: SweepTerms): Promise<void> {
  const { statuses } = eInvoiceModule(container)
  const ended = await statuses.takeEndedCreations(now, batch)
  if (ended.length === 0) {
    return
  }
  const payments = await medusaPaymentsOf(
    container,
    ended.map(({ paymentSessionId }) => paymentSessionId)
  )
  for (const order of ended) {
    const medusa = payments.get(order.paymentSessionId)
    if (medusa?.order && !medusa.order.cancelled && !medusa.payment) {
      await tell(container, order, medusa.order)
    }
  }
  await statuses.closeEndedCreations(ended.map(({ id }) => id))
}

async function tell(
  container: MedusaContainer,
  { id }: FollowedOrder,
  { id: orderId }: NonNullable<MedusaPayment["order"]>
): Promise<void> {
  const { statuses, timeline } = eInvoiceModule(container)
  await statuses.link(id, { orderId })
  await statuses.flag(id, "placed_unbilled")
  await timeline.recordOnce({
    eInvoiceOrderId: id,
    actor: "schedule",
    action: "placed-unbilled",
    outcome: "failed",
    detail: { checkout_broke_off: true },
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(
      `e-invoice: a Medusa order was left behind by a checkout that broke off; no e-invoice order was made for it (${id}). Cancel the order, or agree on another payment.`
    )
}
