import type { AdminOrder } from "@medusajs/framework/types"

/**
 * Changes when Medusa's own view of an order's payments changes. As part of a query key it makes our data follow what
 * happens through Medusa's own buttons: capture, refund, cancel.
 */
export const orderRevision = (order: AdminOrder): string =>
  [
    order.status,
    ...(order.payment_collections ?? []).flatMap((collection) =>
      (collection.payments ?? []).map((payment) =>
        [
          payment.id,
          payment.captured_at ? "captured" : "",
          payment.canceled_at ? "canceled" : "",
          payment.refunds?.length ?? 0,
        ].join()
      )
    ),
  ].join("|")
