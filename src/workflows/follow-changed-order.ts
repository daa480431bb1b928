import type { MedusaContainer } from "@medusajs/framework/types"

import { logErrors } from "./background-work"
import { eInvoiceModule } from "./e-invoice-module"
import { reviewFlagsOfOrder } from "./review-flags"
import { synchroniseEInvoiceOrderWorkflow } from "./synchronise-e-invoice-order"

/**
 * Has the e-invoices of a changed Medusa order follow it at once; the sweep goes on with what fails. Flags them where they ask
 * for more or less than the order, whether or not Medusa wanted another payment.
 */
export async function followChangedOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  for (const { id, orderChangedAt } of await statuses.ofOrder(orderId)) {
    if (orderChangedAt !== null) {
      await logErrors({ container }, `the changed order of e-invoice order ${id}`, () =>
        synchroniseEInvoiceOrderWorkflow(container).run({
          input: { e_invoice_order_id: id, observer: "payment", actor: "medusa" },
        })
      )
    }
  }
  await reviewFlagsOfOrder(container, orderId)
}
