import type { AdminOrder } from "@medusajs/framework/types"

const PROVIDER_PREFIX = "pp_e-invoice_"

/** Whether an order was paid, or is to be paid, through this plugin, as far as Medusa's own order tells. */
export const isPaidByEInvoice = (order: AdminOrder): boolean =>
  (order.payment_collections ?? [])
    .flatMap((collection) => [
      ...(collection.payments ?? []),
      ...(collection.payment_sessions ?? []),
    ])
    .some(({ provider_id }) => provider_id.startsWith(PROVIDER_PREFIX))
