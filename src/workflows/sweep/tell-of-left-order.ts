import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { eInvoiceModule } from "../e-invoice-module"

/** Calls a person to a Medusa order that a checkout left behind: it stands, and no payment stands for it. */
export async function tellOfLeftOrder(
  container: MedusaContainer,
  { eInvoiceOrderId, orderId }: { eInvoiceOrderId: string; orderId: string }
): Promise<void> {
  const { statuses, timeline } = eInvoiceModule(container)
  await statuses.link(eInvoiceOrderId, { orderId })
  await statuses.flag(eInvoiceOrderId, "placed_unbilled")
  const isNews = await timeline.recordOnce({
    eInvoiceOrderId,
    actor: "schedule",
    action: "placed-unbilled",
    outcome: "failed",
    detail: { checkout_broke_off: true },
  })
  if (isNews) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: a Medusa order was left behind by a checkout that broke off; no payment stands for it (${eInvoiceOrderId}). Cancel the order, or agree on another payment.`
      )
  }
}
