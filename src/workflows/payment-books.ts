import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

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

const sessions = z.array(
  z.object({
    payment: z
      .object({ id: z.string(), captures: amounts, refunds: amounts })
      .nullish(),
  })
)

/** What Medusa's books say of a payment: decimal major units, unrounded. */
export type PaymentBooks = {
  readonly paymentId: string
  readonly captured: string
  readonly refunded: string
  /** What can still be given back. */
  readonly left: string
}

/** @returns undefined while Medusa has no payment of the session */
export async function paymentBooksOf(
  container: MedusaContainer,
  paymentSessionId: string
): Promise<PaymentBooks | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "payment.id",
      "payment.captures.raw_amount",
      "payment.refunds.raw_amount",
    ],
    filters: { id: paymentSessionId },
  })
  const payment = sessions.parse(data)[0]?.payment
  return payment
    ? {
        paymentId: payment.id,
        captured: payment.captures.toFixed(),
        refunded: payment.refunds.toFixed(),
        left: MathBN.sub(payment.captures, payment.refunds).toFixed(),
      }
    : undefined
}
