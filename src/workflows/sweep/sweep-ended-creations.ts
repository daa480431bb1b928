import { eInvoiceModule } from "../e-invoice-module"
import { readMedusaPayments } from "../medusa-payment"
import { isBilled } from "../review-flags"
import type { SweepTerms } from "./sweep-terms"
import { tellOfLeftOrder } from "./tell-of-left-order"

/**
 * Looks at creations that came to nothing. Medusa writes its order before it asks for the payment, and takes it back when
 * there is none; where its process was killed in between, the order stands and nobody is billed: a person is told.
 */
export async function sweepEndedCreations({
  container,
  now,
  batch,
  lease,
}: SweepTerms): Promise<void> {
  const { statuses } = eInvoiceModule(container)
  const ended = await statuses.takeEndedCreations(now, batch)
  if (ended.length === 0) {
    return
  }
  const payments = await readMedusaPayments(container, ended)
  for (const order of ended) {
    await lease.check()
    const medusa = payments.get(order.id)
    if (
      medusa?.order &&
      !medusa.order.cancelled &&
      !medusa.payment &&
      !(await isBilled(container, medusa.order.id))
    ) {
      await tellOfLeftOrder(container, {
        eInvoiceOrderId: order.id,
        orderId: medusa.order.id,
      })
    }
  }
  await statuses.closeEndedCreations([...payments.keys()])
}
