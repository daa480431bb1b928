import { z } from "@medusajs/framework/zod"

import { REFUND_METADATA } from "../../modules/e-invoice/refunds/refund-row"
import type { ProviderDependencies } from "./dependencies"

const records = z.array(
  z.object({
    metadata: z
      .object({ [REFUND_METADATA]: z.string() })
      .nullish()
      .catch(undefined),
  })
)

/**
 * The wish that a Medusa refund is made for, as our own workflow wrote it into the refund's metadata.
 *
 * @returns undefined for a refund that was made with Medusa's own button
 */
export async function wishOfRefund(
  { query }: Pick<ProviderDependencies, "query">,
  refundId: string
): Promise<string | undefined> {
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "metadata"],
    filters: { id: refundId },
  })
  return records.parse(data)[0]?.metadata?.[REFUND_METADATA]
}
