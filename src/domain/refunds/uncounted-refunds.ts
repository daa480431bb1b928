import type { BigNumberInput, RemoteQueryFunction } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const amount = z.object({ value: z.union([z.string(), z.number()]) })

const refunds = z.array(z.object({ id: z.string(), raw_amount: amount }))

const transactions = z.array(z.object({ reference_id: z.string().nullish(), raw_amount: amount }))

/** A refund of a payment that the payment's order does not count. */
export type UncountedRefund = {
  /** Id of Medusa's refund: the reference of its transaction. */
  readonly id: string
  /** What the order is to count of it: decimal major units, as Medusa holds them. */
  readonly amount: string
}

/**
 * The refunds of a payment that have no transaction of their own on its order, the oldest first.
 *
 * When Medusa cancels an order, it writes one transaction with the payment as its reference, also for a refund that failed: what
 * that counts is not counted again.
 */
export async function uncountedRefunds(
  query: Pick<RemoteQueryFunction, "graph">,
  { orderId, paymentId }: { orderId: string; paymentId: string }
): Promise<UncountedRefund[]> {
  const made = await query.graph({
    entity: "refund",
    fields: ["id", "raw_amount"],
    filters: { payment_id: paymentId },
    pagination: { order: { id: "ASC" } },
  })
  // Read after the refunds: one that is counted meanwhile is not taken for uncounted.
  const written = await query.graph({
    entity: "order_transaction",
    fields: ["id", "reference_id", "raw_amount"],
    filters: { order_id: orderId, reference: "refund" },
  })
  const counts = transactions.parse(written.data)
  const counted = new Set(counts.map(({ reference_id: id }) => id))
  let beforehand = counts
    .filter(({ reference_id: id }) => id === paymentId)
    // Refunds are negative among an order's transactions.
    .reduce<BigNumberInput>((sum, { raw_amount: { value } }) => MathBN.sub(sum, value), 0)
  return refunds.parse(made.data).flatMap(({ id, raw_amount: { value } }) => {
    if (counted.has(id)) {
      return []
    }
    const known = MathBN.min(beforehand, value)
    beforehand = MathBN.sub(beforehand, known)
    const left = MathBN.sub(value, known)
    return MathBN.gt(left, 0) ? [{ id, amount: left.toFixed() }] : []
  })
}
