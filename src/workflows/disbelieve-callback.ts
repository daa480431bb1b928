import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { InboxEntry } from "../modules/e-invoice/callbacks/inbox"
import { eInvoiceModule } from "./e-invoice-module"

/** The service cannot be asked, and this callback proves nothing: it is kept, and counts for nothing. */
export async function disbelieve(container: MedusaContainer, entry: InboxEntry): Promise<void> {
  const { inbox, timeline, options } = eInvoiceModule(container)
  const why =
    options.callbackSecret === undefined
      ? "orders.status is switched off and callbackSecret is not configured"
      : "orders.status is switched off and the checksum does not prove it"
  await inbox.processed([entry.id], `not believed: ${why}`)
  await timeline.recordOnce({
    eInvoiceOrderId: entry.eInvoiceOrderId,
    actor: "service",
    action: "callback",
    outcome: "refused",
    detail: { why },
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`e-invoice: callback ${entry.id} was not believed: ${why}.`)
}
