import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { formatOre, toOre } from "../../mapping"
import type { ProviderDependencies } from "./dependencies"

/** Below this, amounts differ only by how Medusa divided; major units. */
const LEAST_AMOUNT = 0.01

const amounts = z
  .array(z.object({ raw_amount: z.custom<BigNumberInput>() }))
  .nullish()
  .transform((entries) =>
    (entries ?? []).reduce((sum, { raw_amount }) => MathBN.add(sum, raw_amount), MathBN.convert(0))
  )

const refunds = z.array(z.object({ payment: z.object({ captures: amounts, refunds: amounts }) }))

/**
 * Refuses a refund that is not of whole øre: the service would pay back another amount than Medusa records. The rest of a
 * payment may carry a fraction, which Medusa's own division left in the price.
 *
 * @param amount decimal major units, as Medusa gives it
 * @throws MedusaError invalid_data naming the amount
 */
export async function refuseFractionOfOre(
  { query }: Pick<ProviderDependencies, "query">,
  refundId: string,
  amount: BigNumberInput
): Promise<void> {
  const whole = formatOre(toOre(amount))
  if (MathBN.eq(amount, whole)) {
    return
  }
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "payment.captures.raw_amount", "payment.refunds.raw_amount"],
    filters: { id: refundId },
  })
  const [refund] = refunds.parse(data)
  // Medusa's refund is among the payment's already.
  const left = refund
    ? MathBN.sub(refund.payment.captures, refund.payment.refunds)
    : MathBN.convert(0)
  if (refund && MathBN.lt(MathBN.abs(left), LEAST_AMOUNT)) {
    return
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `amount: must be whole øre; nothing was refunded. Refund ${whole} instead of ${MathBN.convert(amount).toFixed()}.`
  )
}
