import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import {
  type OrderTransaction,
  pendingFields,
  uncountedTransactions,
} from "../domain/order-summary"
import { writePayment } from "../domain/payment-lease"
import { logErrors } from "./background-work"
import { eInvoiceModule } from "./e-invoice-module"

/**
 * Has a Medusa order count the payments and refunds that a change of it made Medusa forget: what was paid then looks outstanding in
 * Medusa Admin, and an API that trusts the summary would have it paid once more (docs/internals/medusa-gaps.md).
 */
export async function recountPayments(container: MedusaContainer, orderId: string): Promise<void> {
  const seen = await uncountedOf(container, orderId)
  if (seen.length === 0) {
    return
  }
  const { leases } = eInvoiceModule(container)
  await writePayment(leases, { orderId, paymentId: "", of: "capture" }, async (lease) => {
    const orders = container.resolve(Modules.ORDER)
    // What Medusa was writing as it was read is counted by now.
    const lasting = (await uncountedOf(container, orderId)).filter(({ id }) =>
      seen.some((one) => one.id === id)
    )
    for (const { id, raw_amount, currency_code, reference, reference_id } of lasting) {
      await lease.check()
      // A change that is confirmed in between would count both. Where the process ends here, the order lacks the transaction of a
      // payment or refund, which is made up for.
      await orders.deleteOrderTransactions(id)
      await orders.addOrderTransactions({
        order_id: orderId,
        amount: raw_amount,
        currency_code,
        ...(reference && { reference }),
        ...(reference_id && { reference_id }),
      })
    }
  })
}

/** The same, where what goes on does not depend on Medusa's summary: a failure is logged, and the next event of the order tries again. */
export const recountIfPossible = (container: MedusaContainer, orderId: string): Promise<boolean> =>
  logErrors({ container }, `the summary of Medusa order ${orderId}`, () =>
    recountPayments(container, orderId)
  )

async function uncountedOf(
  container: MedusaContainer,
  orderId: string
): Promise<OrderTransaction[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", ...pendingFields],
    filters: { id: orderId },
  })
  return uncountedTransactions(data[0])
}
