import { z } from "@medusajs/framework/zod"

import { REFUND_METADATA } from "../../modules/e-invoice/refunds/refund-row"
import type { ProviderDependencies } from "./dependencies"

const records = z.array(
  z.object({
    metadata: z
      .object({ [REFUND_METADATA]: z.string() })
      .nullish()
      .catch(undefined),
    payment: z.object({ id: z.string() }).nullish(),
  })
)

/** What Medusa wrote down of a refund before it asked the provider. */
export type AskedRefund = {
  /** The refund here that it is made for, from our own workflow; undefined for one made with Medusa's own button. */
  readonly rowId: string | undefined
  readonly paymentId: string | undefined
}

export async function askedRefund(
  { query }: Pick<ProviderDependencies, "query">,
  refundId: string
): Promise<AskedRefund> {
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "metadata", "payment.id"],
    filters: { id: refundId },
  })
  const [refund] = records.parse(data)
  return {
    rowId: refund?.metadata?.[REFUND_METADATA],
    paymentId: refund?.payment?.id,
  }
}
