import type { MedusaContainer } from "@medusajs/framework/types"

import { logErrors } from "./background-work"
import { eInvoiceModule } from "./e-invoice-module"
import { reviewFlagsOfOrder } from "./review-flags"
import { synchroniseEInvoiceOrderWorkflow } from "./synchronise-e-invoice-order"

/**
 * Has the e-invoices of a changed Medusa order follow it at once; the sweep goes on with what fails. One may find that another
 * has to follow. Flags them where they ask for more or less than the order, whether or not Medusa wanted another payment.
 *
 * @returns false where flags could not be reviewed, and it is to be tried again
 */
export async function followChangedOrder(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const seen = new Set<string>()
  await followNotedChanges(container, orderId, seen)
  const isReviewed = await reviewFlagsOfOrder(container, orderId)
  await followNotedChanges(container, orderId, seen)
  return isReviewed
}

/**
 * Has the e-invoices follow of which it is noted that their Medusa order changed. Not to be called under the lease of
 * `oneBillAtATime`, which each of them takes.
 *
 * @param seen those that were followed, or not, before
 */
export async function followNotedChanges(
  container: MedusaContainer,
  orderId: string,
  seen = new Set<string>()
): Promise<void> {
  const { statuses } = eInvoiceModule(container).orders
  const next = async () =>
    (await statuses.ofOrder(orderId)).find(
      ({ id, orderChangedAt }) => orderChangedAt !== null && !seen.has(id)
    )
  for (let order = await next(); order; order = await next()) {
    const { id } = order
    seen.add(id)
    await logErrors({ container }, `the changed order of e-invoice order ${id}`, () =>
      synchroniseEInvoiceOrderWorkflow(container).run({
        input: { e_invoice_order_id: id, observer: "payment", actor: "medusa" },
      })
    )
  }
}
