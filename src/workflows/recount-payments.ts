import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { writePayment } from "../domain/payment-lease"
import { eInvoiceModule } from "./e-invoice-module"

/**
 * Has a Medusa order count the payments and refunds that Medusa wrote on a version of it which it took back: where it cannot
 * confirm a change, it returns to the version before, whose summary knows nothing of them. What was paid then looks
 * outstanding, and would be billed once more (docs/internals/medusa-gaps.md).
 */
export async function recountPayments(container: MedusaContainer, orderId: string): Promise<void> {
  if ((await lostOf(container, orderId)).length === 0) {
    return
  }
  const { leases } = eInvoiceModule(container)
  await writePayment(leases, { orderId, paymentId: "", of: "capture" }, async (lease) => {
    const orders = container.resolve(Modules.ORDER)
    for (const { id, isCountedElsewhere, ...transaction } of await lostOf(container, orderId)) {
      await lease.check()
      if (!isCountedElsewhere) {
        await orders.addOrderTransactions(transaction)
      }
      // It counts on no summary that is left.
      await orders.deleteOrderTransactions(id)
    }
  })
}

const transactionSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  version: z.number(),
  currency_code: z.string(),
  reference: z.string().nullish(),
  reference_id: z.string().nullish(),
  raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
})

const versions = z.array(
  z.object({ version: z.number(), transactions: z.array(transactionSchema.nullable()).nullish() })
)

/** Transactions of a later version than the order's own. */
async function lostOf(container: MedusaContainer, orderId: string) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["version", "transactions.*"],
    filters: { id: orderId },
  })
  const [order] = versions.parse(data)
  const all = (order?.transactions ?? []).filter((one) => one !== null)
  const isLost = ({ version }: { version: number }) => version > (order?.version ?? version)
  return all.filter(isLost).map(({ id, raw_amount, currency_code, reference, reference_id }) => ({
    id,
    order_id: orderId,
    amount: raw_amount.value,
    currency_code,
    ...(reference && { reference }),
    ...(reference_id && { reference_id }),
    // Another process may have ended in between.
    isCountedElsewhere:
      !!reference_id && all.some((other) => !isLost(other) && other.reference_id === reference_id),
  }))
}
