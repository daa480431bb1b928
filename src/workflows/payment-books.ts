import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { FollowedOrder } from "../modules/e-invoice/status/followed-order"
import { paymentFilters } from "./medusa-payment"

const amounts = z
  .array(
    z.object({
      raw_amount: z.object({ value: z.union([z.string(), z.number()]) }),
    })
  )
  .nullish()
  .transform((entries) =>
    (entries ?? []).reduce(
      (sum, { raw_amount }) => MathBN.add(sum, raw_amount.value),
      MathBN.convert(0)
    )
  )

const payments = z.array(z.object({ id: z.string(), captures: amounts, refunds: amounts }))

/** What Medusa's books say of a payment: decimal major units, unrounded. */
export type PaymentBooks = {
  readonly paymentId: string
  readonly captured: string
  readonly refunded: string
  /** What can still be given back. */
  readonly left: string
}

/** @returns undefined while Medusa has no payment of the e-invoice order */
export async function paymentBooksOf(
  container: MedusaContainer,
  order: Pick<FollowedOrder, "paymentId" | "paymentSessionId">
): Promise<PaymentBooks | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "captures.raw_amount", "refunds.raw_amount"],
    filters: paymentFilters([order]),
  })
  const found = payments.parse(data)
  const payment = found.find(({ id }) => id === order.paymentId) ?? found[0]
  return payment
    ? {
        paymentId: payment.id,
        captured: payment.captures.toFixed(),
        refunded: payment.refunds.toFixed(),
        left: MathBN.sub(payment.captures, payment.refunds).toFixed(),
      }
    : undefined
}
